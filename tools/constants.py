"""Write the SDKs' constants: names of the plain integers in games' messages, in five languages.

They follow from the enums of a game's `TABLES` that `fields` and `lists` name; Python has all
published enums in `tables.py`, which `tables.py` in this folder writes. `generate_stubs.py` calls
`constants`.
"""

from __future__ import annotations

import dataclasses
import enum
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

from referee.core.published_tables import PublishedEntry, PublishedTables
from referee.games import registry

__all__ = ["constants"]

CLIENTS = Path(__file__).resolve().parents[1] / "clients"
GAMES = Path(__file__).resolve().parents[1] / "proto" / "gamereferee" / "games"
_WIDTH = 100
"""Highest number of characters in a line of a comment."""
_HEAD = (
    "Names of the numbers in messages of {title}. Generated from the game's tables; do not edit."
)


@dataclasses.dataclass(frozen=True, slots=True)
class _Enum:
    """An enum as constants are written from it."""

    name: str
    """Name in CamelCase, such as `ItemKind`."""
    text: str
    """Meaning, one or more sentences."""
    members: dict[str, int]
    """Numbers by name in capitals, such as `WAR_AXE`, in the order of the enum."""

    @property
    def snake(self) -> str:
        """Name in snake_case, such as `item_kind`."""
        letters = (f"_{letter.lower()}" if letter.isupper() else letter for letter in self.name)
        return "".join(letters).removeprefix("_")


@dataclasses.dataclass(frozen=True, slots=True)
class _Game:
    """A game whose messages have plain integers with names."""

    name: str
    """Identifier, such as `dice_adventure`."""
    title: str
    """Name for people."""
    enums: list[_Enum]

    @property
    def camel(self) -> str:
        """Identifier in CamelCase, such as `DiceAdventure`."""
        return _camel(self.name)

    @property
    def head(self) -> str:
        """First comment of the file."""
        return _HEAD.format(title=self.title)


def constants() -> dict[Path, str]:
    """Return the text of each file with constants, by path, for all games of this project that need any."""
    games = [game for folder in sorted(GAMES.iterdir()) if (game := _game(folder.name)).enums]
    files = {place(game): write(game) for place, write in _LANGUAGES for game in games}
    modules = "".join(f"pub mod {game.name};\n" for game in games)
    rust = "//! Names of the numbers in messages of games, a module for each game. Generated; do not edit.\n"
    return files | {CLIENTS / "rust/src/constants.rs": f"{rust}\n{modules}"}


def _game(name: str) -> _Game:
    plugin = registry.find(name)
    entries = [] if plugin.tables is None else list(PublishedTables(plugin.tables).entries())
    return _Game(
        name, plugin.game.info.title, [_enum(entry) for entry in entries if entry.messages]
    )


def _enum(entry: PublishedEntry) -> _Enum:
    kind = entry.value
    assert isinstance(kind, type)
    assert issubclass(kind, enum.Enum)
    text = f"{entry.text} In messages: {', '.join(entry.messages)}."
    return _Enum(entry.name, text, {member.name: member.value for member in kind})


def _go(game: _Game) -> str:
    package = game.name.replace("_", "")
    parts = [
        _comment("// ", f"Package {package} has names of the numbers in messages of {game.title}."),
        "//\n// Code generated from the game's tables; DO NOT EDIT.",
        f"package {package}",
    ]
    for one in game.enums:
        names = {f"{one.name}{_camel(name.lower())}": value for name, value in one.members.items()}
        longest = max(map(len, names))
        lines = [f"\t{name:{longest}} = {value}" for name, value in names.items()]
        text = _comment("// ", f"{one.name}: {_begun(one.text)}")
        parts.append("\n".join([f"\n{text}", "const (", *lines, ")"]))
    return "\n".join(parts) + "\n"


def _typescript(game: _Game) -> str:
    parts = [_comment("// ", game.head)]
    for one in game.enums:
        lines = [f"  {name}: {value}," for name, value in one.members.items()]
        begin = f"export const {one.name} = {{"
        parts.append("\n".join([_javadoc(one.text, ""), begin, *lines, "} as const;"]))
    return "\n\n".join(parts) + "\n"


def _rust(game: _Game) -> str:
    parts = [f"{_comment('//! ', game.head)}\n#![allow(missing_docs)] // the names say it"]
    for one in game.enums:
        lines = [f"    pub const {name}: i32 = {value};" for name, value in one.members.items()]
        begin = f"pub mod {one.snake} {{"
        parts.append("\n".join([_comment("/// ", one.text), begin, *lines, "}"]))
    return "\n\n".join(parts) + "\n"


def _java(game: _Game) -> str:
    name = f"{game.camel}Constants"
    parts = [f"  private {name}() {{}}"]
    for one in game.enums:
        lines = [
            f"    public static final int {name} = {value};" for name, value in one.members.items()
        ]
        begin = f"  public static final class {one.name} {{"
        end = f"\n    private {one.name}() {{}}\n  }}"
        parts.append("\n".join([_javadoc(one.text, "  "), begin, *lines, end]))
    head = f"package gamereferee.client.constants;\n\n{_javadoc(game.head, '')}"
    return f"{head}\npublic final class {name} {{\n" + "\n\n".join(parts) + "\n}\n"


def _cpp(game: _Game) -> str:
    parts = [
        f"{_comment('// ', game.head)}\n#pragma once",
        f"namespace referee::constants::{game.name} {{",
    ]
    for one in game.enums:
        lines = [
            f"constexpr int k{_camel(name.lower())} = {value};"
            for name, value in one.members.items()
        ]
        begin, end = f"namespace {one.snake} {{", f"}}  // namespace {one.snake}"
        parts.append("\n".join([_comment("// ", one.text), begin, *lines, end]))
    return "\n\n".join([*parts, f"}}  // namespace referee::constants::{game.name}"]) + "\n"


_LANGUAGES: Sequence[tuple[Callable[[_Game], Path], Callable[[_Game], str]]] = (
    (
        lambda game: (
            CLIENTS / "go/constants" / (plain := game.name.replace("_", "")) / f"{plain}.go"
        ),
        _go,
    ),
    (lambda game: CLIENTS / "typescript/src/constants" / f"{game.name}.ts", _typescript),
    (lambda game: CLIENTS / "rust/src/constants" / f"{game.name}.rs", _rust),
    (
        lambda game: (
            CLIENTS
            / "java/sdk/src/main/java/gamereferee/client/constants"
            / f"{game.camel}Constants.java"
        ),
        _java,
    ),
    (lambda game: CLIENTS / "cpp/referee_client/constants" / f"{game.name}.hpp", _cpp),
)
"""For each language, the path of a game's file and its text."""


def _camel(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def _begun(text: str) -> str:
    """Return a sentence as it goes on behind a colon."""
    return text[0].lower() + text[1:]


def _comment(mark: str, text: str) -> str:
    """Return a comment of lines that begin with a mark."""
    return "\n".join(textwrap.wrap(text, _WIDTH, initial_indent=mark, subsequent_indent=mark))


def _javadoc(text: str, indent: str) -> str:
    """Return a comment between `/**` and `*/`, on one line if it fits."""
    line = f"{indent}/** {text} */"
    if len(line) <= _WIDTH:
        return line
    mark = f"{indent} * "
    return f"{indent}/**\n{_comment(mark, text)}\n{indent} */"
