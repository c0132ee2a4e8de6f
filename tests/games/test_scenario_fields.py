"""What a scenario gives is read as numbers, or refused by name, bound and value."""

from __future__ import annotations

import pytest

from referee.core.errors import ScenarioError
from referee.games.scenario_fields import Bounds, read_fields

FIELDS = {"round": Bounds(1, 9), "life": Bounds(0, 20, (2,)), "grid": Bounds(-1, 2**64, (2, 3))}


def test_numbers_in_order() -> None:
    """Nested lists are laid end to end; what is not given is not there."""
    values = {"grid": [[0, 1, 2], (3, 4, 2**64)], "round": 9}
    assert read_fields(values, FIELDS) == {"grid": [0, 1, 2, 3, 4, 2**64], "round": [9]}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("turn", 1, "unknown field turn; known: round, life, grid"),
        ("round", 0, "round must be a whole number from 1 to 9, not 0"),
        ("round", 10, "round must be a whole number from 1 to 9, not 10"),
        ("round", True, "round must be a whole number from 1 to 9, not True"),
        ("round", 1.0, "round must be a whole number from 1 to 9, not 1.0"),
        ("round", [1], r"round must be a whole number from 1 to 9, not \[1\]"),
        ("life", 5, "life must be a list of 2, not 5"),
        ("life", [5], r"life must be a list of 2, not \[5\]"),
        ("life", [5, 21], r"life\[1\] must be a whole number from 0 to 20, not 21"),
        ("grid", [[0, 1, 2], [3]], r"grid\[1\] must be a list of 3, not \[3\]"),
        ("grid", [[0, 1, 2], [3, -2, 0]], r"grid\[1\]\[1\] must be a whole number from -1 to"),
    ],
)
def test_what_does_not_fit(name: str, value: object, message: str) -> None:
    """Too low, too high, of another type, or of another length."""
    with pytest.raises(ScenarioError, match=f"^{message}"):
        read_fields({name: value}, FIELDS)
