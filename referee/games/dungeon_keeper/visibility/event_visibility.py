"""Audiences of events: which seats get an event, and which parts of it (DK-6.1, DK-6.22, DK-6.23).

In an open game all seats get all events except results of orders. Under fog the seats that may know
all of an event get it whole (there may be none), and others get a `Partial`, which lacks what they
may not know. A set of seats is a number here, with bit i for seat i.
"""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.game import Event
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools
from referee.games.dungeon_keeper.rules.board.units import find, owner_of_id
from referee.games.dungeon_keeper.rules.events import (
    SEAT_FIELDS,
    AltarsWaned,
    Body,
    Died,
    Eliminated,
    MatchEnd,
    OrderResult,
    Place,
    Rolled,
    Spot,
    TurnStart,
)
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import MAX_SEATS
from referee.games.dungeon_keeper.visibility.fog import has_fog
from referee.kit.records import Partial

__all__ = ["visible_events"]

_EVERYBODY = (1 << MAX_SEATS) - 1


def visible_events(
    state: State,
    bodies: Sequence[Body],
    before: Bools | None,
    blows: Mapping[int, Spot | Place] = {},
) -> list[Event]:
    """Return the events between two updates of the seats' vision (DK-6.21), each with its audience.

    Args:
        state: The match after the events, with what each seat has in sight now.
        bodies: Bodies of the events, in order; of at most one order.
        before: bool[seat, row, col]: what each seat had in sight before; None without fog.
        blows: Killing blow of each unit that died, by its id: see `Play.blows`.
    """
    if before is None or not has_fog(state):
        return [Event(body, _sender(body)) for body in bodies]
    witnesses = _Witnesses(state, bodies, before, blows)
    events = []
    for place, body in enumerate(bodies):
        if isinstance(body, Eliminated | AltarsWaned | MatchEnd):
            events.append(Event(body))
        else:
            events.extend(_shared_out(witnesses, place, body))
    return events


def _sender(body: Body) -> tuple[int, ...] | None:
    return (body.seat,) if isinstance(body, OrderResult) else None


def _shared_out(witnesses: _Witnesses, place: int, body: Body) -> list[Event]:
    """Return an event in full, followed by each partial form that some seats get.

    Args:
        witnesses: Says which seats get which events, and what they see of them.
        place: Index of the event among those of the step.
        body: The whole event.
    """
    # The whole event comes first, even for nobody: the record of the match has it.
    copies: dict[Body, list[int]] = {body: []}
    # Seats that may know the same of it share one copy, which is encoded once.
    for seat in witnesses.hearers(place):
        copies.setdefault(witnesses.seen_by(seat, place), []).append(seat)
    return [
        Event(body if copy == body else Partial(copy), tuple(seats))
        for copy, seats in copies.items()
    ]


def _bit(seat: int | None) -> int:
    """Return the set of seats, as bits, with one seat; the empty set, 0, for None or an owner that is no seat."""
    return 0 if seat is None or seat < 0 else 1 << seat


class _Witnesses:
    """Finds which seats get each event between two updates of their vision, and in what form."""

    def __init__(
        self,
        state: State,
        bodies: Sequence[Body],
        before: Bools,
        blows: Mapping[int, Spot | Place],
    ) -> None:
        self._bodies, self._blows = bodies, blows
        self._num_seats = len(state.seats)
        self._before, self._after = before, state.vision
        self._state, self._units = state, state.units
        self._rows: dict[int, int] = {}
        self._see_cells: dict[tuple[int, int], int] = {}
        self._known: dict[int, int] = {}
        for body in bodies:
            self._note_units(body)
        self._others = [at for at, body in enumerate(bodies) if not isinstance(body, Rolled)]
        self._hearers = self._find_hearers()

    def hearers(self, place: int) -> list[int]:
        """Return the seats that get an event, in full or in part, ascending.

        Args:
            place: Index of the event in the list of events.
        """
        return [seat for seat in range(self._num_seats) if self._hearers[place] >> seat & 1]

    def seen_by(self, seat: int, place: int) -> Body:
        """Return an event without the parts that a seat may not know.

        Args:
            seat: Seat that gets the event.
            place: Index of the event in the list of events.
        """
        body = self._bodies[place]
        changes: dict[str, object] = {}
        if isinstance(body, TurnStart) and body.seat != seat:
            changes = {"income": None, "upkeep": None}
        # Mana goes with the killer: the amount would betray that somebody gained it.
        if isinstance(body, Died) and not self._know_killer(body) >> seat & 1:
            changes = {"killer": None, "mana": 0}
        for name, value in zip(body._fields, body, strict=True):
            if isinstance(value, Spot):
                changes[name] = self._spot_seen_by(seat, value)
            elif isinstance(value, Place) and not self._see_cell(*value) >> seat & 1:
                changes[name] = None
        # The union of all bodies hides from the checker that each has the fields that it has.
        return body._replace(**changes) if changes else body  # type: ignore[arg-type, unused-ignore]

    def _see_cell(self, row: int, col: int) -> int:
        """Return the set of seats, as bits, that had a cell in sight before or after the events."""
        seats = self._see_cells.get((row, col))
        if seats is None:
            # One bit a seat, and no more than eight of them: a byte holds the set.
            # Before or after: an order that ends a seat's sight must not hide itself from that seat (DK-6.22).
            in_sight = self._before[:, row, col] | self._after[:, row, col]
            seats = int(np.packbits(in_sight, bitorder="little").item(0))
            self._see_cells[row, col] = seats
        return seats

    def _row(self, unit: int) -> int:
        """Return the row of `State.units` of the unit with an id; NO if it is gone."""
        at = self._rows.get(unit)
        if at is None:
            at = self._rows[unit] = find(self._state, unit)
        return at

    def _command(self, unit: int) -> int:
        """Return the set of seats, as bits, that own or control a unit."""
        at = self._row(unit)
        # A unit that is gone obeys nobody, but its owner still gets the event.
        master = None if at == c.NO else self._units.item(at, c.CONTROLLER)
        return _bit(owner_of_id(unit)) | _bit(master)

    def _know_unit(self, unit: int) -> int:
        """Return the set of seats, as bits, that own or control a unit, or saw it before or after the events."""
        return self._command(unit) | self._known[unit]

    def _know_killer(self, died: Died) -> int:
        """Return the set of seats, as bits, that may know which seat killed a unit.

        These are the killer, and the seats that could see where the killing blow came from.
        """
        by = None if died.unit is None else self._blows.get(died.unit.unit)
        return _bit(died.killer) | (0 if by is None else self._see(by))

    def _see(self, what: Spot | Place) -> int:
        return self._know_unit(what.unit) if isinstance(what, Spot) else self._see_cell(*what)

    def _spot_seen_by(self, seat: int, spot: Spot) -> Spot | None:
        """Return a unit's spot as a seat may know it (DK-6.22).

        Whole for units that the seat owns or controls, and if it saw the cell; without the cell if
        it saw the unit elsewhere; else None.
        """
        if (self._command(spot.unit) | self._see_cell(spot.row, spot.col)) >> seat & 1:
            return spot
        return Spot(spot.unit, c.NO, c.NO) if self._know_unit(spot.unit) >> seat & 1 else None

    def _note_units(self, body: Body) -> None:
        """Record for the units of an event which seats saw them, at their cells in the event or at present."""
        for value in body:
            if isinstance(value, Spot):
                self._note(value.unit, value.row, value.col)
                at = self._row(value.unit)
                if at != c.NO:
                    now = self._units.item(at, c.ROW), self._units.item(at, c.COL)
                    self._note(value.unit, *now)

    def _note(self, unit: int, row: int, col: int) -> None:
        self._known[unit] = self._known.get(unit, 0) | self._see_cell(row, col)

    def _find_hearers(self) -> list[int]:
        found = [self._concerned(body) for body in self._bodies]
        # A roll has no cell, so the seats that get the event it belongs to get it too, and nobody else.
        for place, body in enumerate(self._bodies):
            if isinstance(body, Rolled):
                found[place] = found[self._event_of_roll(place)]
        return found

    def _concerned(self, body: Body) -> int:
        """Return the set of seats, as bits, that act in an event, are affected by it, or saw a cell of it."""
        if isinstance(body, OrderResult):
            return _bit(body.seat)
        if isinstance(body, TurnStart):
            return _EVERYBODY
        seats = 0
        for name in SEAT_FIELDS.get(type(body), ()):
            seats |= _bit(getattr(body, name))
        for value in body:
            if isinstance(value, Spot):
                seats |= self._command(value.unit) | self._see_cell(value.row, value.col)
            elif isinstance(value, Place):
                seats |= self._see_cell(*value)
        return seats

    def _event_of_roll(self, roll: int) -> int:
        """Return the index of the event that a roll belongs to (DK-6.22).

        That is the next event of the same order, else the one before; without either, the roll's
        own index.
        """
        following = bisect.bisect(self._others, roll)
        near = self._others[following : following + 1] + self._others[following - 1 : following]
        # The result of an order is where the next one begins.
        own = [place for place in near if not isinstance(self._bodies[place], OrderResult)]
        return own[0] if own else roll
