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
    """Contents of a room of a dungeon made by hand (PG-2.9)."""

    creatures: Annotated[tuple[CreatureNumber, ...], Field(max_length=MOST_CREATURES)]
    """Living creatures, in their order."""
    hoard_gold: HoardGold | None
    """Gold of the hoard; if absent, the sum of the creatures' gold."""
    hoard_gems: Gems
    """Gems of the hoard by kind; none at all for zeros."""
    caches: Annotated[tuple[CacheGold, ...], Field(max_length=MOST_CACHES)]
    """Gold of each cache."""
    trap: Annotated[int, Field(ge=0, le=1)]
    """1 for a trap of the dungeon, 0 for none."""

    def values(self) -> dict[str, object]:
        """As a config has it; a creature that is none stays its number."""
        names = [
            Creature(kind).name if 0 <= kind < len(Creature) else number_written(Creature, kind)
            for kind in self.creatures
        ]
        return {**self._asdict(), "creatures": names}


class MapEntry(NamedTuple):
    """Contents of a room by its number."""

    key: Room
    """The room."""
    value: RoomMessage
    """What is in it."""


class Door(NamedTuple):
    """A door between two rooms that are neighbours (PG-2.5)."""

    room: Room
    """A room."""
    other: Room
    """The other."""


class ScenarioMessage(NamedTuple):
    """A dungeon made by hand (PG-2.9)."""

    players: NumSeats
    """Seats."""
    width: Width
    """Columns of a sector."""
    depth: Depth
    """Rows of a sector."""
    doors: tuple[Door, ...]
    """Doors, each once."""
    rooms: Annotated[tuple[MapEntry, ...], MapEntries()]
    """Contents by room; what is absent is empty."""

    def values(self) -> dict[str, object]:
        """As a config has it."""
        rooms = {str(entry.key): entry.value.values() for entry in self.rooms}
        return {**self._asdict(), "doors": [[*door] for door in self.doors], "rooms": rooms}
