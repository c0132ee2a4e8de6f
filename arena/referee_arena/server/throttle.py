"""Decides when browsers get new frames of a live match: often enough to follow it, too seldom to slow it down."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["INTERVAL_S", "LONG_INTERVAL_S", "MOST_FOLLOWED", "Throttle"]

INTERVAL_S = 0.05
"""Seconds between two sendings of new frames; 20 a second are enough to look continuous."""
LONG_INTERVAL_S = 0.25
"""Seconds between two sendings while more than `MOST_FOLLOWED` frames come in an interval."""
MOST_FOLLOWED = 10
"""If at most this many frames came in an interval, the next one takes `INTERVAL_S`, else `LONG_INTERVAL_S`."""


class Throttle:
    """Sends the first frame after a pause at once, and collects the frames of the following interval to send together.

    Args:
        send: Called each time that new frames are to be sent.
        later: Calls a function after a number of seconds, such as an event loop's `call_later`.
    """

    def __init__(
        self, send: Callable[[], None], later: Callable[[float, Callable[[], None]], object]
    ) -> None:
        self._send = send
        self._later = later
        self._unsent = 0
        self._is_waiting = False

    def add(self) -> None:
        """Count a new frame; send it at once, or at the end of the interval if one is running."""
        self._unsent += 1
        if (
            not self._is_waiting
        ):  # else the frame goes out with the others at the end of the interval
            self._end_interval()

    def _end_interval(self) -> None:
        # An interval without a frame starts no other, so that the next frame is sent at once.
        self._is_waiting = self._unsent > 0
        if self._is_waiting:
            rest_s = INTERVAL_S if self._unsent <= MOST_FOLLOWED else LONG_INTERVAL_S
            self._unsent = 0
            self._send()
            self._later(rest_s, self._end_interval)
