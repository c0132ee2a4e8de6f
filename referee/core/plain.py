"""Converts dataclasses, named tuples, arrays and enums to plain data, which JSON can hold."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

__all__ = ["Plain", "to_plain"]

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"


def to_plain(value: object) -> Plain:
    """Return the value as plain data, which JSON can hold. Fields whose value is None are left out.

    A class that stores its values in a more compact form lists its readable attributes in
    `_fields`, as named tuples do.

    Raises:
        TypeError: The value contains something that has no plain form.
    """
    match value:
        case enum.Enum():
            return value.name
        # Before the plain numbers: np.float64 is a float, and would not become Python's own.
        case np.generic() | np.ndarray():
            plain: Plain = value.tolist()
            return plain
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): to_plain(item) for key, item in value.items()}
        case bytes():
            return value.hex()
    # Before tuples: a named tuple has fields, and must not become a list.
    names = _field_names(value)
    if names is not None:
        pairs = ((name, getattr(value, name)) for name in names)
        return {name: to_plain(item) for name, item in pairs if item is not None}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} is no plain data")


def _field_names(value: object) -> tuple[str, ...] | None:
    """Return the field names of a named tuple, a dataclass, or another object with `_fields`.

    None for other values.
    """
    if isinstance(value, type):
        return None
    if hasattr(value, "_fields"):
        names: tuple[str, ...] = value._fields
        return names
    if dataclasses.is_dataclass(value):
        return tuple(field.name for field in dataclasses.fields(value))
    return None
