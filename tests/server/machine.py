"""A machine whose clocks and polls a test moves, under the lag meter's feet."""

from __future__ import annotations

import selectors
from typing import Any

import pytest

from referee.core.time_control import SECOND
from referee.server.process import lag, metered_loop

__all__ = ["Machine", "stand_in"]


class Machine:
    """Clocks that stand still until something takes time; stands for the module `time`."""

    def __init__(self) -> None:
        self.now_ns = 1000 * SECOND
        self.cpu_ns = 7 * SECOND
        self.polls: list[tuple[int, bool]] = []
        """What the next polls for input take beyond their time-out, and whether something comes."""

    def monotonic_ns(self) -> int:
        """See `time`."""
        return self.now_ns

    def thread_time_ns(self) -> int:
        """See `time`."""
        return self.cpu_ns

    def work(self, ns: int) -> None:
        """The loop's thread runs."""
        self.now_ns += ns
        self.cpu_ns += ns

    def stop(self, ns: int) -> None:
        """The process does not run."""
        self.now_ns += ns

    def poll(self, timeout: float | None) -> list[Any]:
        """Stands for `select`: comes back at the end of its time, or later, or with something."""
        if timeout == 0:
            return []
        late_ns, comes = self.polls.pop(0)
        assert timeout is not None
        self.now_ns += (0 if comes and not late_ns else round(timeout * 1e9)) + late_ns
        return [object()] if comes else []


def stand_in(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Let the clocks and polls of the lag meter be those of a machine, which is returned."""
    made = Machine()
    for module in (lag, metered_loop):
        monkeypatch.setattr(module, "time", made)
    monkeypatch.setattr(
        selectors.DefaultSelector, "select", lambda _, timeout=None: made.poll(timeout)
    )
    return made
