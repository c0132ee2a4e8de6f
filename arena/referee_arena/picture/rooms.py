"""Draws the rooms of a frame: boxes in rows and columns, lines for the doors between them, and tokens inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee_arena.picture.font import clipped, width_of
from referee_arena.picture.lines import draw_row, rows_of
from referee_arena.picture.marks import Box, by_place, count_text, draw_marks, num_drawn
from referee_arena.picture.pen import Looks, Pen

__all__ = ["draw_rooms"]

_NARROW = 0.15
"""Height of a row, or width of a column, without any room, as a multiple of one with rooms."""
_ROOMY = 74.0
"""Least height in pixels of a room in which lines of text and tokens are drawn below the room's name."""


def draw_rooms(pen: Pen, part: Any, players: Sequence[str], place: Box) -> None:
    """Draw the rooms in `part`, a part of a scene, with their doors, tokens and marks, so that they fill a box.

    Args:
        pen: Pen of the picture.
        part: The rooms, as plain data in the format of frames; nothing is drawn if there are none.
        players: Names of the players, by seat.
        place: The box.
    """
    rooms: Mapping[str, Any] = part["rooms"]
    if not rooms:
        return
    boxes = _boxes(rooms, place)
    palette = pen.palette
    _draw_groups(pen, rooms, boxes)
    for one, other, style, text in part["doors"]:
        if one in boxes and other in boxes:
            (from_x, from_y), (to_x, to_y) = boxes[one].middle, boxes[other].middle
            looks: Looks = {
                "stroke": palette.of(style),
                "stroke_opacity": 0.55,
                "stroke_width": 4,
            }
            if style == "faint" or text:
                looks |= {"stroke_dasharray": "7 5", "stroke_width": 3}
            elif style == "hidden":
                looks["stroke_dasharray"] = "1 7"
            pen.path(f"M{from_x:.1f} {from_y:.1f}L{to_x:.1f} {to_y:.1f}", **looks)
    size = min(30.0, *(min(box.height, box.width / 1.6) for box in boxes.values()))
    draw_marks(pen, part["marks"], boxes.get, size=size, is_under=True)
    tokens = by_place(part["tokens"])
    for name, room in rooms.items():
        _draw_room(pen, room, tokens.get(name, []), players, boxes[name])
    draw_marks(pen, part["marks"], boxes.get, size=size, is_under=False, has_text=size >= 30)


def _boxes(rooms: Mapping[str, Any], place: Box) -> dict[str, Box]:
    has_groups = any(room.get("group") for room in rooms.values())
    axes = []
    for axis, length in ((0, place.height), (1, place.width)):
        taken = {room["at"][axis] for room in rooms.values()}
        shares = [1.0 if track in taken else _NARROW for track in range(max(taken) + 1)]
        unit = length / sum(shares)
        axes.append(([unit * sum(shares[:track]) for track in range(len(shares))], unit))
    (tops, high), (lefts, wide) = axes
    gap_y = max(6.0, min(18.0, 0.16 * high)) + (6 if has_groups else 0)
    gap_x = max(6.0, min(22.0, 0.14 * wide))
    most = min(high, 0.9 * wide)
    return {
        name: Box(
            place.x + lefts[room["at"][1]] + gap_x / 2,
            place.y + tops[room["at"][0]] + (high - most) / 2 + gap_y / 2,
            wide - gap_x,
            most - gap_y,
        )
        for name, room in rooms.items()
    }


def _draw_groups(pen: Pen, rooms: Mapping[str, Any], boxes: Mapping[str, Box]) -> None:
    groups: dict[str, list[Box]] = {}
    for name, room in rooms.items():
        if room.get("group"):
            groups.setdefault(room["group"], []).append(boxes[name])
    palette = pen.palette
    for found in groups.values():
        left, top = min(box.x for box in found) - 4, min(box.y for box in found) - 4
        right = max(box.x + box.width for box in found) + 4
        bottom = max(box.y + box.height for box in found) + 4
        fill = palette.mix(palette["tint"], 0.5, palette["surface"])
        pen.rect(left, top, right - left, bottom - top, fill, corner=8, stroke=palette["rule"])


def _draw_room(
    pen: Pen, room: Any, tokens: Sequence[Any], players: Sequence[str], box: Box
) -> None:
    palette = pen.palette
    style = room["style"]
    own = palette.of(style)
    fill = palette["surface"]
    looks: Looks = {"stroke_width": 1.5}
    looks["stroke"] = palette.mix(own, 0.45, palette["surface"])
    if style.startswith("seat"):
        fill = palette.mix(own, 0.16, palette["surface"])
        looks |= {"stroke": own, "stroke_width": 2.5}
    elif style in ("faint", "hidden"):
        fill = palette.mix(palette["surface"], 0.4, palette["ground"])
        looks["stroke_dasharray"] = "6 4" if style == "faint" else "2 4"
    elif style in ("good", "warn", "bad", "strong"):
        looks |= {"stroke": own, "stroke_width": 2.5}
    pen.rect(*box, fill, corner=min(8.0, box.height / 5), **looks)
    is_roomy = box.height >= _ROOMY
    size = max(10.0, min(26.0, box.height / (5 if is_roomy else 2.2), box.width / 11))
    inner = box.width - size
    ink = palette["faint" if style in ("faint", "hidden") else "ink"]
    chip = min(2.2 * size, (0.42 if is_roomy else 0.85) * box.height)
    if is_roomy:
        y = box.y + 1.35 * size
        name = clipped(room["name"], inner, size, is_bold=True)
        pen.text(box.x + size / 2, y, name, size, ink, is_bold=True)
        most = int((box.height - 1.7 * size - (1.25 * chip if tokens else 0)) / (1.3 * size))
        for line in room["lines"]:
            if most <= 0:
                break
            looks_of: Looks = {"size": 0.9 * size, "width": inner, "most": min(most, 2)}
            for row in rows_of(line, players, palette, **looks_of):
                y += 1.3 * size
                draw_row(pen, row, box.x + size / 2, y)
                most -= 1
    else:
        free = inner - (1.15 * chip * min(len(tokens), 2) if tokens else 0)
        name = (
            room["name"]
            if width_of(room["name"], size) <= free
            else room["name"].rpartition(" ")[2]
        )
        pen.text(
            box.x + size / 2,
            box.y + box.height / 2 + 0.35 * size,
            clipped(name, free, size),
            size,
            ink,
        )
    _draw_chips(pen, tokens, box, chip, is_roomy=is_roomy)


def _draw_chips(pen: Pen, tokens: Sequence[Any], box: Box, size: float, *, is_roomy: bool) -> None:
    """Draw the tokens of a room: below the room's name if `is_roomy`, otherwise to the right of the name.

    Args:
        pen: Pen of the picture.
        tokens: The tokens; those that don't fit are replaced by their number.
        box: Rectangle of the room.
        size: Height of a token in pixels.
        is_roomy: Whether the room has space below its name.
    """
    if not tokens:
        return
    step = 1.12 * size
    room_for = max(1, int((box.width - size / 2) / step)) if is_roomy else 2
    drawn = num_drawn(len(tokens), min(6, room_for) if room_for > 1 else 1)
    shown = max(drawn, 1)
    y = box.y + box.height - 0.68 * size if is_roomy else box.middle[1]
    extra = 1 if shown < len(tokens) and room_for > 1 else 0
    if is_roomy:
        x = box.x + 0.75 * size
    else:
        x = box.x + box.width - 0.65 * size - step * (min(shown + extra, 2) - 1)
    for token in tokens[:shown]:
        _draw_chip(pen, token, x, y, size)
        x += step
    if extra:
        pen.text(
            x - size / 3,
            y + 0.15 * size,
            f"+{len(tokens) - shown}",
            0.5 * size,
            pen.palette["ink"],
            is_bold=True,
        )


def _draw_chip(pen: Pen, token: Any, x: float, y: float, size: float) -> None:
    palette = pen.palette
    owner = token.get("owner")
    _, glyph, style = token["kind"][:3]
    looks: Looks = {"opacity": 0.6} if token.get("remembered") else {}
    with pen.group(x, y, size / 24, **looks):
        middle: Looks = {"is_bold": True, "anchor": "middle"}
        if owner is None:
            pen.rect(
                -10,
                -10,
                20,
                20,
                palette["surface"],
                corner=4,
                stroke=palette.of(style),
                stroke_width=1.4,
            )
            pen.text(0, 4, glyph or "•", 11 if len(glyph) < 2 else 9, palette.of(style), **middle)
        else:
            pen.badge(0, 0, owner, 24)
            if glyph and glyph != str(owner):
                pen.text(8, 11, glyph, 9, palette["ink"], halo=palette["surface"], **middle)
        pen.text(8, -6, count_text(token), 8, palette["ink"], halo=palette["surface"], **middle)
        for index, (_, value, most) in enumerate(token.get("bars", [])[:1]):
            pen.rect(-9, 11 + 3 * index, 18, 2.4, palette["tint"])
            pen.rect(
                -9, 11 + 3 * index, 18 * max(0.0, min(1.0, value / most)), 2.4, palette["good"]
            )
