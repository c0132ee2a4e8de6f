"""A PlayService that says what a test tells it to: the test double of every SDK's other side.

A script is a coroutine that plays one stream; the scripts of a referee are used up one a stream, in
order, and the last one serves all streams after it. It knows the protocol's messages and no rules.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any

import grpc
import grpc.aio
from google.protobuf import duration_pb2
from google.protobuf.message import Message

from gamereferee.games.diceman.v1 import diceman_pb2 as diceman
from gamereferee.v1 import match_pb2, time_control_pb2
from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee.conformance.response import response_of

SERVER_SEED = bytes(range(32))
SALT = bytes(32)
COMMITMENT = hashlib.sha256(SERVER_SEED + SALT).digest()

Script = Callable[["Stream"], Awaitable[None]]


class HungUpError(Exception):
    """The bot has closed its side."""


class Stream:
    """One stream as a script sees it."""

    def __init__(self, context: Any) -> None:
        self._context = context

    async def hear(self) -> wire.PlayRequest:
        """The next message from the bot.

        Raises:
            HungUpError: The bot has closed its side.
        """
        request = await self._context.read()
        if request is grpc.aio.EOF:
            raise HungUpError
        assert isinstance(request, wire.PlayRequest)
        return request

    async def hear_actions(self, count: int) -> list[wire.Action]:
        """The next so many actions; whatever else comes with them is passed over."""
        actions: list[wire.Action] = []
        while len(actions) < count:
            actions.extend((await self.hear()).actions)
        return actions

    async def say(self, *said: Message, unknown: bytes = b"", draining: bool = False) -> None:
        """Say everything in one message, with bytes of fields from a future version if given."""
        response = response_of(*said, draining=draining)
        await self._context.write(
            wire.PlayResponse.FromString(response.SerializeToString() + unknown)
        )

    async def abort(self, code: grpc.StatusCode, details: str) -> None:
        """Break the stream with a status."""
        await self._context.abort(code, details)

    async def seat(self, *match_ids: str, seat: int = 0) -> list[wire.Join]:
        """Hear as many joins as there are matches, answer each with its match, and start them."""
        joins: list[wire.Join] = []
        while len(joins) < len(match_ids):
            joins.extend((await self.hear()).joins)
        for join, match_id in zip(joins, match_ids, strict=True):
            await self.say(joined(join, match_id, seat), started(match_id, seat))
        return joins

    async def until_hung_up(self) -> None:
        """Read on until the bot closes its side."""
        with contextlib.suppress(HungUpError):
            while True:
                await self.hear()


class ScriptedReferee:
    """Serves scripts in order; fails the test if one of them failed.

    Args:
        scripts: One a stream; the last serves all later ones too.
    """

    def __init__(self, scripts: Sequence[Script]) -> None:
        self._scripts = list(scripts)
        self.streams = 0
        """Streams that have been opened."""
        self.port = 0
        """Its TCP port; 0 on a Unix socket."""
        self.failures: list[BaseException] = []
        """What went wrong inside scripts."""

    async def play(self, _request: object, context: Any) -> None:
        """Serve one stream."""
        script = self._scripts[min(self.streams, len(self._scripts) - 1)]
        self.streams += 1
        try:
            await script(Stream(context))
        except (grpc.aio.AbortError, grpc.aio.UsageError, HungUpError):
            raise
        except Exception as error:
            self.failures.append(error)
            raise


@contextlib.asynccontextmanager
async def refereeing(
    *scripts: Script,
    address: str,
    credentials: grpc.ServerCredentials | None = None,
) -> AsyncIterator[ScriptedReferee]:
    """Serve scripts at an address; a TCP address with credentials serves TLS."""
    referee = ScriptedReferee(scripts)
    server = grpc.aio.server()
    handler = grpc.stream_stream_rpc_method_handler(
        referee.play,
        request_deserializer=wire.PlayRequest.FromString,
        response_serializer=wire.PlayResponse.SerializeToString,
    )
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("gamereferee.v1.PlayService", {"Play": handler}),)
    )
    if credentials is None:
        port = server.add_insecure_port(address)
    else:
        port = server.add_secure_port(address, credentials)
    referee.port = 0 if address.startswith("unix:") else port
    await server.start()
    try:
        yield referee
    finally:
        await server.stop(None)
    if referee.failures:
        raise referee.failures[0]


# The messages of a match of Diceman, with plausible contents.


def joined(join: wire.Join, match_id: str, seat: int = 0, *, rejoined: bool = False) -> wire.Joined:
    """The answer to a join."""
    answer = wire.Joined(
        match_id=match_id,
        seat=seat,
        game="diceman",
        game_version=1,
        num_seats=2,
        time_control=time_control_pb2.TimeControl(move_time=duration(2.0)),
        seed_commitment=COMMITMENT,
        rejoined=rejoined,
        join_number=join.number,
    )
    answer.config.Pack(CONFIG)
    return answer


CONFIG = diceman.Config(
    life=20,
    die_magic=4,
    die_priority=6,
    die_sword=8,
    die_shield=10,
    magic_scope=diceman.MAGIC_SCOPE_PHASE,
    games=11,
    round_cap=100,
    deadline_ms=2000,
)


def started(match_id: str, seat: int = 0) -> wire.MatchStarted:
    """The start of a match; a round trip of 1.5 ms was measured."""
    return wire.MatchStarted(match_id=match_id, seat=seat, round_trip=duration(0.0015))


def turn(
    match_id: str,
    number: int,
    seat: int = 0,
    *,
    said: Iterable[wire.Said] = (),
    channels: Iterable[wire.Channel] = (),
) -> wire.Turn:
    """A turn of the first game, one round a turn; 1.9 s are left of it."""
    observation = diceman.Observation(
        seat=seat,
        game=1,
        round=number,
        life=[20, 20],
        points=[0, 0],
        pick_counts=[diceman.PickCounts(counts=[0] * 6) for _ in range(2)],
        config=CONFIG,
    )
    message = wire.Turn(match_id=match_id, seat=seat, turn=number, phase="choice")
    message.said.extend(said)
    message.channels.extend(channels)
    message.observation.Pack(observation)
    message.clock.remaining.CopyFrom(duration(1.9))
    message.clock.strikes = 1
    return message


def rejected(
    reason: ErrorReason,
    match_id: str = "",
    turn: int = 0,
    *,
    join: wire.Join | None = None,
    say_number: int = 0,
) -> wire.Rejected:
    """A rejection of seat 0."""
    return wire.Rejected(
        match_id=match_id,
        turn=turn,
        reason=reason,
        text="because",
        join_number=join.number if join is not None else 0,
        say_number=say_number,
    )


def missed(match_id: str, turn: int, *, forfeited: bool = False) -> wire.MissedDeadline:
    """A deadline missed by seat 0, the second of three."""
    return wire.MissedDeadline(
        match_id=match_id, turn=turn, strikes=2, strikes_limit=3, forfeited=forfeited
    )


def ended(
    match_id: str,
    seat: int = 0,
    *,
    cause: match_pb2.EndCause = match_pb2.END_CAUSE_RULES,
    nonces: Iterable[bytes] = (),
    salt: bytes = SALT,
) -> wire.MatchEnded:
    """The end: seat 0 has won 13 to 9, or the match is void; with nonces, a fair reveal."""
    void = cause >= match_pb2.END_CAUSE_REFEREE_FAULT
    outcome = match_pb2.Outcome(cause=cause, text="over")
    for index, (placement, score) in enumerate([(1, 13), (2, 9)]):
        result = outcome.seats.add(seat=index)
        if not void:
            result.placement, result.score = placement, score
    end = wire.MatchEnded(match_id=match_id, seat=seat, outcome=outcome)
    nonces = list(nonces)
    if nonces:
        digest = hmac.new(SERVER_SEED, b"".join(nonces), "sha256").digest()
        end.reveal.server_seed, end.reveal.salt = SERVER_SEED, salt
        end.reveal.nonces.extend(nonces)
        end.reveal.match_seed = int.from_bytes(digest[:8], "big")
    return end


def out_early(
    match_id: str, seat: int = 0, *, num_seats: int = 3, said: Iterable[wire.Said] = ()
) -> wire.MatchEnded:
    """The end for a seat that is out on the last place, with 4 points, while the match goes on."""
    outcome = match_pb2.Outcome(cause=match_pb2.END_CAUSE_RULES, text="out; the match goes on")
    for index in range(num_seats):
        outcome.seats.add(seat=index)
    outcome.seats[seat].placement, outcome.seats[seat].score = num_seats, 4
    return wire.MatchEnded(
        match_id=match_id, seat=seat, outcome=outcome, goes_on=True, said=list(said)
    )


def duration(seconds: float) -> duration_pb2.Duration:
    """Seconds as the wire has them."""
    message = duration_pb2.Duration()
    message.FromNanoseconds(round(seconds * 1e9))
    return message
