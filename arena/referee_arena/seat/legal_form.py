"""The form of a turn that lists its legal actions: one option for each, which a click on the board may pick, too."""

from __future__ import annotations

import collections
import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message

from referee.core.choices import Choices, Option, Pick
from referee.core.game import AnyPlugin
from referee.core.scene import Field, Grid, Scene, place
from referee.kit.records import RecordField, Scalar, fields_of, kind_name, meaning_of, wire_class
from referee.kit.schema import Schema

__all__ = ["legal_choices"]

_ROW, _COLUMN, _CELL = ("row",), ("column", "col"), ("cell", "square")
"""Names of whole-number fields of actions that mean a row, a column, or a cell numbered row by row, of the board."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Board:
    """Size of the board: the grid of a scene that has exactly one."""

    height: int
    width: int

    def cells(self, row: int | None, column: int | None) -> list[str]:
        """Return the names of the cells in a row and a column, counted from 0; None stands for all rows or columns.

        Empty if the row or the column is outside the grid.
        """
        rows = range(self.height) if row is None else [row]
        columns = range(self.width) if column is None else [column]
        return [
            place(r, c)
            for r in rows
            for c in columns
            if 0 <= r < self.height and 0 <= c < self.width
        ]


def legal_choices(plugin: AnyPlugin, legal: Sequence[Message], scene: Scene) -> Choices:
    """Return a form with one question, whose options are the legal actions in words.

    Args:
        plugin: The game.
        legal: All legal actions, as the game's Action messages.
        scene: The scene that the seat sees. If it has exactly one grid, an action with a field `row`, `column` or
            `cell` can also be picked by a click there.
    """
    schema = Schema.of(plugin)
    kinds = () if schema is None else schema.actions
    board = _board(scene)
    options = _unambiguous([_option(action, kinds, board) for action in legal])
    title, asked = "Answer with an action.", "What you do"
    if len(kinds) == 1:
        title = meaning_of(kinds[0])
        fields = fields_of(wire_class(kinds[0]))
        if len(fields) == 1:
            # If the options are words of the meaning, the heading need not repeat them.
            meaning = "" if _named(fields[0]) else f": {fields[0].meaning}"
            asked = f"{fields[0].proto_name}{meaning}"
    start = (0,) if len(options) == 1 else ()
    return Choices(title, (Pick("legal", asked, tuple(options), start=start),))


def _board(scene: Scene) -> _Board | None:
    grids = [
        part.space
        for part in scene.parts
        if isinstance(part, Field) and isinstance(part.space, Grid) and part.space.rows
    ]
    if len(grids) != 1:
        return None
    return _Board(len(grids[0].rows), len(grids[0].rows[0]))


def _option(action: Message, kinds: Sequence[type[Any]], board: _Board | None) -> Option:
    value: dict[str, Any] = json_format.MessageToDict(
        action, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    words, message = "", action
    kind = kinds[0] if len(kinds) == 1 else None
    for each in kinds if len(kinds) > 1 else ():
        name = kind_name(each)
        if name in value:
            kind, words, message = each, name.replace("_", " "), getattr(action, name)
    fields = {} if kind is None else {each.proto_name: each for each in fields_of(wire_class(kind))}
    parts = [words] if words else []
    parts += [
        _words(
            descriptor, getattr(message, descriptor.name), fields.get(descriptor.name), len(fields)
        )
        for descriptor in message.DESCRIPTOR.fields
        if not descriptor.has_presence or message.HasField(descriptor.name)
    ]
    at = [] if board is None else _places(message, fields, board)
    return Option(" ".join(parts) or "nothing", value, at[0] if at else "", also_at=tuple(at[1:]))


def _words(descriptor: Any, value: Any, field: RecordField | None, count: int) -> str:
    """Return the value of one field of an action in words, such as `row 3` or `hold: yes`.

    If the action has only this field (`count` is 1), and the field's meaning has a word for each value, return that
    word alone, such as `folds`.
    """
    name: str = descriptor.name.replace("_", " ")
    if descriptor.is_repeated:
        values = [_value(descriptor, each) for each in value]
        return f"{name} {', '.join(values) or 'none'}"
    if count == 1 and field is not None and (named := _named(field).get(value)):
        return named
    shown = _value(descriptor, value)
    if count == 1 and descriptor.enum_type is not None:
        return shown
    return f"{name}: {shown}" if isinstance(value, bool) else f"{name} {shown}"


def _value(descriptor: Any, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if descriptor.enum_type is not None:
        prefix = descriptor.enum_type.values[0].name.removesuffix("UNSPECIFIED")
        name = descriptor.enum_type.values_by_number[value].name
        return str(name.removeprefix(prefix).lower().replace("_", " "))
    if isinstance(value, Message):
        fields = json_format.MessageToDict(value, preserving_proto_field_name=True)
        return " ".join(f"{name} {each}" for name, each in fields.items())
    return str(value)


def _named(field: RecordField) -> Mapping[int, str]:
    """Return the words for each value of a whole-number field, from a meaning such as `0 folds, 1 calls, 2 raises.`.

    Empty unless the field is a bounded whole number and the meaning has words for every value.
    """
    low, high = field.kind.low, field.kind.high
    if field.kind.scalar is not Scalar.WHOLE or low is None or high is None:
        return {}
    found = re.findall(r"(?:^|[\s(])(-?\d+) (?:is |for )?([^\d\s,.;:][^,.;:\d]*)", field.meaning)
    named = {int(number): words.strip() for number, words in found}
    is_whole = high - low < len(found) and all(value in named for value in range(low, high + 1))
    return named if is_whole else {}


def _places(message: Message, fields: Mapping[str, RecordField], board: _Board) -> list[str]:
    """Return the names of the board's cells that the fields of an action name; empty if they name none."""
    row, column, cell = (_first(message, fields, names) for names in (_ROW, _COLUMN, _CELL))
    if row is not None or column is not None:
        return board.cells(row, column)
    return [] if cell is None else board.cells(*divmod(cell, board.width))


def _first(message: Message, fields: Mapping[str, RecordField], names: Sequence[str]) -> int | None:
    """Return the value of the first set whole-number field with one of the names; None if there is none.

    If the field counts from 1, the value is reduced by 1.
    """
    for name in names:
        field = fields.get(name)
        if field is None or field.kind.scalar is not Scalar.WHOLE or field.kind.is_list:
            continue
        if not message.DESCRIPTOR.fields_by_name[name].has_presence or message.HasField(name):
            value: int = getattr(message, name)
            return value - (field.kind.low == 1)
    return None


def _unambiguous(options: Sequence[Option]) -> list[Option]:
    """Return the options; those that share a cell with another option can't be picked on the board any more."""
    counted = collections.Counter(at for each in options for at in {each.at, *each.also_at})
    return [
        each
        if all(counted[at] == 1 for at in (each.at, *each.also_at))
        else dataclasses.replace(each, at="", also_at=())
        for each in options
    ]
