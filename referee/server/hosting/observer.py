"""What observes the matches of a server, such as metrics and traces.

An observer changes nothing and never raises because of a match. A server without observers has None
in its place, so that each event costs one comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from referee.kit.rollout.dtypes import Longs
from referee.match.lane import Tick
from referee.match.machine import MatchMachine
from referee.match.records import MatchRecord
from referee.server.telemetry.recorder import Recorder

__all__ = ["NO_TELEMETRY", "Both", "HostingObserver", "MatchObserver", "Telemetry"]


class MatchObserver(Protocol):
    """Observes one match; all times are those of the server's monotonic clock, in nanoseconds."""

    @property
    def answered(self) -> Callable[[int], None]:
        """Function that takes how far away the deadline was, in nanoseconds, at an answer in time.

        Answers to turns without a deadline are not observed.
        """
        ...

    def wrote(self, record: MatchRecord, num_bytes: int) -> None:
        """Observe a record of the match, which its own machine has made and which took `num_bytes`."""

    def appended(self, num_bytes: int) -> None:
        """Observe that `num_bytes` of records of a lane were added to the match's journal."""

    def journal_failed(self) -> None:
        """Observe that the match's journal could not be written."""

    def expires(self, seat: int, turn: int, deadline_ns: int) -> None:
        """Observe that a seat is going to miss its open turn, whose deadline has passed."""

    def untimely(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        """Observe an answer to a turn that is not open.

        Args:
            seat: Index of the seat.
            turn: The turn that the answer names.
            at_ns: When the answer was read.
            lag_ns: How long the answer may have waited in the referee before that.
        """

    def ended(self) -> None:
        """Observe the end of the match."""


class HostingObserver(Protocol):
    """Observes all matches of a server."""

    def match(self, match_id: str, game: str, machine: MatchMachine) -> MatchObserver:
        """Return the observer of a match that is created, or resumed from its journal."""
        ...

    def ticked(
        self, game: str, match_ids: Sequence[str], tick: Tick, limits_ns: Longs, num_bytes: int
    ) -> None:
        """Observe a tick, one engine step of several matches on a lane.

        A lane plays many matches at once.

        Args:
            game: Name of the game.
            match_ids: Id of each match, in the tick's order.
            tick: The tick.
            limits_ns: int64[n, seat]: nanoseconds that were allowed for each answered turn, lag
                margin included; `NO_LIMIT` without a deadline.
            num_bytes: Bytes that were added to the lane's journal.
        """

    def lane_journal_failed(self) -> None:
        """Observe that a lane's journal could not be written."""


class Both:
    """Two observers of a server as one, such as metrics and traces; see `HostingObserver`.

    Args:
        first: Observes everything first.
        second: Observes everything after that.
    """

    def __init__(self, first: HostingObserver, second: HostingObserver) -> None:
        self._each = first, second

    def match(self, match_id: str, game: str, machine: MatchMachine) -> MatchObserver:
        """Return an observer of a match for both."""
        return _BothOfMatch(*(each.match(match_id, game, machine) for each in self._each))

    def ticked(
        self, game: str, match_ids: Sequence[str], tick: Tick, limits_ns: Longs, num_bytes: int
    ) -> None:
        """Pass a tick of a lane on to both."""
        for each in self._each:
            each.ticked(game, match_ids, tick, limits_ns, num_bytes)

    def lane_journal_failed(self) -> None:
        """Pass it on to both."""
        for each in self._each:
            each.lane_journal_failed()


class _BothOfMatch:
    def __init__(self, first: MatchObserver, second: MatchObserver) -> None:
        self._first, self._second = first, second

    def answered(self, slack_ns: int) -> None:
        self._first.answered(slack_ns)
        self._second.answered(slack_ns)

    def wrote(self, record: MatchRecord, num_bytes: int) -> None:
        self._first.wrote(record, num_bytes)
        self._second.wrote(record, num_bytes)

    def appended(self, num_bytes: int) -> None:
        self._first.appended(num_bytes)
        self._second.appended(num_bytes)

    def journal_failed(self) -> None:
        self._first.journal_failed()
        self._second.journal_failed()

    def expires(self, seat: int, turn: int, deadline_ns: int) -> None:
        self._first.expires(seat, turn, deadline_ns)
        self._second.expires(seat, turn, deadline_ns)

    def untimely(self, seat: int, turn: int, at_ns: int, lag_ns: int) -> None:
        self._first.untimely(seat, turn, at_ns, lag_ns)
        self._second.untimely(seat, turn, at_ns, lag_ns)

    def ended(self) -> None:
        self._first.ended()
        self._second.ended()


class Telemetry(NamedTuple):
    """What counts and observes one server."""

    recorder: Recorder | None = None
    """Counts the server's metrics; None for no metrics."""
    observer: HostingObserver | None = None
    """Observes all matches: the recorder, traces, or both; None for nobody."""


NO_TELEMETRY = Telemetry()
"""Telemetry of a server without metrics and traces."""
