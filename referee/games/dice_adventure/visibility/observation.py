"""The observation of one seat as an object: the arrays that hold it, and the rulebook's fields on demand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Annotated

from pydantic import Field

from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Bytes
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.tables import MOST_PARTIES, NUM_MEMBERS
from referee.games.dice_adventure.visibility.visibility import Sights, new_sights, see
from referee.games.dice_adventure.wire.events import refusal_rows, texts_of
from referee.games.dice_adventure.wire.records import (
    Cap,
    Level,
    LevelRecord,
    MapNumber,
    Mate,
    Me,
    Monster,
    Notice,
    PhaseName,
    Ping,
    Window,
)
from referee.kit.flat import LazyRecord, read_field
from referee.kit.records import Name, fields_of
from referee.kit.rows import row_width

__all__ = ["COUNTS", "PLACES", "Observation", "observe"]


class Observation(LazyRecord):
    """What a seat may know at a decision (DA-6.5).

    Events of the step are sent along with it. The config, with num_levels in place of levels, is sent when the seat joins.
    """

    party: Annotated[int, Field(ge=0, le=MOST_PARTIES - 1)]
    """Index of the seat's party, from 0."""
    seat: Annotated[int, Field(ge=0, le=NUM_MEMBERS * MOST_PARTIES - 1)]
    """Index of the seat that this observation is for."""
    char: Annotated[MapNumber, Name("character")]
    """Map number of the seat's member: 1 Dwarf, 2 Giant, 3 Human."""
    level: Level
    """The level that the party is on."""
    round: Cap
    """Current round of the level, from 1."""
    phase: PhaseName
    """Phase of the party: whether pings or a plan are asked for."""
    window: Window
    """Current ping window, from 1; 0 in planning."""
    grid: tuple[str, ...]
    """The map as the member remembers it: a text for each row, two characters for each cell, "??" where the cell
    was never in sight.
    """
    seen: tuple[str, ...]
    """How the member knows each cell: a text for each row, a digit for each cell: 0 unexplored, 1 remembered,
    2 in sight.
    """
    monsters: tuple[Monster, ...]
    """Monsters in sight, by y, then x, then code."""
    me: Me
    """State of the seat's own member."""
    members: tuple[Mate, Mate, Mate]
    """State of all three members of the party, by map number."""
    pings: tuple[Ping, ...]
    """Pings of the party in this round, in order."""
    refused: tuple[Notice, ...]
    """Refused parts of this seat's last order."""
    results: tuple[LevelRecord, ...]
    """Records of the levels that the party has ended, in order."""
    score: Annotated[int, Field(ge=0, le=19_980)]
    """Points of the party so far, over all levels."""

    __slots__ = ("chars", "own", "sights")

    def __init__(self, sights: Sights, chars: Bytes, row: int, member: int) -> None:
        # Shared by all observations of the match, so reading a field must not write to it.
        self.sights = sights
        """What all seats of the match see; only the part of this seat is read."""
        self.chars = chars
        """uint8[content, 2]: map code, as two ASCII characters, of each content (terrain or piece)
        of a cell, as in `State`.
        """
        self.own = (row, member)
        """Row of the party in the arrays of `sights`, and index of the member, both from 0."""

    def _read(self, name: str) -> object:
        if name in PLACES:
            numbers = self.sights.numbers[self.own][PLACES[name]].tolist()
        # An empty list needs no array, and most lists are empty at most decisions.
        elif name in COUNTS:
            if not self.sights.numbers.item(*self.own, COUNTS[name]):
                return ()
            rows = self.rows(name, self.numbers())
            numbers = [len(rows), *chain.from_iterable(rows)]
        else:
            return self._lines(name)
        return _READERS[name](iter(numbers), texts_of(self.chars.tobytes()))

    def numbers(self) -> list[int]:
        """Return all numbers of this seat, by the `SEEN_` columns; entries of lists are not among them."""
        numbers: list[int] = self.sights.numbers[self.own].tolist()
        return numbers

    def rows(self, name: str, numbers: Sequence[int]) -> Sequence[Sequence[int]]:
        """Return the records of a list, each as the numbers of its fields in order.

        Args:
            name: Name of the list, such as `pings`.
            numbers: The return value of `numbers()`.
        """
        count = numbers[COUNTS[name]]
        # Refusals are kept without phase and window, which are the same for all of one order.
        if name == "refused":
            where = numbers[c.SEEN_REFUSED_PHASE], numbers[c.SEEN_REFUSED_WINDOW]
            return refusal_rows(self.sights.refused[self.own], count, *where)
        # Monsters are a list for each member; all other lists are the same for the party.
        own = self.own if name == "monsters" else self.own[0]
        rows: list[list[int]] = getattr(self.sights, name)[own][:count].tolist()
        return rows

    def cells(self, name: str, numbers: Sequence[int]) -> Bytes:
        """Return uint8[row, col]: the map `grid` or `seen`, cut to the size of the level.

        Args:
            name: `grid` or `seen`.
            numbers: The return value of `numbers()`.
        """
        plane: Bytes = getattr(self.sights, name)[self.own]
        return plane[: numbers[c.SEEN_HEIGHT], : numbers[c.SEEN_WIDTH]]

    def _lines(self, name: str) -> tuple[str, ...]:
        cells = self.cells(name, self.numbers())
        if name == "grid":
            return tuple([self.chars[line].tobytes().decode() for line in cells])
        return tuple(["".join(map(str, line)) for line in cells.tolist()])


COUNTS = {
    "monsters": c.SEEN_NUM_MONSTERS,
    "pings": c.SEEN_NUM_PINGS,
    "refused": c.SEEN_NUM_REFUSED,
    "results": c.SEEN_NUM_RESULTS,
}
"""Column of `Observation.numbers` with the length of each list, by the list's name."""
_FIELDS = fields_of(Observation)
_READERS = {field.name: read_field(field) for field in _FIELDS}


def _places() -> dict[str, slice]:
    places, start = {}, 0
    for field in _FIELDS:
        # Lists of any length and maps have separate arrays in `Sights`; only their lengths are among the numbers.
        if not field.kind.is_list or field.kind.length:
            width = row_width(field.kind)
            places[field.name] = slice(start, start + width)
            start += width
    return places


PLACES = _places()
"""Slice of `Observation.numbers` with the numbers of each field, by the field's name."""


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Return the observations of a single match, in the order of `seats`."""
    if not seats:
        return []
    sights = new_sights(state)
    see(state, sights)
    # A copy, like the sights: an observation must stay the same when the state goes on.
    chars = state.chars.copy()
    return [Observation(sights, chars, *divmod(seat, NUM_MEMBERS)) for seat in seats]
