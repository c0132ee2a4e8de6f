"""Fixtures of the command line's tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import Ran, run_here
from tests.cli.recorded_matches import Recorded


@pytest.fixture
def referee(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Runs `referee` with these words in this process."""
    return lambda *words: run_here(monkeypatch, capsys, *words)


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    """A match of Diceman."""
    return Recorded(tmp_path, "diceman")
