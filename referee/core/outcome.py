"""Types that say how a match ended: placements, scores and causes; and the ranking of seats."""

from __future__ import annotations

import dataclasses
import enum
from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeAlias

__all__ = [
    "EndCause",
    "ForfeitCause",
    "GameOutcome",
    "Outcome",
    "SeatResult",
    "TieBreaks",
    "exit_keys",
    "rank",
]


class EndCause(enum.Enum):
    """Why a match ended.

    Only matches that ended by one of the first four causes may change ratings.
    """

    RULES = 1
    """The rules of the game ended the match."""
    BOT_TIME = 2
    """All rivals of the winner were out, the last one because of missed deadlines."""
    BOT_ERROR = 3
    """All rivals of the winner were out; the last one was absent, sent unreadable messages, or its
    process ended.
    """
    FORFEIT = 4
    """All rivals of the winner were out, the last one because it resigned."""
    REFEREE_FAULT = 5
    """The referee or the game's code failed; the match is void."""
    HOST_FAILURE = 6
    """The machine that ran the match failed; the match is void."""
    OPERATOR = 7
    """An operator aborted the match; the match is void."""
    NOBODY_JOINED = 8
    """No seat had been joined when the time to join was over; the match is void."""

    @property
    def is_void(self) -> bool:
        """Whether a match with this cause is annulled: no placements, no change of ratings."""
        return self.value >= EndCause.REFEREE_FAULT.value


class ForfeitCause(enum.Enum):
    """Why a seat was taken out of a match by forfeit."""

    TIME = 1
    """The seat has as many strikes (deadlines missed, turns given up) as the time control allows."""
    ABSENT = 2
    """The seat had not joined when the time to join was over."""
    MALFORMED = 3
    """The seat sent more unreadable messages than the referee tolerates."""
    RESIGNED = 4
    """The seat resigned."""
    GONE = 5
    """The process of the seat's bot ended, as reported by the program that had started it."""

    @property
    def end_cause(self) -> EndCause:
        """End cause of a match that ends because of a forfeit of this kind."""
        return _END_CAUSES[self]


_END_CAUSES = {
    ForfeitCause.TIME: EndCause.BOT_TIME,
    ForfeitCause.ABSENT: EndCause.BOT_ERROR,
    ForfeitCause.MALFORMED: EndCause.BOT_ERROR,
    ForfeitCause.RESIGNED: EndCause.FORFEIT,
    ForfeitCause.GONE: EndCause.BOT_ERROR,
}


TieBreaks: TypeAlias = tuple[tuple[str, int], ...]
"""Names and values that decide between equal scores, most important first; a lower value is
better.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class GameOutcome:
    """Result of a finished game by its rules: placement, score and tie-breaks of every seat."""

    placements: tuple[int, ...]
    """Placement of each seat, from 1, counted in teams where the game has teams; tied seats share a
    placement.
    """
    scores: tuple[int, ...]
    """Points of each seat by the rulebook."""
    tie_breaks: tuple[TieBreaks, ...] = ()
    """Tie-breaks of each seat; empty in games without tie-break rules."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatResult:
    """Result of one seat of a match: placement, score, strikes, and the forfeit if there was one."""

    placement: int
    """Placement of the seat, from 1, shared in a tie; 0 in a void match."""
    score: int
    """Points of the seat by the rulebook; 0 in a void match."""
    strikes: int
    """Number of the seat's strikes: deadlines missed and turns given up."""
    forfeit: ForfeitCause | None
    """Why the seat forfeited; None if it did not."""
    tie_breaks: TieBreaks = ()
    """Names and values that decide between equal scores of several matches."""


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """End of a match: its cause, and the result of each seat."""

    cause: EndCause
    """Why the match ended, for programs."""
    text: str
    """Why the match ended, for people."""
    seats: tuple[SeatResult, ...]
    """Results of the seats, by seat index."""


def exit_keys(
    exits: Sequence[int], teams: Sequence[int], placements: Sequence[int]
) -> list[tuple[int, int, int]]:
    """Return a sort key for each seat by which `rank` places seats that went out later higher.

    Teams with a seat still in the match come before teams that are out. Teams still in are ordered
    by the rules' placements. Teams that are out are ordered by their last exit, a later exit first,
    then by the rules' placements.

    Args:
        exits: For each seat the number of its exit, from 1 in the order in which exits happened; 0
            while it is in.
        teams: Team number of each seat.
        placements: Placement of each seat by the rules.
    """
    keys = []
    for team, placement in zip(teams, placements, strict=True):
        own = [out for out, other in zip(exits, teams, strict=True) if other == team]
        # A team counts as out only with its last seat, and then by the exit of that seat.
        is_inside = not all(own)
        keys.append((int(is_inside), 0 if is_inside else max(own), -placement))
    return keys


def rank(keys: Sequence[tuple[int, ...]], sides: Sequence[int] | None = None) -> tuple[int, ...]:
    """Return placements by descending key: 1 + the number of sides with a greater key; ties share.

    Args:
        keys: Key of each seat. A side (team) counts with the greatest key of its seats.
        sides: Side number of each seat; None where each seat is its own side.
    """
    greatest: dict[int, tuple[int, ...]] = {}
    for side, key in zip(range(len(keys)) if sides is None else sides, keys, strict=True):
        # A side counts once, however many seats it has, with its best seat.
        greatest[side] = max(greatest.get(side, key), key)
    ascending = sorted(greatest.values())
    return tuple([1 + len(ascending) - bisect_right(ascending, key) for key in keys])
