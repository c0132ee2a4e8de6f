"""Fixtures of the command line's tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.command import Ran, run_here


@pytest.fixture
def referee(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Runs `referee` with these words in this process."""
    return lambda *words: run_here(monkeypatch, capsys, *words)
