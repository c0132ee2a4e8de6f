"""Puts a scene into words, for a player that reads text: everything with names, places and units.

Unlike the plain text of a terminal (`referee.core.flat`), no two cells run together, each sign has
one meaning that a legend gives, quantities are numbers and not bars, and every thing on a field is
listed with its place. `TextFace` uses it.
"""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from referee.core.scene import (
    Bar,
    Clash,
    Delta,
    Door,
    Fate,
    Field,
    Grid,
    Hidden,
    Kind,
    Line,
    Lines,
    Mark,
    Rooms,
    Scene,
    ScenePart,
    SceneTable,
    Shape,
    Span,
    Style,
    Token,
    Versus,
)
from referee.core.text import printable

__all__ = ["ROW_AND_COLUMN", "line_words", "scene_words"]

ROW_AND_COLUMN = ("row", "column")
"""Names of the two coordinates of a cell: the one that counts downwards, and the one to the right."""

_UNKNOWN = "?"
_REMEMBERED = "'"
_FATES = {
    Fate.HIT: "has its effect",
    Fate.STOPPED: "is stopped",
    Fate.LOST: "is nullified",
    Fate.IDLE: "meets nothing",
}


def scene_words(
    scene: Scene, seats: Sequence[str], axes: tuple[str, str] = ROW_AND_COLUMN
) -> Iterator[str]:
    """Yield the lines of a scene in words, a blank line before each part.

    Args:
        scene: The scene.
        seats: What each seat is called, by seat, as in the names of the scene's sight.
        axes: Names of the two coordinates of a cell, as the rulebook has them.
    """
    for part in scene.parts:
        words = _Words(seats, axes)
        lines = list(words.part(part))
        if lines:
            yield from ("", f"{printable(part.title)}:" if part.title else "Also:", *lines)
            yield from words.reasons()


def line_words(line: Line) -> str:
    """Return a line as printable text, in which quantities are numbers and hidden values say why."""
    return printable("".join(_span(span) for span in line)).strip()


def _span(span: Span, reason: str = "") -> str:
    match span.measure:
        case Bar(value, most, _) if str(value) not in span.text:
            # A row of hearts, or no number at all: the quantity in digits instead.
            return f"{value} of {most}"
        case Hidden(why):
            return f"{span.text} ({reason or why})"
        case Delta(change) if not any(map(str.isdigit, span.text)):
            return f"{span.text} {change:+}"
    return span.text


class _Words:
    """Puts one part of a scene into words.

    Args:
        seats: What each seat is called, by seat.
        axes: Names of the two coordinates of a cell.
    """

    def __init__(self, seats: Sequence[str], axes: tuple[str, str]) -> None:
        self._seats, self._axes = seats, axes
        self._reasons: dict[str, str] = {}

    def part(self, part: ScenePart) -> Iterator[str]:
        """Yield the lines of the part, without its title."""
        match part:
            case Lines():
                yield from self._listed(part.lines)
            case SceneTable():
                yield from self._table(part)
            case Versus():
                yield from self._versus(part)
            case Field(space=Grid() as grid):
                yield from self._grid(part, grid)
            case Field(space=Rooms() as rooms):
                yield from self._rooms(part, rooms)

    def reasons(self) -> Iterator[str]:
        """Yield a line that says why values of the part are not known, if there are any."""
        if self._reasons:
            yield f"Why not known: {'; '.join(f'{sign} {why}' for why, sign in self._reasons.items())}."

    def _line(self, line: Line) -> str:
        """Return a line as text; a hidden value has a number, which `reasons` explains once."""
        texts: list[str] = []
        for span in line:
            if isinstance(span.measure, Hidden):
                why = span.measure.reason
                sign = self._reasons.setdefault(why, f"?{len(self._reasons) + 1}")
                bare = span.text.strip() == _UNKNOWN
                # Behind a number, the sign would read as one of its digits.
                joint = " " if texts and texts[-1][-1:].isdigit() else ""
                sign = f"{joint}{sign}" if bare else sign
                texts.append(span.text.replace(_UNKNOWN, sign) if bare else _span(span, sign))
            else:
                texts.append(_span(span))
        return printable("".join(texts)).strip()

    def _listed(self, lines: Iterable[Line]) -> Iterator[str]:
        for line in lines:
            if words := self._line(line):
                yield f"- {words}"

    def _table(self, table: SceneTable) -> Iterator[str]:
        if not table.rows:
            return
        names = [printable(column.name) or "-" for column in table.columns]
        if any(column.name for column in table.columns):
            yield f"| {' | '.join(names)} |"
            yield f"|{'---|' * len(names)}"
        for row in table.rows:
            cells = [self._line(cell).replace("|", "/") or "-" for cell in row.cells]
            yield f"| {' | '.join(cells)} |"

    def _versus(self, part: Versus) -> Iterator[str]:
        for side in (part.left, part.right):
            yield f"{printable(side.title)}:"
            yield from self._listed(side.lines)
        if part.middle:
            yield "both:"
            yield from self._listed(part.middle)
        if part.clashes:
            yield "blows:"
        for clash in part.clashes:
            yield f"- {self._clash(part, clash)}"

    def _clash(self, part: Versus, clash: Clash) -> str:
        side = part.left if clash.is_left else part.right
        met = f" against {self._line(clash.target)}" if clash.target else ""
        why = f" ({clash.why})" if clash.why else ""
        source = self._line(clash.source)
        return printable(f"{side.title}, {source}{met}: {clash.text or _FATES[clash.fate]}{why}")

    # Grids.

    def _grid(self, field: Field, grid: Grid) -> Iterator[str]:
        signs, down, right = _Signs(self._seats), *self._axes
        things = _by_place(field.tokens)
        rows = [
            [
                _cell(grid, row, column, things.get(f"{row},{column}", ()), signs)
                for column in range(len(codes))
            ]
            for row, codes in enumerate(grid.rows)
        ]
        flat = list(itertools.chain(*rows))
        width = max(map(len, (*flat, str(max(map(len, rows), default=1) - 1))))
        margin = max(len(right), len(f"{down} {max(len(rows) - 1, 0)}"))
        columns = " ".join(f"{column:<{width}}" for column in range(len(rows[0]) if rows else 0))
        yield f"{right:>{margin}}  {columns}".rstrip()
        for number, row in enumerate(rows):
            cells = " ".join(f"{cell:<{width}}" for cell in row)
            yield f"{f'{down} {number}':>{margin}}  {cells}".rstrip()
        yield _legend(signs, flat)
        for token in field.tokens:
            yield f"- {self._token(token)} at {self._where(token.at)}{self._state(token)}"
        yield from _marks(field.marks, self._where)

    def _where(self, at: str) -> str:
        row, _, column = at.partition(",")
        down, right = self._axes
        # The rulebook of a game that counts x and y names x first.
        places = [f"{down} {row}", f"{right} {column}"]
        return ", ".join(places if self._axes == ROW_AND_COLUMN else reversed(places))

    def _token(self, token: Token) -> str:
        count = f"{token.count} x " if token.count > 1 else ""
        owner = "" if token.owner is None else self._seats[token.owner]
        of = f" of {owner}" if owner and owner != token.kind.name else ""
        return printable(f"{count}{token.kind.name}{of}")

    def _state(self, token: Token) -> str:
        """Return what is known of a token beyond its kind and place, after a colon; may be empty."""
        known = [f"{name} {bar.value} of {bar.most}" for name, bar in token.bars]
        known += token.badges
        known += ["seen earlier, not in sight now"] if token.is_remembered else []
        # Views put the number of a seat before its name.
        tips = [re.sub(r"\b\d+ (seat \d)", r"\1", self._line(line)) for line in token.tip]
        # A tip often begins with what has just been said.
        name = token.kind.name
        owner = "" if token.owner is None else self._seats[token.owner]
        said = {*map(str.lower, (name, self._token(token), f"{name}, {owner}", *known)), ""}
        known += [tip.removeprefix(f"{name}: ") for tip in tips if tip.lower() not in said]
        return printable(f": {'; '.join(known)}") if known else ""

    # Rooms.

    def _rooms(self, field: Field, space: Rooms) -> Iterator[str]:
        names = {id: room.name for id, room in space.rooms.items()}  # noqa: A001
        here = _by_place(field.tokens)
        for id, room in space.rooms.items():  # noqa: A001
            group = f", {room.group}" if room.group else ""
            said = [words for line in room.lines if (words := self._line(line))]
            for title, is_known in (("ways", True), ("perhaps", False)):
                ways = [
                    _way(door, id, names)
                    for door in space.doors
                    if id in door[:2] and (door.style is not Style.HIDDEN) is is_known
                ]
                said += [f"{title}: {', '.join(ways)}"] if ways else []
            text = f"- {room.name} (row {room.row}, column {room.column}{group})"
            yield printable(f"{text}: {'; '.join(said)}" if said else text)
            for token in here.get(id, ()):
                yield f"  - {self._token(token)}{self._state(token)}"
        if any(door.style is Style.HIDDEN for door in space.doors):
            yield "Where it says perhaps, it is not known whether there is a way."
        yield from _marks(field.marks, names.__getitem__)


class _Signs:
    """Signs of a grid: each stands for one kind of ground, or one kind of thing of one owner."""

    def __init__(self, seats: Sequence[str]) -> None:
        self._seats = seats
        self._by_meaning: dict[str, str] = {}
        pairs = itertools.product(string.ascii_letters, repeat=2)
        self._spare = map("".join, itertools.chain(string.ascii_letters, pairs))

    def of(self, kind: Kind, owner: int | None = None) -> str:
        """Return the sign of a kind; a thing of a seat has the seat's number behind it."""
        named = kind.name if owner is None or kind.name == self._seats[owner] else ""
        meaning = named or f"{kind.name} of {self._seats[owner or 0]}"
        if meaning not in self._by_meaning:
            number = "" if owner is None else str(owner)
            glyph = "".join(kind.glyph.split()) or ("#" if kind.is_solid else ".")
            wanted = f"{glyph}{number}"
            taken = {*self._by_meaning.values(), _UNKNOWN}
            while wanted in taken or "+" in wanted or _REMEMBERED in wanted:
                wanted = f"{next(self._spare)}{number}"
            self._by_meaning[meaning] = wanted
        return self._by_meaning[meaning]

    def meanings(self) -> Iterator[str]:
        """Yield all signs that were asked for, each with its meaning."""
        yield from (f"{sign} {meaning}" for meaning, sign in self._by_meaning.items())


def _legend(signs: _Signs, cells: Sequence[str]) -> str:
    notes = [*signs.meanings()]
    notes += [f"{_UNKNOWN} not known to you"] if _UNKNOWN in cells else []
    if any(cell.endswith(_REMEMBERED) for cell in cells):
        notes.append(f"{_REMEMBERED} after a sign: seen earlier, not in sight now")
    notes += ["+ joins things in one cell"] if any("+" in cell for cell in cells) else []
    return printable(f"Signs: {'; '.join(notes)}.")


def _by_place(tokens: Iterable[Token]) -> dict[str, list[Token]]:
    things: dict[str, list[Token]] = {}
    for token in tokens:
        things.setdefault(token.at, []).append(token)
    return things


def _cell(grid: Grid, row: int, column: int, things: Sequence[Token], signs: _Signs) -> str:
    sight = grid.sight[row][column] if grid.sight else "#"
    if things:
        each = [
            signs.of(token.kind, token.owner) + (_REMEMBERED if token.is_remembered else "")
            for token in things
        ]
        return "+".join(dict.fromkeys(each))
    if sight == " ":
        return _UNKNOWN
    sign = signs.of(grid.legend[grid.rows[row][column]])
    return sign + (_REMEMBERED if sight == "." else "")


def _way(door: Door, id: str, names: Mapping[str, str]) -> str:  # noqa: A002
    far = names[door.other if id == door.one else door.one]
    return f"{far} ({door.text})" if door.text else far


def _marks(marks: Iterable[Mark], named: Callable[[str], str]) -> Iterator[str]:
    """Yield a line for each mark that has a text; the others only repeat what events say."""
    for mark in marks:
        if not mark.text:
            continue
        places = list(map(named, mark.at))
        if mark.shape in (Shape.ARROW, Shape.PATH):
            yield printable(f"- mark from {' to '.join(places)}: {mark.text}")
        else:
            yield printable(f"- mark at {'; '.join(places)}: {mark.text}")
