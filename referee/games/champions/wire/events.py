"""Events of a match (CH-6.3), read from the log of a step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np

from referee.core.game import Event
from referee.games.champions import columns as c
from referee.games.champions.columns import Ints
from referee.games.champions.rules.log import FILLED, MOST_REFUSALS
from referee.games.champions.tables import MAX_SEATS, RefusalCode
from referee.games.champions.wire.put import EVENT, WRITER
from referee.games.champions.wire.records import EVENTS
from referee.kit.flat import read_flat

__all__ = ["LoggedEvent", "log_events", "refusal_in"]

_TEXTS = {"phase": c.PHASE_NAMES}
_NOWHERE = -1
"""In an entry of the log, where there is no place to name."""
_HEAD = 3
_PUBLIC = (c.ELIMINATED, c.MAP_SHRUNK)


class _Log:
    """The log of a step in compact form, since events live until they are sent, and some time longer.

    Args:
        numbers: int32[column]: the log as far as it is in use.
        kinds: Kind of each entry.
        starts: Where its numbers begin.
    """

    __slots__ = ("_encoded", "_kinds", "_numbers", "_starts")

    def __init__(self, numbers: Ints, kinds: list[int], starts: list[int]) -> None:
        # Numbers of records are as small as that; sets of seats, which may not be, are in no record.
        self._numbers = numbers.astype(np.int16)
        self._kinds, self._starts = np.array(kinds, np.int8), np.array(starts, np.int16)
        self._encoded: list[bytes] | None = None

    def entry(self, place: int) -> tuple[int, list[int]]:
        """Return an entry's kind, and its numbers."""
        start = self._starts.item(place)
        end = start + self._numbers.item(start - 1)
        return self._kinds.item(place), self._numbers[start:end].tolist()

    def encoded(self, place: int) -> bytes:
        """Return an entry that is a whole event as an Events message."""
        if self._encoded is None:
            numbers, starts = self._numbers.astype(np.int32), self._starts.astype(np.int64)
            self._encoded = WRITER.write(numbers, starts, _WHICH[self._kinds])
        return self._encoded[place]


_WHICH = np.array([-1, *EVENT], np.int64)
"""Number for the writer by the kind of an entry; entries of refusals lack the phase."""
_WHICH[c.REFUSED] = -1


class LoggedEvent(Event):
    """An event whose body is made of its entry in the log whenever somebody looks: keeping it would cost more."""

    __slots__ = ("_log", "_place")

    def __init__(self, log: _Log, place: int, audience: tuple[int, ...] | None) -> None:
        super().__init__(None, audience)
        self._log = log
        self._place = place

    @property
    def body(self) -> object:
        """See `Event`."""
        return _body(*self._log.entry(self._place))

    def from_log(self) -> bytes:
        """Return the event as an Events message, written from the log with all others of the step."""
        return self._log.encoded(self._place)


class _RefusalEvent(Event):
    """A refusal, likewise.

    Args:
        phase: The phase that was carried out.
        fields: Code, index and turn.
        audience: The seat that gets it.
    """

    __slots__ = ("fields", "phase")

    def __init__(self, phase: int, fields: list[int], audience: tuple[int, ...]) -> None:
        super().__init__(None, audience)
        self.phase = phase
        self.fields = fields

    @property
    def body(self) -> object:
        """See `Event`."""
        return _notice(self.phase, *self.fields)


@lru_cache(maxsize=4096)
def _notice(*numbers: int) -> object:
    return _body(c.REFUSED, list(numbers))


def _body(kind: int, numbers: list[int]) -> object:
    return read_flat(EVENTS[kind - 1], iter(numbers), _TEXTS)


def log_events(numbers: Ints, phase: int) -> list[Event]:
    """Return the events of a step in order, without the end of the match.

    Args:
        numbers: int32[column]: its log as far as that is in use.
        phase: The phase that was carried out.
    """
    entries = _entries(numbers)
    log = _Log(numbers, [kind for kind, _, _, _ in entries], [start for _, _, start, _ in entries])
    events: list[Event] = []
    refusals: dict[int, _Refusals] = {}
    for place, (kind, audience, start, end) in enumerate(entries):
        if kind not in (c.SURPLUS_REFUSED, c.REFUSED):
            told = None if kind in _PUBLIC else _seats(audience)
            events.append(LoggedEvent(log, place, told))
            continue
        fields = numbers[start:end].tolist()
        if kind == c.REFUSED and fields[0] in FILLED:
            events.append(_RefusalEvent(phase, fields, _seats(audience)))
            continue
        if audience not in refusals:
            refusals[audience] = _Refusals(phase, _seats(audience))
        events += refusals[audience].events(kind, fields)
    return events


def _entries(numbers: Ints) -> list[tuple[int, int, int, int]]:
    """Kind and audience of each entry, and where its numbers begin and end."""
    entries = []
    at, size = c.LOG_ENTRIES, len(numbers)
    while at < size:
        kind, audience, count = numbers[at : at + _HEAD].tolist()
        at += _HEAD + count
        entries.append((kind, audience, at - count, at))
    return entries


class _Refusals:
    """What is refused of one action: the first parts one by one, and how many followed (CH-4.2).

    Args:
        phase: The phase that was carried out.
        audience: The seat that gets it.
    """

    def __init__(self, phase: int, audience: tuple[int, ...]) -> None:
        self._phase = phase
        self._audience = audience
        self._left = MOST_REFUSALS
        self._more: list[int] | None = None

    def events(self, kind: int, fields: list[int]) -> Iterator[Event]:
        """Yield the events of an entry of the log."""
        parts = fields[2] if kind == c.SURPLUS_REFUSED else 1
        told = min(parts, self._left)
        for part in range(told):
            yield self._event(fields if kind == c.REFUSED else _surplus(fields, part))
        self._left -= told
        if told < parts:
            if self._more is None:
                self._more = [RefusalCode.MORE.value, 0, _NOWHERE]
                yield self._event(self._more)
            self._more[1] += parts - told

    def _event(self, fields: list[int]) -> Event:
        return _RefusalEvent(self._phase, fields, self._audience)


def _surplus(fields: list[int], part: int) -> list[int]:
    """Return the refusal of an element beyond the bound of a list, or of a set."""
    index, turn, _ = fields
    code = RefusalCode.LIST_TOO_LONG.value
    return [code, index + part, turn] if turn == _NOWHERE else [code, index, turn + part]


def refusal_in(event: Event) -> str | None:
    """Return the code of a part of a seat's action that did not count; bodies of other events stay unmade."""
    if not isinstance(event, _RefusalEvent) or event.fields[0] in FILLED:
        return None
    return RefusalCode(event.fields[0]).name


@cache
def _seats(audience: int) -> tuple[int, ...]:
    """Return the seats of a set, ascending; there are 2^16 sets at most."""
    return tuple([seat for seat in range(MAX_SEATS) if audience >> seat & 1])
