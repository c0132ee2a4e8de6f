"""The game's documented tables by the numbers of the wire, and what the greedy bots fear (PG-9.2)."""

from __future__ import annotations

from typing import cast

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1 import tables

__all__ = ["CLASSES", "CREATURES", "DEFAULT_ITEMS", "ENCOUNTERS", "HALL", "ITEMS", "THREATS"]

CLASSES = dict(enumerate(tables.CLASSES, start=1))
"""Classes of heroes."""
CREATURES = dict(enumerate(tables.CREATURES_TABLE, start=1))
"""Kinds of creatures."""
ITEMS = dict(enumerate(tables.ITEMS, start=1))
"""Items."""
DEFAULT_ITEMS = {
    hero_class: tuple(cast("wire.Item", item + 1) for item in items)
    for hero_class, items in enumerate(tables.DEFAULT_ITEMS, start=1)
}
"""Items of a hero of each class in the default party (PG-2.13)."""
ENCOUNTERS = tuple(
    tuple(tuple(kind + 1 for kind in kinds) for kinds in tier) for tier in tables.ENCOUNTERS
)
"""Creatures of a room by tier and d6 - 1 (PG-2.7)."""
HALL = tuple(kind + 1 for kind in tables.HALL_CREATURES)
"""Creatures in the hall (PG-2.7)."""

THREATS: dict[int, int] = {
    wire.CREATURE_GOBLIN: 4,
    wire.CREATURE_ORC: 9,
    wire.CREATURE_URAKAI: 20,
    wire.CREATURE_DRAGON: 70,
}
"""Threat of each kind of creatures to a greedy bot."""
