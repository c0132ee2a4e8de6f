"""Parts of a scene that are the same object as before: told as they were, and no change."""

from __future__ import annotations

from referee.core.scene import Column, Lines, Row, Scene, SceneTable, Span
from referee.core.scene_plain import kept_parts, scene_plain
from referee_arena.scenes.delta import change


def _row(name: str, text: str) -> Row:
    return Row(name, ((Span(text),),))


def test_a_part_that_is_the_same_object_is_not_told_anew() -> None:
    """Nor is a row of a table; whatever is another object is told as it is now."""
    lines, row = Lines("notes", "notes", ((Span("one"),),)), _row("a", "1")
    first = Scene("", (lines, SceneTable("t", "", (Column("x"),), (row, _row("b", "2")))))
    second = Scene("", (lines, SceneTable("t", "", (Column("x"),), (row, _row("b", "3")))))
    old = scene_plain(first)
    new = scene_plain(second, kept_parts(first, old))
    assert new == scene_plain(second)
    parts, before = new["parts"], old["parts"]
    assert isinstance(parts, dict)
    assert isinstance(before, dict)
    assert parts["notes"] is before["notes"]
    table, table_before = parts["t"], before["t"]
    assert isinstance(table, dict)
    assert isinstance(table_before, dict)
    rows, rows_before = table["rows"], table_before["rows"]
    assert isinstance(rows, dict)
    assert isinstance(rows_before, dict)
    assert rows["a"] is rows_before["a"]
    assert change(old, new) == {"parts": {"t": {"rows": {"b": {"cells": [[["3"]]]}}}}}


def test_another_part_under_the_same_id_is_told() -> None:
    """Lines in place of a table, and a table in place of lines."""
    table = SceneTable("p", "", (Column("x"),), (_row("a", "1"),))
    lines = Lines("p", "", ((Span("one"),),))
    scenes = Scene("", (table,)), Scene("", (lines,))
    for first, second in (scenes, scenes[::-1]):
        kept = kept_parts(first, scene_plain(first))
        assert scene_plain(second, kept) == scene_plain(second)
