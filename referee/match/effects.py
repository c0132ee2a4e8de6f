"""Effects: what a match asks its host to do. A host carries them out in the order in which they are returned.

That order is a promise. In the effects of one event:

1. `Write` of a record, or `WriteDeadline`, comes before every effect that lets anybody learn of it. A host that is killed in between
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
    "WriteDeadline",
]


class ClockReading(Value):
    """A seat's clock as it is sent to its bot: time left, bank, last answer's time, and strikes."""

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
        """Time until the deadline in nanoseconds, without the lag margin; None if the turn has no
        deadline.
        """
        self.bank_ns = bank_ns
        """Time left in the seat's bank, in nanoseconds."""
        self.last_elapsed_ns = last_elapsed_ns
        """Time charged for the seat's last answer, in nanoseconds; None before its first answer and
        after a missed deadline.
        """
        self.last_lag_ns = last_lag_ns
        """Time not charged for the seat's last answer, in nanoseconds, because the referee itself
        was busy.
        """
        self.strikes = strikes
        """Number of the seat's strikes so far: deadlines missed and turns given up."""


class OpenTurn(Value):
    """Open turn of one connected seat, as it is sent to the seat's bot."""

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
        """Number of the seat's decision in the match, from 1."""
        self.observation = observation
        """What the seat may see of the state, as the game's observation."""
        self.events = events
        """Events since the seat's last turn that the seat may see."""
        self.clock = clock
        self.said = said
        """Chat messages to the seat since its last turn."""
        self.channels = channels
        """Chat channels that the seat may use at this decision point."""


class OpenTurns(Value):
    """Effect: send these turns to their seats.

    The host then notes to the machine, by `TurnHanded`, when each turn was handed over.
    """

    __match_args__ = ("phase", "turns")
    __slots__ = __match_args__

    def __init__(self, phase: str, turns: list[OpenTurn]) -> None:
        self.phase = phase
        self.turns = turns


class Write(Value):
    """Effect: append this record to the match's journal."""

    __match_args__ = ("record",)
    __slots__ = __match_args__

    def __init__(self, record: MatchRecord) -> None:
        self.record = record


class WriteDeadline(NamedTuple):
    """Effect: append a `TurnOpened` record to the match's journal, with the deadline in calendar time.

    The machine knows no calendar, so the host converts the deadline.
    """

    seat: int
    turn: int
    deadline_ns: int | None
    """When the turn expires, on the referee's monotonic clock; None while it waits for a think slot."""


class ShowNonces(NamedTuple):
    """Effect: send these seats the nonce commitments of all seats, so that they open their nonces."""

    seats: tuple[int, ...]


class Begin(NamedTuple):
    """Effect: notify connected seats that the match begins or has begun, with all seats' nonces."""

    seats: tuple[int, ...] | None = None
    """Seats to notify; None means all."""


class Show(Value):
    """Effect: show spectators the events of an engine step, or of the start."""

    __match_args__ = ("step", "phase", "events", "said")
    __slots__ = __match_args__

    def __init__(self, step: int, phase: str, events: Events, said: tuple[Heard, ...] = ()) -> None:
        self.step = step
        """Number of engine steps made so far; 0 at the start."""
        self.phase = phase
        """Name of the game's current phase; empty when the match has ended."""
        self.events = events
        self.said = said
        """Chat messages of the decision point before this step."""


class Reject(NamedTuple):
    """Effect: inform a seat's bot that one of its messages was not taken, and why."""

    seat: int
    turn: int
    reason: Rejection
    text: str
    say_number: int = 0
    """The bot's own number for the rejected chat message; 0 if the rejected message was no chat."""


class Miss(NamedTuple):
    """Effect: notify a seat, if connected, that the default action was played for its missed turn.

    The seat's deadline passed, or its bot gave the turn up.
    """

    seat: int
    turn: int
    strikes: int
    forfeited: bool
    given_up: bool = False
    """Whether the bot gave the turn up instead of letting the deadline pass."""


class OpenPlace(NamedTuple):
    """Placements still possible for a seat put out by the rules, while the game withholds its placement."""

    round: int
    """The game's round in which the rules put the seat out."""
    first: int
    """Best placement the seat can get, if all seats that are still in, or went out later, are
    placed before it.
    """
    last: int
    """Worst placement the seat can get: that of the last among the seats that went out together
    with it.
    """


class End(NamedTuple):
    """Effect: notify a connected seat that the match is over, or over for this seat.

    Nothing more is sent to the seat, and the stream that held it no longer does.
    """

    seat: int
    outcome: Outcome
    events: Events
    """Events since the seat's last turn that the seat may see."""
    goes_on: bool = False
    """Whether the match goes on without the seat. The outcome then holds this seat's result alone."""
    said: tuple[Heard, ...] = ()
    """Chat messages to the seat since its last turn."""
    place: OpenPlace | None = None
    """Range of placements still possible. Set only if the match goes on and the game withholds
    placement and score, which are then 0.
    """


Effect: TypeAlias = (
    Write | WriteDeadline | OpenTurns | ShowNonces | Begin | Show | Reject | Miss | End
)
