"""Pieces of text for the sentences of a story: counts, names of members, whole sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from referee.core.scene import Line, Span, Style
from referee.core.story import Sentence
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.view.party import member_span

__all__ = [
    "Words",
    "counted",
    "join",
    "keys_text",
    "member_words",
    "number_word",
    "phrase",
    "points_text",
    "sentence",
    "verb",
]

Words: TypeAlias = str | Span | Line
"""A piece of a sentence: plain text, styled text, or a line of several."""

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def number_word(number: int) -> str:
    """Return a number as a sentence says it: in words up to twelve, `no` for 0."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, such as `one heart` or `two hearts`."""
    return f"{number_word(number)} {noun}{'' if number == 1 else 's'}"


def points_text(points: int) -> str:
    """Return points as people write them: `no points`, `1 point`, `826 points`."""
    return f"{points or 'no'} point{'' if points == 1 else 's'}"


def keys_text(keys: int) -> str:
    """Return text on how many of its three keys a party holds, such as `two of three keys`."""
    if not keys:
        return "no key"
    of = f"of {number_word(NUM_MEMBERS)}"
    return "all three keys" if keys == NUM_MEMBERS else f"{number_word(keys)} {of} keys"


def phrase(*words: Words) -> Line:
    """Return pieces of a sentence as one line."""
    spans: list[Span] = []
    for piece in words:
        if isinstance(piece, str):
            spans += [Span(piece)] if piece else []
        else:
            spans += [piece] if isinstance(piece, Span) else piece
    return tuple(spans)


def join(items: Sequence[Words], comma: str = ", ", last: str = " and ") -> Line:
    """Return items with commas between them, and the text `last`, an `and`, before the last one."""
    words: list[Words] = []
    for index, item in enumerate(items):
        if index:
            words.append(last if index == len(items) - 1 else comma)
        words.append(item)
    return phrase(*words)


def sentence(*words: Words, is_milestone: bool = False) -> Sentence:
    """Return pieces as a whole sentence: with a capital letter and a full stop.

    The text of a milestone is strong.
    """
    first, *rest = phrase(*words, ".")
    line = (first._replace(text=first.text[0].upper() + first.text[1:]), *rest)
    if is_milestone:
        line = tuple(
            span._replace(style=Style.STRONG) if span.style is Style.TEXT else span for span in line
        )
    return Sentence(line, is_milestone)


def member_words(numbers: Sequence[int], party: int) -> Line:
    """Return members as the subject or object of a sentence: `the Dwarf and the Giant`, `all three`.

    Args:
        numbers: Members (1 Dwarf, 2 Giant, 3 Human), ascending.
        party: Index of their party.
    """
    if len(numbers) == NUM_MEMBERS:
        return (Span("all three"),)
    return join([phrase("the ", member_span(number, party)) for number in numbers])


def verb(number: int, one: str, several: str) -> str:
    """Return the form of a verb for this number of subjects: `one` for a single one, else `several`."""
    return one if number == 1 else several
