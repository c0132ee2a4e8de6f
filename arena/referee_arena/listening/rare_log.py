"""Logs that visitors can't flood: the same line a few times a minute, and later the number of those left out."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable

__all__ = ["FLOODED", "RareLines", "calm"]

FEW = 5
"""Most times that a line is written within a minute."""
MINUTE_S = 60.0
MOST_LINES = 200
"""Different lines that are remembered; beyond that the oldest is forgotten."""
FLOODED = ("asyncio", "uvicorn.error", "referee_arena")
"""Loggers whose lines visitors can cause, with those below them."""


class RareLines(logging.Filter):
    """Lets a line pass a few times a minute.

    Lines are the same if their texts before formatting are. So their number is limited by the places in the program
    that log, and does not grow with visitors.

    Args:
        now: Returns a monotonic time in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: OrderedDict[tuple[str, str, str], list[float]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written; the first of the next minute says how many were not."""
        kind = record.exc_info[0] if record.exc_info else None
        # asyncio puts the socket's address into the lines below the first.
        first = str(record.msg).partition("\n")[0][:100]
        key = record.name, first, kind.__name__ if kind else ""
        now = self._now()
        begun, count = self._seen.get(key, (now, 0.0))
        if now - begun >= MINUTE_S:
            hidden = int(count) - FEW
            begun, count = now, 0.0
            if hidden > 0:
                record.msg = f"{record.msg} (and {hidden} more before, which were not written)"
        self._seen[key] = [begun, count + 1]
        if len(self._seen) > MOST_LINES:
            self._seen.popitem(last=False)
        return count < FEW


def calm(lines: RareLines, names: Iterable[str] = FLOODED) -> None:
    """Add the filter to loggers and to those below them that exist."""
    every = [name for name in logging.root.manager.loggerDict if isinstance(name, str)]
    for name in names:
        for each in {name, *(known for known in every if known.startswith(f"{name}."))}:
            logging.getLogger(each).addFilter(lines)
