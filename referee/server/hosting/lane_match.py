"""What a match and a lane that plays it for a while know of each other, so that neither imports the other."""

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
    """Who holds the seats of a match that may go on a lane."""

    streams: tuple[SeatStream, ...]
    """By seat."""
    columns: tuple[tuple[str, ...], ...]
    """Names of the columns that each wants told; none means all but messages."""


class LaneKeeper(Protocol):
    """A lane, as its matches know it."""

    @property
    def name(self) -> str:
        """By which its matches' journals know it."""
        ...

    def give_back(self, match: LaneMatch, row: int) -> None:
        """Bring a match's machine up to date; the lane does not play it any more."""

    def remove(self, row: int) -> None:
        """Have nothing more to do with a match that is over."""

    def steps_of(self, row: int) -> int:
        """Return the steps so far of a match that it plays."""
        ...

    def last_turn(self, row: int, seat: int) -> tuple[int, bool]:
        """Return the number of a seat's last turn in a match that it plays, and whether it is open."""
        ...

    def spill(self, row: int) -> None:
        """Give a match's own journal the steps that only the lane's journal has."""

    def hand(self, row: int, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Note that a turn that was told otherwise was handed to the transport."""


class Place(NamedTuple):
    """A match's row of a lane."""

    lane: LaneKeeper
    row: int


class LaneMatch(HeldMatch):
    """A match that can go on lanes.

    Args:
        machine: It.
        plugin: Its game.
        match_id: Its id.
        num_seats: Its seats.
    """

    def __init__(
        self, machine: MatchMachine, plugin: AnyPlugin, match_id: str, num_seats: int
    ) -> None:
        super().__init__(match_id, num_seats, machine.terms.time_control.lag_margin_ns)
        self.machine = machine
        self.plugin = plugin
        self.is_on_lane = False
        """Whether a lane plays it, so that its machine is not up to date."""
        self.places: list[Place] = []
        """Rows that it has or had, the present one last: answers may still come for any of them."""

    @abstractmethod
    def lane_streams(self) -> LaneStreams | None:
        """Return who holds its seats, if it can go on a lane; else None."""

    @abstractmethod
    def is_held(self, seat: int, stream: SeatStream) -> bool:
        """Return whether it is this stream that holds a seat."""

    @abstractmethod
    def lane_key(self) -> tuple[object, ...]:
        """Return what matches of a lane have in common beside their streams."""

    @abstractmethod
    def leave_lane(self) -> None:
        """Be played by its own machine from here on, if a lane plays it."""

    @abstractmethod
    def append(self, records: Sequence[bytes]) -> None:
        """Take serialized records for its journal, which its next flush writes."""

    @abstractmethod
    def flush(self) -> None:
        """Write what its journal has taken.

        Raises:
            OSError: It can't be written.
        """

    @abstractmethod
    def set_timer(self, *, is_on: bool) -> None:
        """See that its own timer fires by its next deadline, or does not fire."""

    @abstractmethod
    def go_on(self, at_ns: int) -> None:
        """Open the turns after a step that a lane has made, or end."""

    @abstractmethod
    def expire(self, now_ns: int, lag_ns: int) -> None:
        """Let a deadline have passed."""

    @abstractmethod
    def fail(self, cause: EndCause, text: str) -> None:
        """End without an outcome."""

    @abstractmethod
    def take_unreadable(self, seat: int, turn: int, text: str, at_ns: int) -> None:
        """Take in what should have been an action, and is none."""

    @abstractmethod
    def is_open(self, seat: int, turn: int) -> bool:
        """Return whether a seat has yet to answer a turn: of other answers nothing is read."""

    @abstractmethod
    def reject_untimely(self, seat: int, turn: int, at_ns: int) -> bool:
        """Reject an answer to a turn that isn't open, unread; return False."""

    @abstractmethod
    def take_read(
        self, seat: int, turn: int, action: object, payload: bytes, at_ns: int, lag_ns: int
    ) -> None:
        """Take in an action of the game that was read from a lane's answers."""
