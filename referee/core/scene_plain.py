"""Converts a scene to plain data, in the form that the browser draws.

`arena/FORMAT.md` documents the form. Things with ids are objects by id, so that a change from step
to step is small and a page finds the elements that it has drawn.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from referee.core.plain import Plain
from referee.core.scene import (
    PLAYER_STYLES,
    Bar,
    Clash,
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
"""A JSON object."""
KeptPart: TypeAlias = tuple[ScenePart, Plain]
"""A part of a scene, and its plain data, kept to be used again at the next step."""

_REMEMBERED = 16384
"""Highest number of lines whose plain data is cached: most lines occur again at the next step or in
the next match.
"""
_STYLES = {style: style.name.lower() for style in Style} | {
    style: f"seat{seat}" for seat, style in enumerate(PLAYER_STYLES)
}


def scene_plain(scene: Scene, before: Mapping[str, KeptPart] | None = None) -> PlainObject:
    """Return a scene as plain data, without its flags and series, which belong to the timeline.

    Args:
        scene: The scene.
        before: Parts of an earlier scene, by id. If a part of `scene` is the same object, its plain
            data is used again.

    Raises:
        ValueError: Two things of a kind have one id, or an id is a number: browsers sort such keys.
    """
    kept = before or {}
    parts = ((part.id, _part_again(part, kept.get(part.id))) for part in scene.parts)
    return {"title": scene.title, "pace": scene.pace_ms, "parts": _by_id("part", parts)}


def kept_parts(scene: Scene, made: PlainObject) -> dict[str, KeptPart]:
    """Return the scene's parts by id, each with its plain data.

    Args:
        scene: The scene.
        made: What `scene_plain` returned for it.
    """
    parts = made["parts"]
    assert isinstance(parts, dict)
    return {part.id: (part, parts[part.id]) for part in scene.parts}


@functools.lru_cache(maxsize=_REMEMBERED)
def line_plain(line: Line) -> list[Plain]:
    """Return the spans of a line as plain data.

    Each span is its text alone, or `[text, style, reference, measure]`, cut after the last entry
    that is not a default. Cached: the same line gives the same list again, so callers must not
    change it.
    """
    return [_span(span) for span in line]


def _by_id(what: str, things: Iterable[tuple[str, Plain]]) -> PlainObject:
    by_id: PlainObject = {}
    for id, plain in things:  # noqa: A001
        # Browsers sort keys that are numbers before all others, and `$` marks commands of a change.
        if id in by_id or not id or id.isdigit() or id.startswith("$"):
            raise ValueError(f"{what} {id!r}: an id must be a text, no number, and unique")
        by_id[id] = plain
    return by_id


def _span(span: Span) -> Plain:
    # A bare text: most spans are, and a scene has thousands.
    if span.style is Style.TEXT and not span.ref and span.measure is None:
        return span.text
    plain: list[Plain] = [span.text, _STYLES[span.style]]
    if span.ref or span.measure is not None:
        plain.append(span.ref)
    if span.measure is not None:
        plain.append(_measure(span.measure))
    return plain


def _measure(measure: Measure) -> PlainObject:
    match measure:
        case Bar(value, most, lost):
            return {"bar": [value, most, lost] if lost else [value, most]}
        case Dice(values, sides, kept):
            return {"dice": list(values), "sides": sides, "kept": list(kept)}
        case Delta(change):
            return {"delta": change}
        case Hidden(reason):
            return {"hidden": reason}


def _lines(lines: Iterable[Line]) -> list[Plain]:
    return [line_plain(line) for line in lines]


def _part_again(part: ScenePart, before: KeptPart | None) -> Plain:
    """Return the plain data of a part of a scene.

    If the part is the same object as before, its old plain data is returned. If the part is a table
    that has changed, the old plain data of each row that is the same object as before is used again.
    """
    if before is None:
        return _part(part)
    was, made = before
    if was is part:
        return made
    if not (isinstance(part, SceneTable) and isinstance(was, SceneTable)):
        return _part(part)
    assert isinstance(made, dict)
    rows = made["rows"]
    assert isinstance(rows, dict)
    # By identity: an equal id does not mean an equal row. `was` keeps its rows alive, so that no `id` is reused.
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
        **({"clashes": [_clash(clash) for clash in part.clashes]} if part.clashes else {}),
    }


def _clash(clash: Clash) -> PlainObject:
    told: PlainObject = {"left": clash.is_left, "fate": clash.fate.name.lower()}
    told |= {"source": line_plain(clash.source), "target": line_plain(clash.target)}
    return told | {"text": clash.text, "why": clash.why}


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
    """Return the columns of a table as plain data.

    Cached: equal columns give the same list, so that comparing two scenes finds no change.
    """
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
    if kind.icon:
        return [*told, kind.is_solid, kind.icon]
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
    """Return a token as plain data, without fields at their defaults.

    There may be hundreds of tokens, so the data is kept small.
    """
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
    if token.label:
        told["label"] = token.label
    return told
