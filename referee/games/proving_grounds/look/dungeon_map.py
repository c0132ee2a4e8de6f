"""Proving Grounds' map: sectors side by side, three characters a room, doors between rooms.

The first character is whose a room is: a seat's number, `-` for a room that was entered and that nobody
owns, a space for one that nobody has entered. The second one is who is there: the letter of a hero, or of the
strongest creature, and so on. The third one is what else there is. docs/proving_grounds.md has them all.
Before the rooms of a row stands the number of the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.view import PLAYER_STYLES, Fields, Panel, Span, Style
from referee.games.proving_grounds.look.visibility import RefKey, Visibility, num_in
from referee.games.proving_grounds.tables import CLASSES, CREATURES_TABLE, Creature, HeroClass

__all__ = ["class_of", "creature_of", "map_panel", "seat_span"]

_WIDTH = 92
"""Characters of a line, if a sector takes no more; further sectors come below."""
_MOST_COUNTED = 9
_HERO = "H"
"""A hero whose class is not known."""

Line = tuple[Span, ...]


def class_of(told: Fields) -> HeroClass | None:
    """Return the class of a hero, if it is known."""
    name = told.get("hero_class", "HERO_CLASS_UNSPECIFIED")
    return None if name.endswith("_UNSPECIFIED") else HeroClass[name.removeprefix("HERO_CLASS_")]


def creature_of(name: str) -> Creature:
    """Return a creature by its name in the schema."""
    return Creature[name.removeprefix("CREATURE_")]


def seat_span(seat: int, players: Sequence[str]) -> Span:
    """Return a seat with its player's name."""
    return Span(f"{seat} {players[seat]}", PLAYER_STYLES[seat])


def map_panel(visibility: Visibility, title: str, players: Sequence[str]) -> Panel:
    """Return the map as it is known."""
    told = visibility.heading
    atlas = _Map(visibility, told["num_seats"], told["width"], told["depth"])
    bands = -(-atlas.sectors * atlas.sector_width // _WIDTH)
    at_once = -(-atlas.sectors // bands)
    lines: list[Line] = []
    for first in range(0, atlas.sectors, at_once):
        band = range(first, min(first + at_once, atlas.sectors))
        lines += atlas.band(band, players)
    return Panel(title, (*lines, *atlas.hall()))


class _Map:
    def __init__(self, visibility: Visibility, sectors: int, width: int, depth: int) -> None:
        self._visibility = visibility
        self.sectors, self._width, self._depth = sectors, width, depth
        self._digits = len(str(sectors * width * depth))
        self.sector_width = self._digits + 2 + 4 * width
        """Characters of a sector: number, door, rooms and the doors behind them."""

    def band(self, sectors: range, players: Sequence[str]) -> list[Line]:
        """Sectors side by side: a heading, rooms, and the doors between two rows of them."""
        heading: list[Span] = []
        for sector in sectors:
            seat = seat_span(sector, players)
            text = f"{'':{self._digits + 2}}{seat.text}"[: self.sector_width - 1]
            heading.append(Span(f"{text:{self.sector_width}}", seat.style))
        lines: list[Line] = [tuple(heading)]
        for row in range(self._depth):
            lines.append(self._rooms(sectors, row))
            if row < self._depth - 1:
                lines.append(self._doors_in(sectors, row))
        return lines

    def hall(self) -> list[Line]:
        """Return the hall, and how it can be entered."""
        room = self.sectors * self._width * self._depth
        last = [
            self._room(sector, self._depth - 1, column)
            for sector in range(self.sectors)
            for column in range(self._width)
        ]
        signs = [(other, self._door(other, room)) for other in last]
        doors = ", ".join(
            f"{other}{' (spiked)' if sign == _SPIKED else ''}"
            for other, sign in signs
            if sign not in (_UNKNOWN, _WALL)
        )
        cell = self._cell(room)
        told = f"doors to {doors}" if doors else "no door is known"
        return [(Span(f"hall {room} ", Style.FAINT), cell, Span(f" {told}", Style.FAINT))]

    def _room(self, sector: int, row: int, column: int) -> int:
        """Return a room's id (PG-2.4); columns before the first and behind the last are the neighbours'."""
        sector = (sector + column // self._width) % self.sectors
        return (sector * self._depth + row) * self._width + column % self._width

    def _rooms(self, sectors: range, row: int) -> Line:
        spans: list[Span] = []
        for sector in sectors:
            first = self._room(sector, row, 0)
            spans.append(Span(f"{first:>{self._digits}} ", Style.FAINT))
            spans.append(self._drawn(first, self._room(sector, row, -1), "─"))
            for column in range(self._width):
                room = self._room(sector, row, column)
                spans.append(self._cell(room))
                spans.append(self._drawn(room, self._room(sector, row, column + 1), "─"))
        return tuple(spans)

    def _doors_in(self, sectors: range, row: int) -> Line:
        spans: list[Span] = []
        for sector in sectors:
            spans.append(Span(" " * (self._digits + 2)))
            for column in range(self._width):
                ends = self._room(sector, row, column), self._room(sector, row + 1, column)
                spans += [Span(" "), self._drawn(*ends, "│"), Span("  ")]
        return tuple(spans)

    def _drawn(self, room: int, other: int, open_sign: str) -> Span:
        sign = self._door(room, other)
        if sign == _OPEN:
            return Span(open_sign)
        return Span(sign, Style.WARN if sign == _SPIKED else Style.HIDDEN)

    def _door(self, room: int, other: int) -> str:
        doors = self._visibility.doors.get(room, {})
        if other in doors:
            return _SPIKED if doors[other] else _OPEN
        is_known = self._visibility.knows_doors(room) or self._visibility.knows_doors(other)
        return _WALL if is_known else _UNKNOWN

    def _cell(self, number: int) -> Span:
        room = self._visibility.rooms[number]
        heroes = self._visibility.standing_in(number)
        if heroes:
            return _heroes(room, heroes)
        owner = room.get("owner")
        whose = str(owner) if owner is not None else "-" if room["is_explored"] else " "
        who, count, style = _who(room)
        if owner is not None:
            style = PLAYER_STYLES[owner]
        return Span(f"{whose}{who}{_what(room, count)}", style)


_OPEN, _SPIKED, _WALL, _UNKNOWN = "+", "#", " ", "·"


def _heroes(room: Fields, heroes: Sequence[tuple[RefKey, Fields]]) -> Span:
    """Return the heroes of a room: the first seat's strongest one, and whether there is anybody else."""
    seat = heroes[0][0][0]
    mates = [dot for (other, _), dot in heroes if other == seat]
    best = max(mates, key=lambda dot: int(dot.get("hp", 0)))
    kind = class_of(best)
    letter = _HERO if kind is None else CLASSES[kind].letter
    is_mixed = len(mates) < len(heroes) or bool(room.get("has_creatures"))
    more = "!" if is_mixed else _what(room, len(mates))
    return Span(f"{seat}{letter}{more}", PLAYER_STYLES[seat])


def _who(room: Fields) -> tuple[str, int, Style]:
    """Return a room without heroes: a letter, how many there are, a style for a room that nobody owns."""
    kinds = [creature_of(one["creature"]) for one in room["creatures"]]
    for counted in [] if kinds else room["counts"]:
        kinds += [creature_of(counted["creature"])] * counted["count"]
    if kinds:
        return CREATURES_TABLE[max(kinds)].letter, len(kinds), Style.BAD
    if room.get("has_creatures"):
        return "!", 0, Style.BAD
    if "has_creatures" in room:
        return ".", 0, Style.TEXT
    return (":", 0, Style.FAINT) if room["is_explored"] else ("?", 0, Style.HIDDEN)


def _what(room: Fields, count: int) -> str:
    """Return what else there is: gems, a trap, or how many stand there."""
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
