"""A time that is left, in words for people."""

from __future__ import annotations

__all__ = ["left_text"]

_MINUTE, _HOUR, _DAY = 60, 3600, 24 * 3600


def left_text(seconds: float) -> str:
    """Return a time that is left in words, in its two largest units, rounded down: `2 days 3 hours`."""
    whole = int(seconds)
    if whole < _MINUTE:
        return "less than a minute" if whole >= 0 else "over"
    if whole < _HOUR:
        return _count(whole // _MINUTE, "minute")
    unit_s, unit, below_s, below = (
        (_HOUR, "hour", _MINUTE, "minute") if whole < _DAY else (_DAY, "day", _HOUR, "hour")
    )
    rest = whole % unit_s // below_s
    first = _count(whole // unit_s, unit)
    return f"{first} {_count(rest, below)}" if rest else first


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
