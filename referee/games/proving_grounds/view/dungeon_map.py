"""Map of the dungeon in characters: sectors side by side, three characters for each room.

The first character is the owner: a seat's number, `-` for a room that was entered but has no owner,
a space for a room that nobody has entered. The second is the letter of a hero or of the strongest
creature there. The third is what else is there. Signs between rooms are doors.
docs/proving_grounds.md lists all of them. A row begins with the number of its first room.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.scene import PLAYER_STYLES, Line, Span, Style
from referee.core.view import Fields, Panel
from referee.games.proving_grounds.view.layout import Layout
from referee.games.proving_grounds.view.names import (
    class_letter,
    class_of,
    counted_creatures,
    creature_letter,
    seat_span,
)
from referee.games.proving_grounds.view.visibility import DoorState, RefKey, Visibility, num_in

__all__ = ["map_panel"]

_WIDTH = 92
"""Characters of a map line into which sectors must fit; further sectors go below. One sector may
take more.
"""
_MOST_COUNTED = 9


def map_panel(visibility: Visibility, title: str, players: Sequence[str]) -> Panel:
    """Return the map of the dungeon, as far as it is known, as a panel."""
    layout = Layout.of(visibility.heading)
    atlas = _Map(visibility, layout)
    # Both divisions round up: as few bands as needed, with the sectors spread evenly over them.
    bands = -(-layout.sectors * atlas.sector_width // _WIDTH)
    at_once = -(-layout.sectors // bands)
    lines: list[Line] = []
    for first in range(0, layout.sectors, at_once):
        band = range(first, min(first + at_once, layout.sectors))
        lines += atlas.band(band, players)
    return Panel(title, (*lines, *atlas.hall()))


class _Map:
    def __init__(self, visibility: Visibility, layout: Layout) -> None:
        self._visibility = visibility
        self._layout = layout
        self._digits = len(str(layout.hall))
        self.sector_width = self._digits + 2 + 4 * layout.width
        """Characters of a sector: room number, door, and each room with the door after it."""

    def band(self, sectors: range, players: Sequence[str]) -> list[Line]:
        """Return the lines of sectors that stand side by side.

        They are a heading, then rows of rooms with the doors between two rows.
        """
        heading: list[Span] = []
        for sector in sectors:
            seat = seat_span(sector, players)
            text = f"{'':{self._digits + 2}}{seat.text}"[: self.sector_width - 1]
            heading.append(Span(f"{text:{self.sector_width}}", seat.style))
        lines: list[Line] = [tuple(heading)]
        for row in range(self._layout.depth):
            lines.append(self._rooms(sectors, row))
            if row < self._layout.depth - 1:
                lines.append(self._doors_in(sectors, row))
        return lines

    def hall(self) -> list[Line]:
        """Return the line of the hall: what is there, and the rooms with a known door to it."""
        hall = self._layout.hall
        ways = [room for room, other in self._layout.edges() if other == hall]
        known = [(room, self._visibility.door(room, hall)) for room in ways]
        doors = ", ".join(
            f"{room}{' (spiked)' if state is DoorState.SPIKED else ''}"
            for room, state in known
            if state not in (DoorState.UNKNOWN, DoorState.NONE)
        )
        told = f"doors to {doors}" if doors else "no door is known"
        return [
            (Span(f"hall {hall} ", Style.FAINT), self._cell(hall), Span(f" {told}", Style.FAINT))
        ]

    def _rooms(self, sectors: range, row: int) -> Line:
        spans: list[Span] = []
        for sector in sectors:
            first = self._layout.room(sector, row, 0)
            spans.append(Span(f"{first:>{self._digits}} ", Style.FAINT))
            # The door to the sector before. Sectors are a ring, so each row can begin with one.
            spans.append(self._drawn(first, self._layout.room(sector, row, -1), "─"))
            for column in range(self._layout.width):
                room = self._layout.room(sector, row, column)
                spans.append(self._cell(room))
                spans.append(self._drawn(room, self._layout.room(sector, row, column + 1), "─"))
        return tuple(spans)

    def _doors_in(self, sectors: range, row: int) -> Line:
        spans: list[Span] = []
        for sector in sectors:
            spans.append(Span(" " * (self._digits + 2)))
            for column in range(self._layout.width):
                ends = (
                    self._layout.room(sector, row, column),
                    self._layout.room(sector, row + 1, column),
                )
                spans += [Span(" "), self._drawn(*ends, "│"), Span("  ")]
        return tuple(spans)

    def _drawn(self, room: int, other: int, open_sign: str) -> Span:
        state = self._visibility.door(room, other)
        sign = _SIGNS.get(state, open_sign)
        return Span(sign, _SIGN_STYLES.get(state, Style.TEXT))

    def _cell(self, number: int) -> Span:
        room = self._visibility.rooms[number]
        # Heroes come before creatures and owner: there is one character, and where heroes are
        # matters most.
        heroes = self._visibility.standing_in(number)
        if heroes:
            return _heroes(room, heroes)
        owner = room.get("owner")
        whose = str(owner) if owner is not None else "-" if room["is_explored"] else " "
        who, count, style = _who(room)
        if owner is not None:
            style = PLAYER_STYLES[owner]
        return Span(f"{whose}{who}{_what(room, count)}", style)


_SIGNS = {DoorState.SPIKED: "#", DoorState.NONE: " ", DoorState.UNKNOWN: "·"}
_SIGN_STYLES = {
    DoorState.SPIKED: Style.WARN,
    DoorState.NONE: Style.HIDDEN,
    DoorState.UNKNOWN: Style.HIDDEN,
}


def _heroes(room: Fields, heroes: Sequence[tuple[RefKey, Fields]]) -> Span:
    """Return the text for a room with heroes: seat, letter of its strongest hero, `!` if other seats or creatures are there."""
    seat = heroes[0][0][0]
    mates = [dot for (other, _), dot in heroes if other == seat]
    # Hit points of other seats' heroes may not be known; they count as 0.
    best = max(mates, key=lambda dot: int(dot.get("hp", 0)))
    letter = class_letter(class_of(best))
    is_mixed = len(mates) < len(heroes) or bool(room.get("has_creatures"))
    more = "!" if is_mixed else _what(room, len(mates))
    return Span(f"{seat}{letter}{more}", PLAYER_STYLES[seat])


def _who(room: Fields) -> tuple[str, int, Style]:
    """Return the letter, number and style for the creatures in a room without heroes.

    The style applies to a room that nobody owns. Without creatures, the letter says how well the
    room is known.
    """
    counts = counted_creatures(room)
    if counts:
        return creature_letter(max(counts)), sum(counts.values()), Style.BAD
    if room.get("has_creatures"):
        return "!", 0, Style.BAD
    if "has_creatures" in room:
        return ".", 0, Style.TEXT
    return (":", 0, Style.FAINT) if room["is_explored"] else ("?", 0, Style.HIDDEN)


def _what(room: Fields, count: int) -> str:
    """Return the third character of a room: `*` for gems, `T` for a trap, else the number of beings if above 1."""
    gems = num_in(room.get("hoard", {}).get("gems", ())) + num_in(
        room.get("floor", {}).get("gems", ())
    )
    if gems:
        return "*"
    if room.get("has_trap"):
        return "T"
    if count <= 1:
        return " "
    return str(count) if count <= _MOST_COUNTED else "+"
