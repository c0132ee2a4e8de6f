"""Pieces of text for Dungeon Keeper's story: numbers, plurals, enumerations of units, and places."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from referee.core.scene import Line, Span, Style
from referee.core.story import word_list
from referee.games.dungeon_keeper.tables import UNITS, Building, Kind
from referee.games.dungeon_keeper.view.belief import Belief, Place
from referee.games.dungeon_keeper.view.board import building_of

__all__ = [
    "Piece",
    "an",
    "counted",
    "distance",
    "joined",
    "kinds_text",
    "line_of",
    "number",
    "owned_text",
    "plural",
    "sentence_of",
    "value_of",
    "where",
]

Piece: TypeAlias = str | Span
"""A piece of text: plain, or a name in its style."""

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_PLURALS = {
    "armoury": "armouries",
    "bes": "beses",
    "hero": "Heroes",
    "lich": "liches",
    "succubus": "succubi",
}
_VALUES = {kind.name.lower().replace("_", " "): UNITS[kind].value for kind in Kind}
_MOST_KINDS = 2
"""Highest number of kinds of units that a text lists one by one."""
_NEAR = 3
"""A cell at most this many steps from an Altar is described as being at that Altar."""
_ROWS, _COLUMNS = ("north", "", "south"), ("west", "", "east")


def number(count: int) -> str:
    """Return a count as a word up to twelve, and in digits above."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


@functools.cache
def plural(noun: str) -> str:
    """Return the plural of a unit, a building or an item."""
    if noun.startswith("rune of "):
        return f"runes{noun.removeprefix('rune')}"
    return _PLURALS.get(noun, f"{noun}s")


@functools.cache
def an(noun: str) -> str:
    """Return a noun with its article: `a bes`, `an imp`, `the Hero`, `the rune of fire`, `armour`."""
    if noun in ("hero", "gnome"):
        return "the Hero" if noun == "hero" else "the gnome"
    if noun.startswith("rune of "):
        return f"the {noun}"
    if noun == "armour":
        return noun
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `an imp`, `two imps`."""
    return an(noun) if count == 1 else f"{number(count)} {plural(noun)}"


def value_of(kind: str) -> int:
    """Return the score value of a unit of a kind (DK-3.7); 0 for a kind that seats cannot own."""
    return _VALUES.get(kind, 0)


def joined(words: Sequence[str]) -> str:
    """Return words as an enumeration with commas and `and`."""
    return word_list(words)


def kinds_text(kinds: Mapping[str, int]) -> str:
    """Return units by kind, the most valuable first: `two kerubs and an imp`.

    With more than two kinds it is `nine units, a kerub among them`.
    """
    order = _order(kinds)
    if len(order) <= _MOST_KINDS:
        return joined([counted(kinds[kind], kind) for kind in order])
    best = counted(kinds[order[0]], order[0])
    return f"{number(sum(kinds.values()))} units, {best} among them"


def owned_text(kinds: Mapping[str, int]) -> str:
    """Return units by kind for use after the owner's name: `imp`, `two kerubs and an imp`, or `nine units`."""
    order = _order(kinds)
    if len(order) > _MOST_KINDS:
        return f"{number(sum(kinds.values()))} units"
    if all(kinds[kind] == 1 for kind in order):
        return joined(["Hero" if kind == "hero" else kind for kind in order])
    first, *others = order
    start = first if kinds[first] == 1 else counted(kinds[first], first)
    return joined([start, *(counted(kinds[kind], kind) for kind in others)])


def _order(kinds: Mapping[str, int]) -> list[str]:
    return sorted(kinds, key=lambda kind: (-value_of(kind), kind))


def line_of(*pieces: Piece, style: Style = Style.TEXT) -> Line:
    """Return texts and names as a line; adjacent plain texts are merged into one span."""
    spans: list[Span] = []
    for piece in pieces:
        if isinstance(piece, Span):
            spans.append(piece)
        elif piece and spans and not spans[-1].ref:
            spans[-1] = spans[-1]._replace(text=spans[-1].text + piece)
        elif piece:
            spans.append(Span(piece, style))
    return tuple(spans)


def sentence_of(*pieces: Piece, style: Style = Style.TEXT) -> Line:
    """Return texts and names as a sentence with a full stop.

    The first letter becomes a capital, unless the sentence begins with a name.
    """
    line = line_of(*pieces, ".", style=style)
    first = line[0]
    if first.ref:
        return line
    return (first._replace(text=first.text[0].upper() + first.text[1:]), *line[1:])


def distance(one: Place, other: Place) -> int:
    """Return the number of steps between two cells: the larger of their differences in row and column."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def where(spot: Place | None, belief: Belief, names: Sequence[Span]) -> tuple[Piece, ...]:
    """Return the place of a cell with a leading space, such as ` at ada's Altar` or ` west of the centre`.

    Args:
        spot: The cell; None if it is not known, for which the result is empty.
        belief: What is known, for the size of the board and the Altars.
        names: Name of each seat, in its style.
    """
    if spot is None or not belief.rows:
        return ()
    for altar, told in belief.buildings.items():
        if building_of(told) is Building.ALTAR and distance(spot, altar) <= _NEAR:
            return (" at ", names[told["owner"]], "'s Altar")
    return (_region(spot, len(belief.rows)),)


@functools.lru_cache(maxsize=4096)
def _region(spot: Place, size: int) -> str:
    down, right = (2 * at - (size - 1) for at in spot)
    # Nearer to an axis than to a diagonal: the other direction is left out.
    row = _ROWS[0 if down < 0 else 2] if 2 * abs(down) > abs(right) else ""
    column = _COLUMNS[0 if right < 0 else 2] if 2 * abs(right) > abs(down) else ""
    away = max(abs(down), abs(right))
    if away * 6 <= size:
        return " in the centre"
    name = " ".join(word for word in (row, column) if word)
    return f" {name} of the centre" if away * 2 <= size else f" in the {name}"
