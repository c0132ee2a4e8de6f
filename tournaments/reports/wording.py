"""Small functions for texts that several reports have in common."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

__all__ = ["decimal", "given_up_text", "refusals_text", "shown_path", "signed", "two_decimals"]


def shown_path(path: Path) -> str:
    """Return a path relative to the current folder if it is below that, else unchanged."""
    with contextlib.suppress(ValueError):
        return str(path.relative_to(Path.cwd()))
    return str(path)


def two_decimals(value: Fraction) -> str:
    """Return an exact number as text with two decimals; halves are rounded to even, never -0.00."""
    hundredths = round(value * 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"


def decimal(value: float, places: int = 2) -> str:
    """Return a number as text, rounded to `places` decimals, never -0.00."""
    # Adding 0 makes a plain one of a negative zero.
    return f"{round(value, places) + 0.0:.{places}f}"


def signed(value: float) -> str:
    """Return a number as text, rounded to a whole number, with its sign; zero is +0."""
    return f"{round(value):+d}"


def refusals_text(refusals: Mapping[str, int], rejections: Mapping[str, int]) -> str:
    """Return counts as text such as `refused 3 (2 BAD_FORM, 1 TOO_LONG)`; empty if there are none.

    Args:
        refusals: Number of orders that the rules refused, by reason.
        rejections: Number of messages that the referee rejected, by reason.
    """
    parts = [
        f"{what} {sum(counts.values())} ({', '.join(f'{n} {r}' for r, n in counts.items())})"
        for what, counts in (("refused", refusals), ("rejected", rejections))
        if counts
    ]
    return ", ".join(parts)


def given_up_text(given_up: int) -> str:
    """Return a text about turns that a bot gave up; empty if there are none."""
    turns = "1 turn" if given_up == 1 else f"{given_up} turns"
    return f"{turns} given up: its own code failed or skipped, see its log" if given_up else ""
