"""Enums whose numbers in arrays are not those on the wire; imports next to nothing, for tables of rules use it."""

from __future__ import annotations

import enum

__all__ = ["FromOne", "wire_number"]


class FromOne(enum.IntEnum):
    """Base of enums whose members count from 0 in arrays and from 1 on the wire, where 0 is none of them."""


def wire_number(member: enum.Enum) -> int:
    """A member's number on the wire."""
    number: int = member.value
    return number + 1 if isinstance(member, FromOne) else number
