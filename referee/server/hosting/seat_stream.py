"""Interfaces between a match and the streams that hold its seats, so that neither imports the other.

They are base classes rather than protocols because every decision goes through them: when compiled
by mypyc, a call of a class's method is direct.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from gamereferee.v1 import play_service_pb2
from referee.server.hosting.lane_process import TakenAnswers

__all__ = ["HeldMatch", "HeldLane", "SeatStream"]


class HeldMatch(ABC):
    """A match as the streams that hold its seats see it.

    Args:
        match_id: Id of the match.
        num_seats: Number of seats in the match.
        lag_margin_ns: Lag margin of the match, in nanoseconds. After this time the clock of an open
            turn starts even if the turn was not handed over.
    """

    def __init__(self, match_id: str, num_seats: int, lag_margin_ns: int = 0) -> None:
        self.match_id = match_id
        self.num_seats = num_seats
        self.lag_margin_ns = lag_margin_ns

    @abstractmethod
    def handed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Start the clock of a turn that was handed to the transport.

        Args:
            seat: Index of the seat.
            turn: Number of the turn.
            at_ns: Time of the hand-over.
            lag_ns: How much of the time since the turn was opened was the referee's own delay.
        """

    @abstractmethod
    def delayed(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Postpone the start of a turn's clock, because a router passed the turn on late.

        Args:
            seat: Index of the seat.
            turn: Number of the turn.
            at_ns: When the delay was reported.
            lag_ns: The delay in nanoseconds.
        """

    @abstractmethod
    def hold(self, seat: int, turn: int) -> bool:
        """Stop the clock of an open turn until it gets a think slot (a free core for its bot).

        Returns:
            Whether the turn is held; False if its clock runs already.
        """

    @abstractmethod
    def release(self, seat: int, turn: int) -> None:
        """End the wait of a held turn, which has got a think slot: its clock starts at the hand-over.

        A think slot is a free core for the bot. If the turn has not been handed over after the lag
        margin, its clock starts then.
        """

    @abstractmethod
    def awaits(self, seat: int, turn: int, stream: SeatStream) -> bool:
        """Return whether a turn is still open and this stream holds its seat."""


class HeldLane(Protocol):
    """A lane, which plays many matches at once, as the streams that hold its seats see it."""

    @property
    def is_shared(self) -> bool:
        """Whether more than one stream holds the lane's seats."""
        ...

    @property
    def lag_margin_ns(self) -> int:
        """Lag margin of all the lane's matches, in nanoseconds."""
        ...

    def answer(
        self,
        seat: int,
        message: play_service_pb2.LaneAnswers,
        at_ns: int,
        lag_of: Callable[[int], int],
    ) -> TakenAnswers:
        """Take a message of answers, and return what is left to do with them.

        First `share_processor_time` must be called with the answers of all lanes that were read in one
        request, then `go_on` of each.

        Args:
            seat: Index of the seat that answers.
            message: The lane message with the answers.
            at_ns: When the message was read.
            lag_of: Takes the time at which the last of the answered turns was handed over; returns
                how long the answers may have waited in the referee, in nanoseconds.

        Raises:
            MalformedError: The message's arrays don't fit together.
        """
        ...

    def handed(self, seat: int, handles: Any, turns: Any, at_ns: int, lag_ns: int) -> None:
        """Start the clocks of turns that were handed to the transport.

        Args:
            seat: Index of the seat that must answer the turns.
            handles: int64[n]: handles of the turns' rows, by which the bot knows the matches.
            turns: int32[n]: numbers of the turns.
            at_ns: Time of the hand-over.
            lag_ns: How much of the time since the turns were opened was the referee's own delay.
        """

    def delayed(
        self, seat: int, late: play_service_pb2.LaneAnswers, at_ns: int, lag_ns: int
    ) -> None:
        """Postpone the start of the clocks of turns that a router passed on late.

        Args:
            seat: Index of the seat that must answer the turns.
            late: Rows and numbers of the turns; a message of answers without values.
            at_ns: When the delay was reported.
            lag_ns: The delay in nanoseconds.
        """


class SeatStream(ABC):
    """A bot's stream, which can hold seats of single matches and of lanes (many matches at once)."""

    def __init__(self) -> None:
        self.is_taking = False
        """Whether a message was read that is not completely processed yet."""
        self.round_trip_ns: int | None = None
        """Round trip of the last answered ping, in nanoseconds; None before one was answered."""

    def unread_ns(self, now_ns: int) -> int:  # noqa: ARG002
        """Return how long, in nanoseconds, a message that is not read yet may have waited by `now_ns`.

        0 if there is none.
        """
        return 0

    @abstractmethod
    def name_seat(self, match_id: str, seat: int) -> int:
        """Return a new handle, a number that stands for a seat on this stream.

        The stream must hold the seat.
        """

    @abstractmethod
    def send_turn(self, match: HeldMatch, seat: int, turn: int, encoded: bytes) -> None:
        """Send a turn to the bot that plays a seat on this stream.

        Args:
            match: The match, which is notified of the hand-over.
            seat: Index of the seat.
            turn: Number of the turn.
            encoded: The turn, as `TurnWriter.write` or `SmallTurnWriter.write` returned it.
        """

    def new_lane(self, lane: HeldLane, seat: int) -> int:
        """Let this stream hold a seat of a lane.

        Return the number that identifies the lane on the stream.

        A lane plays many matches at once.
        """
        raise NotImplementedError(f"{type(self).__name__} has no lanes")

    def send_lane(
        self,
        opened: play_service_pb2.LaneOpened | None = None,
        rows: play_service_pb2.LaneRows | None = None,
    ) -> None:
        """Send the bot the announcement of a new lane (`opened`), of matches now on a lane (`rows`), or both.

        A lane plays many matches at once.
        """
        raise NotImplementedError(f"{type(self).__name__} has no lanes")

    def send_lane_turns(
        self, lane: HeldLane, seat: int, handles: Any, turns: Any, encoded: bytes
    ) -> None:
        """Send turns of many matches on a lane to the bot.

        Args:
            lane: The lane, which is notified of the hand-over.
            seat: Index of the seat that must answer the turns.
            handles: int64[n]: handles of the turns' rows, by which the bot knows the matches.
            turns: int32[n]: numbers of the turns.
            encoded: The turns as a serialized PlayResponse.
        """
        raise NotImplementedError(f"{type(self).__name__} has no lanes")

    @property
    def full_messages(self) -> int:
        """Number of full messages that wait for the bot to read; 0 if the stream doesn't count them."""
        return 0

    @abstractmethod
    def send_joined(self, joined: play_service_pb2.Joined) -> None:
        """Send the bot the answer to an accepted join."""

    @abstractmethod
    def send_commitments(self, commitments: play_service_pb2.NonceCommitments) -> None:
        """Send the bot the nonce commitments of all seats."""

    @abstractmethod
    def send_started(self, started: play_service_pb2.MatchStarted) -> None:
        """Notify the bot that a match has begun."""

    @abstractmethod
    def send_rejected(self, rejected: play_service_pb2.Rejected) -> None:
        """Notify the bot that one of its messages was rejected."""

    @abstractmethod
    def send_missed(self, missed: play_service_pb2.MissedDeadline) -> None:
        """Notify the bot that it has missed a deadline."""

    @abstractmethod
    def send_ended(self, ended: play_service_pb2.MatchEnded) -> None:
        """Notify the bot that a match is over for one seat.

        The stream no longer holds that seat.
        """

    @abstractmethod
    def send_draining(self) -> None:
        """Notify the bot that the server is going to stop."""

    @abstractmethod
    def lose_seat(self, match_id: str, seat: int) -> None:
        """Stop holding a seat, because another stream has presented its token."""
