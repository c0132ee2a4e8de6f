"""LobbyService: translates requests and delegates to the lobby."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import grpc

from gamereferee.v1 import (
    error_pb2,
    lobby_service_pb2,
    lobby_service_pb2_grpc,
    match_pb2,
    time_control_pb2,
)
from referee.core.clock import Clock
from referee.core.config import GameConfig, parse_config
from referee.core.errors import FieldError, MalformedError, RefereeError
from referee.core.game import AnyPlugin
from referee.core.text import printable
from referee.core.time_control import TimeControl
from referee.replay.wire import (
    duration,
    time_control_from_wire,
)
from referee.server.access.auth import check_admitted, check_organizer
from referee.server.access.callers import caller_of
from referee.server.hosting.host import MatchHost
from referee.server.hosting.messages import counted_outcome
from referee.server.lobby.house import HouseKeeper
from referee.server.lobby.lobby import Lobby
from referee.server.lobby.request import MatchRequest
from referee.server.process.status import CallError, abort, reason_of, sendable
from referee.server.services.games import Games
from referee.server.services.queues import Queues
from referee.server.services.seat_view import keep_to_seat

__all__ = ["MAX_GROUP", "LobbyService", "page_size"]

Call = grpc.aio.ServicerContext[Any, Any]

PAGE_SIZE = 100
"""Entries of a page when the caller doesn't say."""
MAX_PAGE_SIZE = 1000
"""Entries of a page at most."""
SLICE = 64
"""Matches of a list that are looked at in one go."""
MAX_GROUP = 256
"""Entries of one call at most that asks for many at once."""


class LobbyService(lobby_service_pb2_grpc.LobbyServiceServicer):
    """What an organizer calls.

    Args:
        lobby: The matches.
        keeper: Keeps house bots in their seats.
        queues: Callers who wait for opponents.
        clock: Tells the time.
    """

    def __init__(self, lobby: Lobby, keeper: HouseKeeper, queues: Queues, clock: Clock) -> None:
        self._lobby = lobby
        self._queues = queues
        self._keeper = keeper
        self._house = keeper.house
        self._games = Games(keeper.house, clock)

    async def ListGames(  # type: ignore[override]  # noqa: N802  # encoded already
        self, request: lobby_service_pb2.ListGamesRequest, context: Call
    ) -> bytes:
        """See the protocol."""
        del request
        try:
            check_admitted(context, self._lobby.config)
        except RefereeError as error:
            await abort(context, error)
        return await self._games.encoded_list()

    async def GetGame(  # type: ignore[override]  # noqa: N802  # encoded already
        self, request: lobby_service_pb2.GetGameRequest, context: Call
    ) -> bytes:
        """See the protocol."""
        try:
            check_admitted(context, self._lobby.config)
            return await self._games.encoded_details(request.game, request.game_version)
        except RefereeError as error:
            await abort(context, error)

    async def CreateMatch(  # noqa: N802
        self, request: lobby_service_pb2.CreateMatchRequest, context: Call
    ) -> lobby_service_pb2.CreateMatchResponse:
        """See the protocol."""
        try:
            by = check_organizer(context, self._lobby.config.organizer_keys)
            host = await self._create(request, by)
        except RefereeError as error:
            await abort(context, error)
        tokens = self._lobby.tokens(host)
        match = self._match(host)
        match.config.CopyFrom(host.header.config)  # whoever has made it knows what it has chosen
        return lobby_service_pb2.CreateMatchResponse(
            match=match, seat_tokens=tokens, worker_address=self._lobby.address
        )

    async def CreateMatches(  # noqa: N802
        self, request: lobby_service_pb2.CreateMatchesRequest, context: Call
    ) -> lobby_service_pb2.CreateMatchesResponse:
        """See the protocol."""
        try:
            by = check_organizer(context, self._lobby.config.organizer_keys)
            _check_count("matches", len(request.matches))
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
        wanted = _match_request(plugin, request)
        if wanted.request_id:
            await self._lobby.recall(wanted.request_id)
        return self._lobby.create(wanted, by=by)

    async def GetMatch(  # noqa: N802
        self, request: lobby_service_pb2.GetMatchRequest, context: Call
    ) -> lobby_service_pb2.GetMatchResponse:
        """See the protocol."""
        seat: int | None = None
        try:
            if request.seat_token:
                host, seat = await self._lobby.find_seat(request.seat_token)
                _check_match_of_token(request.match_id, host)
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
        """See the protocol."""
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            start = _page_start(request.page_token)
            end = start + page_size(request.page_size)
        except RefereeError as error:
            await abort(context, error)
        response = lobby_service_pb2.ListMatchesResponse()
        place = 0
        for looked_at, host in enumerate(self._lobby.matches(), start=1):
            # There may be thousands, and others' calls and matches go on between two slices.
            if not looked_at % SLICE:
                await asyncio.sleep(0)
            is_asked_for = request.phase in (0, host.machine.phase.value)
            if not is_asked_for or request.label not in ("", host.header.label):
                continue
            if place == end:
                response.next_page_token = str(end)
                break
            if place >= start:
                response.matches.append(self._match(host))
            place += 1
        return response

    async def AbortMatch(  # noqa: N802
        self, request: lobby_service_pb2.AbortMatchRequest, context: Call
    ) -> lobby_service_pb2.AbortMatchResponse:
        """See the protocol."""
        try:
            by = check_organizer(context, self._lobby.config.organizer_keys)
            _check_text("reason", request.reason, 200)
            host = await self._lobby.find(request.match_id)
            self._lobby.abort(host, request.reason, by=by)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.AbortMatchResponse(match=self._match(host))

    async def Enqueue(  # noqa: N802
        self, request: lobby_service_pb2.EnqueueRequest, context: Call
    ) -> lobby_service_pb2.EnqueueResponse:
        """See the protocol."""
        try:
            check_admitted(context, self._lobby.config)
            _check_text("player", request.player, 100)
            wanted = _match_request(
                await self._games.find(request.game),
                lobby_service_pb2.CreateMatchRequest(
                    game=request.game,
                    config_json=request.config_json,
                    num_seats=request.num_seats,
                    label="queue",
                ),
            )
            caller = caller_of(context, self._lobby.config)
            host, seat = await self._queues.enqueue(wanted, request.player, caller)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.EnqueueResponse(
            match_id=host.match_id, seat=seat, seat_token=self._lobby.tokens(host)[seat]
        )

    async def SeatHouseBot(  # noqa: N802
        self, request: lobby_service_pb2.SeatHouseBotRequest, context: Call
    ) -> lobby_service_pb2.SeatHouseBotResponse:
        """See the protocol."""
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            host = await self._lobby.find(request.match_id)
            await self._seat_house_bot(host, request.seat, request.bot)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.SeatHouseBotResponse()

    async def _seat_house_bot(self, host: MatchHost, seat: int, bot: str) -> None:
        game = host.header.game
        _check_seat(seat, host)
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
        """See the protocol."""
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            await self._meter(request)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.MeterSeatResponse()

    async def MeterSeats(  # noqa: N802
        self, request: lobby_service_pb2.MeterSeatsRequest, context: Call
    ) -> lobby_service_pb2.MeterSeatsResponse:
        """See the protocol."""
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            _check_count("seats", len(request.seats))
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
        _check_seat(request.seat, host)
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
        """See the protocol."""
        try:
            check_organizer(context, self._lobby.config.organizer_keys)
            host = await self._lobby.find(request.match_id)
            self._lobby.release_reveal(host)
        except RefereeError as error:
            await abort(context, error)
        return lobby_service_pb2.ReleaseRevealResponse(match=self._match(host))

    def _match(self, host: MatchHost) -> match_pb2.Match:
        """Return a match as its organizer sees it.

        Where there is no key nobody is known to be the organizer: everybody sees what seats and
        spectators may (AM-4, AM-5).
        """
        match = _match(host)
        match.reveal_withheld = host.reveal.is_withheld
        if not self._lobby.config.organizer_keys:
            _hide(match, host)
        return match


def page_size(asked: int) -> int:
    """Entries of a page for what a caller asked.

    Raises:
        FieldError: It is out of bounds.
    """
    if not 0 <= asked <= MAX_PAGE_SIZE:
        raise FieldError("page_size", f"from 0 to {MAX_PAGE_SIZE}", asked)
    return asked or PAGE_SIZE


def _page_start(token: str) -> int:
    if not token:
        return 0
    if not token.isascii() or not token.isdigit() or len(token) > 9:
        raise FieldError("page_token", "the next_page_token of another page", token)
    return int(token)


def _match_request(
    plugin: AnyPlugin, request: lobby_service_pb2.CreateMatchRequest
) -> MatchRequest:
    game = plugin.game
    config = parse_config(game.config_class, _config_values(request, plugin))
    num_seats = request.num_seats or game.info.default_seats
    if not game.info.min_seats <= num_seats <= game.info.max_seats:
        bound = f"from {game.info.min_seats} to {game.info.max_seats}"
        raise FieldError("num_seats", bound, request.num_seats)
    game.check_seats(config, num_seats)
    if len(request.players) > num_seats:
        raise FieldError("players", f"at most {num_seats} names", f"{len(request.players)} names")
    for index, name in enumerate(request.players):
        _check_text(f"players[{index}]", name, 100)
    _check_text("label", request.label, 200)
    _check_length("request_id", request.request_id, 100)
    policy = request.spectate_policy
    delay = policy.full_view_delay if policy.HasField("full_view_delay") else None
    if delay is not None and delay < 0:
        raise FieldError("spectate_policy.full_view_delay", "from 0", delay)
    return MatchRequest(
        plugin=plugin,
        config=config,
        num_seats=num_seats,
        time_control=_time_control(request, plugin, config),
        fixed_seed=request.seed_policy.fixed if request.seed_policy.HasField("fixed") else None,
        players=tuple(request.players),
        label=request.label,
        request_id=request.request_id,
        full_view_delay=delay,
        reveal_withheld=request.reveal_policy
        == lobby_service_pb2.RevealPolicy.REVEAL_POLICY_WITHHELD,
    )


def _config_values(
    request: lobby_service_pb2.CreateMatchRequest, plugin: AnyPlugin
) -> dict[str, object]:
    if request.HasField("config") and request.config_json:
        raise FieldError("config_json", "empty where config is given", request.config_json)
    if request.config_json:
        try:
            values = json.loads(request.config_json)
        except (ValueError, RecursionError) as error:
            raise MalformedError(f"config_json is no JSON: {error}") from None
        if not isinstance(values, dict):
            raise FieldError("config_json", "a JSON object", request.config_json)
        return values
    if not request.HasField("config"):
        return {}
    if request.config.type_url.rpartition("/")[2] != plugin.codec.config_type:
        raise FieldError("config", f"a {plugin.codec.config_type}", request.config.type_url)
    return plugin.codec.decode_config(request.config.value)


def _time_control(
    request: lobby_service_pb2.CreateMatchRequest, plugin: AnyPlugin, config: GameConfig
) -> TimeControl:
    suggested: TimeControl = plugin.game.suggested_time_control(config)
    if not request.HasField("time_control"):
        return suggested
    wire: time_control_pb2.TimeControl = request.time_control
    return time_control_from_wire(wire, suggested.strikes)


def _check_seat(seat: int, host: MatchHost) -> None:
    if not 0 <= seat < host.header.num_seats:
        raise FieldError("seat", f"from 0 to {host.header.num_seats - 1}", seat)


def _check_count(field: str, count: int) -> None:
    if count > MAX_GROUP:
        raise FieldError(field, f"at most {MAX_GROUP} entries", f"{count} entries")


def _check_match_of_token(match_id: str, host: MatchHost) -> None:
    if match_id != host.match_id:
        raise CallError(error_pb2.ERROR_REASON_BAD_TOKEN, "the token is of another match")


def _check_text(field: str, text: str, most: int) -> None:
    """See that a text that others are shown is short, and shows what it is."""
    _check_length(field, text, most)
    if not text.isprintable():
        bound = "text without control characters, line ends and marks of direction"
        raise FieldError(field, bound, printable(text))


def _check_length(field: str, text: str, most: int) -> None:
    if len(text) > most:
        raise FieldError(field, f"at most {most} characters", f"{len(text)} characters")


def _hide(match: match_pb2.Match, host: MatchHost) -> None:
    """Take out what is the organizer's alone while the match runs, or its reveal is withheld."""
    is_over = match.phase == match_pb2.MATCH_PHASE_ENDED
    if not is_over or host.reveal.is_withheld:
        match.config.CopyFrom(host.public_config())
    if not is_over:
        for seat in match.seats:
            seat.strikes = 0
    if host.reveal.is_withheld:
        match.ClearField("reveal")


def _match(host: MatchHost) -> match_pb2.Match:
    """Return a match with all that is known of it."""
    header, machine = host.header, host.machine
    match = match_pb2.Match(
        match_id=header.match_id,
        game=header.game,
        config=header.config,
        time_control=header.time_control,
        phase=match_pb2.MatchPhase.Name(machine.phase.value),
        steps=host.steps,
        create_time=header.create_time,
        seed_commitment=header.seed_commitment,
        label=header.label,
        reveal=host.reveal.seed,
    )
    if machine.outcome is not None:
        match.outcome.CopyFrom(counted_outcome(machine))
    players = [*header.players, *[""] * header.num_seats]
    for index, seat in enumerate(machine.seats):
        forfeit = 0 if seat.forfeit is None else seat.forfeit.value
        round_trip_ns = host.notifier.round_trip_ns(index)
        match.seats.add(
            seat=index,
            joined=seat.joined,
            connected=seat.connected and machine.outcome is None,
            bot_name=seat.bot_name,
            player=players[index],
            strikes=seat.strikes,
            forfeit=match_pb2.ForfeitCause.Name(forfeit),
            round_trip=None if round_trip_ns is None else duration(round_trip_ns),
            eliminated=seat.is_out and seat.forfeit is None,
        )
    return match
