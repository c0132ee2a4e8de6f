"""Values become plain data and nothing else."""

from __future__ import annotations

import dataclasses
import enum
import json
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.plain import to_plain
from tests.strategies import PLAIN


class Color(enum.Enum):
    """A closed set."""

    RED = 3


class Code(enum.IntEnum):
    """A closed set of numbers."""

    LATE = 7


@dataclasses.dataclass(frozen=True)
class Point:
    """A record with something optional."""

    row: int
    color: Color | None = None


class Cell(NamedTuple):
    """A record as a named tuple."""

    row: int
    color: Color | None = None


class Packed:
    """A record that reads its fields out of one number."""

    _fields = ("row", "color")

    def __init__(self, number: int) -> None:
        self._number = number

    @property
    def row(self) -> int:
        """All but the last digit."""
        return self._number // 10

    @property
    def color(self) -> Color | None:
        """The last digit; 0 for none."""
        return Color(self._number % 10) if self._number % 10 else None


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Packed(123), {"row": 12, "color": "RED"}),
        (Packed(120), {"row": 12}),
        (Color.RED, "RED"),
        (Code.LATE, "LATE"),
        (Point(2), {"row": 2}),
        (Point(2, Color.RED), {"row": 2, "color": "RED"}),
        (Cell(2), {"row": 2}),
        ([Cell(2, Color.RED)], [{"row": 2, "color": "RED"}]),
        ((Point(1), [None, True]), [{"row": 1}, [None, True]]),
        (MappingProxyType({1: None, "b": (2,)}), {"1": None, "b": [2]}),
        (np.array([[1, 2], [3, 4]], np.int16), [[1, 2], [3, 4]]),
        (np.array([True, False]), [True, False]),
        (np.uint64(2**64 - 1), 18446744073709551615),
        (np.float64(0.5), 0.5),
        (b"\x00\xff", "00ff"),
    ],
    ids=lambda item: type(item).__name__,
)
def test_each_kind(value: object, plain: object) -> None:
    """Enums by name, records without what is absent, arrays as lists, bytes in hex."""
    assert to_plain(value) == plain
    assert json.loads(json.dumps(to_plain(value))) == plain


@pytest.mark.parametrize("value", [np.float64(0.5), np.bool_(True), np.int8(3), Code.LATE])
def test_no_special_scalars_stay(value: object) -> None:
    """A subclass of int or float is no plain number."""
    assert type(to_plain(value)) in (bool, int, float, str)


@given(PLAIN)
def test_plain_data_stays_as_it_is(value: object) -> None:
    """What JSON can hold is its own plain form."""
    assert to_plain(value) == value


@pytest.mark.parametrize(
    "value", [object(), {1, 2}, Point, print], ids=["object", "set", "class", "function"]
)
def test_what_is_no_data(value: object) -> None:
    """Sets have no order, and objects no fields."""
    with pytest.raises(TypeError, match="is no plain data"):
        to_plain(value)
    with pytest.raises(TypeError, match="is no plain data"):
        to_plain([{"deep": value}])


@given(st.dictionaries(st.text(), st.integers()))
def test_the_order_of_fields_stays(fields: dict[str, int]) -> None:
    """A mapping keeps the order of its keys."""
    plain = to_plain(fields)
    assert isinstance(plain, dict)
    assert list(plain) == list(fields)
