"""Coordinates of drawings: intervals on a scale, curves over time, shades of a heat map.

Numbers go in, coordinates come out; the template of the page draws them. Every text in a drawing
passes through the template, which escapes it.
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
"""Number of the darkest shade of the heat map; shade 0 is for no points, the middle one for one
half.
"""
CURVES = 8
"""Number of curves that have a colour and a name; further curves are thin and grey."""
_LABEL_PX = 15.0


@dataclasses.dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis, with its number."""

    at: float
    """Position of the mark on its axis, in pixels."""
    text: str
    """Number shown at the mark, as text."""


@dataclasses.dataclass(frozen=True, slots=True)
class Bar:
    """An interval as it is drawn, in pixels."""

    low: float
    """Left end of the drawn interval."""
    high: float
    """Right end of the drawn interval."""
    value: float | None
    """Position of the dot for the estimate; None without an estimate."""
    is_open_low: bool = False
    """Whether the interval goes on to the left beyond the drawing."""
    is_open_high: bool = False
    """Whether the interval goes on to the right beyond the drawing."""


class Scale:
    """Maps numbers to pixels.

    Args:
        values: Numbers that must be on the scale; None is ignored.
        start: Position of the lowest number, in pixels.
        end: Position of the highest number, in pixels.
    """

    def __init__(self, values: Iterable[float | None], start: float, end: float) -> None:
        known = [value for value in values if value is not None] or [0.0]
        self.low, self.high = min(known), max(known)
        if self.high - self.low < 1e-9:
            self.low, self.high = self.low - 1, self.high + 1
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        """Return the position of a number in pixels, rounded to a tenth."""
        share = (value - self.low) / (self.high - self.low)
        return round(self._start + share * (self._end - self._start), 1)

    def bar(self, value: float | None, low: float | None, high: float | None) -> Bar | None:
        """Return the drawing of an interval; a missing end is drawn open.

        None if both ends are missing.

        Args:
            value: Number within the interval that is marked; None for no mark.
            low: Lower end; None if it is open.
            high: Upper end; None if it is open.
        """
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
    """Return the marks of a scale: at round numbers, evenly spaced, about `most` marks or fewer."""
    width = scale.high - scale.low
    step = 10 ** math.floor(math.log10(width / most))
    step *= next(factor for factor in (1, 2, 5, 10) if width / (step * factor) <= most)
    first, last = math.ceil(scale.low / step), math.floor(scale.high / step)
    return [Tick(scale(number * step), f"{number * step:g}") for number in range(first, last + 1)]


def shade(share: float) -> int:
    """Return the number of the shade of a share of points, 0..1: 0 for no points, `SHADES` for all."""
    return round(share * SHADES)


@dataclasses.dataclass(frozen=True, slots=True)
class Curve:
    """One curve of a chart: coordinates of its points, colour, and where its name is written."""

    name: str
    """Name of the entry that the curve belongs to."""
    points: str
    """Coordinates of the curve, as the `points` attribute of an SVG polyline."""
    colour: int | None
    """Number of the curve's colour, 0..`CURVES` - 1; None means grey."""
    label_at: float
    """Vertical position of the curve's name, in pixels from the top."""
    end_at: float
    """Vertical position of the curve's end, in pixels from the top."""
    text: str
    """Last value of the curve, as text."""


@dataclasses.dataclass(frozen=True, slots=True)
class CurveChart:
    """A chart of several curves with its axes, as coordinates in pixels."""

    width: float
    """Width of the chart in pixels."""
    height: float
    """Height of the chart in pixels."""
    left: float
    """Horizontal position where curves begin, in pixels."""
    right: float
    """Horizontal position where curves end, in pixels."""
    bottom: float
    """Vertical position of the horizontal axis, in pixels from the top."""
    across: list[Tick]
    """Marks of the horizontal axis."""
    up: list[Tick]
    """Marks of the vertical axis."""
    curves: list[Curve]
    """Curves in drawing order: the grey ones first, so that coloured curves are drawn over them."""


def draw_curves(
    across: Sequence[float], heights: Mapping[str, Sequence[float]], *, label_px: float
) -> CurveChart:
    """Return a chart of curves over one axis; the first `CURVES` curves have colours and names.

    Args:
        across: Position of each point on the axis, rising; at least one.
        heights: Values of each curve by its name, one for each position.
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
    """Return heights at which texts are drawn: as near to their curves as they can be read.

    Args:
        wanted: Height at which each curve ends, by its name, in pixels from the top.
        top: Least height.
        bottom: Greatest height.
    """
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
