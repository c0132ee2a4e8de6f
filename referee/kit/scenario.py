"""The tables in which a scenario gives a state, read and checked against what a game allows.

A game declares for each field its column in a row of the state, and its bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.errors import ScenarioError

__all__ = ["Place", "check_names", "put_numbers", "read_tables", "read_truth", "read_whole"]


class Place(NamedTuple):
    """The column of a number, and its bounds."""

    column: int
    """Its column."""
    low: int = 0
    """Least value."""
    high: int | None = None
    """Greatest value; None for a boolean."""


def check_names(name: str, values: Mapping[str, object], known: Sequence[str]) -> None:
    """Check that a table has known fields only.

    Args:
        name: Path to the table; empty for the outermost.
        values: The table.
        known: Names of its fields.

    Raises:
        ScenarioError: A field is unknown.
    """
    for key in values:
        if key not in known:
            raise ScenarioError(f"unknown field {_path(name, key)}; known: {', '.join(known)}")


def put_numbers(
    name: str, values: Mapping[str, object], places: Mapping[str, Place], row: Any
) -> None:
    """Write the fields of a table that are among `places` into a row of integers.

    Args:
        name: Path to the table; empty for the outermost.
        values: The table.
        places: Columns and bounds by the names of fields.
        row: The row.

    Raises:
        ScenarioError: A value is not within its bounds.
    """
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
    """Return a list of tables.

    Raises:
        ScenarioError: It is none, or has more than `most` entries.
    """
    if (
        not isinstance(value, list | tuple)
        or len(value) > most
        or not all(isinstance(item, Mapping) for item in value)
    ):
        raise ScenarioError(f"{name} must be a list of at most {most} tables, not {value!r}")
    return list(value)


def read_whole(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number.

    Raises:
        ScenarioError: It is none, or beyond its bounds.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ScenarioError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def read_truth(name: str, value: object) -> bool:
    """Return true or false.

    Raises:
        ScenarioError: It is neither.
    """
    if not isinstance(value, bool):
        raise ScenarioError(f"{name} must be true or false, not {value!r}")
    return value
