"""LobbyService: translates requests and passes them to the lobby."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc

from gamereferee.v1 import (
    error_pb2,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    match_pb2,
)
from referee.core.clock import Clock
from referee.core.errors import FieldError, RefereeError
from referee.server.access.auth import check_admitted, check_organizer
from referee.server.access.callers import caller_of
from referee.server.hosting.host import MatchHost
from referee.server.lobby.house import HouseKeeper
from referee.server.lobby.known_matches import Asleep
from referee.server.lobby.lobby import Lobby
from referee.server.process.status import CallError, abort, reason_of, sendable
from referee.server.services.games import Games
from referee.server.services.match_view import hide_secrets, keep_to_seat, match_of
from referee.server.services.matchmaking import Matchmaking
from referee.server.services.request_fields import (
    check_count,
    check_match_of_token,
    check_seat,
    check_text,
    match_request,
    page_size,
    page_start,
)

__all__ = ["LobbyService"]

Call = grpc.aio.ServicerContext[Any, Any]

SLICE = 64
"""Number of matches that ListMatches examines in one turn of the event loop."""


class LobbyService(lobby_service_pb2_grpc.LobbyServiceServicer):
    """Serves the calls of organizers, and of players who look for a match.

    Args:
        lobby: All matches of the server.
        keeper: Keeps house bots in their seats.
        matchmaking: Makes matches for callers that wait for opponents.
        clock: Source of the time.
    """

    def __init__(
        self, lobby: Lobby, keeper: HouseKeeper, matchmaking: Matchmaking, clock: Clock
    ) -> None:
        self._lobby = lobby
        self._matchmaking = matchmaking
        self._keeper = keeper
        self._house = keeper.house
        self._games = Games(keeper.house, clock)
        lobby.sleepers.show = lambda host: self._match(host).SerializeToString()

    async def ListGames(  # type: ignore[override]  # noqa: N802  # encoded already
        self, request: lobby_service_pb2.ListGamesRequest, context: Call
    ) -> bytes:
        """Return the server's games, as a serialized ListGamesResponse."""
        del request
        try:
            check_admitted(context, self._lobby.config)
        except RefereeError as error:
            await abort(context, error)
        return await self._games.encoded_list()

    async def GetGame(  # type: ignore[override]  # noqa: N802  # encoded already
        self, request: lobby_service_pb2.GetGameRequest, context: Call
    ) -> bytes:
        """Return one game's details, as a serialized GetGameResponse."""
        try:
            check_admitted(context, self._lobby.config)
            return await self._games.encoded_details(request.game, request.game_version)
        except RefereeError as error:
            await abort(context, error)

    async def CreateMatch(  # noqa: N802
        self, request: lobby_service_pb2.CreateMatchRequest, context: Call
    ) -> lobby_service_pb2.CreateMatchResponse:
        """Make a match for an organizer; return it with its seat tokens."""
        try:
            by = check_organizer(context, self._lobby.config.organizer_keys)
            host = await self._create(request, by)
        except RefereeError as error:
            await abort(context, error)
        tokens = self._lobby.tokens(host)
        match = self._match(host)
        match.config.CopyFrom(host.header.config)  # the organizer has chosen it
        return lobby_service_pb2.CreateMatchResponse(
            match=match, seat_tokens=tokens, worker_address=self._lobby.address
        )

    async def CreateMatches(  # noqa: N802
        self, request: lobby_service_pb2.CreateMatchesRequest, context: Call
    ) -> lobby_service_pb2.CreateMatchesResponse:
        """Make several matches for an organizer; return id and tokens of each, or why it was not made."""
        try:
            by = check_organizer(context, self._lobby.config.organizer_keys)
            check_count("matches", len(request.matches))
        except RefereeError as error:
            await abort(context, error)
        response = lobby_service_pb2.CreateMatchesResponse()
        for each in request.matches:
            made = response.matches.add()
            try:
                host = await self._create(each, by)
            except RefereeError as error:
                made.reason, made.text = reason_of(error), sendable(str(error))
            else:
                made.match_id = host.match_id
                made.seat_tokens.extend(self._lobby.tokens(host))
                made.worker_address = self._lobby.address
            await asyncio.sleep(0)  # matches that run go on between two
        return response

    async def _create(self, request: lobby_service_pb2.CreateMatchRequest, by: str) -> MatchHost:
        plugin = (await self._games.find(request.game)).at(request.game_version)
        wanted = match_request(plugin, request)
        if wanted.request_id:
            await self._lobby.recall(wanted.request_id)
        return self._lobby.create(wanted, by=by)

    async def GetMatch(  # noqa: N802
        self, request: lobby_service_pb2.GetMatchRequest, context: Call
    ) -> lobby_service_pb2.GetMatchResponse:
        """Return a match as an organizer, or the holder of a seat token, may see it."""
        seat: int | None = None
        try:
            if request.seat_token:
                host, seat = await self._lobby.find_seat(request.seat_token)
                check_match_of_token(request.match_id, host)
            else:
                check_organizer(context, self._lobby.config.organizer_keys)
                host = await self._lobby.find(request.match_id)
        except RefereeError as error:
            await abort(context, error)
        match = self._match(host)
        if seat is not None:
            keep_to_seat(match, host, seat)
        return lobby_service_pb2.GetMatchResponse(match=match)

    async def ListMatches(  # noqa: N802
        self, request: lobby_service_pb2.ListMatchesRequest, context: Call
    ) -> lobby_service_pb2.ListMatchesResponse:
        """Return a page of the matches in memory, and of those that sleep, to an organizer, newest first."""
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            start = page_start(request.page_token)
            end = start + page_size(request.page_size)
        except RefereeError as error:
            await abort(context, error)
        response = lobby_service_pb2.ListMatchesResponse()
        place = 0
        for looked_at, listed in enumerate(self._lobby.listed(), start=1):
            # There may be thousands, and others' calls and matches go on between two slices.
            if not looked_at % SLICE:
                await asyncio.sleep(0)
            phase, label = _sorted_by(listed)
            if request.phase not in (0, phase) or request.label not in ("", label):
                continue
            if place == end:
                response.next_page_token = str(end)
                break
            if place >= start:
                response.matches.append(self._listed(listed))
            place += 1
        return response

    def _listed(self, match: MatchHost | Asleep) -> match_pb2.Match:
        if isinstance(match, Asleep):
            return match_pb2.Match.FromString(match.shown)
        return self._match(match)

    async def AbortMatch(  # noqa: N802
        self, request: lobby_service_pb2.AbortMatchRequest, context: Call
    ) -> lobby_service_pb2.AbortMatchResponse:
        """End a match as void for an organizer; return the match."""
        try:
            by = check_organizer(context, self._lobby.config.organizer_keys)
            check_text("reason", request.reason, 200)
            host = await self._lobby.find(request.match_id)
            self._lobby.abort(host, request.reason, by=by)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.AbortMatchResponse(match=self._match(host))

    async def Enqueue(  # noqa: N802
        self, request: lobby_service_pb2.EnqueueRequest, context: Call
    ) -> lobby_service_pb2.EnqueueResponse:
        """Wait for opponents for the caller.

        Return the match that was made, and the caller's seat and token.
        """
        try:
            check_admitted(context, self._lobby.config)
            check_text("player", request.player, 100)
            wanted = match_request(
                await self._games.find(request.game),
                lobby_service_pb2.CreateMatchRequest(
                    game=request.game,
                    config_json=request.config_json,
                    num_seats=request.num_seats,
                    label="queue",
                ),
            )
            caller = caller_of(context, self._lobby.config)
            host, seat = await self._matchmaking.enqueue(wanted, request.player, caller)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.EnqueueResponse(
            match_id=host.match_id, seat=seat, seat_token=self._lobby.tokens(host)[seat]
        )

    async def SeatHouseBot(  # noqa: N802
        self, request: lobby_service_pb2.SeatHouseBotRequest, context: Call
    ) -> lobby_service_pb2.SeatHouseBotResponse:
        """Seat a house bot for an organizer; return an empty response."""
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            host = await self._lobby.find(request.match_id)
            await self._seat_house_bot(host, request.seat, request.bot)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.SeatHouseBotResponse()

    async def _seat_house_bot(self, host: MatchHost, seat: int, bot: str) -> None:
        game = host.header.game
        check_seat(seat, host)
        if self._house is None or bot not in self._house.names(game):
            known = ", ".join(self._house.names(game)) if self._house else "none"
            raise CallError(
                error_pb2.ERROR_REASON_NO_HOUSE_BOT,
                f"unknown house bot {bot[:40]!r} for {game}; there are: {known}",
            )
        if host.machine.seats[seat].joined:
            raise CallError(error_pb2.ERROR_REASON_SEAT_TAKEN, f"seat {seat} is taken")
        try:
            await self._keeper.seat(host, seat, bot)
        except OSError as error:
            text = f"the match can't be recorded: {error.strerror}"
            raise CallError(error_pb2.ERROR_REASON_REFEREE_FAULT, text) from None

    async def MeterSeat(  # noqa: N802
        self, request: lobby_service_pb2.MeterSeatRequest, context: Call
    ) -> lobby_service_pb2.MeterSeatResponse:
        """Measure the processor time of a seat's process for an organizer; return an empty response."""
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            await self._meter(request)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.MeterSeatResponse()

    async def MeterSeats(  # noqa: N802
        self, request: lobby_service_pb2.MeterSeatsRequest, context: Call
    ) -> lobby_service_pb2.MeterSeatsResponse:
        """Measure the processor time of several seats' processes for an organizer.

        Return the seats that can't be measured, and why.
        """
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            check_count("seats", len(request.seats))
        except RefereeError as error:
            await abort(context, error)
        response = lobby_service_pb2.MeterSeatsResponse()
        for each in request.seats:
            try:
                await self._meter(each)
            except RefereeError as error:
                reason, text = reason_of(error), sendable(str(error))
                match_id = sendable(each.match_id)
                response.unmetered.add(match_id=match_id, seat=each.seat, reason=reason, text=text)
        return response

    async def _meter(self, request: lobby_service_pb2.MeterSeatRequest) -> None:
        host = await self._lobby.find(request.match_id)
        check_seat(request.seat, host)
        if request.pid < 0:
            raise FieldError("pid", "from 0", request.pid)
        try:
            host.meter(request.seat, request.pid)
        except OSError:
            bound = "a process that runs on the server's machine"
            raise FieldError("pid", bound, request.pid) from None

    async def ReleaseReveal(  # noqa: N802
        self, request: lobby_service_pb2.ReleaseRevealRequest, context: Call
    ) -> lobby_service_pb2.ReleaseRevealResponse:
        """Publish the withheld reveal of an ended match for an organizer; return the match.

        The reveal is the seed data of the match's dice.
        """
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            host = await self._lobby.find(request.match_id)
            self._lobby.release_reveal(host)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.ReleaseRevealResponse(match=self._match(host))

    def _match(self, host: MatchHost) -> match_pb2.Match:
        """Return a match as its organizer sees it.

        On a server without organizer keys, an organizer can't be distinguished from other callers.
        Then everybody sees only what seats and spectators may see.
        """
        match = match_of(host)
        match.reveal_withheld = host.reveal.is_withheld
        if not self._lobby.config.organizer_keys:
            hide_secrets(match, host)
        return match


def _sorted_by(match: MatchHost | Asleep) -> tuple[int, str]:
    """Return the phase and the label of a match, by which a list may be restricted."""
    if isinstance(match, Asleep):
        return match_pb2.MATCH_PHASE_RUNNING, match.label
    return match.machine.phase.value, match.header.label
