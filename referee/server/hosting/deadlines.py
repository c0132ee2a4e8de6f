"""Timer of a match, or of a lane (many matches at once), which fires at its next deadline.

A seat whose answer was received in time never expires.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from referee.core.clock import Clock
from referee.server.process.lag import LagMeter

__all__ = ["Deadlines"]

_LOOP_TURNS = 4
"""Number of event loop turns between a deadline and its expiry. In these turns, everything that was
received before the deadline is read.
"""


class Deadlines:
    """Keeps one timer for a match or a lane.

    The timer is reset only if a deadline comes before it fires.

    A lane plays many matches at once.

    Args:
        next_deadline_ns: Returns the time of the next deadline; None if there is none.
        handover_limit_ns: By how much a turn's hand-over may bring its deadline forward, in
            nanoseconds.
        clock: Source of the time.
        meter: Measures the referee's own lag.
        is_taking: Returns whether a message was read but is not completely processed yet.
        unread_ns: Takes the current time; returns how long a message that is not read yet may have
            waited, in nanoseconds, or 0 if there is none.
        expire: Called after a deadline has passed, with the current time and the referee's lag,
            both in nanoseconds.
    """

    def __init__(
        self,
        *,
        next_deadline_ns: Callable[[], int | None],
        handover_limit_ns: int,
        clock: Clock,
        meter: LagMeter,
        is_taking: Callable[[], bool],
        unread_ns: Callable[[int], int],
        expire: Callable[[int, int], None],
    ) -> None:
        self._next_deadline_ns = next_deadline_ns
        self._handover_limit_ns = handover_limit_ns
        self._clock = clock
        self._meter = meter
        self._is_taking = is_taking
        self._unread_ns = unread_ns
        self._expire = expire
        self._timer: asyncio.TimerHandle | None = None
        self._timer_due_ns = 0

    def arm(self) -> None:
        """Make the timer fire at the next deadline or earlier; do nothing if there is no deadline.

        A timer that fires early is set again.
        """
        due_ns = self._next_deadline_ns()
        if due_ns is None:
            return
        due_ns -= (
            self._handover_limit_ns
        )  # a handover may bring it forward without another call of this
        if self._timer is not None:
            if self._timer_due_ns <= due_ns:
                return
            self._timer.cancel()
        self._set_timer(due_ns, self._clock.now_ns())

    def stop(self) -> None:
        """Stop the timer; `arm` starts it again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self, due_ns: int, now_ns: int) -> None:
        delay = max(0, due_ns - now_ns) / 1e9
        self._timer_due_ns = due_ns
        self._timer = asyncio.get_running_loop().call_later(delay, self._timer_fired)

    def _timer_fired(self) -> None:
        self._timer = None
        due_ns = self._next_deadline_ns()
        if due_ns is None:
            return
        now_ns = self._clock.now_ns()
        if now_ns < due_ns:
            self._set_timer(due_ns, now_ns)
        else:
            self._expire_when_read(_LOOP_TURNS)

    def _expire_when_read(self, turns: int) -> None:
        # `call_soon` and not a pause: what the sockets already have is read within these turns of the loop, and a message
        # that is being taken may hold just the answer that is missing.
        if turns or self._is_taking():
            asyncio.get_running_loop().call_soon(self._expire_when_read, max(0, turns - 1))
            return
        now_ns = self._clock.now_ns()
        # An answer that waits behind others of its stream, or for the loop, could have arrived in time.
        lag_ns = max(self._meter.lag_ns(now_ns), self._unread_ns(now_ns))
        self._expire(now_ns, lag_ns)
        due_ns = self._next_deadline_ns()
        if due_ns is not None and due_ns <= now_ns and self._timer is None:
            # Only the lag has kept this deadline from expiring: try again when that is over, not in a busy loop.
            self._set_timer(now_ns + max(lag_ns, 1_000_000), now_ns)
        else:
            self.arm()
