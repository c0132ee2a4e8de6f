"""A match in words and numbers: what just happened, who leads and by how much, and who won.

A `Scene` is the picture of a step; a `Story` is what a commentator would say about it. Both are
made from the same `Sight`, what a viewer may see, so that a story contains nothing that its viewer
may not know. Every program that shows matches uses the same story: pages, terminals, screen readers
and exported files.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
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
    "Stage",
    "Story",
    "as_headline",
    "default_result",
    "default_story",
    "sentence_case",
    "word_list",
]


class Sentence(NamedTuple):
    """A whole sentence about something that happened, shown as one entry in a list of events."""

    line: Line
    """Spans (pieces of styled text) of the sentence; the joined texts end with a full stop."""
    is_milestone: bool = False
    """Whether the sentence stands out among the others, as for the end of a game."""


class SeatScore(NamedTuple):
    """Score, rank and other numbers of one seat after a step, as far as the viewer may know them."""

    value: int | None
    """The number by which the match is decided, in the unit `Score.unit`; None if the viewer does
    not know it.
    """
    rank: int = 0
    """The seat's placement if the match ended now, from 1; tied seats share a rank. 0 if the viewer
    does not know it.
    """
    is_out: bool = False
    """Whether the seat is out of the match."""
    gauge: Bar | None = None
    """Bar with the amount that the seat has left of a quantity such as life, which `Score.gauge` names;
    None without such a quantity.
    """
    loss: int = 0
    """How much of the quantity in `gauge` the seat has lost in this step, from 0."""
    facts: tuple[tuple[str, str], ...] = ()
    """At most three further numbers of the seat, each a pair of name and value, such as `("units",
    "19")`.
    """
    pips: tuple[Bar, ...] = ()
    """What each of a few units has left of the quantity in `gauge`, always in the same order; empty to show
    the gauge alone.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class Score:
    """Scores, ranks and other numbers of all seats after a step."""

    unit: str
    """Unit of each seat's `value`, as a noun in the plural, such as `points`."""
    seats: tuple[SeatScore, ...]
    """Numbers of each seat, in seat order."""
    gauge: str = ""
    """Name of the quantity in each seat's `gauge`, as a noun such as `life`; empty if the seats have no gauge."""
    is_shared: bool = False
    """Whether all seats play together, so that they always have the same value: each seat's `facts` are then shown
    instead.
    """


class Phase(NamedTuple):
    """A counter that says how far the match has gone, such as `round 3 of 12`.

    Of several counters of a step, the one of the longest periods comes first, such as game before
    round.
    """

    word: str
    """What is counted, a noun in the singular, such as `round`."""
    number: int
    """Number that the counter shows, from 1."""
    of: int | None = None
    """Highest number that the counter can reach, shown as in `round 3 of 12`; None to show no highest number."""


class Stage(NamedTuple):
    """One of the stages that all matches of a config pass through in the same order, such as a level."""

    name: str
    """Name of the stage within the list of all, such as its number."""
    text: str = ""
    """Result of an ended stage, or how far the present one has gone; empty for a stage that is to come."""
    is_over: bool = False
    """Whether the stage has ended."""


@dataclasses.dataclass(frozen=True, slots=True)
class Story:
    """What has happened in a step of a match, and the score after the step, in words and numbers."""

    headline: Line = ()
    """What this step has changed, in at most about sixty characters, such as `Round 2: ada wounds
    for 2`; empty if nothing.
    """
    sentences: tuple[Sentence, ...] = ()
    """What happened in this step, in order."""
    score: Score | None = None
    """Scores and ranks of the seats; None if the viewer may know nothing of them."""
    phases: tuple[Phase, ...] = ()
    """Counters that say how far the match has gone, the one of the longest periods first."""
    lead: str = ""
    """Name of the curve in `Scene.series` that shows who leads; empty if there is none."""
    lead_text: str = ""
    """Label for people of the curve that `lead` names, such as `life ahead`; empty to show the name of
    the curve.
    """
    stages: tuple[Stage, ...] = ()
    """All stages of the match, in order; the first that has not ended is the present one. Empty if the match has
    no stages.
    """
    goal: Line = ()
    """What seats that play together have to reach next, without a full stop; empty if there is no such goal."""


class FinalSeat(NamedTuple):
    """Result of an ended match for one seat: placement, score, and the forfeit if there was one."""

    placement: int
    """Rank from 1; seats that share a rank are tied; 0 in a void match."""
    score: int
    """Points by the rulebook."""
    forfeit: ForfeitCause | None = None
    """Cause of the seat's forfeit; None if it did not forfeit."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchEnd:
    """How a match ended, and the result of each seat; nothing in it is hidden from anybody."""

    text: str
    """Why the match ended, in a sentence, as the game or the referee states it."""
    seats: tuple[FinalSeat, ...]
    """Result of each seat, in seat order."""
    by_rules: bool = True
    """Whether the game's rules ended the match; False if forfeits did, or the match is void."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that came in first; empty in a void match."""
        return tuple(seat for seat, final in enumerate(self.seats) if final.placement == 1)


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """What is shown when a match has ended: who won, the score, and why."""

    winners: tuple[int, ...]
    """Seats that came in first, ascending; empty in a void match."""
    headline: Line
    """Result in a phrase, such as `ada wins`, `ada and bob share first place`, `A draw` or `No result`."""
    score: str = ""
    """Final score of a match of two seats that the rules decided, the winner's number first, such
    as `4 : 2`. Empty for other matches, and where the numbers would mislead.
    """
    reason: str = ""
    """Why the match ended so, in one or two sentences; may be empty."""


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


def sentence_case(text: str, names: Iterable[str] = ()) -> str:
    """Return a text as a sentence: its first letter a capital, a full stop at its end.

    Args:
        text: The text; blanks around it are dropped, and an empty text stays empty.
        names: Names of players. A text that begins with one of them, as a whole word, keeps its
            first letter.
    """
    trimmed = text.strip()
    if not trimmed:
        return ""
    is_named = any(_begins_with(trimmed, name) for name in names)
    first = trimmed[0] if is_named else trimmed[0].upper()
    return first + trimmed[1:] + ("" if trimmed[-1] in ".!?" else ".")


def word_list(words: Sequence[str]) -> str:
    """Return words as a sentence lists them: `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def default_story(scene: Scene, lines: Sequence[Line], players: Sequence[str] = ()) -> Story:
    """Return the story of a game whose view makes none.

    Args:
        scene: The step's scene: its flags and the first of its series are used.
        lines: What happened in the step, one line for each event.
        players: Names of the players, by seat; a headline that begins with one keeps it as it is.
    """
    headline: Line = ()
    if scene.flags:
        flag = max(scene.flags, key=lambda flag: (flag.kind is not FlagKind.START, flag.weight))
        headline = as_headline((Span(sentence_case(flag.text, players), Style.STRONG),))
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
        sentence_case(f"{names[seat].text} {_FORFEITS[final.forfeit]}", [names[seat].text])
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


def _begins_with(text: str, name: str) -> bool:
    """Return whether a text begins with a name that ends there, and not with a longer word."""
    return bool(name) and text.startswith(name) and not text[len(name) :][:1].isalnum()


def _listed(names: Sequence[Span]) -> Line:
    """Return names as a line that lists them, with commas, and `and` before the last one."""
    spans: list[Span] = [names[0]]
    for name in names[1:-1]:
        spans += [Span(", "), name]
    return (*spans, Span(" and "), names[-1])
