"""Secrets: seat tokens and the organizer key, all compared in constant time."""

from __future__ import annotations

import base64
import hmac
from typing import NamedTuple

import grpc

from gamereferee.v1 import error_pb2
from referee.server.config import ServerConfig
from referee.server.status import CallError

__all__ = [
    "SeatToken",
    "check_admitted",
    "check_organizer",
    "is_token_of",
    "parse_token",
    "seat_token",
]


class SeatToken(NamedTuple):
    """A token taken apart."""

    match_id: str
    seat: int
    secret: str


def seat_token(match_id: str, seat: int, salt: bytes) -> str:
    """The token of a seat: match, seat and a secret that only the match's salt gives."""
    return f"{match_id}.{seat}.{_secret(match_id, seat, salt)}"


def parse_token(text: str) -> SeatToken | None:
    """A token's parts; None if it has not the form of one."""
    parts = text.split(".")
    if len(parts) != 3 or not parts[1].isascii() or not parts[1].isdigit() or len(parts[1]) > 4:
        return None
    return SeatToken(parts[0], int(parts[1]), parts[2])


def is_token_of(token: SeatToken, salt: bytes) -> bool:
    """Whether a token's secret is the right one."""
    expected = _secret(token.match_id, token.seat, salt)
    return hmac.compare_digest(token.secret.encode(), expected.encode())


def check_organizer(context: grpc.aio.ServicerContext[object, object], key: str) -> None:
    """See that a call carries the organizer key, where there is one.

    Raises:
        CallError: It doesn't.
    """
    if not key:
        return
    metadata = dict(context.invocation_metadata() or ())
    given = metadata.get("authorization", b"")
    given_bytes = given.encode() if isinstance(given, str) else given
    if not hmac.compare_digest(given_bytes, f"Bearer {key}".encode()):
        raise CallError(
            error_pb2.ERROR_REASON_BAD_ORGANIZER_KEY,
            "this call needs the organizer key in the metadata `authorization: Bearer KEY`",
        )


def check_admitted(context: grpc.aio.ServicerContext[object, object], config: ServerConfig) -> None:
    """See that a call that is for everybody elsewhere comes from the organizer, where the server is closed.

    Raises:
        CallError: The server is closed, and the call doesn't carry the organizer key.
    """
    if config.closed:
        check_organizer(context, config.organizer_key)


def _secret(match_id: str, seat: int, salt: bytes) -> str:
    digest = hmac.digest(salt, f"seat token {match_id} {seat}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:18]).decode()
