"""How a match ends: placements, scores and causes."""

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
    """Why a match ended; only the first four may touch a rating."""

    RULES = 1
    """The rulebook ended it."""
    BOT_TIME = 2
    """All rivals of the winner were out, the last of them by missed deadlines."""
    BOT_ERROR = 3
    """All rivals of the winner were out, the last of them absent, unreadable or gone."""
    FORFEIT = 4
    """All rivals of the winner were out, the last of them by resigning."""
    REFEREE_FAULT = 5
    """The referee or the game failed; void."""
    HOST_FAILURE = 6
    """The machine failed; void."""
    OPERATOR = 7
    """An operator aborted it; void."""
    NOBODY_JOINED = 8
    """No seat had been joined when the join limit passed; void."""

    @property
    def is_void(self) -> bool:
        """Whether a match that ended so has no placements and touches no rating."""
        return self.value >= EndCause.REFEREE_FAULT.value


class ForfeitCause(enum.Enum):
    """Why a seat was taken out of a match."""

    TIME = 1
    """It missed as many deadlines as the time control allows."""
    ABSENT = 2
    """It had not joined when the join limit passed."""
    MALFORMED = 3
    """It sent too much that can't be read."""
    RESIGNED = 4
    """It resigned."""
    GONE = 5
    """Its process ended, and whoever had started it said so."""

    @property
    def end_cause(self) -> EndCause:
        """Cause of a match that ends because of it."""
        return _END_CAUSES[self]


_END_CAUSES = {
    ForfeitCause.TIME: EndCause.BOT_TIME,
    ForfeitCause.ABSENT: EndCause.BOT_ERROR,
    ForfeitCause.MALFORMED: EndCause.BOT_ERROR,
    ForfeitCause.RESIGNED: EndCause.FORFEIT,
    ForfeitCause.GONE: EndCause.BOT_ERROR,
}


TieBreaks: TypeAlias = tuple[tuple[str, int], ...]
"""Names and values that decide between equal scores, most important first; less is better."""


@dataclasses.dataclass(frozen=True, slots=True)
class GameOutcome:
    """What the rulebook makes of a finished game."""

    placements: tuple[int, ...]
    """Rank of each seat from 1, counted in sides where there are some; ties share a rank."""
    scores: tuple[int, ...]
    """Points of each seat by the rulebook."""
    tie_breaks: tuple[TieBreaks, ...] = ()
    """Those of each seat; empty in games that have no such rule."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat of a match."""

    placement: int
    """Rank from 1; ties share a rank; 0 in a void match."""
    score: int
    """Points by the rulebook; 0 in a void match."""
    strikes: int
    """Deadlines missed."""
    forfeit: ForfeitCause | None
    """Why the seat was taken out, if it was."""
    tie_breaks: TieBreaks = ()
    """What decides between equal scores of several matches."""


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match."""

    cause: EndCause
    """Why it ended, for programs."""
    text: str
    """Why it ended, for people."""
    seats: tuple[SeatResult, ...]
    """One result a seat, in seat order."""


def exit_keys(
    exits: Sequence[int], teams: Sequence[int], placements: Sequence[int]
) -> list[tuple[int, int, int]]:
    """Keys to `rank` seats by, where those that went out later are placed higher.

    Teams of which a seat is still in come before teams that are out; the former rank as the rules say, the
    latter by who went out later, and after that as the rules say.

    Args:
        exits: Number of the exit of each seat, from 1 in the order in which they happened; 0 while it is in.
        teams: Team of each seat.
        placements: Placements by the rules.
    """
    keys = []
    for team, placement in zip(teams, placements, strict=True):
        own = [out for out, other in zip(exits, teams, strict=True) if other == team]
        is_inside = not all(own)
        keys.append((int(is_inside), 0 if is_inside else max(own), -placement))
    return keys


def rank(keys: Sequence[tuple[int, ...]], sides: Sequence[int] | None = None) -> tuple[int, ...]:
    """Placements by descending key: 1 + the number of sides with a greater key; ties share.

    Args:
        keys: Key of each seat; a side has the greatest of its seats.
        sides: Side of each seat; None where each seat is a separate side.
    """
    greatest: dict[int, tuple[int, ...]] = {}
    for side, key in zip(range(len(keys)) if sides is None else sides, keys, strict=True):
        greatest[side] = max(greatest.get(side, key), key)
    ascending = sorted(greatest.values())
    return tuple([1 + len(ascending) - bisect_right(ascending, key) for key in keys])
