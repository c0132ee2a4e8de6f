"""Plays matches at a referee over gRPC; only `ends` and `attend_calls` also import gRPC.

A client like any other, it knows the protocol and nothing of the server. A referee that is away for
a while, as one that is being started again, is waited for.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import dataclasses
from collections.abc import AsyncIterable, Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

import grpc
import grpc.aio
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
)
from referee_client.proxies import proxy_note, proxy_options
from tournaments.play.ends import Ends, UnwatchedError
from tournaments.play.gathering import Gathering
from tournaments.play.traces import SeatTrace, count_times, trace
from tournaments.play.wire import create_request, end_of
from tournaments.spec.errors import RefereeCallError, RefusedError
from tournaments.spec.matches import GameFacts, MatchOrder, OpenMatch
from tournaments.spec.outcomes import MatchEnd, SeatTimes

__all__ = ["GrpcRefereeCalls"]

PATIENCE_S = 30.0
"""Time that a call waits for a referee that can't be reached, in seconds; then the call fails."""
OWN_PATIENCE_S = 900.0
"""Time that a call waits for a referee that this run has started and that can't be reached, in
seconds. It is long because the machine may be busy; if the referee can't be started at all,
`OwnReferee` ends the run anyway.
"""
_PAUSE_S = 0.1
_LONGEST_PAUSE_MS = 1000
"""Longest time between two attempts to reach a referee, in milliseconds."""
_OWN_LONGEST_PAUSE_MS = 100
"""The same for a referee of this run, whose start the run waits for."""

R = TypeVar("R")


class GrpcRefereeCalls:
    """The `RefereeCalls` of a tournament to one referee, over gRPC. Create and use it in one event loop.

    Args:
        address: `unix:/path` or `HOST:PORT`.
        organizer_key: Secret of organizers; None where the referee asks for none.
        ca: PEM file of the roots to trust; given means TLS.
        is_own: Whether the referee is a process of this run, which starts it again when it dies.
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
        self.metadata = (("authorization", f"Bearer {organizer_key}"),) if organizer_key else ()
        """Metadata of an organizer's call."""
        self.channel = _open_channel(address, ca, is_own=is_own)
        """Channel to the referee, for the stubs of further services."""
        self._lobby = lobby_service_pb2_grpc.LobbyServiceStub(self.channel)
        self._spectate = spectate_service_pb2_grpc.SpectateServiceStub(self.channel)
        self._replays = replay_service_pb2_grpc.ReplayServiceStub(self.channel)
        self._seats: dict[str, tuple[str, int]] = {}
        """Match id and seat index of each seat token that the referee has issued to this client."""
        self._play = play_service_pb2_grpc.PlayServiceStub(self.channel)
        self._ends = Ends(self._open_ends, self._reached, self.failed)
        self._creating = Gathering(self._create_all)
        self._metering = Gathering(self._meter_all)

    async def close(self) -> None:
        """Stop waiting for ends, cancel open calls and close the connection."""
        await self._ends.close()
        await self._creating.close()
        await self._metering.close()
        await self.channel.close()

    async def ready(self) -> None:
        """Wait until the referee's health check says that it serves.

        Raises:
            RefereeCallError: The referee can't be reached, or does not serve in time.
        """
        check = health_pb2_grpc.HealthStub(self.channel).Check
        serving = health_pb2.HealthCheckResponse.SERVING
        try:
            async with asyncio.timeout(self._patience_s):
                while (await self.call(check, health_pb2.HealthCheckRequest())).status != serving:
                    await asyncio.sleep(_PAUSE_S)
        except TimeoutError:
            raise RefereeCallError(f"the referee at {self._address} does not serve") from None

    async def game(self, game: str) -> GameFacts:
        """Return facts about a game; see `RefereeCalls`."""
        request = lobby_service_pb2.GetGameRequest(game=game)
        info = (await self.call(self._lobby.GetGame, request)).info
        return GameFacts(
            version=info.version,
            min_seats=info.min_seats,
            max_seats=info.max_seats,
            chance_free=info.chance_free,
            versions=tuple(info.versions),
            ring=info.ring,
        )

    async def create(self, order: MatchOrder, *, request_id: str, label: str) -> OpenMatch:
        """Create a match, or return the one that was created with the same `request_id` before.

        Args:
            order: Inputs of the match.
            request_id: Idempotency key of the attempt at the match.
            label: Name of the match for people.
        """
        request = create_request(order, request_id=request_id, label=label)
        # Many matches in one call; a refused one comes back empty and is asked for alone, which
        # gives its reason.
        made = await self._creating.ask(request)
        if not made.match_id:  # it was refused, or the referee is older than CreateMatches
            answer = await self.call(self._lobby.CreateMatch, request)
            made = lobby_service_pb2.CreatedMatch(
                match_id=answer.match.match_id, seat_tokens=answer.seat_tokens
            )
        for seat, token in enumerate(made.seat_tokens):
            # Later calls name match and seat, while bots and launcher know a seat only by its
            # token.
            self._seats[token] = (made.match_id, seat)
        return OpenMatch(made.match_id, tuple(made.seat_tokens))

    async def _create_all(
        self, requests: Sequence[lobby_service_pb2.CreateMatchRequest]
    ) -> Sequence[lobby_service_pb2.CreatedMatch]:
        """Create matches in one call; return one entry a request, empty where no match was made."""
        try:
            group = lobby_service_pb2.CreateMatchesRequest(matches=requests)
            response = await self.call(self._lobby.CreateMatches, group)
        except _NoSuchCallError:
            return [lobby_service_pb2.CreatedMatch() for _ in requests]
        return response.matches

    async def result(self, match_id: str) -> MatchEnd | None:
        """Return how a match ended, also from its replay; None if it has not.

        See `RefereeCalls`.
        """
        try:
            request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
            match = (await self.call(self._lobby.GetMatch, request)).match
            return end_of(match.outcome) if match.HasField("outcome") else None
        # Not among running matches: it has ended, or an earlier life of the referee played it.
        except _UnknownError:
            pass
        try:
            return await self._patiently(lambda _: self._replayed_result(match_id))
        except _UnknownError:
            return None

    async def wait(self, match_id: str) -> MatchEnd | None:
        """Wait for the end of a match and return it; None if the referee has lost it."""
        try:
            return end_of(await self._ends.outcome(match_id))
        except UnwatchedError as error:
            if error.reason != error_pb2.ERROR_REASON_UNKNOWN_MATCH:
                raise RefereeCallError(f"the referee at {self._address} fails: {error}") from None
            return await self.result(match_id)
        except _NoSuchCallError:
            return await self._wait_by_watching(match_id)

    async def _wait_by_watching(self, match_id: str) -> MatchEnd | None:
        """Wait for a match's end on a separate stream, for a referee that is older than WatchEnds.

        Return the end; None if the referee has lost the match.
        """
        while True:
            try:
                outcome = await self._watch(match_id)
            except grpc.aio.AioRpcError as error:
                if error.code() is grpc.StatusCode.NOT_FOUND:
                    return await self.result(match_id)
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise self.failed(error) from None
                outcome = None
            # A broken stream is no news: the match may have ended, and be it in another life.
            end = await self.result(match_id) if outcome is None else end_of(outcome)
            if end is not None:
                return end

    async def resign(self, token: str) -> None:
        """Resign the seat of a token, in place of its bot."""
        await self._patiently(lambda _: self._resign(token))

    async def trace(self, match_id: str, num_seats: int) -> list[SeatTrace]:
        """Return how each seat of an ended match behaved, in seat order.

        Raises:
            RefereeCallError: The referee has no replay of the match.
        """
        return await self._patiently(lambda _: self._replayed_trace(match_id, num_seats))

    async def round_trip_ns(self, match_id: str, seat: int) -> int | None:
        """Return the round trip of a seat's last ping, in nanoseconds.

        None if no ping was answered yet.
        """
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        info = (await self.call(self._lobby.GetMatch, request)).match.seats[seat]
        return info.round_trip.ToNanoseconds() if info.HasField("round_trip") else None

    async def abort(self, match_id: str, reason: str) -> None:
        """End a match without a result; do nothing if the referee does not know it."""
        request = lobby_service_pb2.AbortMatchRequest(match_id=match_id, reason=reason)
        with contextlib.suppress(_UnknownError):
            await self.call(self._lobby.AbortMatch, request)

    async def abort_of(self, token: str, reason: str) -> None:
        """End the match of a seat without a result; do nothing if the referee does not know it.

        Args:
            token: Token of a seat of a match that was created by this object.
            reason: Why, for people; at most 200 characters.

        Raises:
            RefereeCallError: The referee stays away, or refuses the call.
        """
        match_id, _ = self._seats[token]
        await self.abort(match_id, reason)

    async def release(self, match_id: str) -> None:
        """Publish the dice of a match that keeps them secret because other matches have the same dice.

        Do nothing if the referee does not know it.
        """
        request = lobby_service_pb2.ReleaseRevealRequest(match_id=match_id)
        with contextlib.suppress(_UnknownError):
            await self.call(self._lobby.ReleaseReveal, request)

    async def is_out(self, token: str) -> bool:
        """Return whether the rules have put the seat of a token out of its match."""
        match_id, seat = self._seats[token]
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        return (await self.call(self._lobby.GetMatch, request)).match.seats[seat].eliminated

    async def has_joined(self, token: str) -> bool:
        """Return whether a bot has ever presented this token, that is, has joined its match."""
        match_id, seat = self._seats[token]
        request = lobby_service_pb2.GetMatchRequest(match_id=match_id)
        return (await self.call(self._lobby.GetMatch, request)).match.seats[seat].joined

    async def meter(self, token: str, pid: int) -> None:
        """Have the processor time of a seat's decisions recorded.

        Args:
            token: The seat's token.
            pid: Id of the process that plays the seat, on the machine of the referee.

        Raises:
            RefereeCallError: The referee can't meter this process.
        """
        match_id, seat = self._seats[token]
        request = lobby_service_pb2.MeterSeatRequest(match_id=match_id, seat=seat, pid=pid)
        refused = await self._metering.ask(request)
        if refused is not None:
            raise refused

    async def _meter_all(
        self, requests: Sequence[lobby_service_pb2.MeterSeatRequest]
    ) -> list[RefereeCallError | None]:
        """Have the processor time of seats metered, in one call.

        Returns one entry a request: why a seat is not metered, or None if it is.
        """
        try:
            group = lobby_service_pb2.MeterSeatsRequest(seats=requests)
            response = await self.call(self._lobby.MeterSeats, group)
        except _NoSuchCallError:
            return [await self._meter_alone(request) for request in requests]
        refused = {
            (seat.match_id, seat.seat): RefusedError(f"the referee refuses: {seat.text}")
            for seat in response.unmetered
        }
        return [refused.get((request.match_id, request.seat)) for request in requests]

    async def _meter_alone(
        self, request: lobby_service_pb2.MeterSeatRequest
    ) -> RefereeCallError | None:
        """Have one seat metered, at a referee that is older than MeterSeats.

        Return why the seat is not metered; None if it is.
        """
        try:
            await self.call(self._lobby.MeterSeat, request)
        except RefereeCallError as error:
            return error
        return None

    def _open_ends(self) -> object:
        return self._spectate.WatchEnds(metadata=self.metadata, wait_for_ready=True)

    async def _reached(self) -> None:
        check = health_pb2_grpc.HealthStub(self.channel).Check
        await self.call(check, health_pb2.HealthCheckRequest())

    async def _watch(self, match_id: str) -> match_pb2.Outcome | None:
        """Return the outcome in the last frame of a match's public view.

        None if no frame had one.
        """
        request = spectate_service_pb2.WatchRequest(match_id=match_id, public=True, only_end=True)
        outcome = None
        async for frame in self._stream(self._spectate.Watch, request):
            if frame.HasField("outcome"):
                outcome = frame.outcome
        return outcome

    async def _replayed_result(self, match_id: str) -> MatchEnd | None:
        """Return the end of a match, read from its replay; None if the replay has no end.

        Needed for a match that the referee has played before it was started again.
        """
        request = replay_service_pb2.GetReplayRequest(match_id=match_id)
        end = None
        times: dict[int, SeatTimes] = collections.defaultdict(lambda: SeatTimes(0, 0, 0))
        async for answer in self._stream(self._replays.GetReplay, request):
            for record in answer.records:
                count_times(times, record.step)
                if record.HasField("end"):
                    end = end_of(record.end.outcome)
        # A replay without an end is cut off, as after a full disk: there is no result to take from
        # it.
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
        # Joined like a bot: a seat can be resigned only by a session that presented its token.
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
                # A rejection means that the seat or match is over already, which is as good as a
                # resignation.
                if answer.ends or answer.rejections:
                    break
        finally:
            stream.cancel()

    async def call(self, method: Callable[..., Awaitable[R]], request: object) -> R:
        """Make a unary call as an organizer, and wait for a referee that is away.

        Args:
            method: Method of a stub on `channel`.
            request: Its request.

        Raises:
            RefereeCallError: The referee stays away, or refuses the call.
        """
        return await self._patiently(
            lambda timeout_s: method(
                request, metadata=self.metadata, timeout=timeout_s, wait_for_ready=True
            )
        )

    def _stream(self, method: Callable[..., AsyncIterable[R]], request: object) -> AsyncIterable[R]:
        return method(request, metadata=self.metadata, wait_for_ready=True)

    async def _patiently(self, ask: Callable[[float], Awaitable[R]]) -> R:
        """Make a call, repeat it while the referee is away, and return the answer.

        Every call made here is safe to repeat.

        Args:
            ask: Makes the call; gets the number of seconds that are left.

        Raises:
            RefereeCallError: The referee stays away, or refuses the call.
        """
        loop = asyncio.get_running_loop()
        # One deadline over all repetitions: a referee that dies again and again must not be waited
        # for for ever.
        give_up_at = loop.time() + self._patience_s
        while True:
            try:
                return await ask(max(0.0, give_up_at - loop.time()))
            except grpc.aio.AioRpcError as error:
                # Nothing but UNAVAILABLE is repeated: any other status is an answer, which would
                # only come again.
                is_away = error.code() is grpc.StatusCode.UNAVAILABLE
                if not is_away or loop.time() > give_up_at:
                    raise self.failed(error) from None
            await asyncio.sleep(_PAUSE_S)

    def failed(self, error: grpc.aio.AioRpcError) -> RefereeCallError:
        """Return the error to raise for a call that has failed."""
        code, text = error.code(), error.details()
        if code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
            where = ", ".join(filter(None, (self._address, proxy_note(self._address))))
            return RefereeCallError(f"the referee at {where} can't be reached: {text}")
        if code is grpc.StatusCode.NOT_FOUND:
            return _UnknownError(f"the referee refuses: {text}")
        if code is grpc.StatusCode.INVALID_ARGUMENT:
            return RefusedError(f"the referee refuses: {text}")
        if code is grpc.StatusCode.UNIMPLEMENTED:
            return _NoSuchCallError(f"the referee at {self._address} is too old: {text}")
        return RefereeCallError(f"the referee at {self._address} fails: {code.name}: {text}")


class _NoSuchCallError(RefereeCallError):
    """The referee is too old to have this call."""


class _UnknownError(RefusedError):
    """The referee does not know the match that the call names."""


def _open_channel(address: str, ca: Path | None, *, is_own: bool = False) -> grpc.aio.Channel:
    longest_ms = _OWN_LONGEST_PAUSE_MS if is_own else _LONGEST_PAUSE_MS
    options = [
        ("grpc.max_receive_message_length", -1),
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", longest_ms),
        *proxy_options(address),
    ]
    if ca is None:
        return grpc.aio.insecure_channel(address, options=options)
    try:
        roots = ca.read_bytes()
    except OSError as error:
        raise RefereeCallError(f"CA file {ca} can't be read: {error.strerror}") from None
    return grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(roots), options=options)
