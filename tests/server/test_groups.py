"""Many matches made, and many seats metered, in one call: each for itself, at one server and behind a router."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gamereferee.v1 import error_pb2, lobby_service_pb2
from referee.server.process.shard import shard_of, shard_of_request
from referee.server.services.request_fields import MAX_GROUP
from tests.server.routed import routed
from tests.server.running import PATIENT, Problem, Referee, refusal, running, soon

Create = lobby_service_pb2.CreateMatchRequest
Made = lobby_service_pb2.CreatedMatch


@pytest_asyncio.fixture(params=[1, 2], ids=["alone", "routed"])
async def either(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Referee]:
    """A server, and one of two workers."""
    if request.param == 1:
        async with running(tmp_path) as referee:
            yield referee
    else:
        async with routed(tmp_path) as (referee, _):
            yield referee


def order(request_id: str = "", **fields: Any) -> Create:
    """A request for a match of a toy."""
    return Create(game="toy_bid", time_control=PATIENT, request_id=request_id, **fields)


async def create(referee: Referee, *orders: Create) -> list[Made]:
    """What becomes of requests in one call."""
    request = lobby_service_pb2.CreateMatchesRequest(matches=orders)
    return list((await soon(referee.lobby.CreateMatches(request))).matches)


async def meter(referee: Referee, *seats: tuple[str, int, int]) -> list[tuple[str, int, str, str]]:
    """Matches, seats, reasons and texts of those that can't be metered."""
    wanted = [
        lobby_service_pb2.MeterSeatRequest(match_id=match_id, seat=seat, pid=pid)
        for match_id, seat, pid in seats
    ]
    request = lobby_service_pb2.MeterSeatsRequest(seats=wanted)
    response = await soon(referee.lobby.MeterSeats(request))
    return [
        (each.match_id, each.seat, error_pb2.ErrorReason.Name(each.reason), each.text)
        for each in response.unmetered
    ]


async def test_each_request_is_answered_in_its_place(either: Referee) -> None:
    """By a match that can be joined, with as many tokens as it has seats."""
    made = await create(either, *(order(num_seats=2 + n % 3) for n in range(7)))
    assert [len(each.seat_tokens) for each in made] == [2 + n % 3 for n in range(7)]
    assert len({each.match_id for each in made}) == 7
    for each in made:
        assert (each.reason, each.text) == (error_pb2.ERROR_REASON_UNSPECIFIED, "")
        assert len((await either.get(each.match_id)).seats) == len(each.seat_tokens)
    stream = either.stream()
    await stream.join(*made[0].seat_tokens)
    await stream.turn()


async def test_what_is_refused_keeps_nothing_else_back(either: Referee) -> None:
    """It says why, in the words of CreateMatch."""
    bad = [order(num_seats=5), Create(game="chess"), order(config_json="[]")]
    good = order()
    made = await create(either, bad[0], good, bad[1], good, bad[2])
    assert [bool(each.match_id) for each in made] == [False, True, False, True, False]
    for each, request in zip(made[::2], bad, strict=True):
        problem = await refusal(either.lobby.CreateMatch(request))
        name = error_pb2.ErrorReason.Name(each.reason).removeprefix("ERROR_REASON_")
        assert (name, each.text) == (problem.reason, problem.text)
        assert not each.seat_tokens


async def test_the_same_request_is_the_same_match(either: Referee) -> None:
    """Within a call, in a later one, and in one for it alone; another one under its name is refused."""
    orders = [order(f"r/{n}") for n in range(6)]
    made = await create(either, *orders, orders[2])
    assert made[6] == made[2]
    assert await create(either, *reversed(orders)) == made[5::-1]
    alone = await soon(either.lobby.CreateMatch(orders[3]))
    assert (alone.match.match_id, alone.seat_tokens) == (made[3].match_id, made[3].seat_tokens)
    (other,) = await create(either, order("r/3", num_seats=3))
    assert other.reason == error_pb2.ERROR_REASON_BAD_FIELD
    assert other.text.startswith("request_id must be new")


async def test_a_call_has_a_bound(either: Referee) -> None:
    """Beyond it nothing of it is done."""
    made = await create(either, *[order()] * MAX_GROUP)
    assert len({each.match_id for each in made}) == MAX_GROUP
    request = lobby_service_pb2.CreateMatchesRequest(matches=[order()] * (MAX_GROUP + 1))
    problem = await refusal(either.lobby.CreateMatches(request))
    text = f"matches must be at most {MAX_GROUP} entries, not '{MAX_GROUP + 1} entries'"
    assert problem == Problem("INVALID_ARGUMENT", "BAD_FIELD", text, ("matches",))
    seats = [lobby_service_pb2.MeterSeatRequest()] * (MAX_GROUP + 1)
    problem = await refusal(
        either.lobby.MeterSeats(lobby_service_pb2.MeterSeatsRequest(seats=seats))
    )
    assert problem.fields == ("seats",)
    assert await create(either) == []
    assert await meter(either) == []


async def test_seats_are_metered_each_for_itself(either: Referee) -> None:
    """Those that can't be are named, in the words of MeterSeat."""
    made = await create(either, *(order() for _ in range(4)))
    pid = os.getpid()
    good = [(each.match_id, seat, pid) for each in made for seat in range(2)]
    assert await meter(either, *good) == []
    bad = [(made[0].match_id, 2, pid), (made[1].match_id, 0, -1), ("nothing", 0, pid)]
    refused = await meter(either, good[0], bad[0], bad[1], good[3], bad[2])
    assert sorted(refused) == sorted(
        [
            (bad[0][0], 2, "ERROR_REASON_BAD_FIELD", "seat must be from 0 to 1, not 2"),
            (bad[1][0], 0, "ERROR_REASON_BAD_FIELD", "pid must be from 0, not -1"),
            ("nothing", 0, "ERROR_REASON_UNKNOWN_MATCH", "unknown match 'nothing'"),
        ]
    )


@pytest.mark.parametrize("count", [0, 1])
async def test_the_organizer_key(tmp_path: Path, count: int) -> None:
    """Without it neither call does anything, however little is asked for."""
    async with running(tmp_path, organizer_key="secret") as referee:
        request = lobby_service_pb2.CreateMatchesRequest(matches=[order()] * count)
        problem = await refusal(referee.lobby.CreateMatches(request))
        assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_ORGANIZER_KEY")
        seats = [lobby_service_pb2.MeterSeatRequest()] * count
        problem = await refusal(
            referee.lobby.MeterSeats(lobby_service_pb2.MeterSeatsRequest(seats=seats))
        )
        assert (problem.code, problem.reason) == ("UNAUTHENTICATED", "BAD_ORGANIZER_KEY")
        assert referee.server.lobby.matches() == []


async def test_matches_go_where_they_belong(tmp_path: Path) -> None:
    """Those with a name to the worker that it gives, the others wherever there is room."""
    async with routed(tmp_path, max_matches=8) as (referee, fleet):
        named = [order(f"r/{n}") for n in range(20)]
        to_first = [each for each in named if shard_of_request(each.request_id, 2) == 0][:4]
        made = await create(referee, *to_first)
        assert [shard_of(each.match_id, 2) for each in made] == [0] * 4
        free = await create(referee, *[order()] * 4)
        assert [shard_of(each.match_id, 2) for each in free] == [1] * 4
        (named_at_full,) = await create(referee, order(to_first[0].request_id + "x"))
        (free_at_full,) = await create(referee, order())
        full = error_pb2.ERROR_REASON_TOO_MANY_MATCHES
        assert (named_at_full.reason, free_at_full.reason) == (full, full)
        assert [len(lobby.matches()) for lobby in fleet.lobbies()] == [4, 4]
        assert await create(referee, *to_first) == made
