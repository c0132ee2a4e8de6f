"""`python -m loadtest.dashboard_picture`: draws the panels of the dashboard from a Prometheus that runs.

Grafana draws the same queries; this needs no Grafana, and says which panels have no data.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt

__all__ = ["Line", "main"]

DASHBOARD = Path(__file__).parents[1] / "deploy" / "monitoring" / "dashboard.json"
_COLUMNS = 3
_POINTS = 120
"""Number of points of a line."""


class Line(NamedTuple):
    """One line of a panel: its legend, times and values."""

    legend: str
    """Text of the legend."""
    times: list[float]
    """Times of the points, in minutes before the end."""
    values: list[float]
    """Values of the points."""


def _lines(prometheus: str, target: dict[str, Any], minutes: float) -> list[Line]:
    """Return the lines of one query of a panel."""
    end, window = time.time(), f"{max(1, round(minutes))}m"
    query = target["expr"].replace("$__rate_interval", "1m").replace("$__range", window)
    query = query.replace("$game", ".*")
    step = minutes * 60 / _POINTS
    asked = {"query": query, "start": end - minutes * 60, "end": end, "step": step}
    with urllib.request.urlopen(
        f"{prometheus}/api/v1/query_range?{urllib.parse.urlencode(asked)}"
    ) as answer:
        found = json.load(answer)["data"]["result"]
    lines = []
    for series in found:
        labels = series["metric"]
        legend = re.sub(r"{{(\w+)}}", lambda m: labels.get(m[1], ""), target["legendFormat"])  # noqa: B023
        points = [(float(at), float(value)) for at, value in series["values"]]
        times = [(at - end) / 60 for at, _ in points]
        lines.append(Line(legend.strip(), times, [value for _, value in points]))
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw all panels; return 0, or 1 if a panel has no data."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.dashboard_picture")
    parser.add_argument("--prometheus", default="http://127.0.0.1:9090", help="its address")
    parser.add_argument("--minutes", type=float, default=5.0, help="time that is drawn")
    parser.add_argument("--out", type=Path, required=True, help="PNG file")
    options = parser.parse_args(arguments)
    panels = [panel for panel in json.loads(DASHBOARD.read_text())["panels"] if "targets" in panel]
    rows = -(-len(panels) // _COLUMNS)
    figure, axes = plt.subplots(rows, _COLUMNS, figsize=(5.4 * _COLUMNS, 2.6 * rows))
    empty = []
    for panel, axis in zip(panels, axes.flat, strict=False):
        lines = [
            line
            for target in panel["targets"]
            for line in _lines(options.prometheus, target, options.minutes)
        ]
        for line in lines:
            axis.plot(line.times, line.values, label=line.legend, linewidth=1.2)
        axis.set_title(panel["title"], fontsize=9)
        axis.tick_params(labelsize=7)
        axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
        if lines:
            axis.legend(fontsize=6, loc="upper left", ncols=2)
        else:
            empty.append(panel["title"])
            axis.text(0.5, 0.5, "no data", transform=axis.transAxes, ha="center", color="gray")
    for axis in axes.flat[len(panels) :]:
        axis.axis("off")
    figure.tight_layout()
    figure.savefig(options.out, dpi=70)
    print(f"{len(panels)} panels, without data: {', '.join(empty) or 'none'}")
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main())
