"""Which worker a match belongs to: a function of its id alone, for any number of workers.

The first characters of an id decide, and a seat token begins with its match's id, so that either of them is enough to
find the worker. The id of a match that was asked for with a request id begins with characters derived from that id, so
that a repeated request leads to the same match, whatever the number of workers is by then.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import zlib
from collections.abc import Callable

__all__ = [
    "Shard",
    "new_match_id",
    "nth_handle",
    "shard_of",
    "shard_of_handle",
    "shard_of_request",
]

KEY_LENGTH = 4
"""Characters that decide; each is one of 32, so that there are a million keys."""
_ID_BYTES = 10


@dataclasses.dataclass(frozen=True, slots=True)
class Shard:
    """The part of the matches that one worker has."""

    index: int
    """Number of the part, from 0."""
    count: int
    """Number of parts, from 1."""

    def owns(self, match_id: str) -> bool:
        """Return whether a match is in this part."""
        return shard_of(match_id, self.count) == self.index


def shard_of(text: str, count: int) -> int:
    """Return the part of a match's id or of a seat token; of anything else, some part, from 0."""
    return zlib.crc32(text[:KEY_LENGTH].encode()) % count


def shard_of_request(request_id: str, count: int) -> int:
    """Return the part in which the match of a request id is, from 0."""
    return shard_of(_key_of_request(request_id), count)


def nth_handle(number: int, shard: Shard | None) -> int:
    """Return one of a stream's handles for seats, from 1: two parts of a stream never use the same.

    Args:
        number: How many the part has used before.
        shard: The part; None if there are no parts.
    """
    return 1 + number if shard is None else 1 + number * shard.count + shard.index


def shard_of_handle(handle: int, count: int) -> int:
    """Return the part of a stream that uses a handle; for any other number, some part."""
    return (handle - 1) % count


def new_match_id(shard: Shard | None, request_id: str, draw: Callable[[int], bytes]) -> str:
    """Return a new id.

    Args:
        shard: The part it must be in; None if there are no parts.
        request_id: Id of its request; unless it is empty, it decides the part.
        draw: Returns this many random bytes.
    """
    while True:
        drawn = base64.b32encode(draw(_ID_BYTES)).decode().lower()
        if request_id:
            return _key_of_request(request_id) + drawn[KEY_LENGTH:]
        if shard is None or shard.owns(drawn):
            return drawn


def _key_of_request(request_id: str) -> str:
    digest = hashlib.blake2b(request_id.encode(), digest_size=_ID_BYTES).digest()
    return base64.b32encode(digest).decode().lower()[:KEY_LENGTH]
