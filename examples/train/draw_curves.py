"""Draw training curves as SVG files, without a plotting library.

    python draw_curves.py ../../docs

reads `diceman_curve.csv` and `adventure_curve.csv` in this folder.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#aa3377")
WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 150, 30, 45
SMOOTH = 7
"""Each point of a curve is the mean of at most this many neighbouring points."""


@dataclasses.dataclass(frozen=True, slots=True)
class Chart:
    """Title, axes and reference lines of a chart."""

    title: str
    across: str
    """Label of the horizontal axis."""
    top: float
    """Value at the upper edge of the chart."""
    bottom: float
    """Value at the lower edge of the chart."""
    ticks: Sequence[float]
    lines: Mapping[str, float] = dataclasses.field(default_factory=dict)
    """Values of horizontal lines to compare curves with, by name."""


def main() -> None:
    """Draw the training curves of Diceman and Dice Adventure."""
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where pictures go")
    parser.add_argument("--seekers", type=float, default=5229.2, help="mean score of seekers")
    options = parser.parse_args()
    kinds = ("random", "greedy", "mixer", "past", "exploiter")
    chart = Chart(
        "Diceman: points of a match while it learns",
        "million rounds",
        1,
        0,
        (0, 0.25, 0.5, 0.75, 1),
    )
    rows = _rows(here / "diceman_curve.csv")
    across = [float(row["rounds"]) / 1e6 for row in rows]
    curves = {kind: [row[kind] for row in rows] for kind in kinds}
    (options.folder / "training_diceman.svg").write_text(draw(chart, across, curves))
    chart = Chart(
        "Dice Adventure: score of a party while it improves",
        "iterations",
        6000,
        4500,
        (4500, 5000, 5500, 6000),
        {"seekers": options.seekers},
    )
    rows = _rows(here / "adventure_curve.csv")
    curves = {"trained": [row["score"] if row["matches"] != "0" else "" for row in rows]}
    across = [float(row["iteration"]) for row in rows]
    (options.folder / "training_adventure.svg").write_text(draw(chart, across, curves))


def draw(chart: Chart, across: Sequence[float], curves: Mapping[str, Sequence[str]]) -> str:
    """Return a chart with its curves as SVG text.

    Args:
        chart: Title, axes and reference lines.
        across: Horizontal position of each point, ascending.
        curves: Values of each curve by name, as numbers in text; empty where a point is missing.
    """
    right, low = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x_of(value: float) -> float:
        return LEFT + (right - LEFT) * value / across[-1]

    def y_of(value: float) -> float:
        return low + (TOP - low) * (value - chart.bottom) / (chart.top - chart.bottom)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _text(LEFT, 18, chart.title, size=14),
    ]
    for tick in chart.ticks:
        parts.append(_line(LEFT, y_of(tick), right, y_of(tick), "#dddddd"))
        parts.append(_text(LEFT - 8, y_of(tick) + 4, f"{tick:g}", anchor="end"))
    for quarter in range(5):
        value = across[-1] * quarter / 4
        parts.append(_text(x_of(value), low + 18, f"{value:.3g}", anchor="middle"))
    parts.append(_text((LEFT + right) / 2, HEIGHT - 8, chart.across, anchor="middle"))
    for name, level in chart.lines.items():
        parts.append(_line(LEFT, y_of(level), right, y_of(level), "#777777", dashes="6 4"))
        parts.append(_text(right + 8, y_of(level) + 4, name, colour="#555555"))
    ends = []
    for (name, curve), colour in zip(curves.items(), COLOURS, strict=False):
        points = _smoothed(across, curve)
        corners = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{corners}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        ends.append((y_of(points[-1][1]), name, colour))
    last = -1000.0
    for y, name, colour in sorted(ends):
        last = max(y, last + 14)  # names do not overlap
        parts.append(_text(right + 8, last + 4, name, colour=colour))
    return "\n".join([*parts, "</svg>\n"])


def _smoothed(across: Sequence[float], curve: Sequence[str]) -> list[tuple[float, float]]:
    known = [(x, float(y)) for x, y in zip(across, curve, strict=True) if y]
    points = []
    for place, (x, _) in enumerate(known):
        near = known[max(0, place - SMOOTH + 1) : place + 1]
        points.append((x, sum(y for _, y in near) / len(near)))
    return points


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", colour: str = "#222222", size: int = 12
) -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {where} fill="{colour}" font-size="{size}">{text}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, *, dashes: str = "none") -> str:
    where = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {where} stroke="{colour}" stroke-dasharray="{dashes}"/>'


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    main()
