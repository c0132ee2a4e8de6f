"""Values as plain data: what JSON can hold, made from dataclasses, named tuples, arrays and enums."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

__all__ = ["Plain", "to_plain"]

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"


def to_plain(value: object) -> Plain:
    """The value as what JSON can hold. Fields whose value is None are left out.

    Raises:
        TypeError: The value holds something that is no data.
    """
    match value:
        case enum.Enum():
            return value.name
        case np.generic() | np.ndarray():
            plain: Plain = value.tolist()
            return plain
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): to_plain(item) for key, item in value.items()}
        case bytes():
            return value.hex()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        pairs = ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
        return {name: to_plain(item) for name, item in pairs if item is not None}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        named = zip(value._fields, value, strict=True)
        return {name: to_plain(item) for name, item in named if item is not None}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} is no plain data")
