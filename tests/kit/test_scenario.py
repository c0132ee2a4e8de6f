"""Tables of a scenario, and what is wrong with them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from referee.core.errors import ScenarioError
from referee.kit.scenario import Place, check_names, put_numbers, read_tables

PLACES = {"life": Place(0, 1, 20), "key": Place(2)}


def test_numbers_go_to_their_places() -> None:
    """What is not named stays as it is, and what has no place is left to the game."""
    row = np.array([7, 8, 9], np.int16)
    put_numbers("members[1]", {"key": True, "pos": [1, 2]}, PLACES, row)
    assert row.tolist() == [7, 8, 1]
    put_numbers("members[1]", {"life": 20}, PLACES, row)
    assert row.tolist() == [20, 8, 1]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"life": 0}, "m.life must be a whole number from 1 to 20, not 0"),
        ({"life": True}, "m.life must be a whole number from 1 to 20, not True"),
        ({"key": 1}, "m.key must be true or false, not 1"),
    ],
)
def test_what_does_not_fit(values: dict[str, object], message: str) -> None:
    """It is told with its name and its bounds."""
    with pytest.raises(ScenarioError, match=f"^{re.escape(message)}$"):
        put_numbers("m", values, PLACES, np.zeros(3, np.int16))
    with pytest.raises(ScenarioError, match=f"^{re.escape(message.removeprefix('m.'))}$"):
        put_numbers("", values, PLACES, np.zeros(3, np.int16))


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "unknown field mana; known: life, key"), ("m", "unknown field m.mana; known: life, key")],
)
def test_unknown_fields(name: str, message: str) -> None:
    """They are told with those that are known."""
    check_names(name, {"life": 3}, tuple(PLACES))
    with pytest.raises(ScenarioError, match=f"^{re.escape(message)}$"):
        check_names(name, {"life": 3, "mana": 1}, tuple(PLACES))


@pytest.mark.parametrize("value", [{}, [{}, {}, {}], [{}, 3]])
def test_what_is_no_list_of_tables(value: object) -> None:
    """No list, too many entries, and an entry that is no table."""
    assert read_tables("members", [{}, {"life": 2}], 2) == [{}, {"life": 2}]
    with pytest.raises(ScenarioError, match="members must be a list of at most 2 tables, not"):
        read_tables("members", value, 2)
