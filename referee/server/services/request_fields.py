"""Checks and reads fields of requests to the lobby."""

from __future__ import annotations

import json

from gamereferee.v1 import error_pb2, lobby_service_pb2, time_control_pb2
from referee.core.config import GameConfig, parse_config
from referee.core.errors import FieldError, MalformedError
from referee.core.game import AnyPlugin
from referee.core.text import printable
from referee.core.time_control import TimeControl
from referee.replay.wire import time_control_from_wire
from referee.server.hosting.host import MatchHost
from referee.server.lobby.request import MatchRequest
from referee.server.process.status import CallError

__all__ = [
    "MAX_GROUP",
    "check_count",
    "check_match_of_token",
    "check_seat",
    "check_text",
    "match_request",
    "page_size",
    "page_start",
]

PAGE_SIZE = 100
"""Number of entries on a page if the caller names no size."""
MAX_PAGE_SIZE = 1000
"""Highest number of entries on a page."""
MAX_GROUP = 256
"""Highest number of entries in one call that takes a list of them, such as CreateMatches."""


def page_size(asked: int) -> int:
    """Return the number of entries on a page.

    Args:
        asked: Number that the caller asked for; 0 for the default.

    Raises:
        FieldError: `asked` is out of bounds.
    """
    if not 0 <= asked <= MAX_PAGE_SIZE:
        raise FieldError("page_size", f"from 0 to {MAX_PAGE_SIZE}", asked)
    return asked or PAGE_SIZE


def page_start(token: str) -> int:
    """Return the index of a page's first entry, from 0.

    Args:
        token: Page token of the request; empty for the first page.

    Raises:
        FieldError: `token` is no page token.
    """
    if not token:
        return 0
    if not token.isascii() or not token.isdigit() or len(token) > 9:
        raise FieldError("page_token", "the next_page_token of another page", token)
    return int(token)


def match_request(plugin: AnyPlugin, request: lobby_service_pb2.CreateMatchRequest) -> MatchRequest:
    """Check a request for a match; return it with defaults filled in.

    Args:
        plugin: The game that the request names.
        request: The CreateMatchRequest.

    Raises:
        RefereeError: A field is out of bounds or can't be parsed.
    """
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
        check_text(f"players[{index}]", name, 100)
    check_text("label", request.label, 200)
    _check_length("request_id", request.request_id, 100)
    policy = request.spectate_policy
    delay = policy.full_view_delay if policy.HasField("full_view_delay") else None
    if delay is not None and delay < 0:
        raise FieldError("spectate_policy.full_view_delay", "from 0", delay)
    remote = tuple(request.remote_seats)
    if remote != tuple(sorted({seat for seat in remote if 0 <= seat < num_seats})):
        bound = f"different seats from 0 to {num_seats - 1}, ascending"
        raise FieldError("remote_seats", bound, list(remote))
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
        remote_seats=remote,
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


def check_seat(seat: int, host: MatchHost) -> None:
    """Check that a match has a seat with this index.

    Raises:
        FieldError: The match has no such seat.
    """
    if not 0 <= seat < host.header.num_seats:
        raise FieldError("seat", f"from 0 to {host.header.num_seats - 1}", seat)


def check_count(field: str, count: int) -> None:
    """Check that a call has no more than `MAX_GROUP` entries.

    Args:
        field: Name of the field with the entries, for the error message.
        count: Number of entries.

    Raises:
        FieldError: There are more entries.
    """
    if count > MAX_GROUP:
        raise FieldError(field, f"at most {MAX_GROUP} entries", f"{count} entries")


def check_match_of_token(match_id: str, host: MatchHost) -> None:
    """Check that a token belongs to the match that the request names.

    Raises:
        CallError: The token belongs to another match.
    """
    if match_id != host.match_id:
        raise CallError(error_pb2.ERROR_REASON_BAD_TOKEN, "the token is of another match")


def check_text(field: str, text: str, most: int) -> None:
    """Check that a text shown to others is short and has no invisible characters.

    Args:
        field: Name of the field, for the error message.
        text: The text to check.
        most: Highest number of characters.

    Raises:
        FieldError: The text is too long or has invisible characters.
    """
    _check_length(field, text, most)
    if not text.isprintable():
        bound = "text without control characters, line ends and marks of direction"
        raise FieldError(field, bound, printable(text))


def _check_length(field: str, text: str, most: int) -> None:
    if len(text) > most:
        raise FieldError(field, f"at most {most} characters", f"{len(text)} characters")
