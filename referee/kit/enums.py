"""Enums whose numbers in arrays are not those on the wire; imports next to nothing, since tables of rules import it."""

from __future__ import annotations

import enum

__all__ = ["NO_MEMBER", "FromOne", "number_read", "number_written", "wire_number"]

NO_MEMBER = -(2**31)
"""Stands for a number on the wire that is below those of all members."""


class FromOne(enum.IntEnum):
    """Base of enums whose members count from 0 in arrays and from 1 on the wire, where 0 is none of them."""


def wire_number(member: enum.Enum) -> int:
    """Return a member's number on the wire."""
    number: int = member.value
    return number + 1 if isinstance(member, FromOne) else number


def number_written(cls: type[enum.Enum], value: int | None) -> int:
    """Return the number on the wire of a value, which may be no member's; 0 for a value below 0."""
    if value is None or value < 0:
        return 0
    return value + issubclass(cls, FromOne)


def number_read(cls: type[enum.Enum], number: int) -> int:
    """Return the value of a number on the wire; it may be no member's."""
    value = number - issubclass(cls, FromOne)
    return value if value >= 0 else NO_MEMBER
