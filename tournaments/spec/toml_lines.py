"""Finds the lines of a TOML file on which keys stand, for messages.

The file is read once, statement by statement: a statement ends with the first line with which it
can be parsed alone. Every key that the statement creates has the line on which the statement
begins, whether it is a table, a dotted key, an inline table, or an entry of an array of tables.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["KeyPath", "line_of"]

KeyPath = Sequence[str | int]
"""Path of a key: names of tables and keys, and indices of lists, from the outermost inwards."""


def line_of(text: str, path: KeyPath) -> int | None:
    """Return the line on which the statement begins that creates a key, from 1.

    A missing key has the line of the innermost existing table, or list entry, on its path.

    Args:
        text: A valid TOML document.
        path: Path of the key.

    Returns:
        The line; None if nothing of the path exists.
    """
    node = _read_lines(text)
    line = None
    for part in path:
        if part not in node.children:
            break
        node = node.children[part]
        line = node.line
    return line


class _Node:
    """A table, a list or a value of the document, and the line on which it begins."""

    def __init__(self, line: int | None) -> None:
        self.line = line
        self.children: dict[str | int, _Node] = {}
        self.is_array = False
        """Whether the node is an array of tables; its name then means the last of its tables."""

    def child(self, part: str | int, line: int) -> _Node:
        """Return a part of the node; create it with this line if it does not exist."""
        return self.children.setdefault(part, _Node(line))

    def last(self) -> _Node:
        """Return the table that a header with this node's name adds keys to.

        That is the last table of an array of tables, else the node itself.
        """
        return self.children[len(self.children) - 1] if self.is_array else self

    def add(self, value: object, line: int) -> None:
        """Add all parts of a value as descendants, each with this line."""
        parts: Iterator[tuple[str | int, object]] = iter(())
        if isinstance(value, dict):
            parts = iter(value.items())
        elif isinstance(value, list):
            parts = iter(enumerate(value))
        for part, inner in parts:
            self.child(part, line).add(inner, line)


@functools.lru_cache(maxsize=4)  # each fault of a file asks for a line of the same text
def _read_lines(text: str) -> _Node:
    root = table = _Node(None)
    for line, statement, first in _statements(text):
        if first.startswith("["):
            table = _open_table(root, statement, line, is_entry=first.startswith("[["))
        else:
            table.add(statement, line)
    return root


def _statements(text: str) -> Iterator[tuple[int, dict[str, Any], str]]:
    """Yield the number of the first line, the parsed content and the text of each statement of a TOML document."""
    begin, part = 0, ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not part:
            if line.lstrip()[:1] in ("", "#"):
                continue
            begin = number
        part += f"{line}\n"
        try:
            statement = tomllib.loads(part)
        except tomllib.TOMLDecodeError:
            continue
        yield begin, statement, part.lstrip()
        part = ""


def _open_table(root: _Node, header: dict[str, Any], line: int, *, is_entry: bool) -> _Node:
    """Return the table that a header begins; create it with this line.

    Args:
        root: The document.
        header: The header, parsed alone: nested tables, of which the innermost is empty.
        line: Line of the header, from 1.
        is_entry: Whether the header is in double brackets, so that it adds an entry to an array of
            tables.
    """
    node, inner = root, header
    while True:
        ((name, value),) = inner.items()
        node = node.last().child(name, line)
        if isinstance(value, list):
            break
        if not value:
            break
        inner = value
    if not is_entry:
        return node.last()
    node.is_array = True
    return node.child(len(node.children), line)
