"""What a match wants its host to do. A host carries effects out in order.

A `Write` comes before whatever it makes true is told to anybody, so that a host that writes in order
keeps a journal from which the match can be taken up again.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from referee.core.game import Event
from referee.core.outcome import Outcome

if TYPE_CHECKING:
    from referee.match.records import MatchRecord

__all__ = [
    "Begin",
    "ClockReading",
    "Effect",
    "End",
    "Miss",
    "OpenTurn",
    "OpenTurns",
    "Reject",
    "Rejection",
    "Show",
    "Write",
]


class Rejection(enum.Enum):
    """Why something a seat sent was not taken; values are those of the protocol's ErrorReason."""

    STALE = 5
    """It answers a turn before the open one, or none is open."""
    DUPLICATE = 6
    """The turn has an answer."""
    LATE = 7
    """The deadline had passed."""
    EARLY = 8
    """It answers a turn not opened yet."""
    MALFORMED = 9
    """It can't be read."""
    WRONG_TYPE = 10
    """It is another message than the game's action."""
    ENDED = 11
    """The match has ended or the seat has forfeited."""


class ClockReading(NamedTuple):
    """A seat's clock as its bot is told."""

    remaining_ns: int | None
    """Time until the deadline without the lag margin; None if there is no deadline."""
    bank_ns: int
    """Reserve left."""
    last_elapsed_ns: int | None
    """What the last answer was charged; None before the first and after a miss."""
    last_lag_ns: int
    """What the last answer was not charged because the referee was late."""
    strikes: int
    """Deadlines missed."""


class OpenTurn(NamedTuple):
    """One connected seat's open turn."""

    seat: int
    turn: int
    """Number of the seat's decision, from 1."""
    observation: object
    """The game's observation."""
    events: list[Event]
    """What the seat may know of what happened since its last turn."""
    clock: ClockReading


class OpenTurns(NamedTuple):
    """Hand these turns over, then tell the match when it was done."""

    phase: str
    turns: list[OpenTurn]


class Write(NamedTuple):
    """Append to the journal."""

    record: MatchRecord


class Begin(NamedTuple):
    """Tell all connected seats that the match begins."""


class Show(NamedTuple):
    """Show spectators what a step, or the start, came to."""

    step: int
    """Steps made so far; 0 at the start."""
    phase: str
    """The phase now; empty at the end."""
    events: list[Event]


class Reject(NamedTuple):
    """Tell a seat that something was not taken."""

    seat: int
    turn: int
    reason: Rejection
    text: str


class Miss(NamedTuple):
    """Tell a seat, if it is connected, that its deadline passed and the default action was played."""

    seat: int
    turn: int
    strikes: int
    forfeited: bool


class End(NamedTuple):
    """Tell a connected seat that the match is over."""

    seat: int
    outcome: Outcome
    events: list[Event]
    """What the seat may know of what happened since its last turn."""


Effect: TypeAlias = Write | OpenTurns | Begin | Show | Reject | Miss | End
