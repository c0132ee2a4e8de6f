"""Where things stand in a drawing: intervals on a scale, curves over time, shades of a heat map.

Numbers in, coordinates out; the template of the page draws them, and no text passes through here
into a drawing but by the template, which escapes it.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence

from tournaments.reports.wording import decimal

__all__ = [
    "CURVES",
    "SHADES",
    "Bar",
    "Curve",
    "CurveChart",
    "Scale",
    "Tick",
    "draw_curves",
    "shade",
    "ticks",
]

SHADES = 20
"""Shades of the heat map in addition to that of one half, which is in their middle."""
CURVES = 8
"""Curves that have a colour and a name; those of the others are thin and grey."""
_LABEL_PX = 15.0


@dataclasses.dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    at: float
    """Its place in pixels."""
    text: str
    """Its number."""


@dataclasses.dataclass(frozen=True, slots=True)
class Bar:
    """An interval as it is drawn, in pixels."""

    low: float
    """Left end."""
    high: float
    """Right end."""
    value: float | None
    """The dot; None where there is no estimate."""
    is_open_low: bool = False
    """Whether it goes on to the left beyond the drawing."""
    is_open_high: bool = False
    """Whether it goes on to the right beyond the drawing."""


class Scale:
    """Maps numbers to pixels.

    Args:
        values: What must find room; None is left out.
        start: Where the least of them is, in pixels.
        end: Where the greatest is, in pixels.
    """

    def __init__(self, values: Iterable[float | None], start: float, end: float) -> None:
        known = [value for value in values if value is not None] or [0.0]
        self.low, self.high = min(known), max(known)
        if self.high - self.low < 1e-9:
            self.low, self.high = self.low - 1, self.high + 1
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        """Return the place of a number in pixels, to a tenth."""
        share = (value - self.low) / (self.high - self.low)
        return round(self._start + share * (self._end - self._start), 1)

    def bar(self, value: float | None, low: float | None, high: float | None) -> Bar | None:
        """Return an interval; one without an end goes on beyond the drawing; None if it has neither end."""
        if low is None and high is None:
            return None
        return Bar(
            low=self._start if low is None else self(low),
            high=self._end if high is None else self(high),
            value=None if value is None else self(value),
            is_open_low=low is None,
            is_open_high=high is None,
        )


def ticks(scale: Scale, most: int) -> list[Tick]:
    """Round numbers within a scale, from 1 to about `most` of them."""
    width = scale.high - scale.low
    step = 10 ** math.floor(math.log10(width / most))
    step *= next(factor for factor in (1, 2, 5, 10) if width / (step * factor) <= most)
    first, last = math.ceil(scale.low / step), math.floor(scale.high / step)
    return [Tick(scale(number * step), f"{number * step:g}") for number in range(first, last + 1)]


def shade(share: float) -> int:
    """Return number of the shade of a share of points, 0..1: 0 for none of them, `SHADES` for all."""
    return round(share * SHADES)


@dataclasses.dataclass(frozen=True, slots=True)
class Curve:
    """One curve."""

    name: str
    """Whose it is."""
    points: str
    """Coordinates as SVG's `points` has them."""
    colour: int | None
    """Number of its colour, 0..`CURVES` - 1; None is grey."""
    label_at: float
    """Height of its name, in pixels from the top."""
    end_at: float
    """Height of its end."""
    text: str
    """Its last number."""


@dataclasses.dataclass(frozen=True, slots=True)
class CurveChart:
    """Curves with their axes."""

    width: float
    """In pixels."""
    height: float
    """In pixels."""
    left: float
    """Where curves begin."""
    right: float
    """Where they end."""
    bottom: float
    """Where the horizontal axis is."""
    across: list[Tick]
    """Marks of the horizontal axis."""
    up: list[Tick]
    """Marks of the vertical axis."""
    curves: list[Curve]
    """The grey ones first, so that the others are drawn over them."""


def draw_curves(
    across: Sequence[float], heights: Mapping[str, Sequence[float]], *, label_px: float
) -> CurveChart:
    """Draw curves over one axis; those named first have colours and names.

    Args:
        across: Place of each point, rising; at least one.
        heights: Numbers of each curve by its name, as many as there are places.
        label_px: Room for names at the right, in pixels.
    """
    named = list(heights)[:CURVES]
    height = max(300.0, _LABEL_PX * len(named) + 60)
    left, right, bottom = 40.0, 720.0 - label_px, height - 34
    horizontal = Scale(across, left, right)
    if len(across) == 1:
        horizontal = Scale((across[0], across[0] + 1), left, right)
    vertical = Scale((value for values in heights.values() for value in values), bottom - 6, 14)
    labels = _spread({name: vertical(heights[name][-1]) for name in named}, 14, bottom)
    curves = []
    for name, values in heights.items():
        pairs = zip(across, values, strict=True)
        end = vertical(values[-1])
        curves.append(
            Curve(
                name=name,
                points=" ".join(f"{horizontal(x):g},{vertical(y):g}" for x, y in pairs),
                colour=named.index(name) if name in named else None,
                label_at=labels.get(name, end),
                end_at=end,
                text=decimal(values[-1], 1),
            )
        )
    return CurveChart(
        width=720.0,
        height=height,
        left=left,
        right=right,
        bottom=bottom,
        across=ticks(horizontal, 7),
        up=ticks(vertical, 6),
        curves=curves[::-1],
    )


def _spread(wanted: Mapping[str, float], top: float, bottom: float) -> dict[str, float]:
    """Heights near those wanted, far enough apart to be read, and within the drawing."""
    names = sorted(wanted, key=wanted.__getitem__)
    heights: list[float] = []
    for name in names:
        least = heights[-1] + _LABEL_PX if heights else top
        heights.append(max(wanted[name], least))
    limit = bottom
    for index in range(len(heights) - 1, -1, -1):
        heights[index] = round(min(heights[index], limit), 1)
        limit = heights[index] - _LABEL_PX
    return dict(zip(names, heights, strict=True))
