"""What is told of a match as it happens (CH-6.3), read from the log of a step."""

from __future__ import annotations

from functools import cache

from referee.core.game import Event
from referee.games.champions import columns as c
from referee.games.champions.rules.log import FILLED, MOST_REFUSALS
from referee.games.champions.state import State
from referee.games.champions.tables import MAX_SEATS, RefusalCode
from referee.games.champions.wire.records import EVENTS, Notice
from referee.kit.flat import read_flat

__all__ = ["log_events", "refusal_in"]


_TEXTS = {"phase": c.PHASE_NAMES}
_NOWHERE = -1
"""In an entry of the log, where there is no place to name."""


class _LoggedEvent(Event):
    """An event whose body is made of its entry in the log when somebody looks."""

    __slots__ = ("_entry",)

    def __init__(
        self, kind: int, fields: list[int], phase: int, audience: tuple[int, ...] | None
    ) -> None:
        super().__init__(None, audience)
        self._entry = kind, fields, phase

    @property
    def kind(self) -> int:
        """What kind of entry it is made of."""
        return self._entry[0]

    @property
    def body(self) -> object:
        """See `Event`."""
        if self._body is None:
            self._body = _body(*self._entry)
        return self._body


def log_events(state: State, phase: int) -> list[Event]:
    """Return what the last step came to, in order, but for the end of the match.

    Args:
        state: The match after the step.
        phase: The phase that was carried out.
    """
    size = int(state.log[c.LOG_SIZE])
    log: list[int] = state.log[:size].tolist()
    events: list[Event] = []
    refusals: dict[int, _Refusals] = {}
    at = c.LOG_ENTRIES
    while at < size:
        kind, audience, count = log[at : at + 3]
        fields = log[at + 3 : at + 3 + count]
        told = None if kind in _PUBLIC else _seats(audience)
        if kind == c.SURPLUS_REFUSED or (kind == c.REFUSED and fields[0] not in FILLED):
            assert told is not None
            if audience not in refusals:
                refusals[audience] = _Refusals(phase, told)
            refusals[audience].tell(kind, fields, events)
        else:
            events.append(_LoggedEvent(kind, fields, phase, told))
        at += 3 + count
    return events


class _Refusals:
    """What is refused of one action: the first parts one by one, and how many followed (CH-4.2).

    Args:
        phase: The phase that was carried out.
        audience: The seat that is told.
    """

    def __init__(self, phase: int, audience: tuple[int, ...]) -> None:
        self._phase = phase
        self._audience = audience
        self._left = MOST_REFUSALS
        self._more: list[int] | None = None

    def tell(self, kind: int, fields: list[int], events: list[Event]) -> None:
        """Append what an entry of the log comes to."""
        parts = fields[2] if kind == c.SURPLUS_REFUSED else 1
        told = min(parts, self._left)
        if kind == c.REFUSED:
            events += [self._event(fields)] * told
        else:
            events += [self._event(_surplus(fields, part)) for part in range(told)]
        self._left -= told
        if told < parts:
            if self._more is None:
                self._more = [RefusalCode.MORE.value, 0, _NOWHERE]
                events.append(self._event(self._more))
            self._more[1] += parts - told

    def _event(self, fields: list[int]) -> Event:
        return _LoggedEvent(c.REFUSED, fields, self._phase, self._audience)


def _surplus(fields: list[int], part: int) -> list[int]:
    """Return the refusal of an element beyond the bound of a list, or of a set."""
    index, turn, _ = fields
    code = RefusalCode.LIST_TOO_LONG.value
    return [code, index + part, turn] if turn == _NOWHERE else [code, index, turn + part]


def refusal_in(event: Event) -> str | None:
    """Return the code of a part of a seat's action that did not count; bodies of other events stay unmade."""
    if not isinstance(event, _LoggedEvent) or event.kind != c.REFUSED:
        return None
    body = event.body
    assert isinstance(body, Notice)
    return None if body.code.value in FILLED else body.code.name


_PUBLIC = (c.ELIMINATED, c.MAP_SHRUNK)


@cache
def _seats(audience: int) -> tuple[int, ...]:
    """Return the seats of a set, ascending; there are 2^16 sets at most."""
    return tuple([seat for seat in range(MAX_SEATS) if audience >> seat & 1])


def _body(kind: int, fields: list[int], phase: int) -> object:
    numbers = [phase, *fields] if kind == c.REFUSED else fields
    return read_flat(EVENTS[kind - 1], iter(numbers), _TEXTS)
