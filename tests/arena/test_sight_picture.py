"""Pictures of what a seat sees, for players that look at them."""

from __future__ import annotations

import pytest

from referee.replay.reader import load
from referee.replay.seat_turns import seat_turns
from referee_arena.picture.sight import HEIGHT, WIDTH, png_of_sight
from tests.arena.sites import RECORDED

GAMES = sorted(path.stem for path in RECORDED.glob("*.replay"))
HEAD = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + WIDTH.to_bytes(4, "big") + HEIGHT.to_bytes(4, "big")


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_drawn_from_what_its_seat_was_sent(game: str) -> None:
    """The first turn and the last are pictures of the same size that differ."""
    replay = load(RECORDED / f"{game}.replay")
    turns = [turn.asked.sight for turn in seat_turns(replay, 0)]
    first, last = (png_of_sight(replay.plugin, sight) for sight in (turns[0], turns[-1]))
    assert first[: len(HEAD)] == last[: len(HEAD)] == HEAD
    assert first != last
