"""The timer of a match: it fires by the next deadline, and expires nobody whose answer was received."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from referee.core.clock import Clock
from referee.server.process.lag import LagMeter

__all__ = ["Deadlines"]

_LOOP_TURNS = 4
"""Turns of the event loop between a deadline and its expiry: all that was received is read first."""


class Deadlines:
    """Keeps one timer for a match, or a lane of them, set anew only when the next deadline comes before it.

    Args:
        next_deadline_ns: Says when the next deadline is; None for never.
        handover_limit_ns: By how much a turn's handover may bring it forward.
        clock: Tells the time.
        meter: Tells the referee's own lag.
        is_taking: Says whether something that was received is not all taken in yet.
        unread_ns: Says at a time how long something that is not read yet may have waited; 0 if there is nothing.
        expire: Is given the time when a deadline has passed, and the lag; both in nanoseconds.
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
        """See that the timer fires by the next deadline; early is fine, then it is set anew."""
        due_ns = self._next_deadline_ns()
        if due_ns is None:
            return
        due_ns -= self._handover_limit_ns
        if self._timer is not None:
            if self._timer_due_ns <= due_ns:
                return
            self._timer.cancel()
        self._set_timer(due_ns, self._clock.now_ns())

    def stop(self) -> None:
        """Stop the timer."""
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
        if turns or self._is_taking():
            asyncio.get_running_loop().call_soon(self._expire_when_read, max(0, turns - 1))
            return
        now_ns = self._clock.now_ns()
        lag_ns = max(self._meter.lag_ns(now_ns), self._unread_ns(now_ns))
        self._expire(now_ns, lag_ns)
        due_ns = self._next_deadline_ns()
        if due_ns is not None and due_ns <= now_ns and self._timer is None:
            self._set_timer(now_ns + max(lag_ns, 1_000_000), now_ns)
        else:
            self.arm()
