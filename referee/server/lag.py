"""How late the referee itself is: a meter in the event loop's selector.

A message can be read only when the loop gets round to it. While the loop is busy, messages wait
without anybody knowing since when, so the meter says how long one may have waited at most, and the
match doesn't charge that time to the bot.
"""

from __future__ import annotations

import asyncio
import selectors
import time

__all__ = ["LagMeter", "new_event_loop"]

HOPS = 3
"""Turns of the loop that a message takes from the poll that found it to the code that reads it."""


class LagMeter:
    """Knows how long the loop has been busy without a pause."""

    def __init__(self) -> None:
        self._polls: list[int] = []
        """When the last polls returned, the oldest first; all equal to the last that waited.

        Empty before the first poll, and so for ever in a loop that isn't metered.
        """

    def polled(self, at_ns: int, *, waited: bool) -> None:
        """A poll for input has returned.

        Args:
            at_ns: Now.
            waited: Whether there was no input when the poll began, so that nothing can have waited.
        """
        if waited or not self._polls:
            self._polls = [at_ns] * HOPS
        else:
            self._polls = [*self._polls[1:], at_ns]

    def rests(self) -> None:
        """A poll begins to wait: everything that had come has been dealt with."""

    @property
    def busy_since_ns(self) -> int:
        """Since when something that is read now may have waited; 0 if that isn't known."""
        return self._polls[0] if self._polls else 0

    def lag_ns(self, now_ns: int) -> int:
        """How long something that is read now may have waited at most, from 0."""
        return max(0, now_ns - self._polls[0]) if self._polls else 0


class _MeteredSelector(selectors.DefaultSelector):
    def __init__(self, meter: LagMeter) -> None:
        super().__init__()
        self._meter = meter

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        waits = not ready and (timeout is None or timeout > 0)
        if waits:
            self._meter.rests()
            ready = super().select(timeout)
        self._meter.polled(time.monotonic_ns(), waited=waits)
        return ready


def new_event_loop(meter: LagMeter) -> asyncio.AbstractEventLoop:
    """An event loop whose polls the meter sees."""
    return asyncio.SelectorEventLoop(_MeteredSelector(meter))
