"""The dungeon of Proving Grounds as a seat knows it: rooms, doors, paths, and who stands where.

A generated dungeon is the same in every sector (PG-2.8), so that a door, or the creatures of a room
that nobody has entered yet, are known in all sectors once they are known in one.
"""

from __future__ import annotations

import collections
import dataclasses
import heapq
import itertools
import random
from collections.abc import Iterable

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import NUM_TIERS
from referee_bots.proving_grounds.tables import CREATURES, ENCOUNTERS, HALL

__all__ = ["Board", "Foes", "Place", "Template", "unhurt"]

Foes = tuple[tuple[int, int], ...]
"""Creatures in a room as pairs of kind and hit points, in their order."""
_OWN_STEP, _FOREIGN_STEP = 0.01, 1.0
"""Cost of a step into an own room, and into another one. A move goes on through own rooms, and ends
in other rooms (PG-5.12)."""


@dataclasses.dataclass(slots=True)
class Place:
    """A room of the dungeon, as far as it is known: owner, creatures, gold, gems, traps."""

    room: int
    level: int = 0
    is_explored: bool = False
    owner: int | None = None
    has_foes: bool | None = None
    foes: Foes | None = None
    """Creatures in the room; None if it is not known which these are."""
    gold: int = 0
    gems: tuple[int, ...] = ()
    """Number of gems in the room by kind; empty if they are not known."""
    has_trap: bool = False
    is_tapped: bool = False


Template = dict[int, tuple[Foes, int, tuple[int, ...]]]
"""Creatures, gold and gems of rooms by room number, as they were before anybody came. It has the
rooms of sector 0 (one seat's part of the dungeon) and the central hall, as all sectors are alike.
"""


class Board:
    """The dungeon in one turn, from an observation.

    Args:
        seen: Observation of the seat.
        config: Config of the match.
        template: Creatures, gold and gems of rooms before anybody entered them, from earlier turns;
            what the observation shows of such rooms is added to it.
    """

    def __init__(self, seen: wire.Observation, config: wire.Config, template: Template) -> None:
        self.seen = seen
        self.seat = seen.own.seat
        self.is_symmetric = not config.HasField("scenario")
        self._sector = max(1, seen.width * seen.depth)
        self.hall = seen.num_seats * self._sector
        self._width, self._depth = max(1, seen.width), max(1, seen.depth)
        self.homes = {
            seat: seat * self._sector + self._width // 2 for seat in range(seen.num_seats)
        }
        self.home = self.homes.get(self.seat, self._width // 2)
        self.places = {room.room: _place(room) for room in seen.rooms}
        self.rivals: dict[int, list[wire.Dot]] = collections.defaultdict(list)
        for dot in seen.dots:
            if dot.hero.seat != self.seat:
                self.rivals[dot.room].append(dot)
        self._doors: dict[int, set[int]] = collections.defaultdict(set)
        self._spiked: set[tuple[int, int]] = set()
        self._read_doors(seen.rooms)
        if self.is_symmetric:
            self._use_template(template)

    def _read_doors(self, rooms: Iterable[wire.Room]) -> None:
        turns = range(self.seen.num_seats) if self.is_symmetric else range(1)
        for room in rooms:
            for door in room.doors:
                if door.is_spiked:
                    self._spiked |= {(room.room, door.room), (door.room, room.room)}
                # A door is in every sector, turned by a whole number of sectors; the hall's rooms
                # turn into themselves.
                for by in turns:
                    one, other = self._turned(room.room, by), self._turned(door.room, by)
                    self._doors[one].add(other)
                    self._doors[other].add(one)

    def _turned(self, room: int, by: int) -> int:
        return room if room >= self.hall else (room + by * self._sector) % self.hall

    def _use_template(self, template: Template) -> None:
        untouched = [place for place in self.places.values() if not place.is_explored]
        for place in untouched:
            if place.foes is not None and place.gems:
                key = self._key(place.room)
                template.setdefault(key, (place.foes, place.gold, place.gems))
        for place in untouched:
            known = template.get(self._key(place.room))
            # Only where nothing contradicts it: `has_foes` False means that the room was seen
            # empty.
            if known is not None and place.foes is None and place.has_foes is not False:
                place.foes, place.gold, place.gems = known
                place.has_foes = bool(place.foes)

    def _key(self, room: int) -> int:
        return room if room >= self.hall else room % self._sector

    @property
    def gold(self) -> int:
        """Gold in the seat's treasury."""
        return next((one.gold for one in self.seen.players if one.seat == self.seat), 0)

    # Rooms: heroes, creatures and things in them.

    def place(self, room: int) -> Place:
        """Return what is known of a room.

        A room that is not in the observation counts as unknown.
        """
        return self.places.get(room) or Place(room)

    def is_mine(self, room: int) -> bool:
        """Return whether the seat owns a room."""
        return self.place(room).owner == self.seat

    def is_closed(self, room: int) -> bool:
        """Return whether a room is another seat's entry room, which heroes may not enter (PG-5.12)."""
        return room != self.home and room in self.homes.values()

    def is_hostile(self, room: int) -> bool:
        """Return whether creatures or other seats' heroes are known to be in a room."""
        return bool(self.place(room).has_foes) or bool(self.rivals.get(room))

    def tier(self, room: int) -> int:
        """Return how deep a room lies in the dungeon: 0 at the entry rooms to 4 (PG-2.7)."""
        if room >= self.hall:
            return NUM_TIERS - 1
        return min(NUM_TIERS - 1, NUM_TIERS * (room % self._sector // self._width) // self._depth)

    def foes(self, room: int, dice: random.Random) -> Foes:
        """Return the creatures of a room.

        If they are not known, guess them: draw a row at random from the encounter table, which has
        the likely ones by the room's tier.
        """
        place = self.place(room)
        if place.foes is not None:
            return place.foes
        if place.has_foes is False or (place.is_explored and not place.has_foes):
            return ()
        if room >= self.hall:
            return unhurt(HALL)
        last_row = room % self._sector // self._width == self._depth - 1
        if last_row and dice.randrange(self._width) == 0:  # the den may be in any of the row
            return unhurt((wire.CREATURE_DRAGON,))
        rows = [row for row in ENCOUNTERS[self.tier(room)] if row or not place.has_foes]
        return unhurt(dice.choice(rows))

    # Ways.

    def doors(self, room: int) -> list[int]:
        """Return the rooms behind a room's known doors without spikes, ascending."""
        return sorted(
            other for other in self._doors.get(room, ()) if (room, other) not in self._spiked
        )

    def neighbours(self, room: int) -> list[int]:
        """Return the rooms behind a room's known doors, spiked or not, ascending."""
        return sorted(self._doors.get(room, ()))

    def reach(self, start: int) -> dict[int, list[int]]:
        """Return a path to each room that heroes in the room `start` can reach with one move (PG-5.12).

        It is empty if there are known foes in `start`.
        """
        ways: dict[int, list[int]] = {start: []}
        if self.is_hostile(start):
            return {}
        waiting = collections.deque([start])
        while waiting:
            room = waiting.popleft()
            for other in self.doors(room):
                if other not in ways and not self.is_closed(other):
                    ways[other] = [*ways[room], other]
                    if self.is_mine(other) and not self.is_hostile(other):
                        waiting.append(other)
        del ways[start]
        return ways

    def walk(self, start: int, goal: int) -> list[int]:
        """Return a path from the room `start` to the room `goal` that meets no known foes.

        It is the path with the fewest moves, and empty if there is none.
        """
        if self.is_hostile(start):
            return []
        best = {start: 0.0}
        waiting: list[tuple[float, list[int]]] = [(0.0, [start])]
        while waiting:
            cost, way = heapq.heappop(waiting)
            room = way[-1]
            if room == goal:
                return way[1:]
            if cost > best[room]:
                continue
            for other in self.doors(room):
                if self.is_closed(other) or self.is_hostile(other):
                    continue
                step = cost + (_OWN_STEP if self.is_mine(other) else _FOREIGN_STEP)
                if step < best.get(other, step + 1):
                    best[other] = step
                    heapq.heappush(waiting, (step, [*way, other]))
        return []


def unhurt(kinds: Iterable[int]) -> Foes:
    """Return creatures of some kinds with all their hit points."""
    return tuple([(kind, CREATURES[kind].hp) for kind in kinds])


def _place(room: wire.Room) -> Place:
    foes: Foes | None = None
    has_foes = room.has_creatures if room.HasField("has_creatures") else None
    if room.creatures:
        foes = tuple([(one.creature, one.hp) for one in room.creatures])
    elif room.counts:
        foes = unhurt(
            kind.creature
            for kind in sorted(room.counts, key=lambda kind: -kind.creature)
            for _ in range(kind.count)
            if kind.creature in CREATURES
        )
    elif has_foes is False:
        foes = ()
    if foes is not None:
        foes = tuple([one for one in foes if one[0] in CREATURES])
    return Place(
        room.room,
        room.level,
        room.is_explored,
        room.owner if room.HasField("owner") else None,
        has_foes,
        foes,
        room.hoard.gold + room.floor.gold,
        _sum(room.hoard.gems, room.floor.gems) if room.HasField("hoard") else (),
        room.has_trap,
        room.is_tapped,
    )


def _sum(one: Iterable[int], other: Iterable[int]) -> tuple[int, ...]:
    return tuple(map(sum, itertools.zip_longest(one, other, fillvalue=0)))
