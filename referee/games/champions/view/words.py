"""Pieces of text for the story of Champions: numbers, names of seats, places of tiles, whole sentences."""

from __future__ import annotations

import collections
import functools
from collections.abc import Sequence

from referee.core.scene import PLAYER_STYLES, Line, Span, Style, seat_ref, spans_text
from referee.core.story import Sentence
from referee.games.champions.tables import TYPE_NAMES

__all__ = [
    "MOST_NAMES",
    "Words",
    "as_line",
    "champions",
    "counted",
    "fitting",
    "named",
    "names_of",
    "number",
    "sentence",
    "size_text",
    "tile_text",
    "together",
    "word_of",
]

MOST_NAMES = 6
"""Highest number of seats that a sentence lists by name; with more, it gives their number."""
_HEADLINE = 60
"""Highest number of characters of a headline; a longer one is replaced by one with fewer names."""
_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)

Words = str | Span | Line
"""A piece of a sentence: text, a name, or several of both."""


def word_of(count: int) -> str:
    """Return a count as a word up to sixteen, `no` for 0, and higher ones in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, such as `one fight` or `no fights`."""
    return f"{word_of(count)} {noun}{'s' * (count != 1)}"


def number(count: int, one: str, more: str) -> str:
    """Return `one` for a count of 1, else `more`."""
    return one if count == 1 else more


@functools.lru_cache(maxsize=64)
def names_of(players: tuple[str, ...]) -> tuple[Span, ...]:
    """Return the name of each seat in its colour; a name that several seats share is followed by the seat index."""
    times = collections.Counter(players)
    return tuple(
        Span(name if times[name] == 1 else f"{name} {seat}", PLAYER_STYLES[seat], seat_ref(seat))
        for seat, name in enumerate(players)
    )


def together(pieces: Sequence[Words]) -> Line:
    """Return pieces as an enumeration: `a`, `a and b`, `a, b and c`."""
    spans: list[Span] = []
    for index, piece in enumerate(pieces):
        if index:
            spans.append(Span(" and " if index == len(pieces) - 1 else ", "))
        spans += as_line(piece)
    return tuple(spans)


def named(seats: Sequence[int], names: Sequence[Span]) -> Line:
    """Return an enumeration of the seats' names, or their number if they are more than six."""
    if len(seats) > MOST_NAMES:
        return as_line(counted(len(seats), "seat"))
    return together([names[seat] for seat in seats])


def as_line(*pieces: Words) -> Line:
    """Return pieces as one line, without separators."""
    spans: list[Span] = []
    for piece in pieces:
        if isinstance(piece, str):
            spans += [Span(piece)] if piece else []
        elif isinstance(piece, Span):
            spans.append(piece)
        else:
            spans += piece
    return tuple(spans)


def sentence(*pieces: Words, is_milestone: bool = False) -> Sentence:
    """Return pieces as a sentence that ends with a full stop.

    The first letter becomes a capital, unless the sentence begins with a player's name. The text of
    a milestone is strong.
    """
    line = as_line(*pieces)
    first = line[0]
    if not first.ref:
        line = (first._replace(text=first.text[:1].upper() + first.text[1:]), *line[1:])
    line = (*line, Span("."))
    if is_milestone:
        line = tuple(
            span._replace(style=Style.STRONG) if span.style is Style.TEXT else span for span in line
        )
    return Sentence(line, is_milestone)


def fitting(*lines: Line) -> Line:
    """Return the first of the lines that has at most 60 characters; the last one if all are longer."""
    return next((line for line in lines if len(spans_text(line)) <= _HEADLINE), lines[-1])


def champions(fallen: Sequence[int]) -> str:
    """Return the names of champion types (indices) as an enumeration, such as `Rogue and Mage`."""
    return spans_text(together([TYPE_NAMES[champion] for champion in fallen]))


def size_text(size: int) -> str:
    """Return the size of a map as text: `3x3`, or `one tile` for size 1."""
    return f"{size}x{size}" if size > 1 else "one tile"


@functools.cache
def tile_text(size: int, row: int, column: int) -> str:
    """Return where a tile is on a map of this size, in words, such as `in the north-west corner`."""
    if size == 1:
        return "in the arena"
    last, half = size - 1, size / 2
    north = "north" if row + 0.5 < half else "south" if row + 0.5 > half else ""
    west = "west" if column + 0.5 < half else "east" if column + 0.5 > half else ""
    both = f"{north}-{west}" if north and west else north or west
    if size == 2:
        return f"in the {both}"
    borders = (row in (0, last), column in (0, last))
    if all(borders):
        return f"in the {both} corner"
    if any(borders):
        return f"on the {north if borders[0] else west}ern edge"
    return f"{both} of the centre" if both else "in the centre"
