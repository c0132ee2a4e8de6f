"""Replays of an older release hold under the rules that they were played by.

`recorded/` has one match of each game between house bots, by the first rules of all games.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games import registry
from referee.replay.reader import load
from referee.replay.verify import verify

REPLAYS = sorted((Path(__file__).parent / "recorded").glob("*.replay"))


def test_every_game_is_there() -> None:
    """One match each, of version 1."""
    games = {name for name in registry.names() if not name.startswith("toy_")}
    assert {path.stem for path in REPLAYS} == games
    assert {load(path).header.game_version for path in REPLAYS} == {1}


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_it_holds(path: Path) -> None:
    """Every digest, the outcome and the seed."""
    found = verify(path)
    assert found.problem is None
    assert found.steps >= 10
