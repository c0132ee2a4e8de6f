"""Enums whose member values in arrays differ from their numbers on the wire.

This module imports almost nothing, because modules with rule tables import it.
"""

from __future__ import annotations

import enum

__all__ = ["NO_MEMBER", "FromOne", "number_read", "number_written", "wire_number"]

NO_MEMBER = -(2**31)
"""Enum value that stands for a number received on the wire below those of all members."""


class FromOne(enum.IntEnum):
    """Base of enums whose members count from 0 in arrays, and from 1 on the wire, where 0 means no member."""


def wire_number(member: enum.Enum) -> int:
    """Return the number by which an enum member is sent: its value, or its value + 1 for a `FromOne`."""
    number: int = member.value
    return number + 1 if isinstance(member, FromOne) else number


def number_written(cls: type[enum.Enum], value: int | None) -> int:
    """Return the number by which an enum value is sent, even if no member has this value.

    For None and for values below 0 it is 0.
    """
    if value is None or value < 0:
        return 0
    return value + issubclass(cls, FromOne)


def number_read(cls: type[enum.Enum], number: int) -> int:
    """Return the enum value of a number received on the wire; the value may belong to no member."""
    value = number - issubclass(cls, FromOne)
    return value if value >= 0 else NO_MEMBER
