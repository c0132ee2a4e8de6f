"""Interfaces between a match and the streams that hold its seats, so that neither imports the other.

They are base classes and not protocols because every decision goes through them: compiled by mypyc, a call of a
class's method is direct.
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
        num_seats: Number of its seats.
        lag_margin_ns: Its lag margin. After this time the clock of an open turn starts even if the turn was not handed
            over.
    """

    def __init__(self, match_id: str, num_seats: int, lag_margin_ns: int = 0) -> None:
        self.match_id = match_id
        self.num_seats = num_seats
        self.lag_margin_ns = lag_margin_ns

    @abstractmethod
    def handed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Note that a turn was passed to the transport: its clock starts.

        Args:
            seat: The seat.
            turn: The turn.
            at_ns: When.
            lag_ns: How much of the time since the turn was opened was the referee's own delay.
        """

    @abstractmethod
    def hold(self, seat: int, turn: int) -> bool:
        """Stop the clock of an open turn until it gets a think slot; return False if the clock runs already."""

    @abstractmethod
    def release(self, seat: int, turn: int) -> None:
        """Note that a held turn has got a think slot, and will be handed over."""

    @abstractmethod
    def awaits(self, seat: int, turn: int, stream: SeatStream) -> bool:
        """Return whether a turn is still open, and this stream holds its seat."""


class HeldLane(Protocol):
    """A lane whose seats streams hold."""

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
        """Take answers; return how many were taken, and how many were refused.

        Args:
            seat: The seat that answers.
            message: The answers.
            at_ns: When they were read.
            lag_of: Returns how long they may have waited in the referee, given the time at which the last of their
                turns was handed over.

        Raises:
            MalformedError: The message's arrays don't fit together.
        """
        ...

    def handed(self, seat: int, handles: Any, turns: Any, at_ns: int, lag_ns: int) -> None:
        """Note that turns were passed to the transport: their clocks start.

        Args:
            seat: The seat that is to answer.
            handles: int64[n]: their rows, by the numbers that the bot knows.
            turns: int32[n]: their numbers.
            at_ns: When.
            lag_ns: How much of the time since the turns were opened was the referee's own delay.
        """


class SeatStream(ABC):
    """A stream that holds seats of matches."""

    def __init__(self) -> None:
        self.is_taking = False
        """Whether a message was read and is not completely processed yet."""
        self.round_trip_ns: int | None = None
        """Round trip of the last ping; None before one was answered."""
        self.takes_lanes = True
        """Whether turns can be sent on it as columns; they can't behind a router."""

    def unread_ns(self, now_ns: int) -> int:  # noqa: ARG002
        """Return how long a message that is not read yet may have waited by now; 0 if there is none."""
        return 0

    @abstractmethod
    def name_seat(self, match_id: str, seat: int) -> int:
        """Return a new number that stands for a seat on this stream, which must hold it."""

    @abstractmethod
    def send_turn(self, match: HeldMatch, seat: int, turn: int, encoded: bytes) -> None:
        """Ask the bot for a decision; `encoded` is what a `TurnWriter` or a `SmallTurnWriter` wrote."""

    def new_lane(self, lane: HeldLane, seat: int) -> int:
        """Hold a seat of a lane; return the number of the lane on this stream."""
        raise NotImplementedError(f"{type(self).__name__} has no lanes")

    def send_lane(
        self,
        opened: play_service_pb2.LaneOpened | None = None,
        rows: play_service_pb2.LaneRows | None = None,
    ) -> None:
        """Send the bot a lane on which it has a seat, or matches that are now on it."""
        raise NotImplementedError(f"{type(self).__name__} has no lanes")

    def send_lane_turns(
        self, lane: HeldLane, seat: int, handles: Any, turns: Any, encoded: bytes
    ) -> None:
        """Ask the bot for decisions of a lane, encoded as a part of a PlayResponse; see `HeldLane.handed`."""
        raise NotImplementedError(f"{type(self).__name__} has no lanes")

    @abstractmethod
    def send_joined(self, joined: play_service_pb2.Joined) -> None:
        """Send the answer to a join that was accepted."""

    @abstractmethod
    def send_commitments(self, commitments: play_service_pb2.NonceCommitments) -> None:
        """Send the nonce commitments of all seats."""

    @abstractmethod
    def send_started(self, started: play_service_pb2.MatchStarted) -> None:
        """Send the start of a match."""

    @abstractmethod
    def send_rejected(self, rejected: play_service_pb2.Rejected) -> None:
        """Send a rejection."""

    @abstractmethod
    def send_missed(self, missed: play_service_pb2.MissedDeadline) -> None:
        """Send a missed deadline."""

    @abstractmethod
    def send_ended(self, ended: play_service_pb2.MatchEnded) -> None:
        """Send the end of a match for one seat; the stream holds that seat no longer."""

    @abstractmethod
    def send_draining(self) -> None:
        """Send that the server is going to stop."""

    @abstractmethod
    def lose_seat(self, match_id: str, seat: int) -> None:
        """Hold a seat no longer, as another stream has presented its token."""
