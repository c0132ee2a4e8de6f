"""Records that a running match writes. With the header record, they are all that a replay needs."""

from __future__ import annotations

import enum
from typing import NamedTuple, TypeAlias

from referee.core.outcome import ForfeitCause, Outcome
from referee.core.values import Value
from referee.match.rejection import Rejection

__all__ = [
    "MAX_PAYLOAD_BYTES",
    "ActionKind",
    "ActionTaken",
    "Answered",
    "Committed",
    "Ended",
    "Forfeited",
    "Joined",
    "MatchRecord",
    "Missed",
    "Opened",
    "Recovered",
    "Refused",
    "Said",
    "Started",
    "Stepped",
    "TurnOpened",
]


MAX_PAYLOAD_BYTES = 64 * 1024
"""Largest serialized action that the referee accepts, in bytes. A step's journal record holds the
payloads of all acting seats, so this bound also keeps the record below the longest one that
readers accept.
"""


class ActionKind(enum.Enum):
    """Where a seat's action in a step comes from.

    The seat sent it in time, or it is the default action: for this decision alone, or for a seat
    that has forfeited.
    """

    PLAYED = 1
    """The seat sent the action in time."""
    DEFAULTED = 2
    """The deadline passed, or the bot gave the turn up; the default action was played."""
    FORFEITED = 3
    """The seat had forfeited earlier; the default action was played for it."""


class ActionTaken(Value):
    """One seat's part in an engine step: its action, where the action came from, and the time it took."""

    __match_args__ = (
        "seat",
        "turn",
        "kind",
        "action",
        "payload",
        "elapsed_ns",
        "lag_ns",
        "handed_ns",
        "cpu_ns",
    )
    __slots__ = __match_args__

    def __init__(
        self,
        seat: int,
        turn: int,
        kind: ActionKind,
        action: object,
        payload: bytes,
        elapsed_ns: int,
        lag_ns: int,
        handed_ns: int,
        cpu_ns: int | None = None,
    ) -> None:
        self.seat = seat
        self.turn = turn
        self.kind = kind
        self.action = action
        """The game's action, decoded; None unless `kind` is PLAYED."""
        self.payload = payload
        """The serialized Action message that arrived and that was decoded as `action`; empty unless
        `kind` is PLAYED.
        """
        self.elapsed_ns = elapsed_ns
        """Time charged to the seat's clock for the decision, in nanoseconds."""
        self.lag_ns = lag_ns
        """Time not charged to the seat, in nanoseconds, because the referee itself was busy."""
        self.handed_ns = handed_ns
        """When the turn was handed over to the bot's stream, in nanoseconds since the match began
        or was last resumed.
        """
        self.cpu_ns = cpu_ns
        """Processor time that the bot's process used between the turn's hand-over and the answer,
        in nanoseconds; None if it was not metered.
        """


class Joined(NamedTuple):
    """A seat was joined for the first time."""

    seat: int
    nonce: bytes
    bot_name: str
    client: str
    nonce_commitment: bytes = b""
    """SHA-256 of the nonce that the seat will open later; empty if the seat made no commitment."""


class Committed(NamedTuple):
    """All nonce commitments were shown to the seats.

    From here on nonces can be opened, and no new nonce or commitment counts.
    """


class Opened(NamedTuple):
    """A seat revealed the nonce that it had committed to."""

    seat: int
    nonce: bytes


class Started(NamedTuple):
    """The match began; holds the digest of its first state."""

    digest: bytes


class Stepped(Value):
    """The game engine was stepped once with the actions of all acting seats."""

    __match_args__ = ("actions", "digest")
    __slots__ = __match_args__

    def __init__(self, actions: list[ActionTaken], digest: bytes) -> None:
        self.actions = actions
        """Actions of all acting seats, in seat order."""
        self.digest = digest
        """Digest of the game's state after the step."""


class TurnOpened(NamedTuple):
    """A turn of a correspondence match is open, and expires at a recorded time.

    Written again if that time changes. A turn that expires has a `Missed` record as well.
    """

    seat: int
    turn: int
    deadline_ns: int | None
    """When the turn expires, lag margin included, in nanoseconds since 1970 UTC; None while the turn
    waits for a think slot (a free core for its bot), and its clock with it.
    """


class Answered(NamedTuple):
    """A seat of a correspondence match has answered, and the step waits for other seats."""

    taken: ActionTaken
    """The answer, as the step's record will hold it."""


class Refused(NamedTuple):
    """A message from a seat was rejected; the match did not use it."""

    seat: int
    turn: int
    reason: Rejection


class Said(NamedTuple):
    """A seat sent a chat message at the open decision point.

    The channel's members, who will receive it, follow from the game's state and are not recorded.
    """

    seat: int
    channel: str
    """Name of the chat channel."""
    text: str


class Missed(NamedTuple):
    """A seat's deadline passed, or its bot gave the turn up.

    The seat gets a strike, and the default action is played for it at this decision point.
    """

    seat: int
    turn: int
    given_up: bool = False
    """Whether the bot gave the turn up, as SDKs do when the bot's own code raises, instead of
    missing the deadline.
    """


class Forfeited(NamedTuple):
    """A seat lost the match by forfeit, for the given cause."""

    seat: int
    cause: ForfeitCause
    order: int
    """Number of this exit among all exits of the match, from 1, including exits by the rules. Seats
    that go out at once share one number.
    """


class Recovered(NamedTuple):
    """The server resumed the match from its journal, which held `steps` engine steps."""

    steps: int


class Ended(NamedTuple):
    """The match is over; holds its outcome and what the seed was made from."""

    outcome: Outcome
    match_seed: int
    """Seed of all dice of the match; 0 if the match never began."""
    nonces: tuple[bytes, ...]
    """Nonce of each seat, in seat order; empty bytes for a seat that sent or opened none."""
    nonce_commitments: tuple[bytes, ...] = ()
    """Nonce commitment of each seat, in seat order; empty bytes for a seat without one. The tuple
    itself is empty if no seat made a commitment.
    """


MatchRecord: TypeAlias = (
    Joined
    | Committed
    | Opened
    | Started
    | Stepped
    | TurnOpened
    | Answered
    | Refused
    | Said
    | Missed
    | Forfeited
    | Recovered
    | Ended
)
