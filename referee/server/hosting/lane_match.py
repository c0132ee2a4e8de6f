"""Interfaces between a match and a lane that plays it for a while, so that neither imports the other."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from referee.core.game import AnyPlugin
from referee.core.outcome import EndCause
from referee.match.machine import MatchMachine
from referee.server.hosting.seat_stream import HeldMatch, SeatStream

__all__ = ["LaneKeeper", "LaneMatch", "LaneStreams", "Place"]


class LaneStreams(NamedTuple):
    """The streams of a match that may go on a lane."""

    streams: tuple[SeatStream, ...]
    """By seat."""
    columns: tuple[tuple[str, ...], ...]
    """Names of the columns that each wants to get; none means all but messages."""


class LaneKeeper(Protocol):
    """A lane, as its matches know it."""

    @property
    def name(self) -> str:
        """Its name in the journals of its matches."""
        ...

    def give_back(self, match: LaneMatch, row: int) -> None:
        """Bring a match's machine up to date and play the match no longer; its row stays for answers to it."""

    def remove(self, row: int) -> None:
        """Free the row of a match that is over."""

    def steps_of(self, row: int) -> int:
        """Return the number of steps so far of a match that the lane plays."""
        ...

    def last_turn(self, row: int, seat: int) -> tuple[int, bool]:
        """Return the number of a seat's last turn in a match that the lane plays, and whether it is open."""
        ...

    def spill(self, row: int) -> None:
        """Give a match's own journal the steps that only the lane's journal has."""

    def hand(self, row: int, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Note that a turn that was not sent as columns was passed to the transport."""


class Place(NamedTuple):
    """A match's row on a lane."""

    lane: LaneKeeper
    row: int


class LaneMatch(HeldMatch):
    """A match that can go on lanes.

    Args:
        machine: The match.
        plugin: Its game.
        match_id: Its id.
        num_seats: Number of its seats.
    """

    def __init__(
        self, machine: MatchMachine, plugin: AnyPlugin, match_id: str, num_seats: int
    ) -> None:
        super().__init__(match_id, num_seats, machine.terms.time_control.lag_margin_ns)
        self.machine = machine
        self.plugin = plugin
        self.is_on_lane = False
        """Whether a lane plays the match, so that its machine is not up to date."""
        self.places: list[Place] = []
        """Rows that the match has or had, the present one last: answers to any of them may still arrive."""

    @abstractmethod
    def lane_streams(self) -> LaneStreams | None:
        """Return the streams of its seats if the match can go on a lane; else None."""

    @abstractmethod
    def is_held(self, seat: int, stream: SeatStream) -> bool:
        """Return whether this stream holds a seat."""

    @abstractmethod
    def lane_key(self) -> tuple[object, ...]:
        """Return what matches on one lane must have in common, apart from their streams."""

    @abstractmethod
    def leave_lane(self) -> None:
        """Play on by the match's own machine, if a lane plays it."""

    @abstractmethod
    def append(self, records: Sequence[bytes]) -> None:
        """Append serialized records to the match's journal; its next flush writes them."""

    @abstractmethod
    def flush(self) -> None:
        """Write the records that were appended to its journal.

        Raises:
            OSError: It can't be written.
        """

    @abstractmethod
    def set_timer(self, *, is_on: bool) -> None:
        """Turn the match's own timer on or off; a lane has one timer for all its matches."""

    @abstractmethod
    def go_on(self, at_ns: int) -> None:
        """Open the next turns after a step that a lane has made, or end the match."""

    @abstractmethod
    def expire(self, now_ns: int, lag_ns: int) -> None:
        """Pass on that time has passed: seats whose deadlines are over, less the lag, have missed them."""

    @abstractmethod
    def fail(self, cause: EndCause, text: str) -> None:
        """End the match without an outcome."""

    @abstractmethod
    def take_unreadable(self, seat: int, turn: int, text: str, at_ns: int) -> None:
        """Take an answer that is no action of the game."""

    @abstractmethod
    def is_open(self, seat: int, turn: int) -> bool:
        """Return whether a seat's turn is open; payloads of other answers are not read."""

    @abstractmethod
    def reject_untimely(self, seat: int, turn: int, at_ns: int) -> bool:
        """Reject an answer to a turn that isn't open, without reading its payload; return False."""

    @abstractmethod
    def take_read(
        self, seat: int, turn: int, action: object, payload: bytes, at_ns: int, lag_ns: int
    ) -> None:
        """Take an action that was read from a lane's answers."""
