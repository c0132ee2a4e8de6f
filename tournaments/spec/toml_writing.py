"""Writes values as TOML, as far as tournament files need it."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["toml_text"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(values: Mapping[str, Any]) -> str:
    """Return a TOML document with these values: texts, numbers, times, lists and tables."""
    return "".join(f"{line}\n" for line in _lines(values))


def _lines(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield a TOML document: plain values first, then tables, whose own values are in line."""
    tables = {key: value for key, value in values.items() if _is_table(value)}
    for key, value in values.items():
        if key not in tables:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in tables.items():
        several = isinstance(value, list)
        for table in value if several else [value]:
            yield f"[[{_key(key)}]]" if several else f"[{_key(key)}]"
            for name, each in table.items():
                yield f"{_key(name)} = {_value(each)}"


def _is_table(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, dict) for each in value)
    return isinstance(value, dict)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    match value:
        case str():
            return _text(value)
        case bool():
            return "true" if value else "false"
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            inner = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
            return f"{{{inner}}}"
        case _:
            return repr(value)  # numbers, `inf` and `nan` too, are written as TOML writes them


def _text(text: str) -> str:
    # What JSON escapes, TOML escapes in the same way; it asks for one more character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
