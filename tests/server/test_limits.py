"""What ends a stream: garbage, sizes, floods; and that it ends nobody else's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from gamereferee.v1 import lobby_service_pb2, play_service_pb2
from referee.match.records import MAX_PAYLOAD_BYTES
from referee.replay.verify import verify
from tests.server.running import (
    BotStream,
    Problem,
    Referee,
    Refusal,
    action_of,
    bid,
    pour,
    refusal,
    running,
    soon,
    terms,
)

Action = play_service_pb2.Action
PlayRequest = play_service_pb2.PlayRequest

FLOOD = Problem("RESOURCE_EXHAUSTED", "FLOOD", "more than 256 messages that answered no open turn")


async def _begun(referee: Referee, **fields: Any) -> tuple[list[str], list[BotStream]]:
    """Tokens and streams of a match that has begun."""
    made = await referee.create(**fields)
    streams = [referee.stream() for _ in made.seat_tokens]
    for stream, token in zip(streams, made.seat_tokens, strict=True):
        await stream.join(token)
    return list(made.seat_tokens), streams


async def _plays_on(referee: Referee, token: str, rival: BotStream) -> None:
    """See that a match whose seat 0 lost its stream is played to the end all the same."""
    again = referee.stream()
    (joined,) = await again.join(token)
    assert joined.rejoined
    while not rival.has("ends"):
        for stream in (again, rival):
            if not stream.has("ends"):
                await stream.answer(await stream.turn(), bid(1))
        for stream in (again, rival):
            while not (stream.has("turns") or stream.has("ends")):
                await stream.read()
    assert (await rival.ended()).outcome.seats[0].forfeit == 0


@pytest.mark.parametrize("data", [b"\xff", b"\x0a\x05abc", b"\x12\xff\xff\xff\xff\x0f"])
async def test_bytes_that_are_no_request_end_the_stream(referee: Referee, data: bytes) -> None:
    """With the status that says so; the match is not harmed."""
    tokens, (stream, rival) = await _begun(referee, config_json='{"rounds": 1}')
    await stream.send_bytes(data)
    text = f"{len(data)} bytes that are no PlayRequest"
    assert await stream.status() == Problem("INVALID_ARGUMENT", "MALFORMED", text)
    await _plays_on(referee, tokens[0], rival)


async def test_the_first_write_is_broken_off(referee: Referee) -> None:
    """A stream that fails while its first message is being written ends too, with its status."""
    ends = []
    for _ in range(3):
        streams = [referee.stream() for _ in range(40)]
        for stream in streams:
            await stream.send(ping=play_service_pb2.Ping(number=1))
            await stream.send_bytes(b"\xff")
        ends += [(await stream.status()).code for stream in streams]
    assert set(ends) == {"INVALID_ARGUMENT"}


async def test_a_message_that_is_too_large_ends_the_stream(referee: Referee) -> None:
    """Nobody else's, and the match goes on."""
    tokens, (stream, rival) = await _begun(referee, config_json='{"rounds": 2}')
    turn = await stream.turn()
    large = action_of(turn, bid("x" * 5_000_000))
    await stream.send(actions=[large])
    assert (await stream.status()).code == "RESOURCE_EXHAUSTED"
    await _plays_on(referee, tokens[0], rival)


async def test_the_largest_message_is_set_by_the_server(tmp_path: Path) -> None:
    """For calls and streams alike; what is just below it is read."""
    async with running(tmp_path, max_message_bytes=2000) as referee:
        request = lobby_service_pb2.CreateMatchRequest(game="toy_bid", label="x" * 2000)
        assert (await refusal(referee.lobby.CreateMatch(request))).code == "RESOURCE_EXHAUSTED"
        stream = referee.stream()
        await stream.present("x" * 1900)
        assert (await stream.refused()).reason == "BAD_TOKEN"
        await stream.present("x" * 2000)
        assert (await stream.status()).code == "RESOURCE_EXHAUSTED"


async def test_a_payload_that_is_too_long_is_malformed(tmp_path: Path) -> None:
    """However large messages may be: it would go into a record that no reader takes for sound."""
    async with running(tmp_path, max_message_bytes=64 * 1024 * 1024) as referee:
        _, (stream, rival) = await _begun(referee, config_json='{"rounds": 1}')
        turn = await stream.turn()
        await stream.answer(turn, bid("x" * (20 * 1024 * 1024)))
        assert await stream.refused() == Refusal("MALFORMED", seat=0, turn=1)
        just_too_long = bid("x" * (MAX_PAYLOAD_BYTES - 3))
        assert len(just_too_long.value) == MAX_PAYLOAD_BYTES + 1
        await stream.answer(turn, just_too_long)
        assert (await stream.refused()).reason == "MALFORMED"
        await stream.answer(turn, bid(1))
        await rival.answer(await rival.turn(), bid(0))
        ended = await stream.ended()
        assert [seat.score for seat in ended.outcome.seats] == [1, 0]
        await referee.server.lobby.replays_written()
        assert verify(referee.server.lobby.folder.replay_path(ended.match_id)).problem is None


FLOODS: dict[str, Callable[[play_service_pb2.Turn], PlayRequest]] = {
    "empty messages": lambda _: PlayRequest(),
    "pings": lambda _: PlayRequest(ping=play_service_pb2.Ping(number=1)),
    "pongs": lambda _: PlayRequest(pongs=[play_service_pb2.Pong(number=1)]),
    "bad joins": lambda _: PlayRequest(joins=[play_service_pb2.Join(token="x")]),
    "duplicates": lambda turn: PlayRequest(actions=[action_of(turn, bid(1))]),
    "foreign actions": lambda _: PlayRequest(actions=[Action(match_id="m", seat=0, turn=1)]),
    "foreign resigns": lambda _: PlayRequest(resigns=[play_service_pb2.Resign(match_id="m")]),
}
"""Messages that nobody has asked for, made for a turn that has been answered."""


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_ends_the_stream(referee: Referee, kind: str) -> None:
    """A thousand useless messages are too much; the match goes on with a new stream."""
    made = await referee.create(config_json='{"rounds": 2}')
    rival = referee.stream()
    await rival.join(made.seat_tokens[1])
    turn = play_service_pb2.Turn(match_id=made.match.match_id, seat=0, turn=1)
    join = play_service_pb2.Join(token=made.seat_tokens[0])
    requests = [
        PlayRequest(joins=[join], actions=[action_of(turn, bid(1))]),
        *[FLOODS[kind](turn)] * 1000,
    ]
    assert await asyncio.to_thread(pour, referee.address, requests) == FLOOD
    await rival.answer(await rival.turn(), bid(0))
    await _plays_on(referee, made.seat_tokens[0], rival)


async def test_a_flood_in_one_message_ends_the_stream_too(referee: Referee) -> None:
    """What counts is what is in it."""
    _, (stream, _) = await _begun(referee)
    turn = await stream.turn()
    await stream.send(actions=[action_of(turn, bid(1))] * 300)
    assert await stream.status() == FLOOD


async def test_resigning_again_and_again_is_a_flood(referee: Referee) -> None:
    """While the other seats play on."""
    made = await referee.create(num_seats=3)
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    resign = play_service_pb2.Resign(match_id=made.match.match_id, seat=0)
    await stream.send(resigns=[resign] * 200)
    await stream.settle()
    await stream.send(resigns=[resign] * 200)
    assert await stream.status() == FLOOD


async def test_patience_is_not_spent_by_what_was_asked_for(referee: Referee) -> None:
    """A thousand seats joined, answered, answered late and given up on one stream are no flood."""
    control = terms(move_time=60, strikes=0)
    matches = [
        await referee.create(config_json='{"rounds": 2}', time_control=control) for _ in range(300)
    ]
    stream = referee.stream()
    for made in matches:
        await stream.present(*made.seat_tokens)
    pings = 0
    turns = [await stream.turn() for _ in range(600)]
    while stream.has("ping"):
        await stream.next("ping")
        pings += 1
    await stream.send(pongs=[play_service_pb2.Pong()] * pings)
    for made in matches[:150]:
        await referee.abort(made.match.match_id)
    await stream.send(actions=[action_of(turn, bid(1)) for turn in turns])  # half of them too late
    refused = [(await stream.refused()).reason for _ in range(300)]
    assert set(refused) == {"ENDED"}
    resigns = [
        play_service_pb2.Resign(match_id=made.match.match_id, seat=0) for made in matches[150:]
    ]
    await stream.send(resigns=resigns)
    for _ in range(600):
        await stream.ended()
    await stream.settle()


async def test_unknown_methods_are_unimplemented(referee: Referee) -> None:
    """As gRPC has it."""
    call: Any = referee.channel.unary_unary("/gamereferee.v1.PlayService/Pray")
    assert (await refusal(call(b""))).code == grpc.StatusCode.UNIMPLEMENTED.name
    await soon(referee.lobby.ListGames(lobby_service_pb2.ListGamesRequest()))


@pytest.mark.parametrize("number", [0, 1])
async def test_wrong_entries_of_every_kind_cost_only_themselves(
    referee: Referee, number: int
) -> None:
    """Each field of a PlayRequest at its extremes, a new field too: it is refused, and the stream goes on."""
    tokens, (one, two) = await _begun(referee)
    turn = await one.turn()
    fields: Any = PlayRequest.DESCRIPTOR.fields
    for count, field in enumerate(fields, start=1):
        request = PlayRequest()
        _fill(request, field, number)
        await one.send(request)
        if field.name == "ping":
            await one.next("pong")
        await one.settle(count)
    await one.answer(turn, bid(1))
    await two.answer(await two.turn(), bid(1))
    assert (await one.turn()).turn == turn.turn + 1
    assert len(tokens) == 2


_EXTREMES = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (2**32 - 1, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (2**64 - 1, 2**64 - 1),
    FieldDescriptor.CPPTYPE_BOOL: (True, True),
    FieldDescriptor.CPPTYPE_ENUM: (2**31 - 1, 2**31 - 1),
    FieldDescriptor.CPPTYPE_STRING: ("\0\u202e" * 100, "no.0.token"),
}


def _fill(message: Message, field: Any, number: int) -> None:
    """Give a field, and all below it, its lowest value or its highest."""
    if field.message_type is not None:
        inner = getattr(message, field.name)
        inner = inner.add() if field.is_repeated else inner
        inner.SetInParent()
        for each in field.message_type.fields:
            _fill(inner, each, number)
        return
    value: Any = _EXTREMES[field.cpp_type][number]
    if field.type == FieldDescriptor.TYPE_BYTES:
        value = value.encode()
    if field.is_repeated:
        getattr(message, field.name).append(value)
    else:
        setattr(message, field.name, value)
