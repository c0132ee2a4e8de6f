"""`referee serve` as a process whose time a test holds: clock, calendar and timers go on when it says so.

The test writes the calendar's time into a file. The process reads the file whenever it has nothing to do,
and writes into another one how far it has come. `python -m tests.integration.held_time FILE serve ...`
runs the command `serve` so; everything else about the process is as always.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

from referee import cli
from referee.server import serve
from referee.server.process import lag, metered_loop
from tests.helpers.patience import wait_until
from tests.integration.serving import ServerProcess

__all__ = ["CALENDAR_NS", "HeldServer"]

CALENDAR_NS = 1_800_000_000_000_000_000
"""The calendar at the beginning, in nanoseconds since 1970 UTC."""
_BOOT_NS = 5_000_000_000
"""The monotonic clock when a process starts: each start is one of the machine, too."""


class HeldServer(ServerProcess):
    """A server whose time stands still until `pass_time`, whether it runs or not.

    Args:
        folder: Holds socket, data, log and time.
        options: More flags for `referee serve`.
    """

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(folder, *options)
        self._file = folder / "time"
        self.program = ("tests.integration.held_time", str(self._file))
        self._calendar_ns = CALENDAR_NS
        _write(self._file, CALENDAR_NS)

    def pass_time(self, ns: int, *, is_away: bool = False) -> None:
        """Let so much time pass; wait until the server knows, unless it is away."""
        self._calendar_ns += ns
        _write(self._file, self._calendar_ns)
        if not is_away:
            seen = _seen(self._file)
            wait_until(lambda: _read(seen) == self._calendar_ns, "the server's clock")


class _HeldMeter(lag.LagMeter):
    """A clock that only the file moves, and only while the event loop waits: none of it is lag.

    Args:
        file: Has the calendar's time.
    """

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self.calendar_ns = self._start_ns = _read(file)
        _write(_seen(file), self.calendar_ns)
        self.loop: _HeldLoop | None = None
        """The event loop that the meter measures."""

    def now_ns(self) -> int:
        return _BOOT_NS + self.calendar_ns - self._start_ns

    def lost(self, ns: int) -> None:
        """Nothing is lost of a time that stands still."""

    def waits(self) -> None:
        calendar_ns = _read(self._file)
        if calendar_ns == self.calendar_ns or self.loop is None:
            return
        self.loop.passed_s += (calendar_ns - self.calendar_ns) / 1e9
        self.calendar_ns = calendar_ns
        self.loop.call_soon_threadsafe(_write, _seen(self._file), calendar_ns)  # ends the wait


class _HeldClock:
    """The meter's time, with the calendar that belongs to it.

    Args:
        meter: The meter.
    """

    def __init__(self, meter: _HeldMeter) -> None:
        self.now_ns = meter.now_ns
        self._meter = meter

    def wall_ns(self) -> int:
        return self._meter.calendar_ns


class _HeldLoop(asyncio.SelectorEventLoop):
    """An event loop whose timers see all time that has passed: the machine's, and the file's."""

    passed_s = 0.0

    def time(self) -> float:
        return time.monotonic() + self.passed_s


def _new_event_loop(meter: _HeldMeter) -> asyncio.AbstractEventLoop:
    meter.loop = _HeldLoop(metered_loop._MeteredSelector(meter))
    return meter.loop


def _seen(file: Path) -> Path:
    """Where a process writes how far its time has come."""
    return file.with_suffix(".seen")


def _read(file: Path) -> int:
    return int(file.read_text()) if file.exists() else 0


def _write(file: Path, ns: int) -> None:
    new = file.with_suffix(f".{os.getpid()}")
    new.write_text(str(ns))
    new.replace(file)  # at once: nobody reads half of a number


def _run(file: str) -> None:
    held: Any = serve
    held.LagMeter = lambda: _HeldMeter(Path(file))
    held.FairClock = _HeldClock
    held.new_event_loop = _new_event_loop
    cli.main()


if __name__ == "__main__":
    _run(sys.argv.pop(1))  # what is left are the command's arguments
