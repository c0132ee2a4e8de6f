"""A turn of Proving Grounds while it is resolved: the match, facts of this turn alone, and events."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from referee.core.game import Event
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.checked import Checked, Phase
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import Board, Cause, Code, OrderList
from referee.games.proving_grounds.wire.events import Body, Clamor, Ledger, result

__all__ = ["Audience", "Conflict", "Play", "Survivor", "begin_play", "can_afford"]

Audience: TypeAlias = set[int] | tuple[int, ...] | None
"""Seats that receive an event, in a tuple ascending; None for everybody."""
Hero: TypeAlias = tuple[int, int]
"""Seat and id."""


@dataclasses.dataclass(slots=True)
class Conflict:
    """A fight to come (PG-5.13 to PG-5.15)."""

    room: int
    entrants: int
    """The seat that came in, or CREATURES."""


class Survivor(NamedTuple):
    """A hero who lives when the fights are over."""

    seat: int
    hero: int
    row: list[int]
    """The columns of the state then."""


@dataclasses.dataclass(slots=True)
class Play:
    """A turn. It ends with the turn; the state stays (PG-5.34)."""

    state: State
    """The match; changed in place."""
    messages: list[Checked]
    """What is left of the message of each seat; none at setup."""
    events: list[Event]
    """What has happened, in order."""
    acted: set[Hero] = dataclasses.field(default_factory=set)
    fought: set[Hero] = dataclasses.field(default_factory=set)
    blessed: set[Hero] = dataclasses.field(default_factory=set)
    hasted: set[Hero] = dataclasses.field(default_factory=set)
    shielded: set[Hero] = dataclasses.field(default_factory=set)
    came_from: dict[Hero, int] = dataclasses.field(default_factory=dict)
    """The room of those who have walked."""
    entered_by: dict[int, int] = dataclasses.field(default_factory=dict)
    """A seat, or CREATURES, by room."""
    noise: set[int] = dataclasses.field(default_factory=set)
    """Rooms."""
    conflicts: list[Conflict] = dataclasses.field(default_factory=list)
    """In the order in which they were registered."""
    clamors: dict[int, set[int]] = dataclasses.field(default_factory=dict)
    """Rooms of fights and noises, each with the seats that receive a clamor of it."""
    _survivors: list[Survivor] | None = None

    def tell(self, body: Body, seats: Audience = None) -> None:
        """Add an event for these seats, or for everybody."""
        if isinstance(seats, set):
            seats = tuple(sorted(seats))
        self.events.append(Event(body, seats))

    def answer(self, seat: int, part: OrderList, place: int, code: Code) -> None:
        """Report the result of a part of its message to a seat."""
        self.events.append(Event(result(seat, part, place, None, code), (seat,)))

    def orders(self, board: Board, phase: Phase) -> Iterator[tuple[int, int, Any]]:
        """Yield seat, place and order of each hero order of a phase: in board order, then in list order."""
        for seat in self.state.boards[board].tolist():
            for place, order in self.messages[seat].of(phase):
                yield seat, place, order

    def clamor(self, room: int, seats: Iterable[int]) -> None:
        """Note a fight or a noise in a room, to be reported to these seats at the end of the turn."""
        self.clamors.setdefault(room, set()).update(seats)

    def tell_clamors(self) -> None:
        """Report each noisy room once, after all other events, so that the position does not show the cause (PG-6.7)."""
        for room, seats in sorted(self.clamors.items()):
            self.tell(Clamor(room), seats)

    def pay(self, seat: int, amount: int, cause: Cause) -> None:
        """Change a seat's gold and report it in its ledger; do nothing if the amount is 0.

        Args:
            seat: The seat.
            amount: Gained; spent if negative, and then no more than there is.
            cause: Why.
        """
        if amount:
            self.state.seats[seat, c.GOLD] += amount
            gold = self.state.seats.item(seat, c.GOLD)
            self.tell(Ledger(seat, amount, cause, gold), (seat,))

    def survivors(self) -> list[Survivor]:
        """Return the living heroes by seat and id, once the fights are over: nobody dies or moves any more."""
        if self._survivors is None:
            heroes = self.state.heroes
            seats, ids = heroes[:, :, c.ALIVE].nonzero()
            rows = heroes[seats, ids].tolist()
            living = zip(seats.tolist(), ids.tolist(), rows, strict=True)
            self._survivors = list(itertools.starmap(Survivor, living))
        return self._survivors

    def is_conflict(self, room: int) -> bool:
        """Return whether a fight in a room has been registered in this turn."""
        return any(conflict.room == room for conflict in self.conflicts)


def can_afford(state: State, seat: int, gold: int) -> bool:
    """Return whether a seat's treasury holds this much gold."""
    return gold <= state.seats.item(seat, c.GOLD)


def begin_play(state: State) -> Play:
    """Return a turn in which nothing has happened yet."""
    return Play(state, [], [])
