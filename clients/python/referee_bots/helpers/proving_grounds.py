"""Rooms of Proving Grounds: numbers, sectors, tiers, doors and ways (PG-2.4 to PG-2.8, PG-5.12)."""

from __future__ import annotations

import collections
import dataclasses
import heapq
from collections.abc import Iterable

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import NUM_TIERS

__all__ = ["Dungeon", "Layout"]

_OWN_STEP, _FOREIGN_STEP = 0.01, 1.0
"""Cost of a step into an own room, and into another one. A move goes on through own rooms, and ends
in other rooms (PG-5.12)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Layout:
    """Numbers of rooms in a dungeon of some size: which sector, row and tier a room is in, and what is next to it."""

    num_seats: int
    """Number of seats, each with a sector of the dungeon."""
    width: int
    """Number of columns of a sector."""
    depth: int
    """Number of rows of a sector; row 0 is at the rim, the last one next to the hall."""
    sector: int = dataclasses.field(init=False)
    """Number of rooms in a sector."""
    hall: int = dataclasses.field(init=False)
    """Number of the central hall, the highest of all rooms."""

    def __post_init__(self) -> None:
        """Compute `sector` and `hall`."""
        object.__setattr__(self, "sector", self.width * self.depth)
        object.__setattr__(self, "hall", self.num_seats * self.sector)

    @classmethod
    def of(cls, seen: wire.Observation) -> Layout:
        """Return the layout of the dungeon of an observation."""
        return cls(seen.num_seats, max(1, seen.width), max(1, seen.depth))

    def entry(self, seat: int) -> int:
        """Return a seat's entry room, where its heroes begin and gems are brought."""
        return seat * self.sector + self.width // 2

    def is_entry(self, room: int) -> bool:
        """Return whether a room is the entry room of some seat."""
        return room < self.hall and room % self.sector == self.width // 2

    def seat_of(self, room: int) -> int | None:
        """Return the seat whose sector a room is in; None for the hall."""
        return room // self.sector if room < self.hall else None

    def row(self, room: int) -> int:
        """Return the row of a room in its sector, from 0 at the rim; for the hall `depth`."""
        return room % self.sector // self.width if room < self.hall else self.depth

    def column(self, room: int) -> int:
        """Return the column of a room in its sector, from 0; 0 for the hall."""
        return room % self.width if room < self.hall else 0

    def tier(self, room: int) -> int:
        """Return how deep a room lies in the dungeon: 0 at the entry rooms to 4, as in the hall (PG-2.7)."""
        if room >= self.hall:
            return NUM_TIERS - 1
        return min(NUM_TIERS - 1, NUM_TIERS * self.row(room) // self.depth)

    def twin(self, room: int) -> int:
        """Return the room of sector 0 that is like a room, as all sectors are copies (PG-2.8); the hall is its own."""
        return room if room >= self.hall else room % self.sector

    def turned(self, room: int, by: int) -> int:
        """Return the room that is like a room, `by` sectors further on; the hall is its own."""
        return room if room >= self.hall else (room + by * self.sector) % self.hall

    def beside(self, room: int) -> list[int]:
        """Return the rooms to which a room may have doors, in door order (PG-2.5), known or not.

        That is outward, left, right, inward. The hall is next to the last row of every sector, though
        only one room of each has a door to it.
        """
        if room >= self.hall:
            return [other for other in range(self.hall) if self.row(other) == self.depth - 1]
        base, row, column = room - room % self.sector, self.row(room), self.column(room)
        found = [room - self.width] if row else []
        for step in (-1, 1):
            # From the border of a sector into the one at its side, in the same row.
            crossed = (column + step) // self.width
            there = self.turned(base, crossed) + row * self.width + (column + step) % self.width
            found.append(there)
        found.append(room + self.width if row < self.depth - 1 else self.hall)
        return found


class Dungeon:
    """The dungeon of Proving Grounds as an observation shows it: doors, owners, foes, and ways through it.

    Args:
        seen: Observation of a seat.
        is_generated: Whether the dungeon is no scenario, so that all sectors have the same doors
            (PG-2.8): `not config.HasField("scenario")`.
    """

    def __init__(self, seen: wire.Observation, *, is_generated: bool = True) -> None:
        self.layout = Layout.of(seen)
        """Numbers of rooms, rows, tiers and sectors."""
        self.seat = seen.own.seat
        """Index of the seat that the observation is of."""
        self.home = self.layout.entry(self.seat)
        """Entry room of the seat."""
        self.rooms = {room.room: room for room in seen.rooms}
        """What the observation says of each room, by number."""
        self.rivals: dict[int, list[wire.Dot]] = collections.defaultdict(list)
        """Living heroes of other seats, by the room that they are in."""
        for dot in seen.dots:
            if dot.hero.seat != self.seat:
                self.rivals[dot.room].append(dot)
        self._doors: dict[int, set[int]] = collections.defaultdict(set)
        self._spiked: set[tuple[int, int]] = set()
        self._read_doors(seen.rooms, range(self.layout.num_seats if is_generated else 1))

    def _read_doors(self, rooms: Iterable[wire.Room], turns: range) -> None:
        turned = self.layout.turned
        for room in rooms:
            for door in room.doors:
                if door.is_spiked:
                    self._spiked |= {(room.room, door.room), (door.room, room.room)}
                # A door is in every sector, turned by a whole number of sectors; the hall's rooms
                # turn into themselves.
                for by in turns:
                    one, other = turned(room.room, by), turned(door.room, by)
                    self._doors[one].add(other)
                    self._doors[other].add(one)

    # Rooms.

    def tier(self, room: int) -> int:
        """Return how deep a room lies in the dungeon: 0 at the entry rooms to 4 (PG-2.7)."""
        return self.layout.tier(room)

    def is_mine(self, room: int) -> bool:
        """Return whether the seat owns a room."""
        shown = self.rooms.get(room)
        return shown is not None and shown.HasField("owner") and shown.owner == self.seat

    def is_closed(self, room: int) -> bool:
        """Return whether a room is another seat's entry room, which heroes may not enter (PG-5.12)."""
        return room != self.home and self.layout.is_entry(room)

    def is_hostile(self, room: int) -> bool:
        """Return whether creatures or other seats' heroes are known to be in a room."""
        shown = self.rooms.get(room)
        return bool(self.rivals.get(room)) or (shown is not None and shown.has_creatures)

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

        A path leads through own rooms, has no room `start`, and is one of those with the fewest
        rooms. The result is empty if there are known foes in `start`.
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
