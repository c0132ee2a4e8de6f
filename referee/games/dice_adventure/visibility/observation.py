"""What one seat may see, as an object: the arrays it is kept in, and the rulebook's fields on demand."""

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

    Events come along with it. The config, with num_levels in place of levels, comes when the seat joins.
    """

    party: Annotated[int, Field(ge=0, le=MOST_PARTIES - 1)]
    """The party."""
    seat: Annotated[int, Field(ge=0, le=NUM_MEMBERS * MOST_PARTIES - 1)]
    """The seat this is for."""
    char: Annotated[MapNumber, Name("character")]
    """Map number of its member."""
    level: Level
    """The current level."""
    round: Cap
    """Round of the level."""
    phase: PhaseName
    """What is asked for."""
    window: Window
    """Ping window, from 1; 0 in planning."""
    grid: tuple[str, ...]
    """The map as the member remembers it: a text a row, two characters a cell, "??" where it was never in
    sight."""
    seen: tuple[str, ...]
    """The same cells, a digit each: 0 unexplored, 1 remembered, 2 in sight."""
    monsters: tuple[Monster, ...]
    """Monsters in sight, by y, then x, then code."""
    me: Me
    """The seat's own member."""
    members: tuple[Mate, Mate, Mate]
    """All three members by map number."""
    pings: tuple[Ping, ...]
    """Pings of this round, in order."""
    refused: tuple[Notice, ...]
    """What was refused of this seat's last order."""
    results: tuple[LevelRecord, ...]
    """Records of the levels that have ended, in order."""
    score: Annotated[int, Field(ge=0, le=19_980)]
    """Points of the party so far."""

    __slots__ = ("chars", "own", "sights")

    def __init__(self, sights: Sights, chars: Bytes, row: int, member: int) -> None:
        self.sights = sights
        """What all seats of the match see; only this seat's part is read."""
        self.chars = chars
        """uint8[content, 2]: codes, as in `State`."""
        self.own = (row, member)
        """Row of the party, and member, from 0."""

    def _read(self, name: str) -> object:
        if name in PLACES:
            numbers = self.sights.numbers[self.own][PLACES[name]].tolist()
        elif name in COUNTS:
            if not self.sights.numbers.item(*self.own, COUNTS[name]):
                return ()
            rows = self.rows(name, self.numbers())
            numbers = [len(rows), *chain.from_iterable(rows)]
        else:
            return self._lines(name)
        return _READERS[name](iter(numbers), texts_of(self.chars.tobytes()))

    def numbers(self) -> list[int]:
        """Return all numbers but those of lists, by `columns`."""
        numbers: list[int] = self.sights.numbers[self.own].tolist()
        return numbers

    def rows(self, name: str, numbers: Sequence[int]) -> Sequence[Sequence[int]]:
        """Return the numbers of a list's records, in the order of their fields.

        Args:
            name: Name of the list.
            numbers: All of `numbers()`.
        """
        count = numbers[COUNTS[name]]
        if name == "refused":
            where = numbers[c.SEEN_REFUSED_PHASE], numbers[c.SEEN_REFUSED_WINDOW]
            return refusal_rows(self.sights.refused[self.own], count, *where)
        own = self.own if name == "monsters" else self.own[0]
        rows: list[list[int]] = getattr(self.sights, name)[own][:count].tolist()
        return rows

    def cells(self, name: str, numbers: Sequence[int]) -> Bytes:
        """uint8[row, col]: `grid` or `seen` as far as the level goes."""
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
"""Where the lengths of lists are among the numbers."""
_FIELDS = fields_of(Observation)
_READERS = {field.name: read_field(field) for field in _FIELDS}


def _places() -> dict[str, slice]:
    places, start = {}, 0
    for field in _FIELDS:
        if not field.kind.is_list or field.kind.length:
            width = row_width(field.kind)
            places[field.name] = slice(start, start + width)
            start += width
    return places


PLACES = _places()
"""Where the numbers of a field are among those of `Observation.numbers`."""


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Observations of a single match, in the order of `seats`."""
    if not seats:
        return []
    sights = new_sights(state)
    see(state, sights)
    chars = state.chars.copy()
    return [Observation(sights, chars, *divmod(seat, NUM_MEMBERS)) for seat in seats]
