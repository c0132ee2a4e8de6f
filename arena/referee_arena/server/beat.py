"""When readers are told of what is new: a match of bots that answer at once is not slowed by who watches."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["BEAT_S", "LONG_BEAT_S", "MOST_FOLLOWED", "Beat"]

BEAT_S = 0.05
"""Seconds from one telling to the next: as often as a film changes its picture."""
LONG_BEAT_S = 0.25
"""Seconds of a beat where frames come faster than anybody can follow."""
MOST_FOLLOWED = 10
"""Frames of a beat with which the next one is still a short one."""


class Beat:
    """Tells at once what comes after a rest, and what comes soon after it together.

    Args:
        tell: Called when there is something new.
        later: Calls a function after some seconds, such as a loop's `call_later`.
    """

    def __init__(
        self, tell: Callable[[], None], later: Callable[[float, Callable[[], None]], object]
    ) -> None:
        self._tell = tell
        self._later = later
        self._untold = 0
        self._is_beating = False

    def add(self) -> None:
        """Take note of something new."""
        self._untold += 1
        if not self._is_beating:
            self._strike()

    def _strike(self) -> None:
        self._is_beating = self._untold > 0
        if self._is_beating:
            rest_s = BEAT_S if self._untold <= MOST_FOLLOWED else LONG_BEAT_S
            self._untold = 0
            self._tell()
            self._later(rest_s, self._strike)
