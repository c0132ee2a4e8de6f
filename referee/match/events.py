"""Events: what can happen to a match. Each carries the time at which it happened.

All times are nanoseconds on one monotonic clock. `lag_ns` is the time up to the event that the referee itself may
have lost: it was busy while the event may already have been waiting to be read.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from referee.core.outcome import EndCause, ForfeitCause
from referee.core.values import Value
from referee.match.rejection import Rejection

__all__ = [
    "ActionReceived",
    "CpuRead",
    "MatchAborted",
    "MatchEvent",
    "MatchNote",
    "MatchResumed",
    "NonceOpened",
    "SeatJoined",
    "SeatLeft",
    "SeatResigned",
    "Spoken",
    "TimePassed",
    "TurnDelayed",
    "TurnHanded",
    "TurnHeld",
    "TurnReleased",
    "TurnSkipped",
    "UnreadableReceived",
    "UntimelyReceived",
]


class SeatJoined(NamedTuple):
    """A stream has presented the seat's token and holds the seat from now on."""

    seat: int
    at_ns: int
    nonce: bytes = b""
    """16 bytes or none; counts only the first time, and only before the match begins."""
    bot_name: str = ""
    client: str = ""
    nonce_commitment: bytes = b""
    """SHA-256 of a nonce that is opened later, or none; counts as a nonce does."""


class NonceOpened(NamedTuple):
    """A seat opens the nonce that it had committed itself to, or declines to."""

    seat: int
    nonce: bytes
    """The nonce; empty if the seat declines."""
    at_ns: int


class SeatLeft(NamedTuple):
    """The stream that held the seat has ended, and no other has taken the seat. Only a house bot's clock stops."""

    seat: int
    at_ns: int
    is_house: bool = False
    """Whether a house bot held it: then the server itself is at fault, and the seat's clock waits."""


class TurnHanded(Value):
    """The seat's open turn was handed to the transport: its clock starts."""

    __match_args__ = ("seat", "turn", "at_ns", "lag_ns")
    __slots__ = __match_args__

    def __init__(self, seat: int, turn: int, at_ns: int, lag_ns: int = 0) -> None:
        self.seat = seat
        self.turn = turn
        self.at_ns = at_ns
        self.lag_ns = lag_ns


class TurnDelayed(NamedTuple):
    """The seat's open turn left the referee later than its `TurnHanded` said."""

    seat: int
    turn: int
    at_ns: int
    lag_ns: int
    """How much later it left, in nanoseconds."""


class TurnHeld(NamedTuple):
    """The seat's open turn must wait for a think slot, and its clock with it.

    A clock that runs already, because the bot was away, runs on.
    """

    seat: int
    turn: int
    at_ns: int


class TurnReleased(NamedTuple):
    """The seat's open turn, held until now, is going to be handed over."""

    seat: int
    turn: int
    at_ns: int


class CpuRead(NamedTuple):
    """Processor time, `cpu_ns`, that the bot's process has used since the open turn was handed over."""

    seat: int
    turn: int
    cpu_ns: int
    at_ns: int


class ActionReceived(Value):
    """An action of the game was read."""

    __match_args__ = ("seat", "turn", "action", "payload", "at_ns", "lag_ns")
    __slots__ = __match_args__

    def __init__(
        self, seat: int, turn: int, action: object, payload: bytes, at_ns: int, lag_ns: int = 0
    ) -> None:
        self.seat = seat
        self.turn = turn
        self.action = action
        """The game's action."""
        self.payload = payload
        """The same on the wire, for the record."""
        self.at_ns = at_ns
        self.lag_ns = lag_ns


class UnreadableReceived(NamedTuple):
    """A message was read that should hold an action and does not."""

    seat: int
    turn: int
    reason: Rejection
    """MALFORMED or WRONG_TYPE."""
    text: str
    at_ns: int


class UntimelyReceived(NamedTuple):
    """An answer arrived for a turn that is not open; it was not decoded."""

    seat: int
    turn: int
    at_ns: int


class TurnSkipped(NamedTuple):
    """The bot has given a turn up, as it cannot answer it."""

    seat: int
    turn: int
    at_ns: int


class Spoken(NamedTuple):
    """A chat message was read."""

    seat: int
    turn: int
    """The seat's last turn as far as its bot knew; 0 if it had none."""
    channel: str
    """Name of the channel."""
    text: bytes
    """The text in UTF-8, or what should be one."""
    number: int
    """The bot's number for the message, sent back if it is refused."""
    at_ns: int


class SeatResigned(NamedTuple):
    """The seat is given up for good: by its bot, or by an organizer who has seen the bot's process end."""

    seat: int
    at_ns: int
    cause: ForfeitCause = ForfeitCause.RESIGNED
    """RESIGNED or GONE."""


class TimePassed(NamedTuple):
    """`next_deadline_ns` has passed, and all messages received before were handled."""

    at_ns: int
    lag_ns: int = 0


class MatchAborted(NamedTuple):
    """The match cannot or must not continue; it becomes void."""

    cause: EndCause
    """One of the void causes."""
    text: str
    at_ns: int


class MatchResumed(NamedTuple):
    """The host has resumed the match from its journal; no seat is connected."""

    at_ns: int
    house: tuple[int, ...] = ()
    """Seats of house bots: their clocks wait until the server has seated them again."""


MatchNote: TypeAlias = TurnHanded | TurnDelayed | TurnHeld | TurnReleased | CpuRead
"""Facts about an open turn, which have no effects."""
MatchEvent: TypeAlias = (
    SeatJoined
    | NonceOpened
    | SeatLeft
    | ActionReceived
    | UnreadableReceived
    | UntimelyReceived
    | TurnSkipped
    | Spoken
    | SeatResigned
    | TimePassed
    | MatchAborted
    | MatchResumed
)
