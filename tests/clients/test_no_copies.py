"""House bots copy nothing that the game tells: neither its tables nor the names of its reason codes."""

from __future__ import annotations

import ast
import contextlib
import enum
import importlib
from pathlib import Path

import pytest

from referee.core.published_tables import PublishedTables
from referee.games import registry

BOTS = Path(__file__).parents[2] / "clients/python/referee_bots"
GAMES = [name for name in registry.names() if (BOTS / name).is_dir()]
CODES = ("Code", "ReasonCode", "RefusalCode")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """A game that has house bots."""
    name: str = request.param
    return name


def modules_of(game: str) -> list[ast.Module]:
    """The sources of its bots."""
    return [ast.parse(path.read_text(encoding="utf-8")) for path in (BOTS / game).glob("*.py")]


def told_by(game: str) -> dict[str, object]:
    """Its enums, numbers and tables by name."""
    tables = registry.find(game).tables
    entries = PublishedTables(tables).entries() if tables is not None else ()
    return {one.name: one.value for one in entries}


def reasons_of(game: str) -> set[str]:
    """Names of its reason codes, as they are told and as they are on the wire."""
    stubs = importlib.import_module(f"gamereferee.games.{game}.v1.{game}_pb2").DESCRIPTOR
    (codes,) = (one for name, one in stubs.enum_types_by_name.items() if name in CODES)
    prefix = codes.values[0].name.removesuffix("UNSPECIFIED")
    names = {value.name for value in codes.values}
    return names | {name.removeprefix(prefix) for name in names}


def test_what_is_told_is_not_written_again(game: str) -> None:
    """No class has the members of an enum that is told, and no constant name and value of what is told."""
    told = told_by(game)
    enums = [set(kind.__members__) for kind in told.values() if isinstance(kind, enum.EnumType)]
    for module in modules_of(game):
        for node in module.body:
            if isinstance(node, ast.ClassDef):
                assert set(constants_of(node)) not in enums, node.name
        for name, value in constants_of(module).items():
            assert name not in told or told[name] != value, name


def constants_of(node: ast.Module | ast.ClassDef) -> dict[str, object]:
    """What is assigned there, one name at a time, that is numbers and texts alone."""
    found: dict[str, object] = {}
    for line in node.body:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                with contextlib.suppress(ValueError):
                    found[name] = ast.literal_eval(value)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for target, value in zip(names, values, strict=True):
                    with contextlib.suppress(ValueError):
                        found[ast.unparse(target)] = ast.literal_eval(value)
    return found


def test_reasons_are_those_of_the_stubs(game: str) -> None:
    """No text in a bot is the name of a reason code."""
    texts = {
        node.value
        for module in modules_of(game)
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert texts & reasons_of(game) == set()
