"""What a match wants its host to do. A host carries effects out in order.

A `Write` comes before whatever it makes true is told to anybody, so that a host that writes in order
keeps a journal from which the match can be taken up again.
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
    """A seat's clock as its bot is told."""

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
        """What the last answer was charged; None before the first and after a miss."""
        self.last_lag_ns = last_lag_ns
        """What the last answer was not charged because the referee was late."""
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
        """What the seat may know of what happened since its last turn."""
        self.clock = clock
        self.said = said
        """What it heard since then."""
        self.channels = channels
        """Where it may speak now."""


class OpenTurns(Value):
    """Hand these turns over, then tell the match when it was done."""

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
    """Show these seats what all seats have committed themselves to, so that they open their nonces."""

    seats: tuple[int, ...]


class Begin(NamedTuple):
    """Tell connected seats that the match begins, or has begun, and from which nonces."""

    seats: tuple[int, ...] | None = None
    """Whom to tell; None means all."""


class Show(Value):
    """Show spectators what a step, or the start, came to."""

    __match_args__ = ("step", "phase", "events", "said")
    __slots__ = __match_args__

    def __init__(self, step: int, phase: str, events: Events, said: tuple[Heard, ...] = ()) -> None:
        self.step = step
        """Steps made so far; 0 at the start."""
        self.phase = phase
        """The phase now; empty at the end."""
        self.events = events
        self.said = said
        """All that was said at the decision point before the step."""


class Reject(NamedTuple):
    """Tell a seat that something was not taken."""

    seat: int
    turn: int
    reason: Rejection
    text: str
    say_number: int = 0
    """Number of the message that was not taken; 0 if it was something else."""


class Miss(NamedTuple):
    """Tell a seat, if it is connected, that its deadline passed and the default action was played."""

    seat: int
    turn: int
    strikes: int
    forfeited: bool
    given_up: bool = False
    """Whether its bot gave the turn up instead of letting the deadline pass."""


class OpenPlace(NamedTuple):
    """What a seat that is out may know of its placement, which is not open to it yet."""

    round: int
    """The round in which the rules put it out."""
    first: int
    """The best of the places that the seats which went out with it share, by who is in longer."""
    last: int
    """The last of them."""


class End(NamedTuple):
    """Tell a connected seat that the match is over, or is over for it; then nothing holds it any more."""

    seat: int
    outcome: Outcome
    events: Events
    """What the seat may know of what happened since its last turn."""
    goes_on: bool = False
    """Whether the match goes on without it: the outcome holds its own result alone."""
    said: tuple[Heard, ...] = ()
    """What it heard since then."""
    place: OpenPlace | None = None
    """Given where a match that goes on keeps placement and score of the seat, which are 0, to its end."""


Effect: TypeAlias = Write | OpenTurns | ShowNonces | Begin | Show | Reject | Miss | End
