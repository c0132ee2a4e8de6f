"""How a match ended, for all seats and for each: values used by store, tables and reports."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from typing import Self

__all__ = ["EndCause", "ForfeitCause", "MatchEnd", "SeatResult", "SeatTimes", "label_of"]


def label_of(bot: str, version: int) -> str:
    """Return the label of a bot's version in tables: `bot` for version 1, `bot@2` for version 2."""
    return bot if version == 1 else f"{bot}@{version}"


class _Cause(enum.Enum):
    """A cause with the protocol's numbers and names.

    A cause that this program does not know is UNKNOWN. So a newer referee's result can be recorded,
    and a newer program's store can be read.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return cls.named("UNKNOWN") if isinstance(value, int) else None

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the cause with this name, as the store has it; UNKNOWN if there is none."""
        return cls.__members__.get(name) or cls.__members__["UNKNOWN"]


class EndCause(_Cause):
    """Why a match ended; it has a result only under the first four causes."""

    RULES = 1
    """The match ended by the rules of its game."""
    BOT_TIME = 2
    """All rivals of the winner were out, the last rival by missed deadlines."""
    BOT_ERROR = 3
    """All rivals of the winner were out, the last rival absent or by unreadable messages."""
    FORFEIT = 4
    """All rivals of the winner were out, the last rival by resigning."""
    REFEREE_FAULT = 5
    """The referee or the game failed; the match is void."""
    HOST_FAILURE = 6
    """The machine failed; the match is void."""
    OPERATOR = 7
    """An operator aborted the match, or the referee was shut down; the match is void."""
    NOBODY_JOINED = 8
    """No seat had been joined when the join limit passed; the match is void."""
    UNKNOWN = -1
    """A cause that this program does not know; the match is void, since only the first four causes
    may affect ratings.
    """

    @property
    def is_void(self) -> bool:
        """Whether the match is void: it has no placements, affects no rating and is played again."""
        return not EndCause.RULES.value <= self.value <= EndCause.FORFEIT.value


class ForfeitCause(_Cause):
    """Why a seat was taken out of a match before its end."""

    TIME = 1
    """The seat missed as many deadlines as the time control allows."""
    ABSENT = 2
    """The seat had not joined when the join limit passed."""
    MALFORMED = 3
    """The seat sent too many unreadable messages."""
    RESIGNED = 4
    """The seat resigned."""
    GONE = 5
    """The process of the seat's bot ended, as the program that had started it reported."""
    UNKNOWN = -1
    """A cause that this program does not know."""

    @property
    def text(self) -> str:
        """The cause in words, as a heading of a column."""
        return "out of time" if self is ForfeitCause.TIME else self.name.lower()


@dataclasses.dataclass(frozen=True, slots=True)
class SeatTimes:
    """Number, sum and maximum of the times that a seat took for decisions that it answered in time."""

    decisions: int
    """Number of decisions that the seat answered in time."""
    total_us: int
    """Time charged for all decisions that the seat answered in time, in microseconds."""
    longest_us: int
    """Longest time charged for a decision that the seat answered in time, in microseconds."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatResult:
    """Result of a match for one seat: placement, score, faults, and times."""

    placement: int
    """Rank of the seat, from 1; ties share a rank; 0 in a void (annulled) match."""
    score: int
    """Points of the seat by the rulebook."""
    strikes: int
    """Number of deadlines that the seat missed."""
    forfeit: ForfeitCause | None
    """Why the seat forfeited; None if it did not."""
    refusals: Mapping[str, int] = dataclasses.field(default_factory=dict, compare=False)
    """Number of the seat's orders that the rules refused, by reason. It is not compared, since a
    result read from a replay does not have it.
    """
    rejections: Mapping[str, int] = dataclasses.field(default_factory=dict, compare=False)
    """Number of the seat's messages that the referee rejected, by reason; not compared."""
    given_up: int = dataclasses.field(default=0, compare=False)
    """Number of strikes at which the bot gave the turn up, as when its own code fails; not
    compared.
    """
    tie_breaks: tuple[tuple[str, int], ...] = ()
    """Names and values that decide between equal scores over several matches, most important first;
    less is better.
    """
    times: SeatTimes | None = dataclasses.field(default=None, compare=False)
    """Time of the seat's decisions; None if it is not known. It is not compared, and does not
    affect the order of any table.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class MatchEnd:
    """How a match ended: its cause, and the result of each seat."""

    cause: EndCause
    """Why the match ended, as an enum."""
    text: str
    """Why the match ended, as text for people."""
    seats: tuple[SeatResult, ...]
    """Result of each seat, in seat order."""

    @property
    def placements(self) -> tuple[int, ...] | None:
        """Rank of each seat, from 1; None for a void (annulled) match."""
        return None if self.cause.is_void else tuple(seat.placement for seat in self.seats)
