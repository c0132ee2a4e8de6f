"""Calls the command `tournament` in this process."""

from __future__ import annotations

import pytest

from tournaments.cli import main

__all__ = ["Called", "Caller"]


class Called:
    """What a call of the command came to."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err


class Caller:
    """Calls the command in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Called:
        """Call it with these arguments."""
        self._monkeypatch.setattr("sys.argv", ["tournament", *map(str, arguments)])
        status = 0
        try:
            main()
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        return Called(status, *self._capsys.readouterr())
