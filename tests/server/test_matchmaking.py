"""Enqueue: callers who want the same meet, and nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest

from gamereferee.v1 import lobby_service_pb2, match_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import TimeControl
from referee.server.lobby.request import MatchRequest
from referee.server.services.matchmaking import Matchmaking
from tests.helpers.toy_games import SIMULTANEOUS
from tests.server.running import Problem, Referee, refusal, running, soon

Response = lobby_service_pb2.EnqueueResponse


def _enqueue(referee: Referee, player: str = "", **fields: Any) -> asyncio.Task[Response]:
    """Start to wait for an opponent."""
    wanted: dict[str, Any] = {"game": "toy_bid", "player": player} | fields
    request = lobby_service_pb2.EnqueueRequest(**wanted)

    async def call() -> Response:
        response: Response = await soon(referee.lobby.Enqueue(request))
        return response

    return asyncio.create_task(call())


async def _all_wait(referee: Referee, *calls: asyncio.Task[Response]) -> None:
    """Wait until the queue holds these calls and no others; check that it made no match."""
    await referee.until_waiting(len(calls))
    assert not any(call.done() for call in calls)
    assert referee.server.lobby.matches() == []


async def test_two_callers_meet(referee: Referee) -> None:
    """In one match, in different seats, each with the token of its own."""
    calls = [_enqueue(referee, "ada"), _enqueue(referee, "bob")]
    answers = [await call for call in calls]
    assert answers[0].match_id == answers[1].match_id
    assert {answer.seat for answer in answers} == {0, 1}
    match = await referee.get(answers[0].match_id)
    assert match.phase == match_pb2.MATCH_PHASE_WAITING
    for answer, player in zip(answers, ("ada", "bob"), strict=True):
        assert match.seats[answer.seat].player == player
        stream = referee.stream()
        (joined,) = await stream.join(answer.seat_token)
        assert (joined.match_id, joined.seat) == (answer.match_id, answer.seat)
    assert (await referee.get(match.match_id)).phase == match_pb2.MATCH_PHASE_RUNNING


async def test_seats_are_drawn(referee: Referee) -> None:
    """Who came first sits now here, now there: 40 times the same has a chance of 2 in 2^40."""
    seats = set()
    for _ in range(40):
        first = _enqueue(referee)
        await asyncio.gather(first, _enqueue(referee))
        seats.add(first.result().seat)
    assert seats == {0, 1}


async def test_only_equal_wishes_meet(referee: Referee) -> None:
    """Of game, config and seats; a default that is written out is the same wish."""
    calls = [
        _enqueue(referee),
        _enqueue(referee, config_json='{"rounds": 5}'),
        _enqueue(referee, num_seats=3),
        _enqueue(referee, game="toy_draw"),
    ]
    await _all_wait(referee, *calls)
    met = await _enqueue(referee, config_json='{"purse": 10, "rounds": 4}', num_seats=2)
    assert (await calls[0]).match_id == met.match_id
    met = await _enqueue(referee, config_json='{"rounds": 5}')
    assert (await calls[1]).match_id == met.match_id
    assert not calls[2].done()
    met = await _enqueue(referee, game="toy_draw")
    assert (await calls[3]).match_id == met.match_id
    others = [_enqueue(referee, num_seats=3) for _ in range(2)]
    assert {(await call).seat for call in (calls[2], *others)} == {0, 1, 2}


async def test_who_leaves_is_not_met(referee: Referee) -> None:
    """Its place is given up; the next two callers meet each other."""
    request = lobby_service_pb2.EnqueueRequest(game="toy_bid", player="gone")
    gone = referee.lobby.Enqueue(request)
    await referee.until_waiting(1)
    assert gone.cancel()
    await referee.until_waiting(0)
    first = _enqueue(referee, "ada")
    await _all_wait(referee, first)
    second = await _enqueue(referee, "bob")
    match = await referee.get(second.match_id)
    assert {seat.player for seat in match.seats} == {"ada", "bob"}
    assert (await first).match_id == second.match_id


async def test_waiting_ends_at_the_callers_own_deadline(referee: Referee) -> None:
    """With the status that says so, and the place is given up."""
    request = lobby_service_pb2.EnqueueRequest(game="toy_bid")
    problem = await refusal(referee.lobby.Enqueue(request, timeout=0.05))
    assert problem.code == grpc.StatusCode.DEADLINE_EXCEEDED.name
    first = _enqueue(referee)
    await _all_wait(referee, first)
    first.cancel()


async def test_a_refusal_is_told_to_all(tmp_path: Path) -> None:
    """Nobody is left waiting when the match can't be made."""
    async with running(tmp_path, max_matches=1) as referee:
        await referee.create()
        calls = [_enqueue(referee), _enqueue(referee)]
        for call in calls:
            assert await refusal(call) == Problem(
                "RESOURCE_EXHAUSTED",
                "TOO_MANY_MATCHES",
                "1 matches wait or run, which is the most allowed",
            )


async def test_who_leaves_at_the_last_moment_is_passed_over(referee: Referee) -> None:
    """Even if its call has been cancelled but has not noticed yet."""
    matchmaking = Matchmaking(referee.server.lobby, ManualClock())
    wanted = MatchRequest(
        plugin=SIMULTANEOUS,
        config=SIMULTANEOUS.game.config_class(),
        num_seats=2,
        time_control=TimeControl(),
    )
    gone = asyncio.create_task(matchmaking.enqueue(wanted, "gone"))
    await asyncio.sleep(0)  # it waits now
    first = asyncio.create_task(matchmaking.enqueue(wanted, "ada"))
    gone.cancel()  # noticed by its own task only after ada has come
    second = asyncio.create_task(matchmaking.enqueue(wanted, "bob"))
    (host, _), (same, _) = await soon(asyncio.gather(first, second))
    assert host is same
    assert set(host.header.players) == {"ada", "bob"}
    assert gone.cancelled()


@pytest.mark.parametrize(
    ("fields", "reason", "text"),
    [
        ({"num_seats": 9}, "BAD_FIELD", "num_seats must be from 2 to 4, not 9"),
        ({"config_json": "x"}, "MALFORMED", "config_json is no JSON: "),
        (
            {"config_json": '{"rounds": 0}'},
            "BAD_CONFIG",
            "rounds must be a whole number from 1 to 20, not 0",
        ),
        (
            {"player": "p" * 101},
            "BAD_FIELD",
            "player must be at most 100 characters, not '101 characters'",
        ),
    ],
)
async def test_a_bad_wish_is_refused_at_once(
    referee: Referee, fields: dict[str, Any], reason: str, text: str
) -> None:
    """Before anybody waits."""
    problem = await refusal(_enqueue(referee, **fields))
    assert (problem.code, problem.reason) == ("INVALID_ARGUMENT", reason)
    assert problem.text.startswith(text)
