"""Whose turn it is in a match of days: what `GetMatch` and `ListMatches` say of it, and to whom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import lobby_service_pb2, match_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import HOUR, SECOND
from tests.helpers.toy_games import SEQUENTIAL, SIMULTANEOUS
from tests.server.running import Referee, bid, running, soon, terms

SLOW = terms(move_time=72 * 3600, lag_margin=1, strikes=2)
KEY = (("authorization", "Bearer secret"),)


async def _begun(referee: Referee, **fields: Any) -> tuple[str, list[str], Any]:
    """Make a match whose seats all join; return its id, tokens and the first seat's stream."""
    made = await referee.create(time_control=SLOW, **fields)
    streams = [referee.stream() for _ in made.seat_tokens]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    return made.match.match_id, list(made.seat_tokens), streams[0]


async def _turns(
    referee: Referee, match_id: str, *, token: str = "", metadata: Any = None
) -> list[tuple[int, int, int, int]]:
    """Seat, number, start and deadline of the open turns that are shown, in hours from the clock's 0."""
    request = lobby_service_pb2.GetMatchRequest(match_id=match_id, seat_token=token)
    match: match_pb2.Match = (await soon(referee.lobby.GetMatch(request, metadata=metadata))).match
    return [
        (
            seat.seat,
            seat.open_turn.turn,
            seat.open_turn.start.ToNanoseconds() // HOUR,
            seat.open_turn.deadline.ToNanoseconds() // HOUR,
        )
        for seat in match.seats
        if seat.HasField("open_turn")
    ]


@pytest.mark.parametrize("sleeps", [False, True], ids=["awake", "asleep"])
async def test_the_organizer_sees_who_is_waited_for(tmp_path: Path, sleeps: bool) -> None:
    """With its key; a seat sees its own turn alone, and nothing of who still thinks."""
    clock = ManualClock(SECOND)
    async with running(tmp_path, clock=clock, organizer_key="secret") as referee:
        match_id, tokens, first = await _begun(referee, metadata=KEY)
        both = [(0, 1, 0, 72), (1, 1, 0, 72)]
        assert await _turns(referee, match_id, metadata=KEY) == both
        clock.advance(5 * HOUR)
        await first.answer(await first.turn(), bid(4))
        await first.settle()
        for stream in referee._streams:
            await stream.break_off()
        if sleeps:
            referee.sweep()
            referee.sweep()
        request = lobby_service_pb2.ListMatchesRequest()
        (listed,) = (await soon(referee.lobby.ListMatches(request, metadata=KEY))).matches
        assert [seat.HasField("open_turn") for seat in listed.seats] == [False, True]
        assert listed.seats[1].open_turn.turn == 1
        assert await _turns(referee, match_id, metadata=KEY) == both[1:]
        assert await _turns(referee, match_id, token=tokens[0]) == []
        assert await _turns(referee, match_id, token=tokens[1]) == both[1:]


async def test_without_a_key_nobody_learns_who_still_thinks(tmp_path: Path) -> None:
    """A seat sees its own turn all the same."""
    async with running(tmp_path) as referee:
        match_id, tokens, _ = await _begun(referee)
        assert await _turns(referee, match_id) == []
        for seat, token in enumerate(tokens):
            assert await _turns(referee, match_id, token=token) == [(seat, 1, 0, 72)]


@pytest.mark.parametrize(
    ("game", "expected"),
    [("toy_draw", [(0, 1, 0, 72)]), ("toy_bid", [])],
    ids=["one seat", "two at once"],
)
async def test_where_clocks_are_public(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    expected: list[tuple[int, int, int, int]],
) -> None:
    """Everybody sees whose turn it is, but not which of several seats have answered."""
    for plugin in (SEQUENTIAL, SIMULTANEOUS):
        monkeypatch.setattr(type(plugin.game), "public_clocks", True)
    async with running(tmp_path) as referee:
        match_id, *_ = await _begun(referee, game=game)
        assert await _turns(referee, match_id) == expected


async def test_shorter_matches_say_nothing(tmp_path: Path) -> None:
    """Their turns are over before anybody could look."""
    async with running(tmp_path) as referee:
        made = await referee.create()
        for token in made.seat_tokens:
            await referee.stream().join(token)
        assert await _turns(referee, made.match.match_id, token=made.seat_tokens[0]) == []
