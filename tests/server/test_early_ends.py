"""Seats that the rules put out hear at once what they came to, and are let go; the match goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import struct_pb2

from gamereferee.v1 import lobby_service_pb2, match_pb2, play_service_pb2
from referee.core.game import Event
from referee.replay.verify import Verification, verify
from referee_client import Bot, Match, Outcome, RefereeClient, Turn
from tests.helpers.toy_games import SHRINKING
from tests.helpers.toy_last import Fell
from tests.server.running import BotStream, Referee, Refusal, action_of, bid, running, soon, untimed

FALL = 5
"""A stake that is sure to fall."""


async def _made(
    referee: Referee, num_seats: int, **fields: Any
) -> tuple[str, list[str], list[BotStream]]:
    """A match of the toy in which the seats have a stream each."""
    made = await referee.create("toy_last", num_seats=num_seats, **fields)
    streams = [referee.stream() for _ in made.seat_tokens]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    return made.match.match_id, list(made.seat_tokens), streams


async def _stake(streams: Sequence[BotStream], *stakes: int) -> None:
    """One round."""
    for stream, stake in zip(streams, stakes, strict=True):
        await stream.answer(await stream.turn(), bid(stake))


def _result(seat: int, placement: int = 0, score: int = 0) -> match_pb2.SeatResult:
    return match_pb2.SeatResult(seat=seat, placement=placement, score=score)


async def test_an_early_loser_hears_its_own_result_alone(anywhere: Referee) -> None:
    """Of four: 1 falls in the first round, 3 in the second; then 0 is before 2 by its points.

    Each is told with its last events and without the dice, and its stream may end; the others hear of
    the end of the match when it comes, and get nothing less than before.
    """
    match_id, _, streams = await _made(anywhere, 4, config_json='{"rounds": 3}')
    watched = anywhere.watch(match_id, public=True)
    await _stake(streams, 0, FALL, 0, 0)
    first = await streams[1].ended()
    assert first.goes_on
    assert (first.match_id, first.seat) == (match_id, 1)
    assert first.outcome.cause == match_pb2.END_CAUSE_RULES
    assert first.outcome.text == "the rules put the seat out; the match goes on"
    assert list(first.outcome.seats) == [_result(0), _result(1, 4, FALL), _result(2), _result(3)]
    assert first.events.value == SHRINKING.codec.encode_events([Event(Fell(1, 1, FALL))])
    assert not first.HasField("reveal")
    await streams[1].finish()
    assert (await streams[1].status()).code == "OK"
    match = await anywhere.get(match_id)
    assert match.phase == match_pb2.MATCH_PHASE_RUNNING
    assert [seat.eliminated for seat in match.seats] == [False, True, False, False]
    assert [seat.connected for seat in match.seats] == [True, False, True, True]

    left = [streams[0], streams[2], streams[3]]
    await _stake(left, 0, 0, FALL)
    assert list((await streams[3].ended()).outcome.seats)[3] == _result(3, 3, FALL)
    await streams[0].answer(await streams[0].turn(), bid(0))
    await streams[2].answer(await streams[2].turn(), bid(0))
    results = [_result(0, 1), _result(1, 4, FALL), _result(2, 1), _result(3, 3, FALL)]
    for stream in (streams[0], streams[2]):
        ended = await stream.ended()
        assert not ended.goes_on
        assert list(ended.outcome.seats) == results
        assert ended.HasField("reveal")
        assert not stream.has("ends")
    frames = await watched.rest()
    assert [frame.step for frame in frames[:-1]][-1] == 3
    assert list(untimed(frames[-1].outcome).seats) == results
    assert [seat.times.decisions for seat in frames[-1].outcome.seats] == [3, 1, 3, 2]
    match = await anywhere.get(match_id)
    assert [seat.eliminated for seat in match.seats] == [False, True, False, True]


async def test_who_falls_in_the_last_round_hears_the_end_of_the_match(anywhere: Referee) -> None:
    """Not an early end that is followed by the real one at once."""
    _, _, streams = await _made(anywhere, 3)
    await _stake(streams, FALL, 0, FALL)
    for stream in streams:
        ended = await stream.ended()
        assert not ended.goes_on
        assert [seat.placement for seat in ended.outcome.seats] == [2, 1, 2]
        await stream.settle()
        assert not stream.has("ends")


async def test_who_comes_back_hears_the_same_again(anywhere: Referee) -> None:
    """As often as it joins; once the match is over, it hears all of its end."""
    _, tokens, streams = await _made(anywhere, 3)
    await _stake(streams, 0, FALL, 0)
    first = await streams[1].ended()
    for stream in (streams[1], anywhere.stream()):
        (joined,) = await stream.join(tokens[1])
        assert joined.rejoined
        assert await stream.ended() == first
    await _stake([streams[0], streams[2]], 0, FALL)
    full = await streams[0].ended()
    again = anywhere.stream()
    await again.join(tokens[1])
    ended = await again.ended()
    assert not ended.goes_on
    assert ended.outcome == full.outcome
    assert ended.reveal == full.reveal
    assert ended.events == first.events


async def test_a_place_that_is_open_stands_in_get_match_at_the_end(anywhere: Referee) -> None:
    """Of four, 1 and 3 fall at once with 5 points: they are told their round and places, and no result.

    By points they are first in the end. That no second end follows they see by their stream, which may
    close; their tokens ask for the result, and for no other match's, and show no strikes of others.
    """
    match_id, tokens, streams = await _made(
        anywhere, 4, config_json='{"rounds": 2, "by_points": true}'
    )
    await _stake(streams, 0, FALL, 0, FALL)
    for seat in (1, 3):
        ended = await streams[seat].ended()
        assert ended.goes_on
        assert (ended.out_round, ended.first_place, ended.last_place) == (1, 3, 4)
        assert list(ended.outcome.seats) == [_result(index) for index in range(4)]
        await streams[seat].finish()
        assert (await streams[seat].status()).code == "OK"
    own = lobby_service_pb2.GetMatchRequest(match_id=match_id, seat_token=tokens[1])
    match = (await soon(anywhere.lobby.GetMatch(own))).match
    assert match.phase == match_pb2.MATCH_PHASE_RUNNING
    assert not match.HasField("outcome")
    await _stake([streams[0], streams[2]], 0, 0)
    await streams[0].ended()
    match = (await soon(anywhere.lobby.GetMatch(own))).match
    places = {result.seat: (result.placement, result.score) for result in match.outcome.seats}
    assert places[1] == places[3] == (1, FALL)
    assert places[0] == places[2] == (3, 0)
    other = await anywhere.create("toy_last", num_seats=3)
    foreign = lobby_service_pb2.GetMatchRequest(match_id=match_id, seat_token=other.seat_tokens[0])
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await soon(anywhere.lobby.GetMatch(foreign))
    assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_whatever_an_early_loser_sends_is_refused(anywhere: Referee) -> None:
    """An action, a skip and a resignation; its rivals don't notice."""
    match_id, _, streams = await _made(anywhere, 3)
    for stream in streams:
        await stream.answer(turn := await stream.turn(), bid(FALL if turn.seat == 1 else 0))
    await streams[1].ended()
    name: dict[str, Any] = {"match_id": match_id, "seat": 1}
    await streams[1].send(actions=[play_service_pb2.Action(**name, turn=2, payload=bid(0))])
    assert await streams[1].refused() == Refusal("ENDED", seat=1, turn=2)
    await streams[1].send(skips=[play_service_pb2.Skip(**name, turn=2)])
    assert await streams[1].refused() == Refusal("ENDED", seat=1, turn=2)
    await streams[1].send(resigns=[play_service_pb2.Resign(**name)])
    assert await streams[1].refused() == Refusal("ENDED", seat=1)
    await _stake([streams[0], streams[2]], 0, FALL)
    outcome = (await streams[0].ended()).outcome
    assert [(seat.placement, seat.forfeit) for seat in outcome.seats] == [(1, 0), (3, 0), (2, 0)]


async def test_one_stream_may_hold_winners_and_losers(anywhere: Referee) -> None:
    """Of sixteen seats one falls a round; the stream ends only after the last of them."""
    made = await anywhere.create("toy_last", num_seats=16)
    stream = anywhere.stream()
    await stream.join(*made.seat_tokens)
    for falling in range(15):
        turns = [await stream.turn() for _ in range(16 - falling)]
        assert [turn.seat for turn in turns] == list(range(falling, 16))
        actions = [action_of(turn, bid(FALL if turn.seat == falling else 0)) for turn in turns]
        await stream.send(actions=actions)
        ended = await stream.ended()
        assert (ended.seat, ended.goes_on) == (falling, falling < 14)
        assert ended.outcome.seats[falling].placement == 16 - falling
    ended = await stream.ended()
    assert (ended.seat, ended.goes_on) == (15, False)
    assert [seat.placement for seat in ended.outcome.seats] == list(range(16, 0, -1))
    await stream.finish()
    assert (await stream.status()).code == "OK"


async def test_a_loser_of_one_match_plays_on_in_others(anywhere: Referee) -> None:
    """On the same stream."""
    made = [await anywhere.create("toy_last", num_seats=3) for _ in range(2)]
    stream, rival = anywhere.stream(), anywhere.stream()
    await stream.join(*[match.seat_tokens[0] for match in made])
    await rival.join(*[token for match in made for token in match.seat_tokens[1:]])
    ids = [match.match.match_id for match in made]
    for _ in made:
        turn = await stream.turn()
        await stream.answer(turn, bid(FALL if turn.match_id == ids[0] else 0))
        for _ in range(2):
            await rival.answer(await rival.turn(), bid(0))
    assert (await stream.ended()).match_id == ids[0]
    turn = await stream.turn()
    assert (turn.match_id, turn.turn) == (ids[1], 2)


async def test_a_restarted_server_tells_it_again(tmp_path: Path) -> None:
    """What a loser was told follows from the journal, and so does the rest; the replay verifies."""
    async with running(tmp_path) as referee:
        match_id, tokens, streams = await _made(referee, 4)
        await _stake(streams, 0, FALL, 0, 0)
        first = await streams[1].ended()
        await streams[0].turn()
    async with running(tmp_path) as referee:
        streams = [referee.stream() for _ in tokens]
        for stream, token in zip(streams, tokens, strict=True):
            await stream.join(token)
        assert await streams[1].ended() == first
        assert (await referee.get(match_id)).seats[1].eliminated
        left = [streams[0], streams[2], streams[3]]
        await _stake(left, FALL, 0, FALL)
        outcome = (await streams[2].ended()).outcome
        assert [seat.placement for seat in outcome.seats] == [2, 4, 1, 2]
        assert outcome.seats[1] == first.outcome.seats[1]
        await referee.server.lobby.replays_written()
    replay = tmp_path / "data" / "replays" / f"{match_id}.replay"
    assert verify(replay) == Verification(replay, 2, None)


async def test_the_sdk_plays_on_with_the_seats_that_are_left(referee: Referee) -> None:
    """A client whose one seat is out is done, while its rivals still play; the rivals play to the end."""
    made = await referee.create("toy_last", num_seats=3, config_json='{"rounds": 4}')
    ends: dict[int, Outcome] = {}

    class Staking(Bot):
        """Seat 1 falls in its first turn, the others stay in."""

        def act(self, observation: struct_pb2.Struct, turn: Turn) -> struct_pb2.Value:  # noqa: ARG002
            """Stake all or nothing."""
            return struct_pb2.Value(number_value=FALL if turn.seat == 1 else 0)

        def on_end(self, match: Match, outcome: Outcome) -> None:
            """Take it down."""
            ends[match.seat] = outcome

    playing = []
    for token in made.seat_tokens:
        client = RefereeClient(referee.address, Staking)
        client.join(token)
        client.finish()
        playing.append(asyncio.create_task(client.play()))
    await soon(asyncio.gather(*playing))
    assert [seat.placement for seat in ends[1].seats] == [0, 3, 0]
    for seat in (0, 2):
        assert [result.placement for result in ends[seat].seats] == [1, 3, 1]
        assert ends[seat].seats[1] == ends[1].seats[1]
