"""Plays matches at a referee over gRPC: with `ends`, the one module of the tournaments that imports it.

A client like any other, it knows the protocol and nothing of the server. A referee that goes away
for a while, as one that is started again, is waited for.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import dataclasses
from collections.abc import AsyncIterable, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import grpc
import grpc.aio
from google.protobuf import duration_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc

from gamereferee.v1 import (
    error_pb2,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    match_pb2,
    play_service_pb2,
    play_service_pb2_grpc,
    replay_pb2,
    replay_service_pb2,
    replay_service_pb2_grpc,
    spectate_service_pb2,
    spectate_service_pb2_grpc,
    time_control_pb2,
)
from tournaments.play.ends import Ends, UnwatchedError
from tournaments.play.traces import SeatTrace, count_times, trace
from tournaments.spec.config import TimeControlSpec
from tournaments.spec.errors import RefereeCallError, RefusedError
from tournaments.spec.matches import GameFacts, MatchOrder, OpenMatch
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult, SeatTimes

__all__ = ["GrpcRefereeCalls", "end_of"]

PATIENCE_S = 30.0
"""How long a referee that can't be reached is waited for, in seconds."""
OWN_PATIENCE_S = 900.0
"""The same for a referee of our own: whoever looks after it ends us when it can't be had, and how soon it
is there is up to what else the machine does."""
_PAUSE_S = 0.1
_OPTIONS = [
    ("grpc.max_receive_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
]

R = TypeVar("R")


class GrpcRefereeCalls:
    """A referee. Create and use it in one event loop.

    Args:
        address: `unix:/path` or `HOST:PORT`.
        organizer_key: Secret of organizers; None where the referee asks for none.
        ca: PEM file of the roots to trust; given means TLS.
        is_own: Whether it is a process of ours, started again when it dies.
    """

    def __init__(
        self,
        address: str,
        *,
        organizer_key: str | None = None,
        ca: Path | None = None,
        is_own: bool = False,
    ) -> None:
        self._address = address
        self._patience_s = OWN_PATIENCE_S if is_own else PATIENCE_S
        self._metadata = (("authorization", f"Bearer {organizer_key}"),) if organizer_key else ()
        self._channel = _open_channel(address, ca)
        self._lobby = lobby_service_pb2_grpc.LobbyServiceStub(self._channel)
        self._spectate = spectate_service_pb2_grpc.SpectateServiceStub(self._channel)
        self._replays = replay_service_pb2_grpc.ReplayServiceStub(self._channel)
        self._seats: dict[str, tuple[str, int]] = {}
        """Match and seat by token."""
        self._play = play_service_pb2_grpc.PlayServiceStub(self._channel)
        self._ends = Ends(self._open_ends, self._reached, self._ends_failed)

    async def close(self) -> None:
        """Close the connection."""
        await self._ends.close()
        await self._channel.close()

    async def ready(self) -> None:
        """Wait until the referee serves.

        Raises:
            RefereeCallError: It can't be reached.
        """
        check = health_pb2_grpc.HealthStub(self._channel).Check
        serving = health_pb2.HealthCheckResponse.SERVING
        try:
            async with asyncio.timeout(self._patience_s):
                while (await self._call(check, health_pb2.HealthCheckRequest())).status != serving:
                    await asyncio.sleep(_PAUSE_S)
        except TimeoutError:
            raise RefereeCallError(f"the referee at {self._address} does not serve") from None

    async def game(self, game: str) -> GameFacts:
        """See `RefereeCalls`."""
        request = lobby_service_pb2.GetGameRequest(game=game)
        info = (await self._call(self._lobby.GetGame, request)).info
        return GameFacts(
            version=info.version,
            min_seats=info.min_seats,
            max_seats=info.max_seats,
            chance_free=info.chance_free,
            versions=tuple(info.versions),
            ring=info.ring,
        )

    async def create(self, order: MatchOrder, *, request_id: str, label: str) -> OpenMatch:
        """See `RefereeCalls`."""
        request = lobby_service_pb2.CreateMatchRequest(
            game=order.game,
            game_version=order.game_version,
            config_json=order.config_json,
            num_seats=len(order.players),
            time_control=_time_control(order.time_control),
            seed_policy=_seed_policy(order.seed),
            reveal_policy=_reveal_policy(shares_dice=order.shares_dice),
            players=order.players,
            label=label,
            request_id=request_id,
        )
        answer = await self._call(self._lobby.CreateMatch, request)
        match_id = answer.match.match_id
        for seat, token in enumerate(answer.seat_tokens):
            self._seats[token] = (match_id, seat)
        return OpenMatch(match_id, tuple(answer.seat_tokens))

    async def result(self, match_id: str) -> MatchEnd | None:
        """See `RefereeCalls`."""
        try:
            request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
            match = (await self._call(self._lobby.GetMatch, request)).match
            return end_of(match.outcome) if match.HasField("outcome") else None
        except _UnknownError:
            pass
        try:
            return await self._patiently(lambda _: self._replayed_result(match_id))
        except _UnknownError:
            return None

    async def wait(self, match_id: str) -> MatchEnd | None:
        """See `RefereeCalls`."""
        try:
            return end_of(await self._ends.outcome(match_id))
        except UnwatchedError as error:
            if error.reason != error_pb2.ERROR_REASON_UNKNOWN_MATCH:
                raise RefereeCallError(f"the referee at {self._address} fails: {error}") from None
            return await self.result(match_id)
        except _NoEndsError:
            return await self._wait_by_watching(match_id)

    async def _wait_by_watching(self, match_id: str) -> MatchEnd | None:
        """Wait on a stream of its own, at a referee that is older than WatchEnds."""
        while True:
            try:
                outcome = await self._watch(match_id)
            except grpc.aio.AioRpcError as error:
                if error.code() is grpc.StatusCode.NOT_FOUND:
                    return await self.result(match_id)
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise self._failed(error) from None
                outcome = None
            # A broken stream is no news: the match may have ended, and be it in another life.
            end = await self.result(match_id) if outcome is None else end_of(outcome)
            if end is not None:
                return end

    async def resign(self, token: str) -> None:
        """See `RefereeCalls`."""
        await self._patiently(lambda _: self._resign(token))

    async def trace(self, match_id: str, num_seats: int) -> list[SeatTrace]:
        """Return how the seats of a match that has ended behaved.

        Raises:
            RefereeCallError: The referee has no replay of it.
        """
        return await self._patiently(lambda _: self._replayed_trace(match_id, num_seats))

    async def round_trip_ns(self, match_id: str, seat: int) -> int | None:
        """Return what the last ping took on the stream of a seat; None if none was answered."""
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        info = (await self._call(self._lobby.GetMatch, request)).match.seats[seat]
        return info.round_trip.ToNanoseconds() if info.HasField("round_trip") else None

    async def release(self, match_id: str) -> None:
        """See `RefereeCalls`."""
        request = lobby_service_pb2.ReleaseRevealRequest(match_id=match_id)
        with contextlib.suppress(_UnknownError):
            await self._call(self._lobby.ReleaseReveal, request)

    async def is_out(self, token: str) -> bool:
        """See `RefereeCalls`."""
        match_id, seat = self._seats[token]
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        return (await self._call(self._lobby.GetMatch, request)).match.seats[seat].eliminated

    async def meter(self, token: str, pid: int) -> None:
        """See `RefereeCalls`."""
        match_id, seat = self._seats[token]
        request = lobby_service_pb2.MeterSeatRequest(match_id=match_id, seat=seat, pid=pid)
        await self._call(self._lobby.MeterSeat, request)

    def _open_ends(self) -> object:
        return self._spectate.WatchEnds(metadata=self._metadata, wait_for_ready=True)

    async def _reached(self) -> None:
        check = health_pb2_grpc.HealthStub(self._channel).Check
        await self._call(check, health_pb2.HealthCheckRequest())

    def _ends_failed(self, error: grpc.aio.AioRpcError) -> RefereeCallError:
        if error.code() is grpc.StatusCode.UNIMPLEMENTED:
            return _NoEndsError(str(error.details()))
        return self._failed(error)

    async def _watch(self, match_id: str) -> match_pb2.Outcome | None:
        """Return the outcome in the last frame of the public view; None if the stream ends without."""
        request = spectate_service_pb2.WatchRequest(match_id=match_id, public=True, only_end=True)
        outcome = None
        async for frame in self._stream(self._spectate.Watch, request):
            if frame.HasField("outcome"):
                outcome = frame.outcome
        return outcome

    async def _replayed_result(self, match_id: str) -> MatchEnd | None:
        """Return the result in the replay of a match that a referee played before it was started again."""
        request = replay_service_pb2.GetReplayRequest(match_id=match_id)
        end = None
        times: dict[int, SeatTimes] = collections.defaultdict(lambda: SeatTimes(0, 0, 0))
        async for answer in self._stream(self._replays.GetReplay, request):
            for record in answer.records:
                count_times(times, record.step)
                if record.HasField("end"):
                    end = end_of(record.end.outcome)
        if end is None:
            return None
        seats = [dataclasses.replace(each, times=times[n]) for n, each in enumerate(end.seats)]
        return dataclasses.replace(end, seats=tuple(seats))

    async def _replayed_trace(self, match_id: str, num_seats: int) -> list[SeatTrace]:
        request = replay_service_pb2.GetReplayRequest(match_id=match_id)
        records: list[replay_pb2.Record] = []
        async for answer in self._stream(self._replays.GetReplay, request):
            records += answer.records
        return trace(records, num_seats)

    async def _resign(self, token: str) -> None:
        stream = self._play.Play(wait_for_ready=True)
        join = play_service_pb2.Join(token=token, bot_name="tournament", client="tournament")
        try:
            await stream.write(play_service_pb2.PlayRequest(joins=[join]))
            async for answer in stream:
                seats = [
                    play_service_pb2.Resign(match_id=joined.match_id, seat=joined.seat)
                    for joined in answer.joins
                ]
                if seats:
                    await stream.write(play_service_pb2.PlayRequest(resigns=seats))
                if answer.ends or answer.rejections:
                    break
        finally:
            stream.cancel()

    async def _call(self, method: Callable[..., Awaitable[R]], request: object) -> R:
        return await self._patiently(
            lambda timeout_s: method(
                request, metadata=self._metadata, timeout=timeout_s, wait_for_ready=True
            )
        )

    def _stream(self, method: Callable[..., AsyncIterable[R]], request: object) -> AsyncIterable[R]:
        return method(request, metadata=self._metadata, wait_for_ready=True)

    async def _patiently(self, ask: Callable[[float], Awaitable[R]]) -> R:
        """Ask, and ask again while the referee is away; everything asked is safe to repeat.

        Args:
            ask: Told how many seconds are left.

        Raises:
            RefereeCallError: It stays away, or does not do what is asked.
        """
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + self._patience_s
        while True:
            try:
                return await ask(max(0.0, give_up_at - loop.time()))
            except grpc.aio.AioRpcError as error:
                is_away = error.code() is grpc.StatusCode.UNAVAILABLE
                if not is_away or loop.time() > give_up_at:
                    raise self._failed(error) from None
            await asyncio.sleep(_PAUSE_S)

    def _failed(self, error: grpc.aio.AioRpcError) -> RefereeCallError:
        code, text = error.code(), error.details()
        if code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
            return RefereeCallError(f"the referee at {self._address} can't be reached: {text}")
        if code is grpc.StatusCode.NOT_FOUND:
            return _UnknownError(f"the referee refuses: {text}")
        if code is grpc.StatusCode.INVALID_ARGUMENT:
            return RefusedError(f"the referee refuses: {text}")
        return RefereeCallError(f"the referee at {self._address} fails: {code.name}: {text}")


class _NoEndsError(RefereeCallError):
    """The referee does not know WatchEnds."""


class _UnknownError(RefusedError):
    """The referee knows nothing of that name."""


def _open_channel(address: str, ca: Path | None) -> grpc.aio.Channel:
    if ca is None:
        return grpc.aio.insecure_channel(address, options=_OPTIONS)
    try:
        roots = ca.read_bytes()
    except OSError as error:
        raise RefereeCallError(f"CA file {ca} can't be read: {error.strerror}") from None
    return grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(roots), options=_OPTIONS)


def _seed_policy(seed: int | None) -> lobby_service_pb2.SeedPolicy | None:
    return None if seed is None else lobby_service_pb2.SeedPolicy(fixed=seed)


def _reveal_policy(*, shares_dice: bool) -> lobby_service_pb2.RevealPolicy:
    """Return when a match is revealed: who has seen that knows the dice of all matches that share them."""
    if shares_dice:
        return lobby_service_pb2.REVEAL_POLICY_WITHHELD
    return lobby_service_pb2.REVEAL_POLICY_AT_ONCE


def _time_control(spec: TimeControlSpec | None) -> time_control_pb2.TimeControl | None:
    if spec is None:
        return None
    return time_control_pb2.TimeControl(
        move_time=_duration(spec.move_time),
        bank=_duration(spec.bank),
        increment=_duration(spec.increment),
        first_move=_duration(spec.first_move),
        lag_margin=_duration(spec.lag_margin),
        strikes=spec.strikes,
        join_limit=_duration(spec.join_limit),
    )


def _duration(value_ns: int | None) -> duration_pb2.Duration | None:
    if value_ns is None:
        return None
    seconds, nanos = divmod(value_ns, 1_000_000_000)
    return duration_pb2.Duration(seconds=seconds, nanos=nanos)


def end_of(outcome: match_pb2.Outcome) -> MatchEnd:
    """Return what the referee tells of the end of a match; causes may be newer than this version."""
    seats = tuple(
        SeatResult(
            placement=seat.placement,
            score=seat.score,
            strikes=seat.strikes,
            forfeit=ForfeitCause(seat.forfeit) if seat.forfeit else None,
            refusals={counted.reason: counted.count for counted in seat.refusals},
            rejections={counted.reason: counted.count for counted in seat.rejections},
            given_up=seat.given_up,
            tie_breaks=tuple([(one.name, one.value) for one in seat.tie_breaks]),
            times=_times(seat.times) if seat.HasField("times") else None,
        )
        for seat in outcome.seats
    )
    return MatchEnd(EndCause(outcome.cause), outcome.text, seats)


def _times(times: match_pb2.DecisionTimes) -> SeatTimes:
    return SeatTimes(times.decisions, times.total.ToMicroseconds(), times.longest.ToMicroseconds())
