"""Create, watch and abort matches from a script: a typed wrapper of the referee's LobbyService.

Calls block, because scripts and matchmakers do; from asyncio call them through `asyncio.to_thread`.
They return the protocol's own messages.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import grpc
from google.protobuf import duration_pb2
from google.protobuf.message import Message

from gamereferee.v1 import lobby_service_pb2 as wire
from gamereferee.v1.game_pb2 import GameInfo
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from gamereferee.v1.match_pb2 import (
    MATCH_PHASE_ENDED,
    MATCH_PHASE_UNSPECIFIED,
    Match,
    MatchPhase,
)
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_client.address import Address
from referee_client.errors import LobbyError, UnreachableError
from referee_client.messages import pack
from referee_client.proxies import proxy_note

__all__ = ["Lobby", "time_control"]

CALL_TIMEOUT_S = 30.0
"""Seconds that one call may take, including the wait for a server that is not up yet."""
FIRST_POLL_S = 0.02
LONGEST_POLL_S = 1.0

_NO_ANSWER = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
_REASON = re.compile(rb"ERROR_REASON_([A-Z_]+)")

_Response = TypeVar("_Response")


def time_control(
    move_time: float | None,
    *,
    bank: float = 0.0,
    increment: float = 0.0,
    first_move: float | None = None,
    lag_margin: float | None = None,
    strikes: int | None = None,
    join_limit: float | None = None,
) -> TimeControl:
    """Return a time control with all durations given in seconds.

    The comments of the message `TimeControl` have bounds and meaning of each field.

    Args:
        move_time: Free time for each decision; None means no deadline.
        bank: Reserve of time at the start of the match, for decisions that take longer than the
            free time.
        increment: Time added to the bank after every answer in time.
        first_move: Free time for the first decision; None means `move_time`.
        lag_margin: Grace after the deadline for delays of the network; None means the server's
            default.
        strikes: Number of missed deadlines that forfeits the seat; None means the game's
            suggestion.
        join_limit: Time within which all seats must join; None means the server's default.
    """
    return TimeControl(
        move_time=_duration(move_time),
        bank=_duration(bank),
        increment=_duration(increment),
        first_move=_duration(first_move),
        lag_margin=_duration(lag_margin),
        strikes=strikes,
        join_limit=_duration(join_limit),
    )


class Lobby:
    """Connection of an organizer to a referee.

    Call `close` at the end, or use it in a `with` statement.

    Args:
        address: `unix:/path` or `HOST:PORT`.
        key: Organizer key, if the server asks for one; None sends none.
        ca: Path of a file with PEM root certificates; if given, TLS is used.

    Raises:
        AddressError: The address is neither `unix:/path` nor `HOST:PORT`.
        TlsError: The CA file can't be read or holds no certificate.
    """

    def __init__(self, address: str, key: str | None = None, *, ca: str | Path | None = None):
        parsed = Address.parse(address, ca)
        self._target = parsed.target
        self._channel = parsed.channel()
        self._stub = LobbyServiceStub(self._channel)
        self._metadata = (("authorization", f"Bearer {key}"),) if key else ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection to the referee."""
        self._channel.close()

    def list_games(self) -> list[GameInfo]:
        """Return all games that the server referees, sorted by identifier."""
        return list(self._call(self._stub.ListGames, wire.ListGamesRequest()).games)

    def get_game(self, game: str) -> wire.GetGameResponse:
        """Return a game by its identifier, with its config schema and rulebook.

        Raises:
            LobbyError: There is no such game.
        """
        return self._call(self._stub.GetGame, wire.GetGameRequest(game=game))

    def create_match(
        self,
        game: str,
        *,
        config: Message | Mapping[str, Any] | None = None,
        num_seats: int = 0,
        time_control: TimeControl | None = None,
        seed: int | None = None,
        players: Sequence[str] = (),
        label: str = "",
        request_id: str = "",
    ) -> wire.CreateMatchResponse:
        """Create a match, and return its id with one secret token for each seat.

        Args:
            game: Identifier of the game, such as `diceman`.
            config: The game's Config message, or a mapping with its fields by the names of the
                config schema; None means all defaults.
            num_seats: Number of seats; 0 means the game's default.
            time_control: Time control of the match, as `time_control` returns it; None means the
                game's suggestion.
            seed: Match seed, 0 to 2^64 - 1, from which all dice follow; None draws a secret seed
                fairly.
            players: Names of the players in seat order, for the replay.
            label: Free text of the organizer, kept with the match.
            request_id: Any text that is unique to this match: a repeated call with it returns the
                first match and creates no second one. Empty creates a match on each call.

        Raises:
            LobbyError: The server refused; the text names field, bound and value.
        """
        request = wire.CreateMatchRequest(
            game=game,
            num_seats=num_seats,
            time_control=time_control,
            players=players,
            label=label,
            request_id=request_id,
        )
        if isinstance(config, Message):
            request.config.CopyFrom(pack(config))
        elif config is not None:
            request.config_json = json.dumps(config)
        if seed is not None:
            request.seed_policy.fixed = seed
        return self._call(self._stub.CreateMatch, request)

    def get_match(self, match_id: str, seat_token: str = "") -> Match:
        """Return the present state of a match: phase, seats, and the outcome if it has ended.

        Args:
            match_id: Identifier of the match.
            seat_token: Token of one of the match's seats, if the caller has no organizer key. So a
                seat that went out while the match went on can get its final result.

        Raises:
            LobbyError: There is no such match, or the token belongs to no seat of it.
        """
        request = wire.GetMatchRequest(match_id=match_id, seat_token=seat_token)
        return self._call(self._stub.GetMatch, request).match

    def list_matches(
        self, phase: MatchPhase = MATCH_PHASE_UNSPECIFIED, label: str = ""
    ) -> list[Match]:
        """Return the matches that the server has in memory or that sleep, the most recently created first.

        Args:
            phase: Only matches in this phase; unspecified means all.
            label: Only matches with this label; empty means all.

        Raises:
            LobbyError: The server refused, as without its organizer key.
        """
        matches: list[Match] = []
        request = wire.ListMatchesRequest(phase=phase, label=label)
        while True:
            page = self._call(self._stub.ListMatches, request)
            matches += page.matches
            if not page.next_page_token:
                return matches
            request.page_token = page.next_page_token

    def abort_match(self, match_id: str, reason: str = "") -> Match:
        """End a match as void (annulled), without a winner, and return its final state.

        Raises:
            LobbyError: There is no such match.
        """
        request = wire.AbortMatchRequest(match_id=match_id, reason=reason)
        return self._call(self._stub.AbortMatch, request).match

    def seat_house_bot(self, match_id: str, seat: int, bot: str) -> None:
        """Have a baseline bot of the server (a house bot) play a seat that nobody has joined.

        Raises:
            LobbyError: There is no such match or bot, or the seat is taken.
        """
        request = wire.SeatHouseBotRequest(match_id=match_id, seat=seat, bot=bot)
        self._call(self._stub.SeatHouseBot, request)

    def wait(self, match_id: str, timeout: float | None = None) -> Match:
        """Wait until a match has ended by polling it, and return its final state.

        Args:
            match_id: Identifier of the match.
            timeout: Highest number of seconds to wait; None waits for ever.

        Raises:
            TimeoutError: The match has not ended within `timeout`.
            LobbyError: There is no such match.
        """
        end = None if timeout is None else time.monotonic() + timeout
        pause = FIRST_POLL_S
        while (match := self.get_match(match_id)).phase != MATCH_PHASE_ENDED:
            left = pause if end is None else end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"match {match_id} has not ended within {timeout:g} s")
            time.sleep(min(pause, left))
            pause = min(2 * pause, LONGEST_POLL_S)
        return match

    def _call(self, method: Callable[..., _Response], request: Message) -> _Response:
        try:
            # A referee that is still starting is waited for, until the timeout.
            return method(
                request, metadata=self._metadata, timeout=CALL_TIMEOUT_S, wait_for_ready=True
            )
        except grpc.RpcError as error:
            code, details = error.code(), error.details() or ""
            reason = _reason(error)
            # With a reason, the referee itself has answered with one of these codes.
            if not reason and code in _NO_ANSWER:
                text = f"no referee at {self._target} within {CALL_TIMEOUT_S:g} s: {details}"
                proxy = proxy_note(self._target)
                raise UnreachableError(
                    f"{text}; it is called {proxy}" if proxy else text
                ) from error
            raise LobbyError(code, reason, details) from error


def _reason(error: grpc.RpcError) -> str:
    # The ErrorInfo inside carries the reason as plain text; reading it needs no further package.
    for entry in error.trailing_metadata() or ():
        if entry.key == "grpc-status-details-bin" and isinstance(entry.value, bytes):
            found = _REASON.search(entry.value)
            return found[1].decode() if found else ""
    return ""


def _duration(value: float | None) -> duration_pb2.Duration | None:
    if value is None:
        return None
    duration = duration_pb2.Duration()
    duration.FromNanoseconds(round(value * 1e9))
    return duration
