"""A hand-made dungeon, which a config may have in place of a generated one (PG-2.9)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from referee.core.config import GameConfig
from referee.core.errors import ConfigError
from referee.games.proving_grounds.rules.rooms import neighbour
from referee.games.proving_grounds.state import num_kinds
from referee.games.proving_grounds.tables import (
    MOST_CACHES,
    MOST_CREATURES,
    Creature,
    Direction,
)
from referee.games.proving_grounds.wire.fields import (
    CacheGold,
    Depth,
    HoardGold,
    NumSeats,
    Width,
)
from referee.games.proving_grounds.wire.hand_made import (
    Door,
    MapEntry,
    RoomMessage,
    ScenarioMessage,
)

__all__ = ["Scenario", "ScenarioRoom", "as_tuples", "check_scenario"]

_CreatureName = Literal["GOBLIN", "ORC", "URAKAI", "DRAGON"]


def as_tuples(value: object) -> object:
    """Return lists, also within lists, as tuples; other values unchanged.

    A config demands tuples, but JSON has only lists.
    """
    return tuple([as_tuples(part) for part in value]) if isinstance(value, list) else value


class ScenarioRoom(GameConfig):
    """Contents of a room in a hand-made dungeon; fields that are left out are empty."""

    creatures: Annotated[tuple[_CreatureName, ...], BeforeValidator(as_tuples)] = Field(
        default=(), max_length=MOST_CREATURES
    )
    """Names of the living creatures in the room, in their order."""
    hoard_gold: HoardGold | None = None
    """Gold of the creatures' hoard; if absent, the sum of the creatures' gold values."""
    hoard_gems: Annotated[
        tuple[Annotated[int, Field(ge=0, le=1000)], ...], BeforeValidator(as_tuples)
    ] = ()
    """Gems of the creatures' hoard, one number for each kind in play; an empty list stands for
    zeros.
    """
    caches: Annotated[tuple[CacheGold, ...], BeforeValidator(as_tuples)] = Field(
        default=(), max_length=MOST_CACHES
    )
    """Gold of each hidden cache, in the order in which they are found."""
    trap: int = Field(default=0, ge=0, le=1)
    """1 if the room has a trap of the dungeon, 0 if not."""

    @property
    def kinds(self) -> tuple[Creature, ...]:
        """Creatures of the room as members of Creature."""
        return tuple([Creature[name] for name in self.creatures])

    def on_wire(self) -> RoomMessage:
        """Return the room's contents as the message that is sent."""
        return RoomMessage(self.kinds, self.hoard_gold, self.hoard_gems, self.caches, self.trap)


class Scenario(GameConfig):
    """A hand-made dungeon: its size, doors and the contents of its rooms."""

    players: NumSeats
    """Number of seats that the dungeon is for."""
    width: Width
    """Number of columns of a sector, a seat's part of the dungeon."""
    depth: Depth
    """Number of rows of a sector, a seat's part of the dungeon."""
    doors: Annotated[tuple[tuple[int, int], ...], BeforeValidator(as_tuples)] = Field(
        default=(), max_length=1000
    )
    """Doors as pairs of rooms that are neighbours, each once (PG-2.5)."""
    rooms: dict[str, ScenarioRoom] = Field(default_factory=dict)
    """Contents of rooms by number; rooms that are left out are empty."""

    @property
    def num_rooms(self) -> int:
        """Number of rooms, the hall included."""
        return self.players * self.width * self.depth + 1

    def on_wire(self) -> ScenarioMessage:
        """Return the dungeon as the message that is sent, rooms in the order of their numbers."""
        # In order, so that equal dungeons have equal messages however their rooms were listed.
        rooms = sorted((int(name), room.on_wire()) for name, room in self.rooms.items())
        doors = tuple([Door(*pair) for pair in self.doors])
        entries = tuple([MapEntry(*entry) for entry in rooms])
        return ScenarioMessage(self.players, self.width, self.depth, doors, entries)


def check_scenario(scenario: Scenario) -> None:
    """Check that a hand-made dungeon is consistent.

    Raises:
        ConfigError: It is not; names the field by its path, the bound and the value.
    """
    last = scenario.num_rooms - 1
    seen: set[frozenset[int]] = set()
    for place, pair in enumerate(scenario.doors):
        where = f"scenario.doors.{place}"
        if not all(0 <= room <= last for room in pair):
            raise ConfigError(where, f"two rooms from 0 to {last}", list(pair))
        if not _are_neighbours(scenario, *pair):
            raise ConfigError(where, "two rooms that are neighbours", list(pair))
        # A door is the same from both sides, so 1-2 and 2-1 name one door.
        if frozenset(pair) in seen:
            raise ConfigError(where, "each door once", list(pair))
        seen.add(frozenset(pair))
    kinds = num_kinds(scenario.players)
    for name, room in scenario.rooms.items():
        where = f"scenario.rooms.{name}"
        if not name.isascii() or not name.isdigit() or not 0 <= int(name) <= last:
            raise ConfigError("scenario.rooms", f"room numbers from 0 to {last}", name)
        # Two spellings of one number would be two entries for one room.
        if name != str(int(name)):
            raise ConfigError("scenario.rooms", "room numbers without leading zeros", name)
        if room.hoard_gems and len(room.hoard_gems) != kinds:
            bound = f"{kinds} numbers, one for each kind of gem"
            raise ConfigError(f"{where}.hoard_gems", bound, list(room.hoard_gems))
        if _is_entry(scenario, int(name)) and room != ScenarioRoom():
            raise ConfigError(where, "empty, as an entry room must be", _contents(room))


def _contents(room: ScenarioRoom) -> dict[str, Any]:
    return room.model_dump(exclude_defaults=True)


def _is_entry(scenario: Scenario, room: int) -> bool:
    sector = scenario.width * scenario.depth
    return room < scenario.num_rooms - 1 and room % sector == scenario.width // 2


def _are_neighbours(scenario: Scenario, room: int, other: int) -> bool:
    sizes = scenario.players, scenario.width, scenario.depth
    # From both sides: the hall has no directions, so only the other room's IN leads to it.
    return any(
        here != scenario.num_rooms - 1
        and any(neighbour(*sizes, here, direction) == there for direction in Direction)
        for here, there in ((room, other), (other, room))
    )
