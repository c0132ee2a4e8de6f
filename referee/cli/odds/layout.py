"""Finds places for the labels of a graph's edges, so that none covers another or a node.

All lengths are in the same unit and the origin may be anywhere; nothing here knows what is drawn.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Box", "Point", "place_labels", "polygon"]

_SHARES = [share / 100 for share in range(14, 87)]
"""Positions on an edge that are tried for its label, as parts of the edge's length from its start."""
_OVERLAP, _CROSSING, _OFF_CENTRE = 1000.0, 30.0, 8.0
"""Costs of a label's position: for each label or node that it touches, for each other edge that
runs through it, and for its distance from the edge's middle as a part of the edge's length.
"""
_ROUNDS = 12
"""Highest number of passes in which each label may move to a better place; two or three are enough."""


class Point(NamedTuple):
    """A position in the picture."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle around a centre."""

    centre: Point
    width: float
    height: float

    def meets(self, other: Box) -> bool:
        """Return whether this box and another have a point in common."""
        return (
            abs(self.centre.x - other.centre.x) <= (self.width + other.width) / 2
            and abs(self.centre.y - other.centre.y) <= (self.height + other.height) / 2
        )

    def is_crossed(self, start: Point, end: Point) -> bool:
        """Return whether a straight line from `start` to `end` runs through the box's inside."""
        low, high = 0.0, 1.0
        for axis, size in enumerate((self.width, self.height)):
            step, offset = end[axis] - start[axis], self.centre[axis] - start[axis]
            if not step:
                if abs(offset) > size / 2:
                    return False
                continue
            near, far = sorted(((offset - size / 2) / step, (offset + size / 2) / step))
            # The part of the line, from 0 to 1, that is inside in this direction and in the one
            # before.
            low, high = max(low, near), min(high, far)
        return low < high


def polygon(corners: int) -> list[Point]:
    """Return the corners of a regular polygon, clockwise from the top.

    They lie around the origin at distance 1.
    """
    angles = [math.pi / 2 - 2 * math.pi * corner / corners for corner in range(corners)]
    return [Point(math.cos(angle), math.sin(angle)) for angle in angles]


def place_labels(
    edges: Sequence[tuple[Point, Point]],
    sizes: Sequence[tuple[float, float]],
    nodes: Sequence[Box],
) -> list[Box]:
    """Return a box on each edge for its label, away from other labels and from nodes if possible.

    Args:
        edges: Start and end of each edge.
        sizes: Width and height of each edge's label.
        nodes: Boxes that labels must not touch.
    """
    choices = [
        [Box(_between(edge, share), *size) for share in _SHARES]
        for edge, size in zip(edges, sizes, strict=True)
    ]
    own_costs = [
        [
            _own_cost(box, share, [*edges[:number], *edges[number + 1 :]], nodes)
            for box, share in zip(boxes, _SHARES, strict=True)
        ]
        for number, boxes in enumerate(choices)
    ]
    placed = [
        boxes[costs.index(min(costs))] for boxes, costs in zip(choices, own_costs, strict=True)
    ]
    for _ in range(_ROUNDS):
        # A label that moves may make room for others, so go round until nothing changes.
        before = list(placed)
        for number, boxes in enumerate(choices):
            others = placed[:number] + placed[number + 1 :]
            costs = [
                cost + _OVERLAP * sum(box.meets(other) for other in others)
                for box, cost in zip(boxes, own_costs[number], strict=True)
            ]
            placed[number] = boxes[costs.index(min(costs))]
        if placed == before:
            break
    return placed


def _between(edge: tuple[Point, Point], share: float) -> Point:
    start, end = edge
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))


def _own_cost(
    box: Box, share: float, others: Sequence[tuple[Point, Point]], nodes: Sequence[Box]
) -> float:
    """Return the part of a label position's cost that does not depend on the other labels.

    The position of least cost is taken. Overlap with nodes, crossing edges, and distance from the
    middle of the edge add to the cost.

    Args:
        box: The label at this position.
        share: Distance of the position from the edge's start, as a part of the edge's length.
        others: Start and end of each other edge.
        nodes: Boxes that labels must not touch.
    """
    covered = sum(box.meets(node) for node in nodes)
    crossed = sum(itertools.starmap(box.is_crossed, others))
    return _OVERLAP * covered + _CROSSING * crossed + _OFF_CENTRE * abs(share - 0.5)
