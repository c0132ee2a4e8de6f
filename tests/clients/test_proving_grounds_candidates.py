"""What lists of candidates know of the dungeon is what house bots' boards know."""

from __future__ import annotations

from typing import Any

import pytest

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games import registry
from referee_bots import candidates
from referee_bots.candidates.proving_grounds import _Surroundings
from referee_bots.proving_grounds.board import Board


@pytest.mark.parametrize("num_seats", [2, 3])
def test_surroundings_are_those_of_the_board(num_seats: int) -> None:
    """Doors and gold, closed rooms, and who is hostile where heroes are, along a random match."""
    plugin = registry.find("proving_grounds")
    game: Any = plugin.game
    config = parse_config(game.config_class, {"sector_depth": 4})
    told = wire.Config.FromString(plugin.codec.encode_config(config))
    maker = candidates.find(
        "proving_grounds", (plugin.codec.config_type, told.SerializeToString()), num_seats
    )
    assert maker is not None
    state, _ = game.start(config, seed=6, num_seats=num_seats)
    dice, doors = Stream(6), 0
    for _ in range(10):
        point = game.decision(state)
        if point is None:
            break
        records = game.observe(state, point.seats)
        for data in plugin.codec.encode_observations(config, records):
            seen = maker.observation.FromString(data)
            mine, board = _Surroundings(seen, told), Board(seen, told, {})
            assert (mine.home, mine.gold) == (board.home, board.gold)
            for room in range(board.hall + 1):
                assert mine.doors(room) == board.doors(room)
                assert mine.is_closed(room) == board.is_closed(room)
                doors += len(board.doors(room))
            for hero in seen.own.heroes:
                assert mine.is_hostile(hero.room) == board.is_hostile(hero.room)
        game.step(state, {seat: game.random_action(state, seat, dice) for seat in point.seats})
    assert doors
