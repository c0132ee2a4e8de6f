"""Where the rooms of a dungeon are drawn, and which of them a door can join (PG-2.4, PG-2.5).

The sectors are a ring around the hall: the first half of them is above it from left to right, the
other half below it from right to left, upside down, so that neighbours are next to each other and
every sector ends at the hall. For four seats:

    sector 0  sector 1
          hall
    sector 3  sector 2

Where a row of sectors ends, the doors to the next sector are on the other side of the hall.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from referee.core.view import Fields

__all__ = ["Layout"]


@dataclasses.dataclass(frozen=True, slots=True)
class Layout:
    """Shape of a dungeon, and the places of its rooms in the picture."""

    sectors: int
    """Number of sectors, one for each seat."""
    width: int
    """Number of columns of a sector, a seat's part of the dungeon."""
    depth: int
    """Number of rows of a sector, a seat's part of the dungeon; the first row is the outermost."""

    @classmethod
    def of(cls, told: Fields) -> Layout:
        """Return the layout of the dungeon in an observation."""
        return cls(told["num_seats"], told["width"], told["depth"])

    @property
    def hall(self) -> int:
        """Number of the hall, the last room."""
        return self.sectors * self.width * self.depth

    def room(self, sector: int, row: int, column: int) -> int:
        """Return the number of the room at a row and column of a sector, each from 0.

        A column outside the sector, such as -1, belongs to the neighbouring sector.
        """
        sector = (sector + column // self.width) % self.sectors
        return (sector * self.depth + row) * self.width + column % self.width

    def sector(self, room: int) -> int:
        """Return the number of the sector that a room other than the hall is in."""
        return room // (self.width * self.depth)

    def is_entry(self, room: int) -> bool:
        """Return whether a room is the entry room of a sector."""
        return room != self.hall and room % (self.width * self.depth) == self.width // 2

    def place(self, room: int) -> tuple[int, int]:
        """Return row and column of a room in the picture, each from 0."""
        above = -(-self.sectors // 2)
        if room == self.hall:
            return self.depth, above * self.width // 2
        sector, row, column = (
            self.sector(room),
            room // self.width % self.depth,
            room % self.width,
        )
        if sector < above:
            return row, sector * self.width + column
        # Half a sector is left at either side of fewer sectors below than above.
        margin = (2 * above - self.sectors) * self.width // 2
        # Below the hall the picture is turned by half a circle, so rows and columns count
        # backwards.
        last = above * self.width - 1 - margin
        return 2 * self.depth - row, last - (sector - above) * self.width - column

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield each pair of rooms that may have a door between them, each pair once."""
        for sector in range(self.sectors):
            for row in range(self.depth):
                for column in range(self.width):
                    room = self.room(sector, row, column)
                    yield room, self.room(sector, row, column + 1)
                    is_last = row == self.depth - 1
                    yield room, self.hall if is_last else self.room(sector, row + 1, column)

    def are_apart(self, room: int, other: int) -> bool:
        """Return whether two neighbouring rooms are drawn too far from each other for a door to be drawn between them."""
        if self.hall in (room, other):
            return False
        (row, column), (other_row, other_column) = self.place(room), self.place(other)
        return abs(row - other_row) + abs(column - other_column) > 1
