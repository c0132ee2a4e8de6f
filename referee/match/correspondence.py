"""Correspondence: matches whose moves may take hours or days, and what a restart does to their clocks.

In such a match a bot may come for one turn and leave again, and a referee is restarted while turns are
open. So its journal records when each open turn expires, and each answer that waits for other seats.
Such a match can sleep: its machine is dropped, and made again from the journal and a `Rest`.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.core.time_control import HOUR, TimeControl

__all__ = ["RESTART_GRACE_NS", "Rest", "deadline_after_restart", "is_correspondence"]

LONGEST_LIVE_NS = HOUR
"""Longest time for a move, in nanoseconds, of a match that is no correspondence match: one hour.

Shorter matches, which decide many times a second, pay for no further records. After a restart their
open turns have their whole time again, which is one hour at most.
"""
RESTART_GRACE_NS = HOUR
"""Time, in nanoseconds, that an open turn has at least after a restart: one hour, so that no seat
loses because the referee was away when its deadline came. Restarts once a night can't extend a turn
again and again by it.
"""


class Rest(NamedTuple):
    """What a match's machine knows beyond its journal while nobody is connected and the match sleeps.

    Times are in nanoseconds of the referee's monotonic clock, so it is of no use after a restart.
    """

    began_ns: int
    """When the match began, or was last resumed."""
    deadlines: tuple[tuple[int, int], ...]
    """Seat and deadline of each open turn, by seat; never empty."""
    missed: tuple[tuple[int, int, int], ...]
    """Of each turn that was missed and waits for its step: seat, the time that it took, and when it was
    handed over, counted from `began_ns`.
    """
    rejoins: tuple[int, ...]
    """Until when the clocks of each seat's turns wait for its bot after a restart, by seat; 0 if they don't."""
    unseen: tuple[int, ...]
    """Number of events that each seat's next turn must repeat or report, by seat."""
    unheard: tuple[int, ...]
    """Number of chat messages that each seat's next turn must repeat or report, by seat."""

    @property
    def due_ns(self) -> int:
        """The earliest deadline."""
        return min(deadline_ns for _, deadline_ns in self.deadlines)


def is_correspondence(terms: TimeControl) -> bool:
    """Return whether a first or later move may take more than an hour, the bank included.

    A match without deadlines is none.
    """
    if terms.move_time_ns is None:
        return False
    longest_ns = max(terms.move_time_ns, terms.first_move_ns or 0) + terms.bank_ns
    return longest_ns > LONGEST_LIVE_NS


def deadline_after_restart(recorded_ns: int, *, wall_ns: int, now_ns: int, limit_ns: int) -> int:
    """Return when an open turn or the join limit expires after a restart, in monotonic nanoseconds.

    That is the recorded deadline, as the time that the referee was away counts. But at least
    `RESTART_GRACE_NS` is left or, if that is less, the whole time; and at most the whole time, in case
    the calendar was set back.

    Args:
        recorded_ns: The recorded deadline, in nanoseconds since 1970 UTC.
        wall_ns: The current calendar time, in nanoseconds since 1970 UTC.
        now_ns: The current time of the monotonic clock, in nanoseconds.
        limit_ns: The whole time in nanoseconds; for a turn, lag margin included.
    """
    left_ns = min(max(recorded_ns - wall_ns, RESTART_GRACE_NS), limit_ns)
    return now_ns + left_ns
