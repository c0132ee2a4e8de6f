"""Names of the rule tables that a game publishes; imports next to nothing, since lists of games import it.

A game writes its numbers once, in its own `tables.py`, and names at the end of it those to publish. Values,
docstrings and types are read from there: see `referee.core.published_tables`.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping

__all__ = ["Axes", "RuleTables"]

Axes = tuple[type[enum.IntEnum], ...]
"""The indices of a table: for each level of nesting the enum whose members its entries belong to."""


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class RuleTables:
    """What a module of tables publishes. Compared by identity, one object a module, so that it can be a key."""

    module: str
    """Full name of the module."""
    enums: tuple[type[enum.Enum], ...] = ()
    """Kinds of things by name and number."""
    numbers: tuple[str, ...] = ()
    """Names of single numbers."""
    rows: Mapping[str, Axes] = dataclasses.field(default_factory=dict)
    """Names of tables, and the enums that index them; none where entries are known by their position alone."""
