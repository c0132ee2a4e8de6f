"""Draws the seats of a match: names, scores, and bars such as those of hit points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee_arena.picture.font import clipped, width_of
from referee_arena.picture.lines import draw_row, rows_of
from referee_arena.picture.marks import Box
from referee_arena.picture.pen import Pen

__all__ = ["draw_mirror", "draw_seats", "names_alone"]

_LEAST_ROW = 38.0
"""Least height of one seat in the list of seats, as a multiple of the picture's unit (1/630 of its height)."""


def draw_seats(pen: Pen, frame: Any, players: Sequence[str], box: Box, unit: float) -> float:
    """Draw the seats as a list, and return the y coordinate of the list's lower side.

    More than two seats are ordered by rank if the frame has ranks, the best first. If not all seats have room, the last
    line has the number of the others.

    Args:
        pen: Pen of the picture.
        frame: The frame, as plain data.
        players: Names of the players, by seat.
        box: Rectangle for the list, which may need less height.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    states = _states(frame, players)
    order = sorted(range(len(players)), key=lambda seat: (states[seat].get("rank") or 99, seat))
    if len(players) == 2:
        order = [0, 1]
    high = min(86 * unit, max(_LEAST_ROW * unit, box.height / len(players)))
    room_for = max(1, int(box.height / high))
    shown = len(order) if len(order) <= room_for else room_for - 1
    y = box.y
    for seat in order[:shown]:
        _draw_seat(pen, players[seat], seat, states[seat], Box(box.x, y, box.width, high), unit)
        y += high
    if shown < len(order):
        text = f"and {len(order) - shown} more"
        pen.text(box.x + 8 * unit, y + 24 * unit, text, 20 * unit, pen.palette["faint"])
        y += 30 * unit
    return y


def draw_mirror(pen: Pen, frame: Any, players: Sequence[str], box: Box, unit: float) -> float:
    """Draw seat 0 on the left, seat 1 on the right and the score between them; return the y of the lower side.

    Args:
        pen: Pen of the picture.
        frame: The frame, as plain data.
        players: Names of both players.
        box: Rectangle in which to draw; its height is ignored.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    palette = pen.palette
    states = _states(frame, players)
    size, middle = 36 * unit, box.x + box.width / 2
    y = box.y + 48 * unit
    values = [state.get("value") for state in states]
    score = "v" if None in values else " : ".join(map(str, values))
    wide = width_of(score, 60 * unit, is_bold=True)
    room = (box.width - wide) / 2 - 100 * unit
    for seat, name in enumerate(players):
        shown = clipped(name, room, size, is_bold=True)
        own = palette.seat(seat)
        if seat == 0:
            pen.badge(box.x + 0.6 * size, y - 0.35 * size, seat, 1.2 * size)
            pen.text(box.x + 1.5 * size, y, shown, size, own, is_bold=True)
        else:
            right = box.x + box.width
            pen.badge(right - 0.6 * size, y - 0.35 * size, seat, 1.2 * size)
            pen.text(right - 1.5 * size, y, shown, size, own, is_bold=True, anchor="end")
    ink = palette["ink" if score != "v" else "faint"]
    pen.text(middle, y + 8 * unit, score, 60 * unit, ink, is_bold=True, anchor="middle")
    y += 26 * unit
    gauges = [state.get("gauge") for state in states]
    if all(gauges):
        name = frame["story"]["score"].get("gauge", "")
        _draw_meeting(pen, gauges, name, Box(box.x, y, box.width, 20 * unit), unit)
        y += 30 * unit
    return y


def names_alone(pen: Pen, players: Sequence[str], says: str, place: Box, unit: float) -> None:
    """Draw the names of up to eight players in a box; below them, the number of the others and the sentence `says`.

    Args:
        pen: Pen of the picture.
        players: Names of the players, by seat.
        says: The sentence.
        place: The box.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    palette = pen.palette
    shown = list(enumerate(players))[:8]
    columns = 1 if len(shown) <= 3 else 2
    size = (64 if len(shown) <= 2 else 44 if len(shown) <= 4 else 34) * unit
    num_rows = -(-len(shown) // columns)
    step = 1.7 * size
    y = place.y + (place.height - step * num_rows - 50 * unit) / 2 + size
    for index, (seat, name) in enumerate(shown):
        column, row = divmod(index, num_rows)
        wide = place.width / columns
        text = clipped(name, wide - 2 * size, size, is_bold=True)
        inside = width_of(text, size, is_bold=True) + 1.4 * size
        x = (
            place.x + (place.width - inside) / 2
            if columns == 1
            else place.x + wide * column + 40 * unit
        )
        at = y + step * row
        pen.badge(x + 0.55 * size, at - 0.35 * size, seat, 1.1 * size)
        pen.text(x + 1.4 * size, at, text, size, palette.seat(seat), is_bold=True)
    if len(players) > len(shown):
        says = f"and {len(players) - len(shown)} more. {says}"
    low = y + step * num_rows
    for line in rows_of([says], players, palette, size=26 * unit, width=place.width, most=2):
        draw_row(pen, line, place.x + place.width / 2, low, "middle")
        low += 34 * unit


def _states(frame: Any, players: Sequence[str]) -> list[dict[str, Any]]:
    """Return for each seat its score, rank and bar from the frame's story, and in `out` whether the seat is out."""
    seats = frame.get("story", {}).get("score", {}).get("seats", [])
    states = [dict(seat) for seat in seats] or [{} for _ in players]
    for seat, known in enumerate(frame.get("seats", [])):
        states[seat]["out"] = known.get("out", False) or states[seat].get("out", False)
    return states


def _draw_seat(
    pen: Pen, name: str, seat: int, state: dict[str, Any], box: Box, unit: float
) -> None:
    """Draw one seat of the list of seats into a box: badge, name, score and bar, from `state`.

    Args:
        pen: Pen of the picture.
        name: Name of the seat's player.
        seat: Index of the seat.
        state: Score, rank and bar of the seat, and in `out` whether it is out.
        box: Rectangle of the seat in the list.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    palette = pen.palette
    is_out = state.get("out", False)
    own = palette["faint"] if is_out else palette.seat(seat)
    gauge = state.get("gauge")
    size = min(30 * unit, 0.5 * box.height)
    is_tall = box.height > 60 * unit
    pen.rect(
        box.x,
        box.y,
        box.width,
        box.height - 6 * unit,
        palette["surface"],
        corner=8 * unit,
        stroke=palette["rule"],
    )
    y = box.y + (0.44 if gauge and is_tall else 0.5) * (box.height - 6 * unit) + 0.35 * size
    if gauge and is_tall:
        y = box.y + 1.25 * size
    right = box.x + box.width - 12 * unit
    value = state.get("value")
    text = "" if value is None else str(value)
    pen.text(right, y, text, size, palette["ink"], is_bold=True, anchor="end")
    free = box.width - 2 * size - width_of(text, size, is_bold=True) - 24 * unit
    if gauge and not is_tall:
        free -= 120 * unit
    pen.badge(box.x + size, y - 0.35 * size, seat, 1.15 * size)
    shown = clipped(name, free, size, is_bold=True)
    pen.text(box.x + 1.9 * size, y, shown, size, own, is_bold=True)
    if is_out:
        wide = width_of(shown, size, is_bold=True)
        pen.rect(box.x + 1.9 * size, y - 0.33 * size, wide, 2 * unit, own)
    if not gauge:
        return
    if is_tall:
        bar = Box(box.x + 12 * unit, y + 0.55 * size, box.width - 24 * unit, 12 * unit)
    else:
        left = right - width_of(text, size, is_bold=True) - 118 * unit
        bar = Box(left, y - 0.5 * size, 104 * unit, 10 * unit)
    _draw_gauge(pen, gauge, own, bar, is_right=False)


def _draw_meeting(pen: Pen, gauges: Sequence[Any], name: str, box: Box, unit: float) -> None:
    """Draw the bars of two seats on both sides of the box's middle, and between the bars the value's name and both values.

    Args:
        pen: Pen of the picture.
        gauges: For each of the two seats the value, its maximum, and the amount lost in the step.
        name: Name of the value, such as hit points.
        box: Rectangle in which to draw.
        unit: Scale of the picture: 1/630 of its height in pixels.
    """
    palette = pen.palette
    size = 24 * unit
    values = [str(gauge[0]) for gauge in gauges]
    wide = max(
        150 * unit, width_of(f"{values[0]} {name} {values[1]}", size, is_bold=True) + 24 * unit
    )
    side = (box.width - wide) / 2
    middle = box.x + box.width / 2
    _draw_gauge(pen, gauges[0], palette.seat(0), Box(box.x, box.y, side, box.height), is_right=True)
    right = Box(box.x + box.width - side, box.y, side, box.height)
    _draw_gauge(pen, gauges[1], palette.seat(1), right, is_right=False)
    y = box.y + 0.85 * box.height
    pen.text(middle, y, name, size, palette["faint"], anchor="middle")
    half = width_of(name, size) / 2 + 10 * unit
    pen.text(middle - half, y, values[0], size, palette.seat(0), is_bold=True, anchor="end")
    pen.text(middle + half, y, values[1], size, palette.seat(1), is_bold=True)


def _draw_gauge(pen: Pen, gauge: Any, own: str, box: Box, *, is_right: bool) -> None:
    """Draw a bar that shows a value of a seat; the amount that the seat lost in the step is drawn lighter.

    Args:
        pen: Pen of the picture.
        gauge: The value, its maximum, and the amount lost in the step.
        own: Colour of the seat.
        box: Rectangle of the whole bar.
        is_right: Whether the bar grows from its right side to the left.
    """
    palette = pen.palette
    value, most, loss = gauge
    corner = box.height / 3
    pen.rect(*box, palette["tint"], corner=corner)
    full = box.width * max(0.0, min(1.0, value / most)) if most else 0.0
    lost = box.width * max(0.0, min(1.0, min(loss, most - value) / most)) if most else 0.0
    start = box.x + box.width - full - lost if is_right else box.x
    pen.rect(
        start, box.y, full + lost, box.height, palette.mix(own, 0.4, palette["tint"]), corner=corner
    )
    start = box.x + box.width - full if is_right else box.x
    pen.rect(start, box.y, full, box.height, own, corner=corner)
