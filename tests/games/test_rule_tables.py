"""What games tell of their tables, and what is generated from it beside messages and stubs."""

from __future__ import annotations

import enum
import importlib
import json
import typing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from google.protobuf.descriptor import FileDescriptor

from referee.core.published_tables import PublishedTables, row_fields, tables_json
from referee.core.tables import RuleTables
from referee.games import registry

GAMES = [game for game in registry.names() if registry.find(game).tables is not None]
PROTO = Path(__file__).parents[2] / "proto" / "gamereferee" / "games"

ON_THE_WIRE = {
    "champions": {},  # plain numbers, which are those of the tables
    "dice_adventure": {},
    "diceman": {},
    "dungeon_keeper": {
        "Kind": "UnitKind",
        "Building": "BuildingKind",
        "Item": "ItemKind",
        "Roll": "RollKind",
    }
    | {name: name for name in ("MineKind", "Resource", "Rune", "Artifact", "Spell", "Status")},
    "proving_grounds": {
        name: name for name in ("HeroClass", "Creature", "Item", "Spell", "Policy", "Board")
    },
}
"""Enums that messages have as well, by the name of the one that is told."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """A game that tells its tables."""
    name: str = request.param
    return name


def tables_of(game: str) -> RuleTables:
    """What it tells."""
    tables = registry.find(game).tables
    assert tables is not None
    return tables


def generated(game: str, name: str = "tables") -> ModuleType:
    """A module of its stubs."""
    return importlib.import_module(f"gamereferee.games.{game}.v1.{name}")


def test_some_games_tell() -> None:
    """Those whose bots go by tables."""
    assert {"champions", "dungeon_keeper", "proving_grounds"} <= set(GAMES)


def test_the_file_beside_the_messages(game: str) -> None:
    """It is what `GetGame` answers."""
    file = PROTO / game / "v1" / "tables.json"
    assert file.read_text(encoding="utf-8") == tables_json(tables_of(game))


def test_the_module_beside_the_stubs(game: str) -> None:
    """It has the same enums and values, and every name is public."""
    module, tables = generated(game), PublishedTables(tables_of(game))
    told = {one.name: one.value for one in tables.entries()}
    classes = [kind.__name__ for kind in tables.row_classes()]
    assert module.__all__ == [*told, *classes]
    for name, value in told.items():
        if isinstance(value, type) and issubclass(value, enum.Enum):
            assert list(getattr(module, name)) == list(value)
            assert list(getattr(module, name).__members__) == list(value.__members__)
        else:
            assert as_data(getattr(module, name)) == as_data(value), name


def as_data(value: Any) -> Any:
    """A value without the classes that it is made of; fields and members by their names."""
    match value:
        case enum.Flag() | enum.Enum():
            return type(value).__name__, value.name, value.value
        case frozenset():
            return {as_data(item) for item in value}
        case tuple() if not hasattr(value, "_fields"):
            return [as_data(item) for item in value]
        case bool() | int() | float() | str() | None:
            return type(value).__name__, value
    return {name: as_data(getattr(value, name)) for name in row_fields(type(value))}


def test_types_of_rows_can_be_looked_up(game: str) -> None:
    """Whatever a type in the module names is in the module."""
    module = generated(game)
    for kind in PublishedTables(tables_of(game)).row_classes():
        hints = typing.get_type_hints(getattr(module, kind.__name__))
        assert list(hints) == list(getattr(module, kind.__name__)._fields)


def test_names_are_those_of_the_messages(game: str) -> None:
    """Where a message has an enum, what is told has the same names, and its numbers are one less."""
    file: FileDescriptor = generated(game, f"{game}_pb2").DESCRIPTOR
    told = {one.name: one.value for one in PublishedTables(tables_of(game)).entries()}
    for name, on_the_wire in ON_THE_WIRE[game].items():
        values = file.enum_types_by_name[on_the_wire].values
        prefix = values[0].name.removesuffix("UNSPECIFIED")
        expected = {one.name.removeprefix(prefix): one.number - 1 for one in values[1:]}
        kind = told[name]
        assert isinstance(kind, type)
        assert issubclass(kind, enum.Enum)
        assert {one.name: one.value for one in kind} == expected


ROWS = [
    (
        "champions",
        "KINDS",
        15,
        {"name": "Phoenix Sceptre", "attack": [2, 6], "heal": [2, 8]},
    ),  # CH-3.6
    ("champions", "KINDS", 27, {"name": "Aegis Plate", "weight": 3, "defence": [2, 10]}),
    ("champions", "BASE_DICE", "ROGUE", [3, 8]),  # CH-3.1
    (
        "champions",
        "STRONG",
        "MAGE",
        {"GLADIATOR": False, "ROGUE": True, "HEALER": True, "MAGE": False},
    ),
    (
        "dungeon_keeper",
        "UNITS",
        "LICH",
        {"parent": "MOONGLAIR", "hp": 20, "rune": "DEATH"},
    ),  # DK-3.7
    ("dungeon_keeper", "BUILDINGS", "WALL", {"hp": 50, "gold": 25, "repair": 2}),  # DK-3.9
    ("dungeon_keeper", "CHANCES", "GHOSTLINESS", 40),  # DK-5.21
    (
        "proving_grounds",
        "ITEMS",
        "HEAVY_ARMOR",
        {"gold": 10, "users": ["FIGHTER", "CLERIC"]},
    ),  # PG-3.7
    ("proving_grounds", "CLASSES", "WIZARD", {"price": 14, "stats": [4, 7, 5, 9, 6]}),  # PG-3.2
]


@pytest.mark.parametrize(("game", "table", "key", "expected"), ROWS)
def test_rows_of_the_rulebooks(game: str, table: str, key: Any, expected: Any) -> None:
    """As a program in any language reads them, against the rulebook."""
    told: Any = json.loads(tables_json(tables_of(game)))[table]["value"][key]
    assert (told | expected if isinstance(expected, dict) else expected) == told
