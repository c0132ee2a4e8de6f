"""Results of matches as sentences: who beat whom, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.spec.outcomes import SeatResult

__all__ = ["Part", "points_text", "result_sentence", "score_text", "versus_sentence"]

_NAMED = 3
"""Highest number of players that a sentence names on one side; further ones are only counted."""


class Part(NamedTuple):
    """A piece of a sentence: plain text, or a bot's name, which pages may show as its title."""

    text: str
    """Text, or the name of a bot."""
    is_name: bool = False
    """Whether the text is the name of a bot; if not, it is plain text."""


def result_sentence(names: Sequence[str], seats: Sequence[SeatResult]) -> list[Part]:
    """Return how a match ended: `A beats B 4 : 2`, `A and B draw 3 : 3`, `A beats B by forfeit`.

    A match with a forfeit has no score: it says nothing about play. Neither has one of more than two
    that somebody has won: in some games the score follows from the places alone.

    Args:
        names: Name of each seat's player.
        seats: Result of each seat.
    """
    order = sorted(range(len(seats)), key=lambda seat: seats[seat].placement)
    firsts = [seat for seat in order if seats[seat].placement == 1]
    others = [seat for seat in order if seats[seat].placement != 1]
    gone = [seat for seat in order if seats[seat].forfeit is not None]
    scores = "" if gone else " : ".join(str(seats[seat].score) for seat in order)
    if len(order) == 2 and others:
        end = " by forfeit" if others[0] in gone else f" {scores}" if scores else ""
        return [*_names(names, firsts), Part(" beats "), *_names(names, others), Part(end)]
    if not others:
        verb = " draw" if len(firsts) == 2 else " share the result"
        if len(firsts) == 1:
            return [*_names(names, firsts), Part(f" scores {scores}" if scores else " forfeits")]
        same = len({seats[seat].score for seat in firsts}) == 1
        shown = f" {scores}" if len(firsts) == 2 else f" of {seats[0].score}" if same else ""
        return [*_names(names, firsts), Part(f"{verb}{shown if scores else ''}")]
    verb = " wins" if len(firsts) == 1 else " win together"
    sentence = [*_names(names, firsts), Part(f"{verb}, ahead of "), *_names(names, others)]
    if gone:
        count = "one forfeits" if len(gone) == 1 else f"{len(gone)} forfeit"
        sentence.append(Part(f"; {count}"))
    return sentence


def versus_sentence(names: Sequence[str]) -> list[Part]:
    """Return who plays, without a result: `A against B`."""
    if len(names) == 2:
        return [Part(names[0], True), Part(" against "), Part(names[1], True)]
    return _names(names, range(len(names)))


def score_text(own: float, other: float) -> str:
    """Return the points of a meeting, such as `3½ : 1`."""
    return f"{points_text(own)} : {points_text(other)}"


def points_text(points: float) -> str:
    """Return points with halves as people write them: `0`, `½`, `12½`."""
    whole, half = int(points), points % 1
    if not half:
        return str(whole)
    return f"{whole or ''}½" if half == 0.5 else f"{points:.2f}"


def _names(names: Sequence[str], seats: Sequence[int]) -> list[Part]:
    """Return the names of seats as a list in words; beyond three, the first ones and how many more."""
    shown = list(seats) if len(seats) <= _NAMED + 1 else list(seats)[:_NAMED]
    rest = len(seats) - len(shown)
    parts: list[Part] = []
    for place, seat in enumerate(shown):
        if place:
            parts.append(Part(" and " if place == len(shown) - 1 and not rest else ", "))
        parts.append(Part(names[seat], True))
    if rest:
        parts.append(Part(f" and {rest} others"))
    return parts
