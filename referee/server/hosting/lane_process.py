"""Divides the processor time of a bot's process among its answers on lanes.

A lane plays many matches at once, so a process decides about many turns together, and nobody can
observe from outside how long it took for each of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from referee.kit.rollout.dtypes import Longs
from referee.match.lane import UNKNOWN, Lane, Taken
from referee.match.lane.processor import ProcessorTimes

__all__ = ["LaneProcess", "TakenAnswers", "owe_since", "share_processor_time"]

_US = 1000


class LaneProcess:
    """Processor time of one process that plays seats of lanes on one stream.

    Time counts while the process owes an answer to at least one turn that it was handed on a lane.
    What has been counted since its previous message of answers is divided equally among the answers
    of the next one, in whole microseconds; the remainder is left for the message after that. So the
    charges of all its answers add up to the counted time, whichever turns it answers first.

    Args:
        read_ns: Returns the reading of the process's processor clock, in nanoseconds; raises OSError
            if the process has ended.
    """

    def __init__(self, read_ns: Callable[[], int]) -> None:
        self._read_ns = read_ns
        self._seats: list[tuple[Lane, int]] = []
        self._since_ns = 0
        """Reading up to which the time was counted already, or in which nothing was owed."""
        self._rest_ns = 0
        """Counted time that is not charged yet, in nanoseconds."""

    def add(self, lane: Lane, seat: int) -> None:
        """Let the process play a seat of a lane."""
        self._seats.append((lane, seat))

    def remove(self, lane: Lane) -> None:
        """Forget the seats of a lane that has ended."""
        self._seats = [each for each in self._seats if each[0] is not lane]

    def owes_since(self, start_ns: int) -> None:
        """Count time from the reading `start_ns` on, unless the process owes an answer already.

        Must be called before the turn that was handed over then is on its lane.
        """
        if not any(lane.owes(seat) for lane, seat in self._seats):
            self._since_ns = start_ns

    def handed(self) -> int | None:
        """Return the processor clock's reading for turns that are handed over now, in nanoseconds.

        None if the process has ended. Must be called before the lane records the hand-over.
        """
        reading_ns = self._read()
        if reading_ns is not None:
            self.owes_since(reading_ns)
        return reading_ns

    def share(self, count: int) -> int | None:
        """Return what each of `count` answers, at least one, that were read now is charged, in nanoseconds.

        None if the process has ended.
        """
        reading_ns = self._read()
        if reading_ns is None:
            return None
        used_ns = reading_ns - self._since_ns + self._rest_ns
        # Journals have whole microseconds; what they would cut off of each answer must not be lost.
        share_ns = used_ns // (count * _US) * _US
        self._since_ns, self._rest_ns = reading_ns, used_ns - share_ns * count
        return share_ns

    def _read(self) -> int | None:
        try:
            return self._read_ns()
        except OSError:
            return None


def owe_since(processes: Sequence[LaneProcess | None], starts_ns: Sequence[int]) -> None:
    """Count the time of turns that go on a lane, for each seat from the hand-over of its open turn on.

    Args:
        processes: Process by which each seat is metered; None for a seat that is not.
        starts_ns: Reading of each seat's processor clock at the hand-over, in nanoseconds; `UNKNOWN`
            where no turn is open or nothing was measured.
    """
    for process, start_ns in zip(processes, starts_ns, strict=True):
        if process is not None and start_ns != UNKNOWN:
            process.owes_since(start_ns)


@dataclasses.dataclass(frozen=True, slots=True)
class TakenAnswers:
    """Answers of one message for a lane, when those in time are taken and no match is stepped yet."""

    lane: Lane
    """The lane, which plays many matches at once."""
    seat: int
    """Index of the seat that answered."""
    taken: Taken
    """Which answers were taken and which refused."""
    process: LaneProcess | None
    """Process by which the seat is metered; None if it is not."""
    go_on: Callable[[], None]
    """Steps the matches in which no answer is missing, and rejects the answers that were refused."""


def share_processor_time(messages: Sequence[TakenAnswers]) -> None:
    """Charge processor time for the answers that were read in one request, before any match is stepped.

    Answers to turns that were not measured from their hand-over on are charged nothing.
    """
    parts: dict[LaneProcess, list[tuple[ProcessorTimes, Longs, int]]] = {}
    for each in messages:
        cpu = each.lane.cpu
        if each.process is not None and cpu is not None:
            rows = cpu.measured(each.taken.rows, each.seat)
            if len(rows):
                parts.setdefault(each.process, []).append((cpu, rows, each.seat))
    for process, shares in parts.items():
        share_ns = process.share(sum(len(rows) for _, rows, _ in shares))
        if share_ns is not None:
            for cpu, rows, seat in shares:
                cpu.used_ns[rows, seat] = share_ns
