"""Fixtures of the replay tests: the toys are installed, and recordings are there to be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.installed import install
from tests.helpers.toy_games import SIMULTANEOUS, TOYS
from tests.replay.recording import record_match


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry finds the toy games."""
    install(monkeypatch, *TOYS)


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """The journal of a whole match of sealed bids: four rounds of two seats."""
    path = tmp_path / "recorded.journal"
    record_match(SIMULTANEOUS, path)
    return path
