"""Make, watch and abort matches from a script: a typed face of LobbyService.

Blocking, because scripts and matchmakers are; from asyncio call it through `asyncio.to_thread`.
What it returns are the protocol's own messages.
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
from gamereferee.v1.match_pb2 import MATCH_PHASE_ENDED, Match
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_client.address import Address
from referee_client.errors import LobbyError, UnreachableError
from referee_client.messages import pack
from referee_client.proxies import proxy_note

__all__ = ["Lobby", "time_control"]

CALL_TIMEOUT_S = 30.0
"""Seconds one call may take, waiting for the server to come up included."""
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
    """Return a time control from seconds; `TimeControl`'s comments have bounds and meaning of each field.

    Args:
        move_time: Free time for one decision; None means no deadline.
        bank: Reserve at the start.
        increment: Added after every answer in time.
        first_move: Free time for the first decision; None means `move_time`.
        lag_margin: Grace after the deadline; None means the server's default.
        strikes: Missed deadlines that forfeit; None means the game's suggestion.
        join_limit: Time for all seats to join; None means the server's default.
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
    """An organizer's connection to a referee; close it, or use it in a `with` statement.

    Args:
        address: `unix:/path` or `HOST:PORT`.
        key: The organizer key, where the server has one.
        ca: File with PEM roots; given means TLS.

    Raises:
        AddressError: The address can't be read.
        TlsError: The CA file can't be read.
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
        """Close the connection."""
        self._channel.close()

    def list_games(self) -> list[GameInfo]:
        """Return all games the server referees, by identifier."""
        return list(self._call(self._stub.ListGames, wire.ListGamesRequest()).games)

    def get_game(self, game: str) -> wire.GetGameResponse:
        """Return a game with its config schema and rulebook.

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
        """Make a match and one secret token a seat.

        Args:
            game: Identifier, such as `diceman`.
            config: The game's Config message, or its fields by the names of the config schema;
                None means all defaults.
            num_seats: Number of seats; 0 means the game's default.
            time_control: Terms; None means the game's suggestion.
            seed: Match seed, 0 to 2^64 - 1; None means a secret one, drawn fairly.
            players: Names in seat order, for the replay.
            label: Free text for the organizer.
            request_id: Makes the call safe to repeat.

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
        """Return a match as it stands.

        Args:
            match_id: The match.
            seat_token: Token of one of its seats, if there is no organizer key. So a seat that went out while the
                match went on can get its final result.

        Raises:
            LobbyError: There is no such match, or the token is of no seat of it.
        """
        request = wire.GetMatchRequest(match_id=match_id, seat_token=seat_token)
        return self._call(self._stub.GetMatch, request).match

    def abort_match(self, match_id: str, reason: str = "") -> Match:
        """End a match without a winner; it is void.

        Raises:
            LobbyError: There is no such match.
        """
        request = wire.AbortMatchRequest(match_id=match_id, reason=reason)
        return self._call(self._stub.AbortMatch, request).match

    def seat_house_bot(self, match_id: str, seat: int, bot: str) -> None:
        """Have a baseline bot of the server take a seat that nobody has joined.

        Raises:
            LobbyError: No such match or bot, or the seat is taken.
        """
        request = wire.SeatHouseBotRequest(match_id=match_id, seat=seat, bot=bot)
        self._call(self._stub.SeatHouseBot, request)

    def wait(self, match_id: str, timeout: float | None = None) -> Match:
        """Wait until a match has ended, by asking again and again.

        Args:
            match_id: The match.
            timeout: Seconds to wait at most; None means for ever.

        Raises:
            TimeoutError: It has not ended in time.
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
            return method(
                request, metadata=self._metadata, timeout=CALL_TIMEOUT_S, wait_for_ready=True
            )
        except grpc.RpcError as error:
            code, details = error.code(), error.details() or ""
            reason = _reason(error)
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
