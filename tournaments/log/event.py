"""Events as lines of text: each has a hash of its content and of all events before it, and a signature.

A line has four parts, separated by spaces: number from 1, hash, signature, and content as canonical
JSON (keys sorted, no spaces, no fractions). The hash is the SHA-256 of a fixed text, the hash of the
event before (32 zero bytes for the first event), the length of the JSON as 8 bytes, big-endian, and
the JSON. So the number and hash of the last event, the *head*, are enough to check that nothing before
it was changed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournaments.spec.errors import LogError

__all__ = ["FORMAT", "UNSIGNED", "Event", "chained", "naming_event", "parse_line", "parse_lines"]

FORMAT = 1
"""Version of the format of events, which the first event of a log contains."""
UNSIGNED = "-"
"""Text in place of the signature in an event without a signature."""
_DOMAIN = b"gamereferee tournament event 1\n"
_NO_HASH = "0" * 64
_MOST_DIGITS = 9
_HASH = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")


@dataclasses.dataclass(frozen=True, slots=True)
class Event:
    """One event of a log: number, hash, signature, and content as JSON text."""

    number: int
    """Number of the event, from 1."""
    hash: str
    """SHA-256 of the event's content and of the hash of the event before, as 64 hexadecimal digits."""
    signature: str
    """Ed25519 signature of the hash's bytes, 128 hexadecimal digits; `UNSIGNED` if there is none."""
    text: str
    """Content as canonical JSON text, the same bytes from which the hash was computed."""

    @property
    def body(self) -> dict[str, Any]:
        """Content of the event; its key `type` names the kind of event."""
        body: dict[str, Any] = json.loads(self.text)
        return body

    @property
    def line(self) -> str:
        """The event as a line of the log, without the end of the line."""
        return f"{self.number} {self.hash} {self.signature} {self.text}"


@contextlib.contextmanager
def naming_event(event: Event, *others: type[Exception]) -> Iterator[None]:
    """Turn errors about the content of an event, within a block, into one that names the event.

    Args:
        event: The event.
        others: Kinds of errors to turn, in addition to those of missing, malformed and impossible values.

    Raises:
        LogError: The event's content is malformed, or can't follow the events before it.
    """
    malformed: tuple[type[Exception], ...] = (ValueError, TypeError, AttributeError, *others)
    try:
        yield
    except KeyError as error:
        raise LogError(f"event {event.number}: {error.args[0]!r} is unknown or missing") from None
    except malformed as error:
        raise LogError(f"event {event.number}: {error}") from None


def _hash_of(before: str, text: str) -> str:
    data = text.encode()
    length = len(data).to_bytes(8, "big")
    return hashlib.sha256(_DOMAIN + bytes.fromhex(before) + length + data).hexdigest()


def chained(body: Mapping[str, object], last: Event | None) -> Event:
    """Return an unsigned event with this content, to follow `last` in a log; the first event if `last` is None."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    number, before = (1, _NO_HASH) if last is None else (last.number + 1, last.hash)
    return Event(number, _hash_of(before, text), UNSIGNED, text)


def parse_line(line: str) -> Event:
    """Return the event in a line, without checking its hash.

    Raises:
        ValueError: The line is no event.
    """
    number, digest, signature, text = line.split(" ", 3)
    if not (number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS):
        raise ValueError(f"{number!r} is no number of an event")
    if not _HASH.fullmatch(digest):
        raise ValueError("the hash must be 64 hexadecimal digits")
    if signature != UNSIGNED and not _SIGNATURE.fullmatch(signature):
        raise ValueError(f"the signature must be 128 hexadecimal digits, or {UNSIGNED}")
    if not isinstance(json.loads(text), dict):
        raise ValueError("the content must be a JSON object")
    return Event(int(number), digest, signature, text)


def parse_lines(lines: Iterable[str], *, name: str) -> Iterator[Event]:
    """Yield the events of a log, each checked against the one before.

    Args:
        lines: The lines of the log.
        name: Name of the log in error messages.

    Raises:
        LogError: A line is no event, its number does not follow that of the line before, or its hash
            does not match its content and the hash before; the message names the line.
    """
    before = _NO_HASH
    for number, line in enumerate(lines, 1):
        try:
            event = parse_line(line.rstrip("\n"))
        except ValueError as error:
            raise LogError(f"{name}: line {number} is no event: {error}") from None
        if event.number != number:
            raise LogError(f"{name}: line {number} has event {event.number}")
        if event.hash != _hash_of(before, event.text):
            why = "its hash is not that of its content and of the event before it"
            raise LogError(f"{name}: event {number} was changed: {why}")
        before = event.hash
        yield event
