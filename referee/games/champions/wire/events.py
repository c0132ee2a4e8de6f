"""Makes the events of a step (CH-6.3) out of its log."""

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
"""Stands in a log entry for an index or turn that is absent."""
_HEAD = 3
_PUBLIC = (c.ELIMINATED, c.MAP_SHRUNK)


class _Log:
    """The log of one step in a compact form, from which the step's events are made when they are read.

    Events refer to it for as long as they exist.

    Args:
        numbers: int32[column]: the used part of the log.
        kinds: Kind of each log entry.
        starts: Column where the numbers of each log entry begin.
    """

    __slots__ = ("_encoded", "_kinds", "_numbers", "_starts")

    def __init__(self, numbers: Ints, kinds: list[int], starts: list[int]) -> None:
        # Numbers of records are as small as that; sets of seats, which may not be, are in no record.
        self._numbers = numbers.astype(np.int16)
        self._kinds, self._starts = np.array(kinds, np.int8), np.array(starts, np.int16)
        self._encoded: list[bytes] | None = None

    def entry(self, place: int) -> tuple[int, list[int]]:
        """Return the kind and the numbers of the log entry at an index."""
        start = self._starts.item(place)
        end = start + self._numbers.item(start - 1)
        return self._kinds.item(place), self._numbers[start:end].tolist()

    def encoded(self, place: int) -> bytes:
        """Return the event of the log entry at an index as an Events message."""
        # All events of the step at once: one call of the writer costs little more for many of them.
        if self._encoded is None:
            numbers, starts = self._numbers.astype(np.int32), self._starts.astype(np.int64)
            self._encoded = WRITER.write(numbers, starts, _WHICH[self._kinds])
        return self._encoded[place]


_WHICH = np.array([-1, *EVENT], np.int64)
"""By kind of log entry: the number by which the encoder `WRITER` (of `put`) selects the kind of
event; -1 for refusals, which `WRITER` cannot encode, as their log entries lack the phase.
"""
_WHICH[c.REFUSED] = -1


class LoggedEvent(Event):
    """An event whose body is made from its log entry each time it is read.

    Keeping the bodies of all events would cost more than making again the few that are read.
    """

    __slots__ = ("_log", "_place")

    def __init__(self, log: _Log, place: int, audience: tuple[int, ...] | None) -> None:
        super().__init__(None, audience)
        self._log = log
        self._place = place

    @property
    def body(self) -> object:
        """The event's record, made at each call."""
        return _body(*self._log.entry(self._place))

    def from_log(self) -> bytes:
        """Return the event as an Events message.

        It is written from the log together with all other events of the step.
        """
        return self._log.encoded(self._place)


class _RefusalEvent(Event):
    """A refusal event, whose body is made each time it is read.

    Args:
        phase: The phase that was carried out.
        fields: Refusal code, index and turn.
        audience: The one seat that gets the event, as a tuple.
    """

    __slots__ = ("fields", "phase")

    def __init__(self, phase: int, fields: list[int], audience: tuple[int, ...]) -> None:
        super().__init__(None, audience)
        self.phase = phase
        self.fields = fields

    @property
    def body(self) -> object:
        """The refusal as a `Notice`."""
        return _notice(self.phase, *self.fields)


@lru_cache(maxsize=4096)
def _notice(*numbers: int) -> object:
    return _body(c.REFUSED, list(numbers))


def _body(kind: int, numbers: list[int]) -> object:
    return read_flat(EVENTS[kind - 1], iter(numbers), _TEXTS)


def log_events(numbers: Ints, phase: int) -> list[Event]:
    """Return the events of a step in order, without the event of the match's end.

    Args:
        numbers: int32[column]: the used part of the step's log.
        phase: The phase that was carried out.
    """
    entries = _entries(numbers)
    log = _Log(numbers, [kind for kind, _, _, _ in entries], [start for _, _, start, _ in entries])
    events: list[Event] = []
    refusals: dict[int, _Refusals] = {}
    for place, (kind, audience, start, end) in enumerate(entries):
        if kind not in (c.SURPLUS_REFUSED, c.REFUSED):
            # By kind: spectators are no seats, so an audience of all seats would leave them out.
            told = None if kind in _PUBLIC else _seats(audience)
            events.append(LoggedEvent(log, place, told))
            continue
        fields = numbers[start:end].tolist()
        if kind == c.REFUSED and fields[0] in FILLED:
            # Notices of what was filled in do not count towards the 32 refusals.
            events.append(_RefusalEvent(phase, fields, _seats(audience)))
            continue
        # One count for each seat: the audience of a refusal is the seat that gets it.
        if audience not in refusals:
            refusals[audience] = _Refusals(phase, _seats(audience))
        events += refusals[audience].events(kind, fields)
    return events


def _entries(numbers: Ints) -> list[tuple[int, int, int, int]]:
    """Return kind, audience, first column and end column of each log entry."""
    entries = []
    values: list[int] = numbers.tolist()  # once for all entries: a slice of the array costs more
    at, size = c.LOG_ENTRIES, len(values)
    while at < size:
        kind, audience, count = values[at : at + _HEAD]
        at += _HEAD + count
        entries.append((kind, audience, at - count, at))
    return entries


class _Refusals:
    """Makes the events about one action's refused parts from log entries (CH-4.2).

    The first 32 parts get an event each; one more event has the number of all further parts.

    Args:
        phase: The phase that was carried out.
        audience: The one seat that gets the events, as a tuple: the seat that acted.
    """

    def __init__(self, phase: int, audience: tuple[int, ...]) -> None:
        self._phase = phase
        self._audience = audience
        self._left = MOST_REFUSALS
        self._more: list[int] | None = None

    def events(self, kind: int, fields: list[int]) -> Iterator[Event]:
        """Yield the events of one log entry about refusals.

        Args:
            kind: Kind of the entry: REFUSED for one part, SURPLUS_REFUSED for all surplus elements
                of a list.
            fields: The entry's numbers: code, index and turn for one part; index and turn of the
                first element, and number of elements, for a list.
        """
        parts = fields[2] if kind == c.SURPLUS_REFUSED else 1
        told = min(parts, self._left)
        for part in range(told):
            yield self._event(fields if kind == c.REFUSED else _surplus(fields, part))
        self._left -= told
        if told < parts:
            if self._more is None:
                # The event keeps this very list, so the number in it grows after the event has been
                # yielded.
                self._more = [RefusalCode.MORE.value, 0, _NOWHERE]
                yield self._event(self._more)
            self._more[1] += parts - told

    def _event(self, fields: list[int]) -> Event:
        return _RefusalEvent(self._phase, fields, self._audience)


def _surplus(fields: list[int], part: int) -> list[int]:
    """Return code, index and turn of the refusal of one surplus element of a list or a set.

    Args:
        fields: The log entry's numbers: index and turn of the first surplus element, and their
            number.
        part: Number of the element, from 0.
    """
    index, turn, _ = fields
    code = RefusalCode.LIST_TOO_LONG.value
    return [code, index + part, turn] if turn == _NOWHERE else [code, index, turn + part]


def refusal_in(event: Event) -> str | None:
    """Return the name of the refusal code if the event reports a refused part; None for other events.

    Notices of parts that were filled in are not refusals.
    """
    if not isinstance(event, _RefusalEvent) or event.fields[0] in FILLED:
        return None
    return RefusalCode(event.fields[0]).name


@cache
def _seats(audience: int) -> tuple[int, ...]:
    """Return the seats of a set given as bits, ascending: bit s is set for seat s.

    Cached: there are at most 2^16 sets.
    """
    return tuple([seat for seat in range(MAX_SEATS) if audience >> seat & 1])
