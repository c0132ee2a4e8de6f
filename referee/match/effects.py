"""Effects: what a match asks its host to do. A host carries them out in the order in which they are returned.

That order is a promise. In the effects of one event:

1. `Write` of a record comes before every effect that lets anybody learn of it. A host that is killed in between
   has then written more than it has sent, never less, and the match can be resumed from its journal.
2. `Show` of a step comes after the step's `Write` and before the turns that follow from it.
3. `Miss` comes before the `OpenTurns` or `End` of the same seat, so that a bot learns what happened to its last
   turn before it gets the next.
4. `End` of a seat is the last effect for that seat.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from referee.core.chat import Channel
from referee.core.game import Events
from referee.core.outcome import Outcome
from referee.core.values import Value
from referee.match.records import MatchRecord
from referee.match.rejection import Rejection
from referee.match.talk import Heard

__all__ = [
    "Begin",
    "ClockReading",
    "Effect",
    "End",
    "Miss",
    "OpenPlace",
    "OpenTurn",
    "OpenTurns",
    "Reject",
    "Show",
    "ShowNonces",
    "Write",
]


class ClockReading(Value):
    """A seat's clock, as its bot gets it."""

    __match_args__ = (
        "remaining_ns",
        "bank_ns",
        "last_elapsed_ns",
        "last_lag_ns",
        "strikes",
    )
    __slots__ = __match_args__

    def __init__(
        self,
        remaining_ns: int | None,
        bank_ns: int,
        last_elapsed_ns: int | None,
        last_lag_ns: int,
        strikes: int,
    ) -> None:
        self.remaining_ns = remaining_ns
        """Time until the deadline without the lag margin; None if there is no deadline."""
        self.bank_ns = bank_ns
        """Reserve left."""
        self.last_elapsed_ns = last_elapsed_ns
        """Time charged for the last answer; None before the first answer and after a miss."""
        self.last_lag_ns = last_lag_ns
        """Time not charged for the last answer, because the referee lost it."""
        self.strikes = strikes
        """Deadlines missed."""


class OpenTurn(Value):
    """One connected seat's open turn."""

    __match_args__ = ("seat", "turn", "observation", "events", "clock", "said", "channels")
    __slots__ = __match_args__

    def __init__(
        self,
        seat: int,
        turn: int,
        observation: object,
        events: Events,
        clock: ClockReading,
        said: tuple[Heard, ...] = (),
        channels: tuple[Channel, ...] = (),
    ) -> None:
        self.seat = seat
        self.turn = turn
        """Number of the seat's decision, from 1."""
        self.observation = observation
        """The game's observation."""
        self.events = events
        """Events since the seat's last turn that it may see."""
        self.clock = clock
        self.said = said
        """Chat messages to the seat since then."""
        self.channels = channels
        """Chat channels that it may use now."""


class OpenTurns(Value):
    """Hand these turns over, then note to the match when each was handed over."""

    __match_args__ = ("phase", "turns")
    __slots__ = __match_args__

    def __init__(self, phase: str, turns: list[OpenTurn]) -> None:
        self.phase = phase
        self.turns = turns


class Write(Value):
    """Append to the journal."""

    __match_args__ = ("record",)
    __slots__ = __match_args__

    def __init__(self, record: MatchRecord) -> None:
        self.record = record


class ShowNonces(NamedTuple):
    """Send these seats the nonce commitments of all seats, so that they open their nonces."""

    seats: tuple[int, ...]


class Begin(NamedTuple):
    """Send connected seats that the match begins, or has begun, and with which nonces."""

    seats: tuple[int, ...] | None = None
    """Receivers; None means all."""


class Show(Value):
    """Show spectators the events of a step, or of the start."""

    __match_args__ = ("step", "phase", "events", "said")
    __slots__ = __match_args__

    def __init__(self, step: int, phase: str, events: Events, said: tuple[Heard, ...] = ()) -> None:
        self.step = step
        """Steps made so far; 0 at the start."""
        self.phase = phase
        """The phase now; empty at the end."""
        self.events = events
        self.said = said
        """Chat messages of the decision point before the step."""


class Reject(NamedTuple):
    """Send a seat that a message of it was not taken."""

    seat: int
    turn: int
    reason: Rejection
    text: str
    say_number: int = 0
    """Number of the message that was not taken; 0 if it was something else."""


class Miss(NamedTuple):
    """Send a seat, if it is connected, that its deadline passed and the default action was played."""

    seat: int
    turn: int
    strikes: int
    forfeited: bool
    given_up: bool = False
    """Whether its bot gave the turn up instead of letting the deadline pass."""


class OpenPlace(NamedTuple):
    """What a seat that is out may know of its placement before the match ends."""

    round: int
    """The round in which the rules put it out."""
    first: int
    """Best placement among the seats that went out together, if seats that stay in longer are placed better."""
    last: int
    """Worst placement among them."""


class End(NamedTuple):
    """Send a connected seat that the match is over, or is over for it; its stream no longer holds it after that."""

    seat: int
    outcome: Outcome
    events: Events
    """Events since the seat's last turn that it may see."""
    goes_on: bool = False
    """Whether the match goes on without it: the outcome holds its own result alone."""
    said: tuple[Heard, ...] = ()
    """Chat messages to the seat since then."""
    place: OpenPlace | None = None
    """What is known of the placement, where a match that goes on withholds placement and score (then 0)."""


Effect: TypeAlias = Write | OpenTurns | ShowNonces | Begin | Show | Reject | Miss | End
