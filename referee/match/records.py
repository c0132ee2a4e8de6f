"""Records that a running match writes: together with the header, all that a replay needs."""

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
]


MAX_PAYLOAD_BYTES = 64 * 1024
"""Largest payload of an action, in bytes. It is written to the journal as it arrived, and a record with the
actions of all seats must stay below the length that readers accept."""


class ActionKind(enum.Enum):
    """Origin of an action."""

    PLAYED = 1
    """The seat sent it in time."""
    DEFAULTED = 2
    """The deadline passed, or the bot gave the turn up; the default action was played."""
    FORFEITED = 3
    """The seat had forfeited; the default action was played."""


class ActionTaken(Value):
    """One seat's part in a step."""

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
        """The game's action; None unless played."""
        self.payload = payload
        """The same on the wire; empty unless played."""
        self.elapsed_ns = elapsed_ns
        """Time that the seat was charged."""
        self.lag_ns = lag_ns
        """Time that it was not charged, because the referee lost it."""
        self.handed_ns = handed_ns
        """When its turn was handed over, counted from the match's begin or resumption."""
        self.cpu_ns = cpu_ns
        """Processor time that the bot's process used meanwhile; None if not known."""


class Joined(NamedTuple):
    """A seat was joined for the first time."""

    seat: int
    nonce: bytes
    bot_name: str
    client: str
    nonce_commitment: bytes = b""
    """What it has committed itself to; empty if it has not."""


class Committed(NamedTuple):
    """All nonce commitments were shown: from here on they can be opened, and no other counts."""


class Opened(NamedTuple):
    """A seat opened its nonce."""

    seat: int
    nonce: bytes


class Started(NamedTuple):
    """The match began from a state with this digest."""

    digest: bytes


class Stepped(Value):
    """The engine was stepped once."""

    __match_args__ = ("actions", "digest")
    __slots__ = __match_args__

    def __init__(self, actions: list[ActionTaken], digest: bytes) -> None:
        self.actions = actions
        """Actions of all acting seats, in seat order."""
        self.digest = digest
        """Digest of the state after it."""


class Refused(NamedTuple):
    """Something a seat sent was not taken."""

    seat: int
    turn: int
    reason: Rejection


class Said(NamedTuple):
    """A seat said something at the decision point that is open; who hears it follows from the state."""

    seat: int
    channel: str
    """Name of the channel."""
    text: str


class Missed(NamedTuple):
    """A deadline passed or a turn was given up: the seat gets a strike and plays the default action at this point."""

    seat: int
    turn: int
    given_up: bool = False
    """Whether its bot gave it up, as bots do whose own code failed."""


class Forfeited(NamedTuple):
    """A seat was taken out."""

    seat: int
    cause: ForfeitCause
    order: int
    """Which exit of the match it was, from 1, those by the rules included; equal for seats taken out at
    once."""


class Recovered(NamedTuple):
    """The match was resumed from its journal, which held `steps` steps."""

    steps: int


class Ended(NamedTuple):
    """The match is over."""

    outcome: Outcome
    match_seed: int
    """Seed of all dice; 0 if the match never began."""
    nonces: tuple[bytes, ...]
    """Nonce of each seat; empty if it sent none."""
    nonce_commitments: tuple[bytes, ...] = ()
    """What each seat had committed itself to, empty if it had not; none at all if no seat had."""


MatchRecord: TypeAlias = (
    Joined
    | Committed
    | Opened
    | Started
    | Stepped
    | Refused
    | Said
    | Missed
    | Forfeited
    | Recovered
    | Ended
)
