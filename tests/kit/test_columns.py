"""Columns and JSON Schema follow from what a record declares, and hold what it holds."""

from __future__ import annotations

import enum
import json
import math
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest
from pydantic import Field

from referee.core.plain import to_plain
from referee.kit.columns import ColumnSet
from referee.kit.describe.json_schema import json_schema
from referee.kit.records import Absent, OneOf
from referee.testing.contract.declared import problem_of

Small = Annotated[int, Field(ge=-3, le=9)]


class Colour(enum.Enum):
    """A colour."""

    RED = 2
    """As blood."""
    BLUE = 5
    """As the sea."""


class Piece(NamedTuple):
    """A piece."""

    x: Annotated[int, Field(ge=1, le=300)]
    """Column."""
    colour: Colour
    """Its colour."""
    held_by: Annotated[int, Field(ge=0, le=7), Absent(-1)]
    """Who holds it; -1 if nobody does."""


class Board(NamedTuple):
    """A board."""

    best: Piece | None
    """The best piece; absent if there is none."""
    pieces: Annotated[tuple[Piece, ...], Field(max_length=3)]
    """All pieces."""
    marks: tuple[Small, Small]
    """Two marks."""
    turn: Annotated[str, OneOf(Colour)]
    """Who is next."""
    is_over: bool
    """Whether it is over."""
    name: str
    """What it is called."""
    weight: float
    """A weight."""
    far: Annotated[int, Field(ge=0, le=2**63)]
    """Further than signed numbers go."""


ONE: Any = 1
THREE: Any = (0, 0, 0)
NOTHING: Any = None
FIRST = Piece(300, Colour.BLUE, -1)
SECOND = Piece(1, Colour.RED, 7)
EMPTY = Board(None, (), (-3, 9), "red", is_over=False, name="a", weight=0.5, far=2**63)
FULL = Board(FIRST, (SECOND, FIRST), (0, 1), "blue", is_over=True, name="", weight=-2.0, far=0)


def test_columns() -> None:
    """Names, the smallest types, shapes and bounds, in the order of the fields; a text has none."""
    columns = ColumnSet(Board)
    assert [(each.name, each.dtype.name, each.shape) for each in columns.columns] == [
        ("best.present", "bool", ()),
        ("best.x", "int16", ()),
        ("best.colour", "int8", ()),
        ("best.held_by.present", "bool", ()),
        ("best.held_by", "int8", ()),
        ("pieces.count", "int8", ()),
        ("pieces.x", "int16", (3,)),
        ("pieces.colour", "int8", (3,)),
        ("pieces.held_by.present", "bool", (3,)),
        ("pieces.held_by", "int8", (3,)),
        ("marks", "int8", (2,)),
        ("turn", "int8", ()),
        ("is_over", "bool", ()),
        ("weight", "float64", ()),
        ("far", "uint64", ()),
    ]
    assert columns.left_out == ["name"]
    bounds = {each.name: (each.low, each.high) for each in columns.columns}
    assert bounds["pieces.x"] == (0, 300)  # 0 behind the last
    assert bounds["marks"] == (-3, 9)
    assert bounds["turn"] == (0, 1)
    assert bounds["weight"] == (-math.inf, math.inf)
    assert columns.columns[-2].describe() == {
        "name": "weight", "dtype": "float64", "shape": [], "meaning": "A weight.",
    }  # fmt: skip
    assert columns.columns[10].describe()["low"] == -3


def test_arrays() -> None:
    """Records lie behind one another; what is not there is 0."""
    arrays = ColumnSet(Board).arrays([EMPTY, FULL])
    expected: dict[str, list[object]] = {
        "best.present": [False, True],
        "best.x": [0, 300],
        "best.colour": [0, 1],
        "best.held_by.present": [False, False],
        "best.held_by": [0, 0],
        "pieces.count": [0, 2],
        "pieces.x": [[0, 0, 0], [1, 300, 0]],
        "pieces.colour": [[0, 0, 0], [0, 1, 0]],
        "pieces.held_by.present": [[False] * 3, [True, False, False]],
        "pieces.held_by": [[0, 0, 0], [7, 0, 0]],
        "marks": [[-3, 9], [0, 1]],
        "turn": [0, 1],
        "is_over": [False, True],
        "weight": [0.5, -2.0],
        "far": [2**63, 0],
    }
    assert {name: array.tolist() for name, array in arrays.items()} == expected
    assert arrays["pieces.x"].dtype == np.int16
    assert ColumnSet(Board).arrays([])["marks"].shape == (0, 2)


def test_json_schema() -> None:
    """Each record once, with types, bounds, numbers of entries, meanings, and what must be there."""
    schema = json_schema(Board)
    assert json.loads(json.dumps(schema)) == schema
    assert schema["$ref"] == "#/$defs/Board"
    assert schema["x-kit-version"] == "1.0"
    defs = schema["$defs"]
    assert isinstance(defs, dict)
    assert defs["Piece"] == {
        "description": "A piece.",
        "type": "object",
        "properties": {
            "x": {"type": "integer", "minimum": 1, "maximum": 300, "description": "Column."},
            "colour": {"enum": ["RED", "BLUE"], "description": "Its colour."},
            "held_by": {
                "type": "integer", "minimum": -1, "maximum": 7,
                "description": "Who holds it; -1 if nobody does.",
            },
        },
        "required": ["x", "colour", "held_by"],
        "additionalProperties": False,
    }  # fmt: skip
    board = defs["Board"]
    assert isinstance(board, dict)
    assert board["required"] == [name for name in Board._fields if name != "best"]
    properties = board["properties"]
    assert isinstance(properties, dict)
    assert properties["pieces"] == {
        "type": "array", "items": {"$ref": "#/$defs/Piece"}, "minItems": 0, "maxItems": 3,
        "description": "All pieces.",
    }  # fmt: skip
    assert properties["turn"] == {"enum": ["red", "blue"], "description": "Who is next."}
    assert properties["weight"] == {"type": "number", "description": "A weight."}
    assert to_plain(EMPTY).keys() == set(board["required"])  # type: ignore[union-attr]


def test_kinds() -> None:
    """Of several kinds, any may come."""
    schema = json_schema(Board, Piece)
    assert schema["anyOf"] == [{"$ref": "#/$defs/Board"}, {"$ref": "#/$defs/Piece"}]


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        (EMPTY, None),
        (FULL, None),
        (EMPTY._replace(marks=(-4, 0)), "Board.marks must be from -3 to 9, not -4"),
        (EMPTY._replace(marks=THREE), "Board.marks must have 2 to 2 entries, not 3"),
        (EMPTY._replace(best=FIRST._replace(x=0)), "Piece.x must be from 1 to 300, not 0"),
        (EMPTY._replace(best=FIRST._replace(held_by=-2)), "Piece.held_by must be from 0 to 7"),
        (EMPTY._replace(turn="green"), "Board.turn must be one of ['red', 'blue'], not 'green'"),
        (EMPTY._replace(is_over=ONE), "Board.is_over must be true or false, not 1"),
        (EMPTY._replace(pieces=(FIRST,) * 4), "Board.pieces must have 0 to 3 entries, not 4"),
        (EMPTY._replace(weight=1), "Board.weight must be a real number, not 1"),
        (EMPTY._replace(name=NOTHING), "Board.name must be a text, not None"),
    ],
    ids=lambda each: str(each)[:30],
)
def test_what_is_not_as_declared_is_named(board: Board, problem: str | None) -> None:
    """The contract tells the field, the bound and the value."""
    told = problem_of(board)
    assert told == problem or (problem is not None and told is not None and problem in told)
