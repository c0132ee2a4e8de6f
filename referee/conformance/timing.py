"""Collects how long a bot took for its answers and starts, over all scenarios."""

from __future__ import annotations

import dataclasses
import statistics

__all__ = ["Timing", "percentile"]


@dataclasses.dataclass(slots=True)
class Timing:
    """Times that a bot took for its answers and starts, in all scenarios of a run."""

    answers_ms: list[float] = dataclasses.field(default_factory=list)
    """Time from writing a turn to reading its answer, in milliseconds, for each answer."""
    shares: list[float] = dataclasses.field(default_factory=list)
    """Time from writing a turn to reading its answer, divided by the time to the deadline that the
    turn showed, for each answer; turns without a deadline are left out.
    """
    starts_s: list[float] = dataclasses.field(default_factory=list)
    """Time from the start of a process to its first stream, in seconds, for each process."""
    late: int = 0
    """Number of answers that came after the deadline shown in their turn."""

    def answered(self, ms: float, shown_ms: float | None) -> None:
        """Record that an answer took `ms` milliseconds.

        `shown_ms` is the time to the deadline that its turn showed, in milliseconds; None if the
        turn had no deadline.
        """
        self.answers_ms.append(ms)
        if shown_ms:
            self.shares.append(ms / shown_ms)
            self.late += ms > shown_ms

    def figures(self) -> dict[str, float | int]:
        """Return minimum, median and other figures by name; those without any measurement are left out."""
        figures: dict[str, float | int] = {"answers": len(self.answers_ms), "late": self.late}
        if self.answers_ms:
            figures["answer_min_ms"] = min(self.answers_ms)
            figures["answer_median_ms"] = statistics.median(self.answers_ms)
            figures["answer_p99_ms"] = percentile(self.answers_ms, 99)
            figures["answer_max_ms"] = max(self.answers_ms)
        if self.shares:
            figures["deadline_used_median"] = statistics.median(self.shares)
            figures["deadline_used_max"] = max(self.shares)
        if self.starts_s:
            figures["start_min_s"] = min(self.starts_s)
            figures["start_median_s"] = statistics.median(self.starts_s)
            figures["start_max_s"] = max(self.starts_s)
        return figures


def percentile(values: list[float], percent: int) -> float:
    """Return the smallest value that at least `percent` percent of all values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
