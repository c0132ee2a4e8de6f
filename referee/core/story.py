"""A match in words and numbers: what just happened, who leads and by how much, and who won.

A `Scene` is the picture of a step; a `Story` is what a commentator would say about it. Both come from the same
sight, so a story contains nothing that its viewer may not know. Every program that shows matches uses the same
story: pages, terminals, screen readers and exported files.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from referee.core.outcome import ForfeitCause
from referee.core.scene import Bar, FlagKind, Line, Scene, Span, Style

__all__ = [
    "FinalSeat",
    "MatchEnd",
    "Phase",
    "Result",
    "Score",
    "SeatScore",
    "Sentence",
    "Story",
    "as_headline",
    "default_result",
    "default_story",
    "sentence_case",
    "word_list",
]


class Sentence(NamedTuple):
    """One entry of the feed: a whole sentence, right in number, seat and person."""

    line: Line
    """Its words; the joined texts end with a full stop."""
    is_milestone: bool = False
    """Whether it stands out in the feed, such as the end of a game."""


class SeatScore(NamedTuple):
    """What counts for one seat, as far as the viewer knows it."""

    value: int | None
    """What decides the match, in the score's unit; None if the viewer does not know it."""
    rank: int = 0
    """Place by the rules if the match ended now, from 1; ties share a rank; 0 if the viewer does not know it."""
    is_out: bool = False
    """Whether the seat is out of the match."""
    gauge: Bar | None = None
    """What the seat has left of something that the score names, such as life."""
    loss: int = 0
    """How much of the gauge this step has cost, from 0."""
    facts: tuple[tuple[str, str], ...] = ()
    """At most three further numbers, as name and value: `("units", "19")`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Score:
    """What counts, for all seats."""

    unit: str
    """Unit of the values, a noun in the plural: `points`."""
    seats: tuple[SeatScore, ...]
    """One entry a seat, in seat order."""
    gauge: str = ""
    """What the gauges measure, a noun: `life`; empty if there are none."""


class Phase(NamedTuple):
    """One counter of where the match stands; the outermost comes first, such as game before round."""

    word: str
    """What is counted, a noun in the singular: `round`."""
    number: int
    """Which one it is, from 1."""
    of: int | None = None
    """How many there are at most; None if that says nothing to a viewer."""


@dataclasses.dataclass(frozen=True, slots=True)
class Story:
    """A step in words and numbers."""

    headline: Line = ()
    """What this step has changed, in at most about sixty characters: `Round 2: ada wounds for 2`. Empty for nothing."""
    sentences: tuple[Sentence, ...] = ()
    """What happened in this step, in order."""
    score: Score | None = None
    """What counts; None if the viewer knows nothing of it."""
    phases: tuple[Phase, ...] = ()
    """Where the match stands, the outermost counter first."""
    lead: str = ""
    """Name of the scene's series that shows who leads; empty if there is none."""
    lead_text: str = ""
    """What the lead curve shows, for people: `life ahead`; empty for the name of the series."""


class FinalSeat(NamedTuple):
    """The end of a match for one seat."""

    placement: int
    """Rank from 1; seats that share a rank are tied; 0 in a void match."""
    score: int
    """Points by the rulebook."""
    forfeit: ForfeitCause | None = None
    """Why the seat was taken out; None if it was not."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchEnd:
    """How a match ended, as everybody may know it."""

    text: str
    """Why it ended, in a sentence, by the game or the referee."""
    seats: tuple[FinalSeat, ...]
    """One entry a seat, in seat order."""
    by_rules: bool = True
    """Whether the rulebook ended it; else forfeits or a void match did."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that came in first; empty in a void match."""
        return tuple(seat for seat, final in enumerate(self.seats) if final.placement == 1)


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """What the result card of an ended match shows."""

    winners: tuple[int, ...]
    """Seats that came in first, ascending; empty in a void match."""
    headline: Line
    """The winner: `ada wins`, `ada and bob share first place`, `A draw`, `No result`."""
    score: str = ""
    """Final score of a match of two that the rules decided, the winner's first, such as `4 : 2`; empty if numbers would
    mislead."""
    reason: str = ""
    """Why, in one or two sentences."""


_FORFEITS = {
    ForfeitCause.TIME: "missed too many deadlines",
    ForfeitCause.ABSENT: "did not join",
    ForfeitCause.MALFORMED: "sent too much that could not be read",
    ForfeitCause.RESIGNED: "resigned",
    ForfeitCause.GONE: "ended in the middle of the match",
}


def as_headline(line: Line) -> Line:
    """Return a sentence as a headline: without the full stop at its end."""
    if not line or not line[-1].text.endswith("."):
        return line
    return (*line[:-1], line[-1]._replace(text=line[-1].text[:-1]))


def sentence_case(text: str) -> str:
    """Return a text as a sentence: its first letter a capital, a full stop at its end."""
    trimmed = text.strip()
    if not trimmed:
        return ""
    return trimmed[0].upper() + trimmed[1:] + ("" if trimmed[-1] in ".!?" else ".")


def word_list(words: Sequence[str]) -> str:
    """Return words as a sentence lists them: `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def default_story(scene: Scene, lines: Sequence[Line]) -> Story:
    """Return the story of a game whose view makes none.

    Args:
        scene: The step's scene: its flags and the first of its series are used.
        lines: What happened in the step, a line an event.
    """
    headline: Line = ()
    if scene.flags:
        flag = max(scene.flags, key=lambda flag: (flag.kind is not FlagKind.START, flag.weight))
        headline = as_headline((Span(sentence_case(flag.text), Style.STRONG),))
    elif lines:
        headline = as_headline(lines[-1])
    return Story(
        headline,
        tuple(Sentence(line) for line in lines),
        lead=next(iter(scene.series), ""),
    )


def default_result(end: MatchEnd, names: Sequence[Span]) -> Result:
    """Return the result of a match by placements, scores and forfeits alone.

    Args:
        end: How the match ended.
        names: Name of each seat, in its style.
    """
    winners = end.winners
    if not winners:
        return Result((), (Span("No result", Style.STRONG),), "", sentence_case(end.text))
    if len(winners) == len(end.seats):
        headline: Line = (Span("A draw", Style.STRONG),)
    elif len(winners) == 1:
        headline = (names[winners[0]], Span(" wins"))
    else:
        headline = (*_listed([names[seat] for seat in winners]), Span(" share first place"))
    reasons = [
        sentence_case(f"{names[seat].text} {_FORFEITS[final.forfeit]}")
        for seat, final in enumerate(end.seats)
        if final.forfeit is not None
    ]
    score = ""
    if end.by_rules and len(end.seats) == 2 and not reasons:
        best_first = sorted(end.seats, key=lambda final: final.placement)
        score = " : ".join(str(final.score) for final in best_first)
    if end.by_rules:
        reasons.insert(0, sentence_case(end.text))
    return Result(winners, headline, score, " ".join(reasons[:3]))


def _listed(names: Sequence[Span]) -> Line:
    """Return names with commas and an `and` between them."""
    spans: list[Span] = [names[0]]
    for name in names[1:-1]:
        spans += [Span(", "), name]
    return (*spans, Span(" and "), names[-1])
