"""Assigns matches to workers: a function of the match's id alone, for any number of workers.

The first characters of an id decide. A seat token begins with its match's id, so either of them is
enough to find the worker. If a match is requested with a request id, its own id begins with
characters derived from that. So a repeated request leads to the same match, even if the number of
workers has changed since.
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
    "nth_lane",
    "shard_of",
    "shard_of_handle",
    "shard_of_lane",
    "shard_of_request",
]

KEY_LENGTH = 4
"""Number of leading characters of a match id that decide which worker has the match. Each is one of
32 characters, so there are a million combinations.
"""
_ID_BYTES = 10


@dataclasses.dataclass(frozen=True, slots=True)
class Shard:
    """Part of the matches that one worker has; all shards together have every match once."""

    index: int
    """Number of this shard (part of the matches), from 0."""
    count: int
    """Total number of shards (parts of the matches), from 1."""

    def owns(self, match_id: str) -> bool:
        """Return whether a match belongs to this shard (part of the matches)."""
        return shard_of(match_id, self.count) == self.index


def shard_of(text: str, count: int) -> int:
    """Return the index, from 0, of the shard (worker's part) that has a match id or seat token.

    Args:
        text: Match id or seat token; any other text belongs to some shard, too.
        count: Total number of shards.
    """
    return zlib.crc32(text[:KEY_LENGTH].encode()) % count


def shard_of_request(request_id: str, count: int) -> int:
    """Return the index, from 0, of the shard (worker's part) that has the match of a request id.

    `count` is the total number of shards.
    """
    return shard_of(_key_of_request(request_id), count)


def nth_handle(number: int, shard: Shard | None) -> int:
    """Return a new handle (number for a seat on a stream), from 1.

    Where a router splits a stream among workers, no two of them ever give the same handle.

    Args:
        number: How many handles this worker has given on the stream before.
        shard: Part of the matches that this worker has; None if the stream is not split.
    """
    return 1 + number if shard is None else 1 + number * shard.count + shard.index


def shard_of_handle(handle: int, count: int) -> int:
    """Return the index, from 0, of the shard (worker's part) that gave a seat this handle.

    For any other number, return some shard. `count` is the total number of shards.
    """
    return (handle - 1) % count


def nth_lane(number: int, shard: Shard | None) -> int:
    """Return a new number for a lane (many matches at once) on a stream, from 0.

    Where a router splits a stream among workers, no two of them ever give the same number.

    Args:
        number: How many lanes this worker has opened on the stream before.
        shard: Part of the matches that this worker has; None if the stream is not split.
    """
    return number if shard is None else number * shard.count + shard.index


def shard_of_lane(lane: int, count: int) -> int:
    """Return the index, from 0, of the shard (worker's part) that gave a lane this number.

    For any other number, return some shard. `count` is the total number of shards.
    """
    return lane % count


def new_match_id(shard: Shard | None, request_id: str, draw: Callable[[int], bytes]) -> str:
    """Return a new match id.

    Args:
        shard: Part that the id must belong to; None for any.
        request_id: Id of the request that the match is made for. Unless it is empty, it decides the
            part.
        draw: Takes a number; returns that many random bytes.
    """
    # Without a request id the id is random, so it is drawn until it falls into this part.
    while True:
        drawn = base64.b32encode(draw(_ID_BYTES)).decode().lower()
        if request_id:
            return _key_of_request(request_id) + drawn[KEY_LENGTH:]
        if shard is None or shard.owns(drawn):
            return drawn


def _key_of_request(request_id: str) -> str:
    digest = hashlib.blake2b(request_id.encode(), digest_size=_ID_BYTES).digest()
    return base64.b32encode(digest).decode().lower()[:KEY_LENGTH]
