"""Runs the command `referee`, in this process or in one of its own."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.cli import main
from referee.server.process.logs import reset_logs
from tests.helpers.patience import HANG_S

__all__ = ["Ran", "check_one_line", "process", "run_here", "start"]


@dataclasses.dataclass(frozen=True, slots=True)
class Ran:
    """What a command came to."""

    status: int
    out: str
    err: str


def check_one_line(ran: Ran, message: str) -> None:
    """Check that a mistake is one line on standard error, and the exit status 2.

    Args:
        ran: The command.
        message: A part of the line.
    """
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("referee: ")
    assert ran.err.count("\n") == 1, ran.err
    assert message in ran.err


def run_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> Ran:
    """Run `referee WORDS` in this process: quick, but without bots of its own."""
    monkeypatch.setattr(sys, "argv", ["referee", *words])
    status = 0
    try:
        main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0
    finally:
        reset_logs()
    captured = capsys.readouterr()
    return Ran(status, captured.out, captured.err)


@contextmanager
def start(
    *words: str, env: dict[str, str] | None = None, cwd: Path | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Start `referee WORDS` as a process, in a folder, which ends with the block at the latest.

    As with the installed command, nothing is imported from that folder.
    """
    command = [sys.executable, "-P", "-m", "referee", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, cwd=cwd
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def process(*words: str, env: dict[str, str] | None = None) -> Ran:
    """Run `referee WORDS` as a process."""
    with start(*words, env=env) as running:
        out, err = running.communicate(timeout=HANG_S / 2)
    return Ran(running.returncode, out, err)
