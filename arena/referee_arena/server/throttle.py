"""When readers get new frames: often enough to follow a match, and seldom enough not to slow it down."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["INTERVAL_S", "LONG_INTERVAL_S", "MOST_FOLLOWED", "Throttle"]

INTERVAL_S = 0.05
"""Seconds from one sending to the next: as often as a film changes its picture."""
LONG_INTERVAL_S = 0.25
"""Seconds from one sending to the next while frames come faster than anybody can follow."""
MOST_FOLLOWED = 10
"""If an interval brought at most this many frames, the next interval is a short one."""


class Throttle:
    """Sends the first frame after a pause at once, and the frames that follow soon after it together.

    Args:
        send: Called when there is something new to send.
        later: Calls a function after some seconds, such as a loop's `call_later`.
    """

    def __init__(
        self, send: Callable[[], None], later: Callable[[float, Callable[[], None]], object]
    ) -> None:
        self._send = send
        self._later = later
        self._unsent = 0
        self._is_waiting = False

    def add(self) -> None:
        """Count a new frame, and send it unless an interval is running."""
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
