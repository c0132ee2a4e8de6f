"""Reads the fields of a state that a scenario sets, and checks them against bounds that the game declares.

For games whose scenarios set numbers and lists of numbers. The game itself writes the values into its state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.core.errors import ScenarioError

__all__ = ["Bounds", "read_fields"]


class Bounds(NamedTuple):
    """Bounds of the values that a scenario may give to a field."""

    low: int
    """Least value of each number in the field."""
    high: int
    """Greatest value of each number in the field."""
    shape: tuple[int, ...] = ()
    """Lengths of the field's nested lists, outermost first; empty for a single number."""


def read_fields(values: Mapping[str, object], fields: Mapping[str, Bounds]) -> dict[str, list[int]]:
    """Return the numbers of each field that is set, in order, with nested lists flattened.

    Args:
        values: Values that the scenario gives, by field.
        fields: Bounds of each field that can be set.

    Raises:
        ScenarioError: A field is not among `fields`, or a value does not fit its bounds.
    """
    numbers: dict[str, list[int]] = {}
    for name, value in values.items():
        if name not in fields:
            raise ScenarioError(f"unknown field {name}; known: {', '.join(fields)}")
        numbers[name] = _read(name, value, fields[name])
    return numbers


def _read(name: str, value: object, bounds: Bounds) -> list[int]:
    low, high, shape = bounds
    if not shape:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ScenarioError(
                f"{name} must be a whole number from {low} to {high}, not {value!r}"
            )
        return [value]
    if not isinstance(value, list | tuple) or len(value) != shape[0]:
        raise ScenarioError(f"{name} must be a list of {shape[0]}, not {value!r}")
    inner = bounds._replace(shape=shape[1:])
    lists = (_read(f"{name}[{index}]", item, inner) for index, item in enumerate(value))
    return [number for numbers in lists for number in numbers]
