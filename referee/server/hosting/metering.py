"""Measures the processor time that a match's bots use for each decision."""

from __future__ import annotations

from referee.core.clock import Clock
from referee.match import events as ev
from referee.match.machine import MatchMachine
from referee.server.hosting.cpu import CpuClock

__all__ = ["Metering"]


class Metering:
    """Measures the processor time of seats' processes, from the hand-over of a turn to its answer.

    A seat whose process has ended is no longer measured.

    Args:
        machine: Machine of the match.
        clock: Source of the time.
    """

    def __init__(self, machine: MatchMachine, clock: Clock) -> None:
        self._machine = machine
        self._clock = clock
        self._clocks: dict[int, CpuClock] = {}
        """Processor clocks of the measured seats, by seat."""
        self._turns: dict[int, int] = {}
        """Number of each measured seat's last turn, by seat; missing for a seat that was handed no
        turn since its measurement began.
        """

    @property
    def is_on(self) -> bool:
        """Whether any seat is measured."""
        return bool(self._clocks)

    def meter(self, seat: int, pid: int) -> None:
        """Measure the processor time of a seat's decisions from its next turn on.

        Args:
            seat: The seat.
            pid: Id of the process that plays the seat; 0 ends the measurement.

        Raises:
            OSError: There is no such process.
        """
        # The old clock goes first: if there is no such process, the seat must not be measured by
        # another's.
        self._clocks.pop(seat, None)
        self._turns.pop(seat, None)
        if pid:
            self._clocks[seat] = CpuClock(pid)

    def start(self, seat: int, turn: int) -> None:
        """Start to measure a turn that is handed over now; do nothing if the seat is not measured."""
        clock = self._clocks.get(seat)
        if clock is None:
            return
        try:
            clock.restart()
        except OSError:
            del self._clocks[seat]
        else:
            # `read` reports nothing for a turn that was handed over before the metering began.
            self._turns[seat] = turn

    def read(self, seat: int) -> None:
        """Report to the machine how much processor time a seat has used so far for its turn.

        Do nothing if the seat or its turn is not measured.
        """
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
        """Report to the machine how much processor time each measured seat has used so far for its turn."""
        for seat in list(self._clocks):
            self.read(seat)
