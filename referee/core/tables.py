"""Which of its tables a game tells to those outside; imports next to nothing, for lists of games read tables.

A game writes its numbers once, in its own `tables.py`, and names at the end of it the ones to tell. The
rest is read from there: see `referee.core.published_tables`.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping

__all__ = ["Axes", "RuleTables"]

Axes = tuple[type[enum.IntEnum], ...]
"""What the entries of a table go by: an enum for each level of nesting, whose members they belong to."""


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class RuleTables:
    """What a module of tables tells; there is one of each, so that it can be a key."""

    module: str
    """Full name of the module."""
    enums: tuple[type[enum.Enum], ...] = ()
    """Kinds of things by name and number."""
    numbers: tuple[str, ...] = ()
    """Names of single numbers."""
    rows: Mapping[str, Axes] = dataclasses.field(default_factory=dict)
    """Names of tables, and what their entries go by; nothing where each is known by its place alone."""
