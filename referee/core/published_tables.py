"""Reads the rule tables that a game publishes to bots and people, with names and meanings.

Names, docstrings and types are read from the source of the game's own module, so nothing is written
twice. `tables_json` returns them as JSON, for `GetGame` and for programs in any language;
`tools/tables.py` writes the same as a Python module next to the stubs. The rules themselves never
read that module.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import itertools
import json
import re
import sys
from collections.abc import Iterator, Mapping

import numpy as np

from referee.core.plain import Plain
from referee.core.tables import Axes, RuleTables

__all__ = ["PublishedEntry", "PublishedTables", "row_fields", "tables_json"]

_DTYPE = re.compile(r"(?:bool|u?int\d+)\[[^\]]*\]: ")
"""Pattern of the dtype and shape at the start of an array's docstring. It is removed, because
published tables hold tuples, not arrays.
"""
_WIDTH = 100
"""Highest number of characters of a JSON list or object that is written on one line."""


@dataclasses.dataclass(frozen=True, slots=True)
class PublishedEntry:
    """One published enum, number or table: its name, meaning and value."""

    name: str
    """Name of the entry in the game's module."""
    text: str
    """Meaning of the entry: its docstring in the game's module."""
    value: object
    """The entry's value: a number, a tuple, or an enum class; arrays and mappings are converted to
    tuples.
    """
    messages: tuple[str, ...] = ()
    """Integer fields and lists of messages, as `Message.field`, that go by the numbers of an enum."""
    by: Axes = ()
    """Enums that index a table of nested tuples, that of the outermost tuple first: entry i of a
    tuple belongs to member i of its enum. Empty if the entry is no such table.
    """


class PublishedTables:
    """The enums, numbers and tables that a game publishes, read from its module.

    Args:
        chosen: Names of the enums, numbers and tables that the game publishes.
    """

    def __init__(self, chosen: RuleTables) -> None:
        self._chosen = chosen
        self._module = sys.modules[chosen.module]
        self._source = _Source.of(inspect.getsource(self._module))

    def entries(self) -> Iterator[PublishedEntry]:
        """Yield every published entry: enums, then numbers, then tables.

        Raises:
            ValueError: An entry has no docstring.
        """
        used = [*self._chosen.fields.items(), *self._chosen.lists.items()]
        for kind in self._chosen.enums:
            messages = tuple(field for field, its in used if its is kind)
            yield PublishedEntry(kind.__name__, self._text(kind.__name__), kind, messages)
        numbers = ((name, ()) for name in self._chosen.numbers)
        for name, by in (*numbers, *self._chosen.rows.items()):
            value = _as_tuples(getattr(self._module, name))
            yield PublishedEntry(name, self._text(name), value, by=by)

    def row_classes(self) -> list[type]:
        """Return the classes of tables' rows, each once, in the order of the tables."""
        found: dict[type, None] = {}
        for entry in self.entries():
            if isinstance(entry.value, tuple) and entry.value:
                kind = type(entry.value[0])
                if kind is not tuple and row_fields(kind):
                    found[kind] = None
        return list(found)

    def member_texts(self, name: str) -> dict[str, str]:
        """Return the docstrings of an enum's members or a class's fields, by name.

        Empty if there are none.
        """
        return self._source.members.get(name, {})

    def field_types(self, name: str) -> dict[str, str]:
        """Return the type annotations of a row class's fields, by name, as written."""
        return self._source.types[name]

    def plain(self) -> dict[str, Plain]:
        """Return all entries as plain data, by name.

        Each entry has its meaning (`text`) and its value (`value`). A table that is indexed by enums
        also has their names (`by`), and a table of rows the meaning of each column, by the column's
        name (`fields`).
        """
        return {entry.name: self._plain(entry) for entry in self.entries()}

    def _plain(self, entry: PublishedEntry) -> dict[str, Plain]:
        if isinstance(entry.value, type) and issubclass(entry.value, enum.Enum):
            members: dict[str, Plain] = {one.name: one.value for one in entry.value}
            texts = self.member_texts(entry.name)
            meant: dict[str, Plain] = {"members": dict(texts)} if texts else {}
            if entry.messages:
                meant["messages"] = list(entry.messages)
            return {"text": entry.text, **meant, "value": members}
        rest: dict[str, Plain] = {}
        if entry.by:
            rest["by"] = [kind.__name__ for kind in entry.by]
        if isinstance(entry.value, tuple) and entry.value and row_fields(type(entry.value[0])):
            texts = self.member_texts(type(entry.value[0]).__name__)
            rest["fields"] = dict(texts)
        return {"text": entry.text, **rest, "value": _plain_value(entry.value, entry.by)}

    def _text(self, name: str) -> str:
        if not (text := self._source.texts.get(name)):
            raise ValueError(f"{self._chosen.module}.{name} is published and has no docstring")
        return text


def row_fields(kind: type) -> tuple[str, ...]:
    """Return the field names of the row class `kind` (named tuple or dataclass); empty for another."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    names: tuple[str, ...] = getattr(kind, "_fields", ())
    return names


@functools.lru_cache(maxsize=64)  # any client may ask, and reading the source takes milliseconds
def tables_json(tables: RuleTables | None) -> str:
    """Return a game's tables as indented JSON; an empty text for a game that publishes none."""
    return "" if tables is None else _pretty(PublishedTables(tables).plain(), "") + "\n"


@dataclasses.dataclass(frozen=True, slots=True)
class _Source:
    """Docstrings of constants and fields, and annotations as written, from a module's source."""

    texts: dict[str, str]
    """Docstrings of classes and constants, by name."""
    members: dict[str, dict[str, str]]
    """Docstrings of fields and enum members, by class name and then by field name."""
    types: dict[str, dict[str, str]]
    """Annotations of fields, by class name and then by field name."""

    @classmethod
    def of(cls, source: str) -> _Source:
        """Return the docstrings and annotations found in the source code of a module."""
        body = ast.parse(source).body
        classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
        texts = {name: ast.get_docstring(node) or "" for name, node in classes.items()}
        return cls(
            texts | _docstrings(body),
            {name: _docstrings(node.body) for name, node in classes.items()},
            {name: _annotations(node) for name, node in classes.items()},
        )


def _docstrings(body: list[ast.stmt]) -> dict[str, str]:
    """Return the docstrings that follow assignments in these statements, by the assigned names."""
    found: dict[str, str] = {}
    for before, after in itertools.pairwise(body):
        match before, after:
            case (
                (ast.Assign() | ast.AnnAssign()),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                # The docstring says dtype and shape of an array, and readers get nested tuples.
                plain = _DTYPE.sub("", inspect.cleandoc(text), count=1)
                text = plain[0].upper() + plain[1:]
                targets = before.targets if isinstance(before, ast.Assign) else [before.target]
                names = (node.id for each in targets for node in _names(each))
                found.update(dict.fromkeys(names, text))
    return found


def _names(target: ast.expr) -> list[ast.Name]:
    return [node for node in ast.walk(target) if isinstance(node, ast.Name)]


def _annotations(node: ast.ClassDef) -> dict[str, str]:
    return {
        field.target.id: ast.unparse(field.annotation)
        for field in node.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    }


def _as_tuples(value: object) -> object:
    """Return an array as nested tuples of Python numbers, and a mapping as the tuple of its values.

    Other values are returned unchanged.
    """
    if isinstance(value, Mapping):
        return tuple(value.values())
    if not isinstance(value, np.ndarray):
        return value

    def frozen(part: object) -> object:
        return tuple(map(frozen, part)) if isinstance(part, list) else part

    return frozen(value.tolist())


def _plain_value(value: object, by: Axes = ()) -> Plain:
    match value:
        case enum.Flag():
            return [flag.name for flag in value]
        case enum.Enum():
            return value.name
        case frozenset():
            return [_plain_value(item) for item in sorted(value)]
        case None | bool() | int() | float() | str():
            return value
    fields = row_fields(type(value))
    if fields:
        return {name: _plain_value(getattr(value, name)) for name in fields}
    if isinstance(value, tuple):
        items = [_plain_value(item, by[1:]) for item in value]
        if not by:
            return items
        # A table may be shorter than its enum, such as one for the categories of items without ANY.
        return {member.name: item for member, item in zip(by[0], items, strict=False)}
    raise TypeError(f"{type(value).__name__} is no data of a table")


def _pretty(value: Plain, indent: str) -> str:
    """Return plain data as indented JSON, with short lists and objects on one line.

    `indent` has the blanks in front of the lines between which the value stands; empty for the
    outermost value, which is never put on one line if it is a list or an object.
    """
    short = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or (indent and len(indent) + len(short) <= _WIDTH):
        return short
    deeper = indent + "  "
    if isinstance(value, dict):
        pairs = value.items()
        inner = [f"{json.dumps(key)}: {_pretty(item, deeper)}" for key, item in pairs]
    else:
        inner = [_pretty(item, deeper) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{deeper}" + f",\n{deeper}".join(inner) + f"\n{indent}{closing}"
