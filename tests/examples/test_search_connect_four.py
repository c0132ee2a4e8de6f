"""The search on Connect Four, with two copies for each move: it still beats the house's random bot."""

from __future__ import annotations

from pathlib import Path

import pytest

import search_connect_four
from tests.helpers.example_games import install_example


def test_it_beats_a_bot_that_plays_at_random(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From both sides, over some seeds."""
    install_example(monkeypatch, tmp_path, "connect_four")
    results = [search_connect_four.play(seed, seed % 2, "house:random", 14) for seed in range(4)]
    assert sum(results) >= 3
