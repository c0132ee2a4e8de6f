"""Write the rule tables that games publish: as JSON next to their messages, and as Python next to the stubs.

`python tools/tables.py PROTO STUBS` writes `gamereferee/games/<game>/v1/tables.json` into the
folder PROTO, and `tables.py` into the folder STUBS, for every game of this project that has tables.
`tools/generate_stubs.py` runs it, with fresh stubs to import.
"""

from __future__ import annotations

import enum
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.core.published_tables import PublishedEntry, PublishedTables, row_fields, tables_json
from referee.games import registry

GAMES = Path(__file__).resolve().parents[1] / "proto" / "gamereferee" / "games"

HEAD = '''"""Rule tables of {title}, as the referee has them. Generated from the game's own; do not edit."""

from __future__ import annotations

import enum
from typing import Final, NamedTuple

__all__ = [
{names}]

'''


def python_module(title: str, tables: PublishedTables) -> str:
    """Return the source of a Python module with the same enums, rows and values as the game's own tables.

    Args:
        title: The game's name for people.
        tables: Rule tables that the game publishes.
    """
    told = list(tables.entries())
    names = [*(one.name for one in told), *(kind.__name__ for kind in tables.row_classes())]
    head = HEAD.format(title=title, names="".join(f'    "{name}",\n' for name in names))
    classes = [
        *(_enum(one, tables) for one in told if isinstance(one.value, type)),
        *(_row_class(kind, tables) for kind in tables.row_classes()),
    ]
    values = [line for one in told if not isinstance(one.value, type) for line in _value(one)]
    return head + "\n".join(f"\n{source}\n" for source in classes) + "\n\n" + "\n".join(values)


def _enum(told: PublishedEntry, tables: PublishedTables) -> str:
    kind = told.value
    assert isinstance(kind, type)
    assert issubclass(kind, enum.Enum)
    base = "IntFlag" if issubclass(kind, enum.Flag) else "IntEnum"
    texts = tables.member_texts(told.name)
    lines = [f"class {told.name}(enum.{base}):", f"    {_quoted(told.text)}", ""]
    for member in kind:
        lines.append(f"    {member.name} = {member.value}")
        lines += [f"    {_quoted(texts[member.name])}"] if member.name in texts else []
    return "\n".join(lines)


def _row_class(kind: type, tables: PublishedTables) -> str:
    texts, types = tables.member_texts(kind.__name__), tables.field_types(kind.__name__)
    lines = [f"class {kind.__name__}(NamedTuple):", f"    {_quoted(kind.__doc__ or '')}", ""]
    for name in row_fields(kind):
        lines.append(f"    {name}: {types[name]}")
        lines += [f"    {_quoted(texts[name])}"] if name in texts else []
    return "\n".join(lines)


def _value(constant: PublishedEntry) -> Iterator[str]:
    """Yield the lines of Python that define a constant, followed by its docstring.

    A tuple has a line for each of its entries, with the entry's name as a comment.

    Args:
        constant: Its name, value and meaning.
    """
    if isinstance(constant.value, tuple):
        yield f"{constant.name}: Final[tuple[{_type_of(constant.value)}, ...]] = ("
        members: Iterable[str] = (
            [f"  # {one.name}" for one in constant.by[0]] if constant.by else []
        )
        comments = [*members, *[""] * len(constant.value)]
        for entry, comment in zip(constant.value, comments, strict=False):
            yield f"    {_literal(entry)},{comment}"
        yield ")"
    else:
        yield f"{constant.name}: Final = {_literal(constant.value)}"
    yield _quoted(constant.text)


def _type_of(values: tuple[object, ...]) -> str:
    """Return the type of all entries of a table, as it is written in an annotation."""
    kinds = {type(value) for value in values}
    if kinds == {tuple}:
        rows = [value for value in values if isinstance(value, tuple)]
        inner = _type_of(tuple([item for row in rows for item in row]))
        is_pair = {len(row) for row in rows} == {2}
        return f"tuple[{inner}, {inner if is_pair else '...'}]"
    (kind,) = kinds
    return kind.__name__


def _literal(value: object) -> str:
    match value:
        case enum.Flag():
            return " | ".join(f"{type(value).__name__}.{one.name}" for one in value)
        case enum.Enum():
            return f"{type(value).__name__}.{value.name}"
        case frozenset():
            return (
                f"frozenset({{{', '.join(map(_literal, sorted(value)))}}})"
                if value
                else "frozenset()"
            )
        case str():
            return json.dumps(value)
        case None | bool() | int() | float():
            return repr(value)
    fields = row_fields(type(value))
    if fields:
        inner = [f"{name}={_literal(getattr(value, name))}" for name in fields]
        return f"{type(value).__name__}({', '.join(inner)})"
    assert isinstance(value, tuple)
    return f"({', '.join(map(_literal, value))}{',' * (len(value) == 1)})"


def _quoted(text: str) -> str:
    return f'"""{text}"""'


def main() -> None:
    """Write the rule tables of all games into the two folders of the command line."""
    messages, stubs = map(Path, sys.argv[1:])
    for folder in sorted(path for path in GAMES.iterdir() if path.is_dir()):
        plugin = registry.find(folder.name)
        if plugin.tables is None:
            continue
        module = python_module(plugin.game.info.title, PublishedTables(plugin.tables))
        _write(messages, folder.name, "tables.json", tables_json(plugin.tables))
        _write(stubs, folder.name, "tables.py", module + "\n")


def _write(out: Path, game: str, name: str, text: str) -> None:
    place = out / "gamereferee" / "games" / game / "v1"
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
