"""The search on Connect Four, with two copies for each move: it still beats the house's random bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import search_connect_four
from tests.envs.example_games import installed


@pytest.fixture
def _examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from installed(tmp_path, monkeypatch)


@pytest.mark.usefixtures("_examples")
def test_it_beats_a_bot_that_plays_at_random() -> None:
    """From both sides, over some seeds."""
    results = [search_connect_four.play(seed, seed % 2, "house:random", 14) for seed in range(4)]
    assert sum(results) >= 3
