"""What everybody may know of a match (CH-6.1), spectators included."""

from __future__ import annotations

import pytest

from gamereferee.games.champions.v1 import champions_pb2 as pb
from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.state import State
from referee.games.champions.wire.records import SeatView

GAME = PLUGIN.game
CONFIG = ChampionsConfig()
OUT = SeatView(alive=False, row=-1, col=-1, out_round=7)


def _round_9() -> State:
    """Five seats on a map of 3x3: seats 0 and 1 are about to fight on tile 5, seat 2 fell in round 7."""
    values = {
        "round": 9,
        "size": 3,
        "stage_age": 2,
        "phase": "BATTLE",
        "battles": [[0, 1]],
        "items": {1: 0, 2: 20},
        "pools": {0: [2]},
        "seats": [
            {"pos": [1, 2], "health": [40, 0, 7, 85], "stash": [1], "kills": 3, "damage": 211},
            {"pos": [1, 2]},
            {"out_round": 7, "health": [0, 0, 0, 0]},
            {"pos": [0, 0]},
            {"pos": [2, 1]},
        ],
    }
    return GAME.parse_state(CONFIG, 5, values)


def test_everybody_sees_round_map_places_and_who_is_out() -> None:
    """And no health, item, pool, report of a tile, kill or damage."""
    places = ((1, 2), (1, 2), None, (0, 0), (2, 1))
    seats = [OUT if place is None else SeatView(True, *place, 0) for place in places]
    public = GAME.observe_public(_round_9())
    assert public is not None
    assert (public.round, public.phase, public.size, public.stage_age) == (9, 3, 3, 2)
    assert public.seats == tuple(seats)
    assert (public.me, public.tile, public.my_battles, public.report) == (None, None, (), None)


def test_nothing_else_is_in_the_message() -> None:
    """Field by field; proto3 leaves out what is 0 or false."""
    public = GAME.observe_public(_round_9())
    assert public is not None
    (data,) = PLUGIN.codec.encode_observations(CONFIG, [public])
    assert pb.Observation.FromString(data) == pb.Observation(
        round=9,
        phase=3,
        size=3,
        stage_age=2,
        seats=[
            pb.Seat(alive=True, row=1, col=2),
            pb.Seat(alive=True, row=1, col=2),
            pb.Seat(row=-1, col=-1, out_round=7),
            pb.Seat(alive=True),
            pb.Seat(alive=True, row=2, col=1),
        ],
    )


@pytest.mark.parametrize("num_seats", [2, 16])
def test_every_seat_sees_as_much_until_the_end(num_seats: int) -> None:
    """Its own observation begins with it, at every decision point and when the match is over."""
    state, _ = GAME.start(CONFIG, seed=3, num_seats=num_seats)
    dice = Stream(4)
    while True:
        public = GAME.observe_public(state)
        assert public is not None
        assert (public.me, public.tile, public.my_battles, public.report) == (None, None, (), None)
        for seen in GAME.observe(state, range(num_seats)):
            for name in ("round", "phase", "size", "stage_age", "seats"):
                assert getattr(seen, name) == getattr(public, name)
        point = GAME.decision(state)
        if point is None:
            break
        GAME.step(state, {s: GAME.random_action(state, s, dice) for s in point.seats})
    assert public.phase == c.OVER
    assert sum(seat.alive for seat in public.seats) <= 1 or public.round == CONFIG.max_rounds
