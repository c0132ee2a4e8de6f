"""Measures the processor time that a match's bots use for each decision."""

from __future__ import annotations

from referee.core.clock import Clock
from referee.match import events as ev
from referee.match.lane import UNKNOWN
from referee.match.machine import MatchMachine
from referee.server.hosting.cpu import CpuClock

__all__ = ["Metering"]


class Metering:
    """Measures the processor time of seats' processes, from the hand-over of a turn to its answer.

    A seat whose process has ended is no longer measured. On a lane, which plays many matches at
    once, `LaneProcess` measures instead; `since` and `resume` pass open turns from one to the other.

    Args:
        machine: Machine of the match.
        clock: Source of the time.
    """

    def __init__(self, machine: MatchMachine, clock: Clock) -> None:
        self._machine = machine
        self._clock = clock
        self._clocks: dict[int, CpuClock] = {}
        """Processor clocks of the measured seats, by seat."""
        self._pids: dict[int, int] = {}
        """Ids of the processes of the measured seats, by seat."""
        self._turns: dict[int, tuple[int, int]] = {}
        """Number of each measured seat's last turn, and the reading of its processor clock at the
        hand-over, by seat; missing for a seat that was handed no turn since its measurement began.
        """

    @property
    def is_on(self) -> bool:
        """Whether any seat is measured."""
        return bool(self._clocks)

    def pid_of(self, seat: int) -> int:
        """Return the id of the process by which a seat is measured; 0 if it is not measured."""
        return self._pids.get(seat, 0)

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
        self._stop(seat)
        if pid:
            self._clocks[seat] = CpuClock(pid)
            self._pids[seat] = pid

    def _stop(self, seat: int) -> None:
        self._clocks.pop(seat, None)
        self._pids.pop(seat, None)
        self._turns.pop(seat, None)

    def start(self, seat: int, turn: int) -> None:
        """Start to measure a turn that is handed over now; do nothing if the seat is not measured.

        A turn that was handed over before keeps its start: a bot that comes back must not get rid of
        what it has used.
        """
        clock = self._clocks.get(seat)
        if clock is None or self._turns.get(seat, (0, 0))[0] == turn:
            return
        try:
            # `read` reports nothing for a turn that was handed over before the metering began.
            self._turns[seat] = turn, clock.read_ns()
        except OSError:
            self._stop(seat)

    def since(self, seat: int, turn: int) -> int:
        """Return the reading of a seat's processor clock when a turn was handed over, in nanoseconds.

        `UNKNOWN` if it was not measured.
        """
        number, start_ns = self._turns.get(seat, (0, UNKNOWN))
        return start_ns if number == turn else UNKNOWN

    def resume(self, seat: int, turn: int, start_ns: int) -> None:
        """Continue the measurement of a turn that was handed over when the processor clock read `start_ns`."""
        if seat in self._clocks:
            self._turns[seat] = turn, start_ns

    def read(self, seat: int) -> None:
        """Report to the machine how much processor time a seat has used so far for its turn.

        Do nothing if the seat or its turn is not measured.
        """
        clock, started = self._clocks.get(seat), self._turns.get(seat)
        if clock is None or started is None:
            return
        turn, start_ns = started
        try:
            cpu_ns = clock.read_ns() - start_ns
        except OSError:
            self._stop(seat)
        else:
            self._machine.note(ev.CpuRead(seat, turn, cpu_ns, self._clock.now_ns()))

    def read_all(self) -> None:
        """Report to the machine how much processor time each measured seat has used so far for its turn."""
        for seat in list(self._clocks):
            self.read(seat)
