"""Reads the tables in which a scenario file describes a state, and checks them against what the game allows.

For each field, a game declares its column in a row of the state, and its bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.errors import ScenarioError

__all__ = ["Place", "check_names", "put_numbers", "read_tables", "read_truth", "read_whole"]


class Place(NamedTuple):
    """Where a field of a scenario's table is stored in a row, and its bounds."""

    column: int
    """Index of the column in the row."""
    low: int = 0
    """Least value that the field may have."""
    high: int | None = None
    """Greatest value that the field may have; None if the field is a boolean."""


def check_names(name: str, values: Mapping[str, object], known: Sequence[str]) -> None:
    """Raise an error if a scenario's table has a field that is not known.

    Args:
        name: Path of the table in the scenario; empty for the outermost table.
        values: The table: field values by name.
        known: Names of the fields that the table may have.

    Raises:
        ScenarioError: A field of the table is unknown.
    """
    for key in values:
        # A misspelt field would otherwise leave its default in the state without notice.
        if key not in known:
            raise ScenarioError(f"unknown field {_path(name, key)}; known: {', '.join(known)}")


def put_numbers(
    name: str, values: Mapping[str, object], places: Mapping[str, Place], row: Any
) -> None:
    """Write those fields of a table that `places` names into a row of integers.

    Args:
        name: Path of the table in the scenario; empty for the outermost table.
        values: The table: field values by name.
        places: Column and bounds by field name.
        row: Row of integers, changed in place.

    Raises:
        ScenarioError: A value is out of its bounds.
    """
    # In the order of the game's declaration, not of the file: errors name the same field every
    # time.
    for field, (column, low, high) in places.items():
        if field in values:
            path, value = _path(name, field), values[field]
            if high is None:
                row[column] = read_truth(path, value)
            else:
                row[column] = read_whole(path, value, low, high)


def _path(name: str, field: str) -> str:
    return f"{name}.{field}" if name else field


def read_tables(name: str, value: object, most: int) -> list[Mapping[str, object]]:
    """Return `value` as a list of tables; `name` is its path in error texts.

    Raises:
        ScenarioError: The value is no list of tables, or has more than `most` of them.
    """
    if (
        not isinstance(value, list | tuple)
        or len(value) > most
        or not all(isinstance(item, Mapping) for item in value)
    ):
        raise ScenarioError(f"{name} must be a list of at most {most} tables, not {value!r}")
    return list(value)


def read_whole(name: str, value: object, low: int, high: int) -> int:
    """Return `value` as a whole number from `low` to `high`; `name` is its path in error texts.

    Raises:
        ScenarioError: The value is no whole number, or out of bounds.
    """
    # In Python True is an int; in a scenario it would be a mistake.
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ScenarioError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def read_truth(name: str, value: object) -> bool:
    """Return `value` as a boolean; `name` is its path in error texts.

    Raises:
        ScenarioError: The value is neither true nor false.
    """
    if not isinstance(value, bool):
        raise ScenarioError(f"{name} must be true or false, not {value!r}")
    return value
