"""Interfaces between a match and a lane, which plays many matches at once as rows of arrays.

With them, neither imports the other.
"""

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
    """Streams of a match that can be on a lane, with the columns that their bots want."""

    streams: tuple[SeatStream, ...]
    """Streams that hold the match's seats, in seat order."""
    columns: tuple[tuple[str, ...], ...]
    """Names of the columns that each seat's bot wants; an empty tuple means all columns of fixed
    size.
    """
    pids: tuple[int, ...]
    """Id of the process by which each seat is metered; 0 for a seat that is not."""


class LaneKeeper(Protocol):
    """Interface of a lane, which plays many matches at once, for these matches.

    A match asks the lane to give it back to its own machine, to free its row, and to write its steps
    to its own journal.
    """

    @property
    def name(self) -> str:
        """Name of the lane in the journals of its matches."""
        ...

    def give_back(self, match: LaneMatch, row: int) -> None:
        """Bring a match's machine up to date and stop playing the match.

        Its row stays, for answers that still arrive.
        """

    def remove(self, row: int) -> None:
        """Free the row of a match that is over."""

    def steps_of(self, row: int) -> int:
        """Return the number of engine steps made so far in a row's match, which the lane plays."""
        ...

    def last_turn(self, row: int, seat: int) -> tuple[int, bool]:
        """Return the number of a seat's last opened turn, and whether it is open.

        The lane must be playing the row's match.
        """
        ...

    def spill(self, row: int) -> None:
        """Append to the journal of a row's match the steps that only the lane's journal has."""

    def hand(self, row: int, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Start the clock of a row's turn that was handed over as a single turn, not in columns.

        `at_ns` is the time of the hand-over, `lag_ns` the part of the wait for it that the referee
        itself caused.
        """

    def delay(self, row: int, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Postpone the clock start of a row's turn that a router passed on late as a single turn.

        `at_ns` is when the delay was reported, `lag_ns` the delay in nanoseconds.
        """


class Place(NamedTuple):
    """Lane and row in which a match is or was."""

    lane: LaneKeeper
    row: int


class LaneMatch(HeldMatch):
    """A match that can be on a lane.

    A lane plays many matches at once.

    Args:
        machine: Machine of the match.
        plugin: The match's game.
        match_id: Id of the match.
        num_seats: Number of seats in the match.
    """

    def __init__(
        self, machine: MatchMachine, plugin: AnyPlugin, match_id: str, num_seats: int
    ) -> None:
        super().__init__(match_id, num_seats, machine.terms.time_control.lag_margin_ns)
        self.machine = machine
        self.plugin = plugin
        self.is_on_lane = False
        """Whether a lane plays the match now, so that its machine is not up to date."""
        self.places: list[Place] = []
        """Rows that the match has or had in lanes, the current one last. Answers to any of these
        rows may still arrive.
        """

    @abstractmethod
    def lane_streams(self) -> LaneStreams | None:
        """Return the streams of all seats if the match can be on a lane now; else None.

        A lane plays many matches at once.
        """

    @abstractmethod
    def cpu_starts_ns(self) -> list[int]:
        """Return the reading of each seat's processor clock at the hand-over of its open turn.

        In nanoseconds; `UNKNOWN` where no turn is open or nothing was measured.
        """

    @abstractmethod
    def resume_metering(self, seat: int, turn: int, start_ns: int) -> None:
        """Measure a turn that leaves a lane, from the reading of the processor clock at its hand-over on.

        A lane plays many matches at once.
        """

    @abstractmethod
    def is_held(self, seat: int, stream: SeatStream) -> bool:
        """Return whether this stream holds the seat."""

    @abstractmethod
    def lane_key(self) -> tuple[object, ...]:
        """Return what matches must have in common, apart from their streams, to be on one lane.

        A lane plays many matches at once.
        """

    @abstractmethod
    def leave_lane(self) -> None:
        """Let the match's own machine play from here on; do nothing if no lane plays the match.

        A lane plays many matches at once.
        """

    @abstractmethod
    def append(self, records: Sequence[bytes]) -> None:
        """Append serialized records to the match's journal; its next flush writes them."""

    @abstractmethod
    def flush(self) -> None:
        """Write the appended records to the match's journal file.

        Raises:
            OSError: The journal can't be written.
        """

    @abstractmethod
    def set_timer(self, *, is_on: bool) -> None:
        """Turn the match's own deadline timer on or off; a lane has one timer for all its matches."""

    @abstractmethod
    def go_on(self, at_ns: int) -> None:
        """Open the next turns at `at_ns`, after a lane's step, or end the match.

        A lane plays many matches at once.
        """

    @abstractmethod
    def expire(self, now_ns: int, lag_ns: int) -> None:
        """Process the passing of time: open turns with a deadline before `now_ns - lag_ns` are missed."""

    @abstractmethod
    def fail(self, cause: EndCause, text: str) -> None:
        """End the match as void; `cause` says why, `text` says it for people."""

    @abstractmethod
    def take_unreadable(self, seat: int, turn: int, text: str, at_ns: int) -> None:
        """Take an answer from a lane's message that could not be decoded as an action.

        `text` says what is wrong with it; `at_ns` is when the message was read.

        A lane plays many matches at once.
        """

    @abstractmethod
    def is_open(self, seat: int, turn: int) -> bool:
        """Return whether this turn of a seat is open. Answers to other turns are not decoded."""

    @abstractmethod
    def reject_untimely(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> bool:
        """Reject an answer to a turn that isn't open, without decoding it; return False.

        The answer was read at `at_ns`, and may have waited in the referee for `lag_ns` before that.
        """

    @abstractmethod
    def take_read(
        self, seat: int, turn: int, action: object, payload: bytes, at_ns: int, lag_ns: int
    ) -> None:
        """Take an action that was decoded from a lane's message of answers.

        A lane plays many matches at once.

        Args:
            seat: Index of the seat that answers.
            turn: Number of the answered turn.
            action: The action, as the game's value.
            payload: The Action message, serialized.
            at_ns: When the message was read.
            lag_ns: How long it may have waited in the referee, in nanoseconds.
        """
