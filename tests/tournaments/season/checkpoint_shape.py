"""The shape of what checkpoints of seasons keep: fields with types and defaults, and members of enums.

    python -m tests.tournaments.season.checkpoint_shape

writes it, with the number of the format, into `checkpoint_shape.txt` next to this file. It refuses to
write another shape under the number that the file has.
"""

from __future__ import annotations

import dataclasses
import enum
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tournaments.season.checkpoint import FORMAT, Saved

__all__ = ["KEPT", "kept_lines", "main", "shape_of"]

KEPT = Path(__file__).with_name("checkpoint_shape.txt")
"""The number of the format, and the shape that belongs to it."""


def shape_of(kind: object) -> list[str]:
    """Return a line for each field and member of all classes that values of a type are made of.

    A default belongs to it, since a field that has it is not written.
    """
    lines: dict[str, None] = {}
    seen: set[object] = set()
    left = [kind]
    while left:
        each = left.pop(0)
        if each in seen:
            continue
        seen.add(each)
        if isinstance(each, type) and issubclass(each, enum.Enum):
            lines |= dict.fromkeys(f"{each.__name__}.{one.name} = {one.value!r}" for one in each)
        elif isinstance(each, type) and dataclasses.is_dataclass(each):
            types = typing.get_type_hints(each)
            lines |= dict.fromkeys(_fields(each, types))
            left += [types[field.name] for field in dataclasses.fields(each)]
        else:
            left += typing.get_args(each)
    return list(lines)


def _fields(kind: Any, types: dict[str, Any]) -> Iterator[str]:
    for field in dataclasses.fields(kind):
        line = f"{kind.__name__}.{field.name}: {_text(types[field.name])}"
        if field.default is not dataclasses.MISSING:
            line += f" = {field.default!r}"
        elif field.default_factory is not dataclasses.MISSING:
            line += f" = {getattr(field.default_factory, '__name__', field.default_factory)}()"
        yield line


def _text(kind: Any) -> str:
    """Return a type as text, without modules."""
    inner = typing.get_args(kind)
    if not inner:
        return "..." if kind is ... else str(getattr(kind, "__name__", kind))
    if typing.get_origin(kind) in (typing.Union, type(int | str)):
        return " | ".join(map(_text, inner))
    return f"{typing.get_origin(kind).__name__}[{', '.join(map(_text, inner))}]"


def kept_lines() -> list[str]:
    """Return the number of the format and the shape, as the file has them."""
    return KEPT.read_text(encoding="utf-8").splitlines()


def main() -> int:
    """Write the shape into the file; return 1 if its number must rise first."""
    lines = [f"format {FORMAT}", *shape_of(Saved)]
    before = kept_lines() if KEPT.exists() else ["format 0"]
    if lines != before and int(before[0].removeprefix("format ")) >= FORMAT:
        print(f"{before[0]} has another shape: raise FORMAT in tournaments/season/checkpoint.py")
        return 1
    KEPT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
