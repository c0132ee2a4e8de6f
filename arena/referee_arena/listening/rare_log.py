"""Limits log lines that visitors can cause: each is written a few times a minute, and omitted ones are counted."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable

__all__ = ["FLOODED", "RareLines", "calm"]

FEW = 5
"""Most times that the same line is written within a minute."""
MINUTE_S = 60.0
MOST_LINES = 200
"""Most different lines whose counts are kept; with more, the line that came first is forgotten."""
FLOODED = ("asyncio", "uvicorn.error", "referee_arena")
"""Names of loggers whose lines visitors can cause, directly or in their child loggers."""


class RareLines(logging.Filter):
    """A logging filter that lets the same line pass at most `FEW` times a minute.

    Lines are the same if logger, exception class and text before formatting are. So the number of different lines does
    not grow with the number of visitors.

    Args:
        now: Returns a monotonic time in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: OrderedDict[tuple[str, str, str], list[float]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written.

        After a minute with omitted lines, the next same line is given a note with their number.
        """
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
    """Add a filter to the loggers of some names, and to those of their child loggers that exist already.

    Args:
        lines: The filter.
        names: Names of the loggers.
    """
    every = [name for name in logging.root.manager.loggerDict if isinstance(name, str)]
    for name in names:
        for each in {name, *(known for known in every if known.startswith(f"{name}."))}:
            logging.getLogger(each).addFilter(lines)
