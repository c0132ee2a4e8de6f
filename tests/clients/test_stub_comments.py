"""Type stubs of the protocol have the comments of the .proto files as docstrings, for editors."""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import keyword
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from google.protobuf.descriptor import Descriptor, FileDescriptor

import gamereferee

FOLDER = Path(gamereferee.__file__).parent
STUBS = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*_pb2.pyi"))
DICEMAN = "games/diceman/v1/diceman_pb2.pyi"
EXPECTED = [
    (DICEMAN, "", "Diceman on the wire. Rule numbers are those of its rulebook."),
    (DICEMAN, "PickCounts", "How often a seat has picked each combination, by combination id."),
    (
        DICEMAN,
        "Config.life",
        "Life of each seat at the start of each game. From 1 to 1000. Default 20.",
    ),
    (
        DICEMAN,
        "Config.die_priority",
        "Number of sides of the Priority die; also the number of the first phase of a round (DM-5.3)."
        " From 1 to 100. Default 6.",
    ),
    (
        DICEMAN,
        "MagicScope",
        "Whether damage of earlier priority phases stops Magic too (DM-5.9.5).",
    ),
    (DICEMAN, "MagicScope.MAGIC_SCOPE_PHASE", "Only damage of the same phase stops it."),
    (DICEMAN, "MAGIC_SCOPE_PHASE", "Only damage of the same phase stops it."),
]
"""Docstrings by stub and name, copied by hand from the .proto file."""


@cache
def docstrings(stub: str) -> dict[str, str]:
    """Docstrings of a type stub by name, on one line each; that of the file has an empty name."""
    tree = ast.parse((FOLDER / stub).read_text(encoding="utf-8"))
    found = {"": ast.get_docstring(tree) or ""} | dict(_within(tree.body, ""))
    return {name: " ".join(text.split()) for name, text in found.items()}


def _within(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, str]]:
    for node, following in itertools.pairwise([*body, ast.Pass()]):
        match node, following:
            case (ast.ClassDef(name=name), _):
                yield prefix + name, ast.get_docstring(node) or ""
                yield from _within(node.body, f"{prefix}{name}.")
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield prefix + name, inspect.cleandoc(text)


@pytest.mark.parametrize(("stub", "name", "expected"), EXPECTED)
def test_a_comment_is_a_docstring(stub: str, name: str, expected: str) -> None:
    """On one line or on many, of a file, a message, a field, an enum and a value."""
    assert docstrings(stub)[name] == expected


def test_there_are_stubs() -> None:
    """Those of six games and of the protocol."""
    assert len(STUBS) == 17


@pytest.mark.parametrize("stub", STUBS)
def test_nothing_is_left_out(stub: str) -> None:
    """Each message, field, enum and value with a comment in the .proto file has a docstring."""
    module = importlib.import_module("gamereferee." + re.sub(r"\.pyi$", "", stub).replace("/", "."))
    file: FileDescriptor = module.DESCRIPTOR
    texts = docstrings(stub)
    names = [name for message in file.message_types_by_name.values() for name in _names(message)]
    for enum in file.enum_types_by_name.values():
        names += [enum.name, *(value.name for value in enum.values)]
    assert [name for name in names if not texts.get(name)] == []
    assert len(names) > 5


def _names(message: Descriptor, prefix: str = "") -> Iterator[str]:
    """Names of a message, its fields, and the messages in it."""
    if message.GetOptions().map_entry:
        return
    yield prefix + message.name
    for field in message.fields:
        if not keyword.iskeyword(field.name):  # such as `pass`, for which a stub has no name
            yield f"{prefix}{message.name}.{field.name}"
    for inner in message.nested_types:
        yield from _names(inner, f"{prefix}{message.name}.")
