"""What the arrays of an open match take, by their sizes alone: the same on every machine and in every run."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from loadtest.open_matches import GAMES, SEED, Open
from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games.registry import find

POINTS = 12
"""Decision points that were played, as in `test_open_matches`."""
REST = 25_000
"""Bytes for all else of a match: its seats, streams and journal, and what waits to be told."""


def array_bytes(opened: Open) -> int:
    """Bytes of the state's arrays after some decision points."""
    game = find(opened.game).game
    config = parse_config(game.config_class, dict(opened.config))
    state, _ = game.start(config, seed=SEED, num_seats=opened.num_seats)
    dice = Stream(SEED)
    for _ in range(POINTS):
        point = game.decision(state)
        assert point is not None
        game.step(state, {seat: game.random_action(state, seat, dice) for seat in point.seats})
    arrays = [getattr(state, field.name) for field in dataclasses.fields(state)]
    return sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))


@pytest.mark.parametrize("name", GAMES)
def test_arrays_leave_room_for_the_rest_of_a_match(name: str) -> None:
    """In what is promised, which is 60 KB, and 8 bytes a cell and seat more under fog."""
    opened = GAMES[name]
    most = opened.promised_bytes - REST
    taken = array_bytes(opened)
    assert 0 < taken <= most, f"{name} has arrays of {taken} bytes"


@pytest.mark.parametrize("preset", ["small", "standard"])
def test_fog_takes_little_more(preset: str) -> None:
    """At most 8 bytes a cell and seat, with what each seat knows of items."""
    clear, fog = (
        GAMES[name]
        for name in {
            "small": ("dungeon_keeper, small", "dungeon_keeper, small, fog"),
            "standard": ("dungeon_keeper", "dungeon_keeper, fog"),
        }[preset]
    )
    more = array_bytes(fog) - array_bytes(clear)
    cells = fog.hidden_cells * fog.num_seats
    assert 4 * cells < more < 8 * cells
