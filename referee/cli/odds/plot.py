"""Draws the graph of which combination beats which in a round of Diceman (DM-11.4).

Matplotlib draws it; it comes with the extra `plots`, and is loaded only here.
"""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.odds.layout import Box, Point, place_labels, polygon
from referee.cli.odds.report import percent
from referee.core.errors import FieldError, RefereeError
from referee.games.diceman.odds import Entry, RoundTable
from referee.games.diceman.tables import COMBO_NAMES, NUM_COMBOS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

__all__ = ["SUFFIXES", "check_plot", "draw"]

SUFFIXES = (".svg", ".png")
"""Kinds of pictures that can be written, as endings of the file's name."""

# The unit of the picture is the distance of the nodes from the centre.
X_LIMITS, Y_LIMITS = (-1.2, 1.2), (-1.36, 1.24)
BORDER = 0.05
"""Space between texts and the picture's edge, in units of the picture."""
RADIUS = 0.09
"""Radius of a node's disc, in units of the picture."""
MARGIN = 0.03
"""Space that is kept free around a label, in units of the picture: the sum of both sides."""
INCHES_PER_UNIT = 4.6
DOTS_PER_INCH = 120
COLOURS = ("#1b6ca8", "#b5472f", "#3d7f3a", "#7a4fa3", "#9a6a00", "#0f7f7f")
"""Colours in the graph, by number of the combination (pair of dice): of its node and of the edges that
leave it.
"""
_LEGEND = (
    "An arrow leads from the combination that deals more damage more often.\n"
    "On it, in percent: how often that one deals more : less than the other, and how often both deal\n"
    "as much; and its net damage, which is what it deals less what it suffers in a round on average."
)


def check_plot(path: Path) -> None:
    """Check that a picture can be written to a file of this name.

    Raises:
        FieldError: The name does not end in one of `SUFFIXES`.
        RefereeError: Matplotlib is not installed.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise FieldError("plot", f"a file that ends in {' or '.join(SUFFIXES)}", str(path))
    if importlib.util.find_spec("matplotlib") is None:
        raise RefereeError(
            "plot needs Matplotlib, which the extra `plots` brings: pip install 'gamereferee[plots]'"
        )


def draw(table: RoundTable, path: Path, *, title: str) -> None:
    """Draw the graph into a file.

    The same table gives the same bytes with the same version of Matplotlib.

    Args:
        table: Odds of a round for each pair of combinations.
        path: A file that `check_plot` accepts.
        title: Title of the picture, which says what the odds are of.

    Raises:
        FieldError: The file can't be written.
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "gamereferee", "font.family": "DejaVu Sans"}):
        width, height = (INCHES_PER_UNIT * (high - low) for low, high in (X_LIMITS, Y_LIMITS))
        figure = Figure(figsize=(width, height), dpi=DOTS_PER_INCH)
        FigureCanvasAgg(figure)  # measures texts, whatever is drawn with in the end
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set(xlim=X_LIMITS, ylim=Y_LIMITS)
        axes.set_axis_off()
        left, (bottom, top) = X_LIMITS[0] + BORDER, Y_LIMITS
        axes.text(left, top - BORDER, title, fontsize=14, weight="bold", va="top")
        axes.text(left, bottom + BORDER, _LEGEND, fontsize=11, va="bottom", linespacing=1.4)
        _draw_graph(axes, table)
        # Without a date, so that the same table gives the same file.
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else {}
        try:
            figure.savefig(path, format=path.suffix.lower()[1:], metadata=metadata)
        except OSError as error:
            bound = f"a file that can be written ({error.strerror})"
            raise FieldError("plot", bound, str(path)) from None


def _draw_graph(axes: Axes, table: RoundTable) -> None:
    from matplotlib.patches import Circle

    nodes = polygon(NUM_COMBOS)
    edges = table.edges()
    lines = [_between_discs(nodes[edge.row], nodes[edge.col]) for edge in edges]
    for edge, (start, end) in zip(edges, lines, strict=True):
        style = {"arrowstyle": "-|>", "color": COLOURS[edge.row], "linewidth": 1.6}
        style |= {"shrinkA": 0, "shrinkB": 0, "mutation_scale": 20}
        axes.annotate("", end, start, arrowprops=style, zorder=1)
    labels = [_label(axes, edge) for edge in edges]
    # A text's size is known only when it is there, so labels are made first and moved then.
    extents = [label.get_window_extent() for label in labels]
    dots = DOTS_PER_INCH * INCHES_PER_UNIT
    sizes = [(one.width / dots + MARGIN, one.height / dots + MARGIN) for one in extents]
    discs = [Box(node, 2 * RADIUS + MARGIN, 2 * RADIUS + MARGIN) for node in nodes]
    for label, box in zip(labels, place_labels(lines, sizes, discs), strict=True):
        label.set_position(box.centre)
    for combo, node in enumerate(nodes):
        axes.add_patch(Circle(node, RADIUS, color=COLOURS[combo], zorder=3))
        axes.text(
            *node, COMBO_NAMES[combo], color="white", fontsize=20, weight="bold",
            ha="center", va="center_baseline", zorder=4,
        )  # fmt: skip


def _between_discs(start: Point, end: Point) -> tuple[Point, Point]:
    """Return the part of the line from `start` to `end`, two nodes' centres, that is outside their discs."""
    share = RADIUS / math.dist(start, end)
    x, y = share * (end.x - start.x), share * (end.y - start.y)
    return Point(start.x + x, start.y + y), Point(end.x - x, end.y - y)


def _label(axes: Axes, edge: Entry) -> Text:
    odds = f"{percent(edge.more)} : {percent(edge.less)}"
    colour = COLOURS[edge.row]
    return axes.text(
        0, 0, f"{odds}\nequal {percent(edge.equal)}\nnet {float(edge.net):+.3f}",
        color=colour, fontsize=11, linespacing=1.25, ha="center", va="center", zorder=2,
        bbox={"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": colour},
    )  # fmt: skip
