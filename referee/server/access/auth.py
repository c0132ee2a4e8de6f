"""Makes and checks secrets: seat tokens and organizer keys, all compared in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
from pathlib import Path
from typing import NamedTuple

import grpc

from gamereferee.v1 import error_pb2, replay_pb2
from referee.replay.journal import first_record, read_records
from referee.server.process.config import ServerConfig
from referee.server.process.credentials import OrganizerKeys
from referee.server.process.status import CallError

__all__ = [
    "SeatToken",
    "check_admitted",
    "check_organizer",
    "has_organizer_key",
    "is_token_of",
    "is_token_of_replay",
    "parse_token",
    "seat_token",
    "token_digests",
    "token_key",
]


class SeatToken(NamedTuple):
    """Parts of a seat token: match id, seat, and the secret that proves the right to the seat."""

    match_id: str
    seat: int
    secret: str


def seat_token(match_id: str, seat: int, key: bytes) -> str:
    """Return the token of a seat.

    Its secret part can be computed only with `key`, the match's token key.
    """
    return f"{match_id}.{seat}.{_secret(match_id, seat, key)}"


def token_key(secret: replay_pb2.SecretRecord) -> bytes:
    """Return the key from which a match's seat tokens are derived.

    `secret` is the record of the match's secrets. If an older server wrote it, it has no such key;
    then return its salt.
    """
    return secret.token_key or secret.salt


def token_digests(match_id: str, num_seats: int, key: bytes) -> list[bytes]:
    """Return the SHA-256 of each seat's token, in seat order.

    `key` is the key from which the tokens are derived. Everybody may know the digests; they suffice
    to check a token.
    """
    return [_digest(seat_token(match_id, seat, key)) for seat in range(num_seats)]


def parse_token(text: str) -> SeatToken | None:
    """Return the parts of a token; None if the text does not have the form of a token."""
    # Only the form: whether there is such a seat, and whether the secret is right, is checked
    # later.
    parts = text.split(".")
    if len(parts) != 3 or not parts[1].isascii() or not parts[1].isdigit() or len(parts[1]) > 4:
        return None
    return SeatToken(parts[0], int(parts[1]), parts[2])


def is_token_of(
    token: SeatToken, header: replay_pb2.HeaderRecord, secret: replay_pb2.SecretRecord
) -> bool:
    """Return whether the secret part of a token is right.

    If the header has digests of the seat tokens, the token is checked by those digests alone. So
    nobody can compute a token from the salt, which is published at the end of the match.

    Args:
        token: The token; its seat must exist.
        header: Header record of the token's match.
        secret: Record of that match's secrets, used if the header has no digests.
    """
    if header.token_digests:
        presented = _digest(f"{token.match_id}.{token.seat}.{token.secret}")
        return hmac.compare_digest(presented, header.token_digests[token.seat])
    expected = _secret(token.match_id, token.seat, token_key(secret))
    return hmac.compare_digest(token.secret.encode(), expected.encode())


def is_token_of_replay(token: SeatToken, path: Path) -> bool:
    """Return whether a token belongs to an ended match, reading as little of its replay as possible.

    Raises:
        ReplayError: The replay can't be read.
    """
    header = first_record(path).header
    if token.seat >= header.num_seats:
        return False
    secret = replay_pb2.SecretRecord()
    if (
        not header.token_digests
    ):  # of a match made before there were any: by its salt, which is at the end
        *_, last = read_records(path)
        secret.salt = last.end.reveal.salt
    return is_token_of(token, header, secret)


def check_organizer(context: grpc.aio.ServicerContext[object, object], keys: OrganizerKeys) -> str:
    """Check that a call carries an organizer key; return the key's name.

    The name is empty if the server needs no key.

    Raises:
        CallError: The call carries no valid organizer key.
    """
    name = _organizer(context, keys)
    if name is None:
        raise CallError(
            error_pb2.ERROR_REASON_BAD_ORGANIZER_KEY,
            "this call needs the organizer key in the metadata `authorization: Bearer KEY`",
        )
    return name


def check_admitted(context: grpc.aio.ServicerContext[object, object], config: ServerConfig) -> None:
    """Check that a call may be served: a closed server serves it only to organizers.

    Raises:
        CallError: The server is closed, and the call carries no valid organizer key.
    """
    if config.closed:
        check_organizer(context, config.organizer_keys)


def has_organizer_key(
    context: grpc.aio.ServicerContext[object, object], keys: OrganizerKeys
) -> bool:
    """Return whether a call carries an organizer key; always True if the server has no keys."""
    return _organizer(context, keys) is not None


def _organizer(
    context: grpc.aio.ServicerContext[object, object], keys: OrganizerKeys
) -> str | None:
    """Return the name of a call's organizer key; None if it has none.

    Empty if the server needs no key.
    """
    # Without any key, everybody is an organizer.
    if not keys:
        return ""
    metadata = dict(context.invocation_metadata() or ())
    presented = metadata.get("authorization", b"")
    return keys.name_of(presented.encode() if isinstance(presented, str) else presented)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _secret(match_id: str, seat: int, key: bytes) -> str:
    digest = hmac.digest(key, f"seat token {match_id} {seat}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:18]).decode()
