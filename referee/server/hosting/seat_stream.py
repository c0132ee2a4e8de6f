"""What a match and a stream that holds a seat of it know of each other, so that neither imports the other.

They are classes to derive from, and no protocols, because every decision goes through them: a call of
a class's method is direct where the match layer is compiled.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from gamereferee.v1 import play_service_pb2

__all__ = ["HeldMatch", "HeldLane", "SeatStream"]


class HeldMatch(ABC):
    """A match whose seats streams hold.

    Args:
        match_id: Its id.
        num_seats: Its seats.
        lag_margin_ns: Its lag margin, which is also how long a turn may wait to be handed over before its clock
            runs all the same.
    """

    def __init__(self, match_id: str, num_seats: int, lag_margin_ns: int = 0) -> None:
        self.match_id = match_id
        self.num_seats = num_seats
        self.lag_margin_ns = lag_margin_ns

    @abstractmethod
    def handed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Know that a turn was handed to the transport."""

    @abstractmethod
    def hold(self, seat: int, turn: int) -> bool:
        """Let an open turn wait for its slot; return False if its clock runs already."""

    @abstractmethod
    def release(self, seat: int, turn: int) -> None:
        """Know that an open turn is going to be handed over."""

    @abstractmethod
    def awaits(self, seat: int, turn: int, stream: SeatStream) -> bool:
        """Return whether a turn is still open, and to be answered by this stream."""


class HeldLane(Protocol):
    """A lane, as the streams of its seats know it."""

    @property
    def is_shared(self) -> bool:
        """Whether its seats are held by more than one stream."""
        ...

    @property
    def lag_margin_ns(self) -> int:
        """The lag margin of its matches."""
        ...

    def answer(
        self,
        seat: int,
        message: play_service_pb2.LaneAnswers,
        at_ns: int,
        lag_of: Callable[[int], int],
    ) -> tuple[int, int]:
        """Take answers in; return how many were taken, and how many were not.

        Args:
            seat: Whose they are.
            message: They.
            at_ns: When they were read.
            lag_of: Says how long they may have waited in the referee, if the last of their turns was handed over
                at a time.

        Raises:
            MalformedError: The message's arrays don't fit together.
        """
        ...

    def handed(self, seat: int, handles: Any, turns: Any, at_ns: int, lag_ns: int) -> None:
        """Know that turns were handed to the transport.

        Args:
            seat: Whose they are.
            handles: int64[n]: their rows, as the bot knows them.
            turns: int32[n]: their numbers.
            at_ns: When.
            lag_ns: How much of the waiting was the referee's own delay.
        """


class SeatStream(ABC):
    """A stream that holds seats, as their matches know it."""

    def __init__(self) -> None:
        self.is_taking = False
        """Whether a message that was read is not all taken in yet."""
        self.round_trip_ns: int | None = None
        """What the last ping took; None before one was answered."""
        self.takes_lanes = True
        """Whether turns can be told on it in columns; they can't behind a router."""

    def unread_ns(self, now_ns: int) -> int:  # noqa: ARG002
        """Return how long something may have waited by now that was not read yet; 0 if there is nothing."""
        return 0

    @abstractmethod
    def name_seat(self, match_id: str, seat: int) -> int:
        """Return a new number by which the stream and the referee call a seat that it holds."""

    @abstractmethod
    def send_turn(self, match: HeldMatch, seat: int, turn: int, encoded: bytes) -> None:
        """Ask the bot for a decision, in the words of a `TurnWriter` or a `SmallTurnWriter`."""

    def new_lane(self, lane: HeldLane, seat: int) -> int:
        """Take a seat of a lane; return the number that it has on this stream."""
        raise NotImplementedError(f"{type(self).__name__} has no lanes")

    def send_lane(
        self,
        opened: play_service_pb2.LaneOpened | None = None,
        rows: play_service_pb2.LaneRows | None = None,
    ) -> None:
        """Tell the bot of a lane that it has a seat on, and of matches on it."""
        raise NotImplementedError(f"{type(self).__name__} has no lanes")

    def send_lane_turns(
        self, lane: HeldLane, seat: int, handles: Any, turns: Any, encoded: bytes
    ) -> None:
        """Ask the bot for decisions of a lane, encoded as a part of a PlayResponse; see `HeldLane.handed`."""
        raise NotImplementedError(f"{type(self).__name__} has no lanes")

    @abstractmethod
    def send_joined(self, joined: play_service_pb2.Joined) -> None:
        """Tell the bot that a token was taken."""

    @abstractmethod
    def send_commitments(self, commitments: play_service_pb2.NonceCommitments) -> None:
        """Tell the bot what all seats have committed themselves to."""

    @abstractmethod
    def send_started(self, started: play_service_pb2.MatchStarted) -> None:
        """Tell the bot that a match begins."""

    @abstractmethod
    def send_rejected(self, rejected: play_service_pb2.Rejected) -> None:
        """Tell the bot that something was not taken."""

    @abstractmethod
    def send_missed(self, missed: play_service_pb2.MissedDeadline) -> None:
        """Tell the bot that a deadline passed."""

    @abstractmethod
    def send_ended(self, ended: play_service_pb2.MatchEnded) -> None:
        """Tell the bot that a match is over; its seat is held no longer."""

    @abstractmethod
    def send_draining(self) -> None:
        """Tell the bot that the server is going to stop."""

    @abstractmethod
    def lose_seat(self, match_id: str, seat: int) -> None:
        """Know that another stream has presented the seat's token."""
