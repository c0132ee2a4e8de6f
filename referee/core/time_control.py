"""Time control as integer arithmetic: how long a decision may take, and what it costs.

A decision has `move_time` for free; what it takes beyond comes out of the seat's bank; an answer in
time adds `increment` to the bank. The lag margin is grace after the deadline and is never charged.
"""

from __future__ import annotations

import dataclasses
import re

from referee.core.errors import FieldError

__all__ = ["DAY_NS", "HOUR", "MS", "SECOND", "TimeControl", "format_duration", "parse_duration"]

US = 1_000
MS = 1_000_000
SECOND = 1_000_000_000
HOUR = 3600 * SECOND
DAY_NS = 24 * HOUR
LONGEST_NS = 30 * DAY_NS
"""Longest move time, bank and join limit, in nanoseconds: 30 days."""

_UNITS = {"ns": 1, "us": US, "ms": MS, "s": SECOND, "m": 60 * SECOND, "h": HOUR, "d": DAY_NS}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ns|us|ms|s|m|h|d)")


_BELOW_TWO_DAYS = ("h", "m", "s", "ms", "us", "ns")


@dataclasses.dataclass(frozen=True, slots=True)
class TimeControl:
    """Rules by which the seats of one match spend time. All durations are in nanoseconds."""

    move_time_ns: int | None = 2 * SECOND
    """Free time for each decision, 1 ms..30 days; None means that decisions have no deadline."""
    bank_ns: int = 0
    """Each seat's time reserve (bank) at the start of the match, 0..30 days."""
    increment_ns: int = 0
    """Time added to a seat's bank after each answer in time, 0..1 h."""
    first_move_ns: int | None = None
    """Free time for a seat's first decision, 0..30 days; None means the same as `move_time_ns`."""
    lag_margin_ns: int = 50 * MS
    """Grace after the deadline for network delay, 0..10 s; never charged."""
    strikes: int = 3
    """Number of missed deadlines after which a seat forfeits, 0..1000000; 0 means never."""
    join_limit_ns: int = 60 * SECOND
    """Time in which all seats have to join, 100 ms..30 days."""

    def __post_init__(self) -> None:
        """Check that each field is within its bound.

        Raises:
            FieldError: A field breaks its bound.
        """
        if self.move_time_ns is not None:
            _check("move_time", self.move_time_ns, MS, LONGEST_NS)
        _check("bank", self.bank_ns, 0, LONGEST_NS)
        _check("increment", self.increment_ns, 0, HOUR)
        if self.first_move_ns is not None:
            _check("first_move", self.first_move_ns, 0, LONGEST_NS)
        _check("lag_margin", self.lag_margin_ns, 0, 10 * SECOND)
        if not 0 <= self.strikes <= 1_000_000:
            raise FieldError("time_control.strikes", "from 0 to 1000000", self.strikes)
        _check("join_limit", self.join_limit_ns, 100 * MS, LONGEST_NS)

    @property
    def has_bank(self) -> bool:
        """Whether a seat has, or can earn, a time reserve beyond the free time of decisions."""
        return self.move_time_ns is not None and bool(self.bank_ns or self.increment_ns)

    def free_ns(self, *, first: bool) -> int | None:
        """Return the free time for a seat's first or a later decision, in nanoseconds.

        None for no limit.
        """
        if first and self.move_time_ns is not None and self.first_move_ns is not None:
            return self.first_move_ns
        return self.move_time_ns

    def charge(self, bank_ns: int, free_ns: int, elapsed_ns: int, *, increment: bool = True) -> int:
        """Return the bank after an answer in time, in nanoseconds; never negative.

        Args:
            bank_ns: The bank before the answer.
            free_ns: Free time of the decision.
            elapsed_ns: Time that the answer took.
            increment: Whether the answer earns the increment.
        """
        # An answer within the lag margin may take more than the bank has; the margin is never
        # charged.
        left = max(0, bank_ns - max(0, elapsed_ns - free_ns))
        return left + self.increment_ns if increment else left


def parse_duration(text: str, field: str = "duration") -> int:
    """Return the nanoseconds of a text such as `500ms`, `1.5s`, `1m30s` or `3d`.

    Raises:
        FieldError: The text is no duration; the error names `field`.
    """
    compact = text.strip()
    if compact == "0":
        return 0
    total, end = 0, 0
    for match in _DURATION.finditer(compact):
        # `finditer` passes over what does not match; a gap means that the text is no duration.
        if match.start() != end:
            break
        whole, _, decimals = match[1].partition(".")
        unit = _UNITS[match[2]]
        total += int(whole) * unit + (
            # In whole numbers: a float would lose nanoseconds.
            int(decimals) * unit // 10 ** len(decimals) if decimals else 0
        )
        end = match.end()
    if end != len(compact) or end == 0:
        raise FieldError(field, "a duration such as 500ms, 1.5s, 1m30s or 3d", text)
    return total


def format_duration(ns: int) -> str:
    """Return a duration of `ns` nanoseconds as text that `parse_duration` reads, such as `1m30s`.

    Less than two days are in hours, such as `36h`.
    """
    if ns == 0:
        return "0"
    parts = []
    for unit in ("d", "h", "m", "s", "ms", "us", "ns") if ns >= 2 * DAY_NS else _BELOW_TWO_DAYS:
        count, ns = divmod(ns, _UNITS[unit])
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts)


def _check(name: str, value_ns: int, low_ns: int, high_ns: int) -> None:
    if not low_ns <= value_ns <= high_ns:
        bound = f"from {format_duration(low_ns)} to {format_duration(high_ns)}"
        shown = format_duration(value_ns) if value_ns >= 0 else f"-{format_duration(-value_ns)}"
        raise FieldError(f"time_control.{name}", bound, shown)
