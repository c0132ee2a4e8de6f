"""Processor time of a match's bots: how much each decision took."""

from __future__ import annotations

from referee.core.clock import Clock
from referee.match import events as ev
from referee.match.machine import MatchMachine
from referee.server.hosting.cpu import CpuClock

__all__ = ["Metering"]


class Metering:
    """Measures the processor time of some seats' processes, from the handover of a turn to its answer.

    A process that has ended is measured no longer.

    Args:
        machine: The match.
        clock: Source of the time.
    """

    def __init__(self, machine: MatchMachine, clock: Clock) -> None:
        self._machine = machine
        self._clock = clock
        self._clocks: dict[int, CpuClock] = {}
        """By seat."""
        self._turns: dict[int, int] = {}
        """By seat, the last turn that was measured from its handover on."""

    @property
    def is_on(self) -> bool:
        """Whether any seat is measured."""
        return bool(self._clocks)

    def meter(self, seat: int, pid: int) -> None:
        """Record the processor time of a seat's decisions from the next one on.

        Args:
            seat: The seat.
            pid: The process that plays it; 0 ends the metering.

        Raises:
            OSError: There is no such process.
        """
        self._clocks.pop(seat, None)
        self._turns.pop(seat, None)
        if pid:
            self._clocks[seat] = CpuClock(pid)

    def start(self, seat: int, turn: int) -> None:
        """Start to measure a turn, if the seat is measured."""
        clock = self._clocks.get(seat)
        if clock is None:
            return
        try:
            clock.restart()
        except OSError:
            del self._clocks[seat]
        else:
            self._turns[seat] = turn

    def read(self, seat: int) -> None:
        """Report to the match how much processor time a seat has used so far for its turn."""
        clock, turn = self._clocks.get(seat), self._turns.get(seat)
        if clock is None or turn is None:
            return
        try:
            cpu_ns = clock.used_ns
        except OSError:
            del self._clocks[seat]
        else:
            self._machine.note(ev.CpuRead(seat, turn, cpu_ns, self._clock.now_ns()))

    def read_all(self) -> None:
        """Do the same as `read` for all metered seats."""
        for seat in list(self._clocks):
            self.read(seat)
