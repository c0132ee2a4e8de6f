"""How a match ended, for all and for each seat: what store, tables and reports speak of."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from typing import Self

__all__ = ["EndCause", "ForfeitCause", "MatchEnd", "SeatResult", "SeatTimes", "label_of"]


def label_of(bot: str, version: int) -> str:
    """Return what a version of a bot is called in tables: the first one by the bot's name alone."""
    return bot if version == 1 else f"{bot}@{version}"


class _Cause(enum.Enum):
    """A cause by the protocol's numbers and names; what this version has never heard of is UNKNOWN.

    So a newer referee's result can be taken, and a newer program's store be read.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return cls.named("UNKNOWN") if isinstance(value, int) else None

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the cause of this name, as the store keeps it."""
        return cls.__members__.get(name) or cls.__members__["UNKNOWN"]


class EndCause(_Cause):
    """Why a match ended; only the first four count."""

    RULES = 1
    """The rulebook ended it."""
    BOT_TIME = 2
    """All rivals of the winner were out, the last of them by missed deadlines."""
    BOT_ERROR = 3
    """All rivals of the winner were out, the last of them absent or unreadable."""
    FORFEIT = 4
    """All rivals of the winner were out, the last of them by resigning."""
    REFEREE_FAULT = 5
    """The referee or the game failed; void."""
    HOST_FAILURE = 6
    """The machine failed; void."""
    OPERATOR = 7
    """An operator aborted it, or the referee was shut down; void."""
    NOBODY_JOINED = 8
    """No seat had been joined when the join limit passed; void."""
    UNKNOWN = -1
    """Something else; void, for by the protocol no cause but the first four may touch a rating."""

    @property
    def is_void(self) -> bool:
        """Whether the match has no placements, touches no rating and is played again."""
        return not EndCause.RULES.value <= self.value <= EndCause.FORFEIT.value


class ForfeitCause(_Cause):
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
    UNKNOWN = -1
    """Something else."""

    @property
    def text(self) -> str:
        """In words, as over a column."""
        return "out of time" if self is ForfeitCause.TIME else self.name.lower()


@dataclasses.dataclass(frozen=True, slots=True)
class SeatTimes:
    """What a seat's decisions took, of those that it answered in time."""

    decisions: int
    """How many there were."""
    total_us: int
    """What it was charged for all of them, in microseconds."""
    longest_us: int
    """The most that it was charged for one, in microseconds."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatResult:
    """Result of a match for one seat."""

    placement: int
    """Rank from 1; ties share a rank; 0 in a void match."""
    score: int
    """Points by the rulebook."""
    strikes: int
    """Deadlines missed."""
    forfeit: ForfeitCause | None
    """Why the seat was taken out, if it was."""
    refusals: Mapping[str, int] = dataclasses.field(default_factory=dict, compare=False)
    """Orders that the rules refused, by reason. Not compared, for a result that is read from a replay
    does not report it."""
    rejections: Mapping[str, int] = dataclasses.field(default_factory=dict, compare=False)
    """Messages that the referee did not take, by reason; not compared either."""
    given_up: int = dataclasses.field(default=0, compare=False)
    """Turns among the strikes that the bot gave up on its own, as when its own code fails; not compared
    either."""
    tie_breaks: tuple[tuple[str, int], ...] = ()
    """Names and values of what decides between equal scores of several matches, most important first;
    less is better."""
    times: SeatTimes | None = dataclasses.field(default=None, compare=False)
    """What its decisions took; None if that is not known. Not compared, and no part of any table's order."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchEnd:
    """The end of a match."""

    cause: EndCause
    """Why, for programs."""
    text: str
    """Why, for people."""
    seats: tuple[SeatResult, ...]
    """One result a seat, in seat order."""

    @property
    def placements(self) -> tuple[int, ...] | None:
        """Rank of each seat from 1; None of a void match."""
        return None if self.cause.is_void else tuple(seat.placement for seat in self.seats)
