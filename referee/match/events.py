"""Events: what can happen to a match.

Each event carries the time at which it happened.

All times are nanoseconds on one monotonic clock. `lag_ns` is the time before the event that the
referee itself may have lost: the event may have been waiting to be read while the referee was busy.
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
    """A stream has presented the seat's token, and holds the seat from now on."""

    seat: int
    at_ns: int
    nonce: bytes = b""
    """The seat's nonce, 16 bytes, or empty. It counts only at the seat's first join, and only
    before commitments are shown or the match begins.
    """
    bot_name: str = ""
    client: str = ""
    nonce_commitment: bytes = b""
    """SHA-256 of a nonce that the seat will open later, or empty. It counts only at the seat's
    first join, and only before commitments are shown or the match begins.
    """


class NonceOpened(NamedTuple):
    """A seat opens the nonce that it had committed to, or declines to open it."""

    seat: int
    nonce: bytes
    """The nonce; empty if the seat declines."""
    at_ns: int


class SeatLeft(NamedTuple):
    """The stream that held the seat has ended, and no other stream has taken the seat.

    The seat's clock runs on, unless a house bot held the seat.
    """

    seat: int
    at_ns: int
    is_house: bool = False
    """Whether a house bot held the seat. Then the server itself lost it, and the seat's clock
    waits.
    """


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
    """The seat's open turn left the referee later than its `TurnHanded` note said."""

    seat: int
    turn: int
    at_ns: int
    lag_ns: int
    """How much later the turn left, in nanoseconds."""


class TurnHeld(NamedTuple):
    """The seat's open turn must wait for a think slot (a free core for its bot), and its clock waits too.

    A clock that already runs, because the bot was away, runs on.
    """

    seat: int
    turn: int
    at_ns: int


class TurnReleased(NamedTuple):
    """The seat's open turn has got its think slot (a free core); it will be handed over now."""

    seat: int
    turn: int
    at_ns: int


class CpuRead(NamedTuple):
    """Processor time was read: the bot's process has used `cpu_ns` since the open turn was handed over."""

    seat: int
    turn: int
    cpu_ns: int
    at_ns: int


class ActionReceived(Value):
    """A seat's message was read and holds an action of the game."""

    __match_args__ = ("seat", "turn", "action", "payload", "at_ns", "lag_ns")
    __slots__ = __match_args__

    def __init__(
        self, seat: int, turn: int, action: object, payload: bytes, at_ns: int, lag_ns: int = 0
    ) -> None:
        self.seat = seat
        self.turn = turn
        self.action = action
        """The action that the seat sent, decoded."""
        self.payload = payload
        """The serialized Action message that arrived and that was decoded as `action`; kept for the
        journal.
        """
        self.at_ns = at_ns
        self.lag_ns = lag_ns


class UnreadableReceived(NamedTuple):
    """A seat's message was read that should hold an action, but can't be decoded as one."""

    seat: int
    turn: int
    reason: Rejection
    """Rejection reason: MALFORMED or WRONG_TYPE."""
    text: str
    at_ns: int


class UntimelyReceived(NamedTuple):
    """A seat's answer to a turn that is not open was read; it was not decoded."""

    seat: int
    turn: int
    at_ns: int


class TurnSkipped(NamedTuple):
    """The bot has given a turn up because it can't answer it."""

    seat: int
    turn: int
    at_ns: int


class Spoken(NamedTuple):
    """A chat message from a seat was read."""

    seat: int
    turn: int
    """Number of the seat's last turn as far as its bot knew; 0 if it had received none."""
    channel: str
    """Name of the chat channel."""
    text: bytes
    """The text as UTF-8; not checked yet, so any bytes."""
    number: int
    """The bot's own number for the message, which a rejection of the message sends back."""
    at_ns: int


class SeatResigned(NamedTuple):
    """The seat is given up for good: by its bot, or by an organizer whose bot process has ended."""

    seat: int
    at_ns: int
    cause: ForfeitCause = ForfeitCause.RESIGNED
    """Cause of the forfeit: RESIGNED or GONE."""


class TimePassed(NamedTuple):
    """The machine's `next_deadline_ns` has passed; all messages received before it were handled."""

    at_ns: int
    lag_ns: int = 0


class MatchAborted(NamedTuple):
    """The match cannot or must not continue, and becomes void."""

    cause: EndCause
    """Why the match is void; one of the void causes."""
    text: str
    at_ns: int


class MatchResumed(NamedTuple):
    """The host has resumed the match from its journal. No seat is connected yet."""

    at_ns: int
    house: tuple[int, ...] = ()
    """Seats held by house bots. Their clocks wait until the server has seated the house bots again."""
    wall_ns: int = 0
    """The calendar time of the event, in nanoseconds since 1970 UTC, with which recorded deadlines are
    compared.
    """
    created_ns: int | None = None
    """When the match was created, in nanoseconds since 1970 UTC; None if that is not known, so that the
    join limit counts from the event.
    """


MatchNote: TypeAlias = TurnHanded | TurnDelayed | TurnHeld | TurnReleased | CpuRead
"""Union of the notes: facts about an open turn, which the machine records without any effects."""
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
