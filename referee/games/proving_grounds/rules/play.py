"""One turn while it is resolved: state of the match, facts that last only for the turn, and events."""

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
"""Seats that receive an event; a tuple is ascending. None stands for everybody."""
Hero: TypeAlias = tuple[int, int]
"""Seat and id of a hero, as keys of facts of the turn."""


@dataclasses.dataclass(slots=True)
class Conflict:
    """A fight that is registered in a room and will be fought in phase 8 (PG-5.13 to PG-5.15)."""

    room: int
    entrants: int
    """Seat whose heroes entered the room, or CREATURES."""


class Survivor(NamedTuple):
    """A hero who lives when the fights of the turn are over."""

    seat: int
    hero: int
    row: list[int]
    """Columns of the hero's row of `State.heroes`, as they are after the fights."""


@dataclasses.dataclass(slots=True)
class Play:
    """One turn while it is resolved; facts that last longer than the turn are in the match's state (PG-5.34)."""

    state: State
    """State of the match; changed in place."""
    messages: list[Checked]
    """Valid parts of each seat's message, indexed by seat; empty at setup."""
    events: list[Event]
    """Events of the turn so far, in the order in which they happened."""
    acted: set[Hero] = dataclasses.field(default_factory=set)
    fought: set[Hero] = dataclasses.field(default_factory=set)
    blessed: set[Hero] = dataclasses.field(default_factory=set)
    hasted: set[Hero] = dataclasses.field(default_factory=set)
    shielded: set[Hero] = dataclasses.field(default_factory=set)
    came_from: dict[Hero, int] = dataclasses.field(default_factory=dict)
    """Room that each hero who has walked in this turn left last."""
    entered_by: dict[int, int] = dataclasses.field(default_factory=dict)
    """By room that was entered in this turn: the seat that entered it, or CREATURES."""
    noise: set[int] = dataclasses.field(default_factory=set)
    """Rooms in which the spell NOISE was cast in this turn; no hero retreats to them."""
    conflicts: list[Conflict] = dataclasses.field(default_factory=list)
    """Fights to be fought in phase 8, in the order in which they were registered."""
    clamors: dict[int, set[int]] = dataclasses.field(default_factory=dict)
    """Seats that receive a clamor, the report of a fight or noise, by its room."""
    _survivors: list[Survivor] | None = None

    def tell(self, body: Body, seats: Audience = None) -> None:
        """Add an event that these seats receive, or everybody if `seats` is None."""
        # Sorted, for events are recorded and must be equal in every replay; a set has no fixed
        # order.
        if isinstance(seats, set):
            seats = tuple(sorted(seats))
        self.events.append(Event(body, seats))

    def answer(self, seat: int, part: OrderList, place: int, code: Code) -> None:
        """Report the result of one part of a seat's message to that seat.

        Args:
            seat: Index of the seat.
            part: List of the message that has the part.
            place: Index of the part in the list.
            code: OK, or the reason for the refusal.
        """
        self.events.append(Event(result(seat, part, place, None, code), (seat,)))

    def orders(self, board: Board, phase: Phase) -> Iterator[tuple[int, int, Any]]:
        """Yield seat, list index and order of each hero order of a phase.

        Seats follow in the order of the leader board, a seat's orders in list order.
        """
        for seat in self.state.boards[board].tolist():
            for place, order in self.messages[seat].of(phase):
                yield seat, place, order

    def clamor(self, room: int, seats: Iterable[int]) -> None:
        """Record a fight or noise in a room, to be reported to these seats at the end of the turn."""
        # By room, so that a fight and a noise in one room are reported once (PG-6.7).
        self.clamors.setdefault(room, set()).update(seats)

    def tell_clamors(self) -> None:
        """Report each room with a fight or noise once, after all other events of the turn.

        Its place among the events must not show in which phase the fight or noise happened
        (PG-6.7).
        """
        for room, seats in sorted(self.clamors.items()):
            self.tell(Clamor(room), seats)

    def pay(self, seat: int, amount: int, cause: Cause) -> None:
        """Change a seat's gold and report it in the seat's ledger.

        Do nothing if the amount is 0.

        Args:
            seat: Index of the seat.
            amount: Gold gained; negative for gold spent, which must not exceed the treasury.
            cause: Reason that the ledger shows.
        """
        if amount:
            # No check: `can_afford` comes before every payment, and a treasury must never fall
            # below 0.
            self.state.seats[seat, c.GOLD] += amount
            gold = self.state.seats.item(seat, c.GOLD)
            self.tell(Ledger(seat, amount, cause, gold), (seat,))

    def survivors(self) -> list[Survivor]:
        """Return the living heroes, ordered by seat and id; call it only after the fights.

        The result is cached: after the fights nobody dies or moves any more in the turn.
        """
        # Phases 9 to 11 ask for this. A phase after the fights that killed or moved a hero would
        # have to reset it.
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
    """Return a new turn of the match in which nothing has happened yet."""
    return Play(state, [], [])
