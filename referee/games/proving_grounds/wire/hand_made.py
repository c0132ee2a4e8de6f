"""A hand-made dungeon as a message; in a config its rooms are keyed by their numbers (PG-2.9)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import Field

from referee.games.proving_grounds.tables import MOST_CACHES, MOST_CREATURES, Creature
from referee.games.proving_grounds.wire.fields import (
    CacheGold,
    CreatureNumber,
    Depth,
    Gems,
    HoardGold,
    NumSeats,
    Room,
    Width,
)
from referee.kit.enums import number_written
from referee.kit.records import MapEntries

__all__ = ["Door", "MapEntry", "RoomMessage", "ScenarioMessage"]


class RoomMessage(NamedTuple):
    """Contents of a room of a hand-made dungeon (PG-2.9)."""

    creatures: Annotated[tuple[CreatureNumber, ...], Field(max_length=MOST_CREATURES)]
    """Living creatures in the room, in their order."""
    hoard_gold: HoardGold | None
    """Gold of the creatures' hoard; if absent, the sum of the creatures' gold values."""
    hoard_gems: Gems
    """Gems of the creatures' hoard by kind; an empty list stands for zeros."""
    caches: Annotated[tuple[CacheGold, ...], Field(max_length=MOST_CACHES)]
    """Gold of each hidden cache, in the order in which they are found."""
    trap: Annotated[int, Field(ge=0, le=1)]
    """1 if the room has a trap of the dungeon, 0 if not."""

    def values(self) -> dict[str, object]:
        """Return the contents in the form of a config, with creatures by name.

        A number that is no creature stays a number, so that the config's check can refuse it.
        """
        names = [
            Creature(kind).name if 0 <= kind < len(Creature) else number_written(Creature, kind)
            for kind in self.creatures
        ]
        return {**self._asdict(), "creatures": names}


class MapEntry(NamedTuple):
    """Contents of one room of a hand-made dungeon, with the room's number."""

    key: Room
    """Number of the room."""
    value: RoomMessage
    """Contents of the room."""


class Door(NamedTuple):
    """A door between two rooms that are neighbours (PG-2.5)."""

    room: Room
    """Room on one side of the door."""
    other: Room
    """Room on the other side of the door."""


class ScenarioMessage(NamedTuple):
    """A hand-made dungeon (PG-2.9)."""

    players: NumSeats
    """Number of seats that the dungeon is for."""
    width: Width
    """Number of columns of a sector, a seat's part of the dungeon."""
    depth: Depth
    """Number of rows of a sector, a seat's part of the dungeon."""
    doors: tuple[Door, ...]
    """Doors of the dungeon, each once."""
    rooms: Annotated[tuple[MapEntry, ...], MapEntries()]
    """Contents of rooms by number; rooms that are left out are empty."""

    def values(self) -> dict[str, object]:
        """Return the dungeon in the form of a config, with rooms by their numbers as strings."""
        rooms = {str(entry.key): entry.value.values() for entry in self.rooms}
        return {**self._asdict(), "doors": [[*door] for door in self.doors], "rooms": rooms}
