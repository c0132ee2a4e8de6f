"""Keeps the table of a season fresh without spending more than a small share of a core on its strengths."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from tournaments.reports.season.followed import FollowedSeason
from tournaments.season.table import BegunTable, SeasonRow, begin_table

__all__ = ["RatedTable"]

_CHEAP_S = 0.1
"""Seconds of processor time up to which a table is computed whenever the log is read."""
_SHARE = 20
"""A table that takes longer is computed after that many times its own cost: at most 5% of a core."""


class RatedTable:
    """Keeps the table of a followed season, and computes it again as often as its cost allows.

    Args:
        followed: The season.
        now: Returns a monotonic time in seconds.
        spent: Returns the processor time that the calling thread has spent, in seconds.
    """

    def __init__(
        self,
        followed: FollowedSeason,
        now: Callable[[], float] = time.monotonic,
        spent: Callable[[], float] = time.thread_time,
    ) -> None:
        self._followed = followed
        self._now = now
        # What it costs must not depend on what else the machine does.
        self._spent = spent
        self._cost_s: float | None = None
        self._done_at = 0.0
        self.rows: Sequence[SeasonRow] = ()
        """Rows of the table, best first; empty before it was computed."""
        self.event = 0
        """Number of the event up to which results were used; 0 before it was computed."""

    @property
    def is_cheap(self) -> bool:
        """Whether the table costs so little that it may be computed whenever the log is read.

        True as well as long as the table was never computed.
        """
        return self._cost_s is None or self._cost_s <= _CHEAP_S

    @property
    def is_due(self) -> bool:
        """Whether a table that is not cheap should be computed again now."""
        if self._cost_s is None or self.is_cheap or self.event == self._followed.state.last:
            return False
        return self._now() - self._done_at >= _SHARE * self._cost_s

    def renew_in(self) -> None:
        """Compute the table if there is anything new; call it with the season's mutex held."""
        if self.event != self._followed.state.last or self._cost_s is None:
            before = self._spent()
            self._finish(begin_table(self._followed.state), before)

    def renew(self) -> None:
        """Compute the table again, holding the season's mutex only to begin."""
        before = self._spent()
        with self._followed.mutex:
            begun = begin_table(self._followed.state)
        self._finish(begun, before)

    def _finish(self, begun: BegunTable, before: float) -> None:
        rows = begun.rows()
        self.rows, self.event = rows, begun.event
        self._done_at = self._now()
        self._cost_s = self._spent() - before
