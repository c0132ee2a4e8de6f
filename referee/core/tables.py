"""Names of the rule tables (constants of the rules) that a game publishes to bots.

A game writes its numbers once, in its own `tables.py`, and at the end of that module names the ones
to publish. Values, docstrings and types are read from there: see `referee.core.published_tables`.
This module imports next to nothing, since lists of games import it.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping

__all__ = ["Axes", "RuleTables"]

Axes = tuple[type[enum.IntEnum], ...]
"""Enums that index a table of nested tuples, that of the outermost tuple first: entry i of a tuple
belongs to member i of its enum, in the order of definition.
"""


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class RuleTables:
    """Names of the enums, numbers and tables that a game's module of tables publishes.

    Compared by identity, one object a module, so that the object can be a dictionary key.
    """

    module: str
    """Full dotted name of the module that contains the tables."""
    enums: tuple[type[enum.Enum], ...] = ()
    """Published enums: kinds of things, by name and number."""
    numbers: tuple[str, ...] = ()
    """Names of published single numbers."""
    rows: Mapping[str, Axes] = dataclasses.field(default_factory=dict)
    """Names of published tables, each with the enums that index it; no enums where entries are
    identified by position alone.
    """
    fields: Mapping[str, type[enum.IntEnum]] = dataclasses.field(default_factory=dict)
    """Integer fields of the game's messages, as `Message.field`, whose values are the numbers of a
    published enum. SDKs have constants for these enums.
    """
    lists: Mapping[str, type[enum.IntEnum]] = dataclasses.field(default_factory=dict)
    """Lists in the game's messages, as `Message.field`, whose indices are the numbers of a published
    enum. SDKs have constants for these enums, too.
    """
