"""Rule tables of Proving Grounds, by the wire's numbers, and threats of creatures (PG-9.2)."""

from __future__ import annotations

from typing import cast

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1 import tables

__all__ = ["CLASSES", "CREATURES", "DEFAULT_ITEMS", "ENCOUNTERS", "HALL", "ITEMS", "THREATS"]

CLASSES = dict(enumerate(tables.CLASSES, start=1))
"""Rule table of hero classes, by the number of the class on the wire, from 1."""
CREATURES = dict(enumerate(tables.CREATURES_TABLE, start=1))
"""Rule table of creatures, by the number of the kind on the wire, from 1."""
ITEMS = dict(enumerate(tables.ITEMS, start=1))
"""Rule table of items, by the number of the item on the wire, from 1."""
DEFAULT_ITEMS = {
    hero_class: tuple(cast("wire.Item", item + 1) for item in items)
    for hero_class, items in enumerate(tables.DEFAULT_ITEMS, start=1)
}
"""Items of a hero in the default party, by the hero's class (PG-2.13)."""
ENCOUNTERS = tuple(
    tuple(tuple(kind + 1 for kind in kinds) for kinds in tier) for tier in tables.ENCOUNTERS
)
"""Kinds of creatures that a room gets, by tier and by a six-sided die less 1 (PG-2.7)."""
HALL = tuple(kind + 1 for kind in tables.HALL_CREATURES)
"""Kinds of creatures in the hall, the central room of the dungeon (PG-2.7)."""

THREATS: dict[int, int] = {
    wire.CREATURE_GOBLIN: 4,
    wire.CREATURE_ORC: 9,
    wire.CREATURE_URAKAI: 20,
    wire.CREATURE_DRAGON: 70,
}
"""Danger of each kind of creature to a greedy bot's heroes, in points by which the bot compares
rooms; a room's threat is the sum over its creatures.
"""
