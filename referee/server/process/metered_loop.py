"""An event loop that reports its polls for input to a lag meter, and notices when the process did not run."""

from __future__ import annotations

import asyncio
import selectors
import time

from referee.server.process.lag import SLICE_S, TOLERANCE_NS, LagMeter

__all__ = ["new_event_loop"]


class _MeteredSelector(selectors.DefaultSelector):
    def __init__(self, meter: LagMeter) -> None:
        super().__init__()
        self._meter = meter

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        meter = self._meter
        # While the loop still counts as working: time that its last work has lost is found now, or never.
        meter.now_ns()
        # Without a wait first: only if there is no input has every message been read, and may the meter start again.
        ready = super().select(0)
        waited = not ready and (timeout is None or timeout > 0)
        if waited:
            meter.rests()
            ready = self._wait(timeout)
        # In this order: `now_ns` must not count the wait as lost work.
        meter.woke()
        meter.polled(meter.now_ns(), waited=waited)
        return ready

    def _wait(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for input in slices of `SLICE_S` seconds; return what is ready, as `select` does.

        If a slice takes too long, all of its time counts as lost. `timeout` is in seconds; None for
        no limit.
        """
        left_s = timeout
        while True:
            slice_s = SLICE_S if left_s is None else min(SLICE_S, left_s)
            begun_ns = time.monotonic_ns()
            ready = super().select(slice_s)
            took_ns = time.monotonic_ns() - begun_ns
            # A wait this much longer than its slice: the process was stopped, or got no core. No
            # bot may be charged for any of it.
            if took_ns > slice_s * 1e9 + TOLERANCE_NS:
                self._meter.lost(took_ns)
            if left_s is not None:
                left_s -= took_ns / 1e9
            if ready or (left_s is not None and left_s <= 0):
                return ready
            self._meter.waits()


def new_event_loop(meter: LagMeter) -> asyncio.AbstractEventLoop:
    """Return an event loop that reports its polls and waits to a meter."""
    return asyncio.SelectorEventLoop(_MeteredSelector(meter))
