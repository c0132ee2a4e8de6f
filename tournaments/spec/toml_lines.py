"""Finds the line of a TOML file in which a key stands, for messages.

TOML can be read from its beginning up to the end of any statement. The first such part that has the
key ends with the key's own statement, whatever way of writing it was chosen: a table, a dotted key,
an inline table, an entry of an array of tables.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence

__all__ = ["KeyPath", "line_of"]

KeyPath = Sequence[str | int]
"""Names of tables and keys, and places in lists, from the outermost inwards."""


def line_of(text: str, path: KeyPath) -> int | None:
    """Return the line on which the statement begins that brings a key into being, from 1.

    A key that is not there has the line of the innermost table, or entry of a list, that should have
    it.

    Args:
        text: A TOML document, which can be read as a whole.
        path: The key.

    Returns:
        None if nothing of the path is there.
    """
    whole = tomllib.loads(text)
    while path and not _has(whole, path):
        path = path[:-1]
    if not path:
        return None
    lines = text.splitlines(keepends=True)
    before, after = 0, len(lines)
    # Part `before` can be read and lacks the key, part `after` has it; statements end between them.
    while True:
        middle, document = _readable(lines, (before + after) // 2, above=before)
        if document is None:
            middle, document = _first_readable(lines, (before + after) // 2 + 1, after)
        if document is None:
            break
        if _has(document, path):
            after = middle
        else:
            before = middle
    return _first_with_content(lines, before) + 1


def _readable(lines: list[str], end: int, *, above: int) -> tuple[int, object]:
    """Return the longest part of at most `end` lines, and more than `above`, that can be read."""
    for length in range(end, above, -1):
        if (document := _read(lines, length)) is not None:
            return length, document
    return above, None


def _first_readable(lines: list[str], begin: int, below: int) -> tuple[int, object]:
    """Return the shortest part of at least `begin` lines, and fewer than `below`, that can be read."""
    for length in range(begin, below):
        if (document := _read(lines, length)) is not None:
            return length, document
    return below, None


def _read(lines: list[str], length: int) -> dict[str, object] | None:
    try:
        return tomllib.loads("".join(lines[:length]))
    except tomllib.TOMLDecodeError:
        return None


def _has(document: object, path: KeyPath) -> bool:
    for part in path:
        if isinstance(part, int):
            if not isinstance(document, list) or part >= len(document):
                return False
            document = document[part]
        else:
            if not isinstance(document, dict) or part not in document:
                return False
            document = document[part]
    return True


def _first_with_content(lines: list[str], start: int) -> int:
    """Return the first of these lines that is neither empty nor a comment."""
    number = start
    while number < len(lines) - 1 and lines[number].lstrip()[:1] in ("", "#"):
        number += 1
    return number
