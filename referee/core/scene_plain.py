"""A scene as plain data, in the form that the browser draws; `arena/FORMAT.md` tells it.

What has an id is kept by it, so that a change from step to step is small and a drawer finds what it has drawn.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from referee.core.plain import Plain
from referee.core.scene import (
    PLAYER_STYLES,
    Bar,
    Column,
    Delta,
    Dice,
    Door,
    Field,
    Grid,
    Hidden,
    Kind,
    Line,
    Lines,
    Mark,
    Measure,
    Room,
    Row,
    Scene,
    ScenePart,
    SceneTable,
    Span,
    Style,
    Token,
)

__all__ = ["KeptPart", "PlainObject", "kept_parts", "line_plain", "scene_plain"]

PlainObject: TypeAlias = dict[str, Plain]
"""An object of JSON."""
KeptPart: TypeAlias = tuple[ScenePart, Plain]
"""A part, and what was made of it."""

_REMEMBERED = 16384
"""Lines that are remembered: most of what is told is told again, at the next step or in the next match."""
_STYLES = {style: style.name.lower() for style in Style} | {
    style: f"seat{seat}" for seat, style in enumerate(PLAYER_STYLES)
}


def scene_plain(scene: Scene, before: Mapping[str, KeptPart] | None = None) -> PlainObject:
    """Return a scene but for its flags and series, which belong to the timeline.

    Args:
        scene: What is to be seen.
        before: Parts of an earlier scene by id; one that is still the same object is not told anew.

    Raises:
        ValueError: Two things of a kind have one id, or an id is a number, which a browser would put in order.
    """
    kept = before or {}
    parts = ((part.id, _part_again(part, kept.get(part.id))) for part in scene.parts)
    return {"title": scene.title, "pace": scene.pace_ms, "parts": _by_id("part", parts)}


def kept_parts(scene: Scene, told: PlainObject) -> dict[str, KeptPart]:
    """Return the parts of a scene by id with what `scene_plain` has made of them."""
    parts = told["parts"]
    assert isinstance(parts, dict)
    return {part.id: (part, parts[part.id]) for part in scene.parts}


@functools.lru_cache(maxsize=_REMEMBERED)
def line_plain(line: Line) -> list[Plain]:
    """Return spans: a text alone, or `[text, style, reference, measure]` without what is at its default behind.

    A line that was told before is the same list again: nobody may change it.
    """
    return [_span(span) for span in line]


def _by_id(what: str, things: Iterable[tuple[str, Plain]]) -> PlainObject:
    told: PlainObject = {}
    for id, plain in things:  # noqa: A001
        if id in told or not id or id.isdigit() or id.startswith("$"):
            raise ValueError(f"{what} {id!r}: an id is a text, no number, and told once")
        told[id] = plain
    return told


def _span(span: Span) -> Plain:
    if span.style is Style.TEXT and not span.ref and span.measure is None:
        return span.text
    told: list[Plain] = [span.text, _STYLES[span.style]]
    if span.ref or span.measure is not None:
        told.append(span.ref)
    if span.measure is not None:
        told.append(_measure(span.measure))
    return told


def _measure(measure: Measure) -> PlainObject:
    match measure:
        case Bar(value, most):
            return {"bar": [value, most]}
        case Dice(values, sides, kept):
            return {"dice": list(values), "sides": sides, "kept": list(kept)}
        case Delta(change):
            return {"delta": change}
        case Hidden(reason):
            return {"hidden": reason}


def _lines(lines: Iterable[Line]) -> list[Plain]:
    return [line_plain(line) for line in lines]


def _part_again(part: ScenePart, before: KeptPart | None) -> Plain:
    """Return a part; what is the same object as before, or a row of it, is not told anew."""
    if before is None:
        return _part(part)
    was, told = before
    if was is part:
        return told
    if not (isinstance(part, SceneTable) and isinstance(was, SceneTable)):
        return _part(part)
    assert isinstance(told, dict)
    rows = told["rows"]
    assert isinstance(rows, dict)
    return _table(part, {id(row): rows[row.id] for row in was.rows})


def _part(part: ScenePart) -> PlainObject:
    if isinstance(part, Field):
        return _field(part)
    if isinstance(part, SceneTable):
        return _table(part, {})
    if isinstance(part, Lines):
        return {"type": "lines", "minor": part.is_minor, **_titled(part)}
    return {
        "type": "versus",
        "title": part.title,
        "left": _titled(part.left),
        "right": _titled(part.right),
        "middle": _lines(part.middle),
    }


def _table(table: SceneTable, kept: Mapping[int, Plain]) -> PlainObject:
    rows = ((row.id, kept[id(row)] if id(row) in kept else _row(row)) for row in table.rows)
    return {
        "type": "table",
        "title": table.title,
        "minor": table.is_minor,
        "columns": _columns(table.columns),
        "rows": _by_id("row", rows),
    }


@functools.lru_cache(maxsize=256)
def _columns(columns: tuple[Column, ...]) -> list[Plain]:
    """Return columns; those that were told before are the same list again, and no change."""
    return [list(column) for column in columns]


def _titled(lines: Lines) -> PlainObject:
    return {"title": lines.title, "lines": _lines(lines.lines)}


def _row(row: Row) -> PlainObject:
    return {"style": _STYLES[row.style], "cells": _lines(row.cells)}


def _field(field: Field) -> PlainObject:
    told: PlainObject = {"title": field.title, "focus": field.focus}
    space = field.space
    if isinstance(space, Grid):
        told |= {"type": "grid", "rows": list(space.rows), "sight": list(space.sight)}
        told["legend"] = _by_code(space.legend)
    else:
        told["type"] = "rooms"
        told["rooms"] = _by_id("room", ((key, _room(room)) for key, room in space.rooms.items()))
        told["doors"] = [_door(door) for door in space.doors]
    told["tokens"] = _by_id("token", ((token.id, _token(token)) for token in field.tokens))
    told["marks"] = [_mark(mark) for mark in field.marks]
    return told


def _by_code(legend: Mapping[str, Kind]) -> PlainObject:
    return {code: _kind(kind) for code, kind in legend.items()}


def _kind(kind: Kind) -> list[Plain]:
    told: list[Plain] = [kind.name, kind.glyph, _STYLES[kind.style]]
    return [*told, True] if kind.is_solid else told


def _room(room: Room) -> PlainObject:
    told: PlainObject = {"name": room.name, "at": [room.row, room.column]}
    told |= {"style": _STYLES[room.style], "lines": _lines(room.lines), "group": room.group}
    return told


def _door(door: Door) -> list[Plain]:
    return [door.one, door.other, _STYLES[door.style], door.text]


def _mark(mark: Mark) -> PlainObject:
    return {
        "shape": mark.shape.name.lower(),
        "at": list(mark.at),
        "style": _STYLES[mark.style],
        "text": mark.text,
    }


def _token(token: Token) -> PlainObject:
    """Return a token; what is at its default is left out, for there may be hundreds."""
    told: PlainObject = {"at": token.at, "kind": _kind(token.kind)}
    if token.owner is not None:
        told["owner"] = token.owner
    if token.count != 1:
        told["count"] = token.count
    if token.bars:
        told["bars"] = [[name, bar.value, bar.most] for name, bar in token.bars]
    if token.badges:
        told["badges"] = list(token.badges)
    if token.is_remembered:
        told["remembered"] = True
    if token.tip:
        told["tip"] = _lines(token.tip)
    return told
