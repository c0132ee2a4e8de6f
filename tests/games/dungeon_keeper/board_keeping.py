"""A board kept from observations alone, whole ones and deltas, as a bot keeps it."""

from __future__ import annotations

import dataclasses

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as pb

__all__ = ["Board"]


@dataclasses.dataclass
class Board:
    """What a seat knows. Entries are messages, so that boards with equal entries are equal."""

    head: tuple[int | None, ...] = ()
    """Round, seat, acting seat, batches and orders."""
    turn_order: list[int] = dataclasses.field(default_factory=list)
    cells: dict[tuple[int, int], pb.CellView] = dataclasses.field(default_factory=dict)
    """Every cell of the board."""
    units: dict[int, pb.Unit] = dataclasses.field(default_factory=dict)
    seats: dict[int, pb.Seat] = dataclasses.field(default_factory=dict)

    def read(self, data: bytes) -> pb.Observation:
        """Take an observation in; it is given back.

        Raises:
            AssertionError: A delta has something that is known already, or whole lists.
        """
        seen = pb.Observation.FromString(data)
        if seen.is_delta:
            self._change(seen)
        else:
            self._begin(seen)
        self.head = (
            seen.round,
            seen.you if seen.HasField("you") else None,
            seen.acting_seat if seen.HasField("acting_seat") else None,
            seen.batch if seen.HasField("batch") else None,
            seen.orders if seen.HasField("orders") else None,
        )
        return seen

    def _begin(self, seen: pb.Observation) -> None:
        assert not seen.cells
        assert not seen.gone_units
        self.turn_order = list(seen.turn_order)
        self.cells = {
            (row, col): pb.CellView(row=row, col=col, look=look)
            for row, text in enumerate(seen.rows)
            for col, look in enumerate(text)
        }
        for mine in seen.mines:
            self.cells[mine.row, mine.col].mine.CopyFrom(mine)
        for building in seen.buildings:
            self.cells[building.row, building.col].building.CopyFrom(building)
        for item in seen.items:
            self.cells[item.row, item.col].items.append(item)
        self.units = {unit.id: unit for unit in seen.units}
        self.seats = {seat.seat: seat for seat in seen.seats}

    def _change(self, seen: pb.Observation) -> None:
        assert len(seen.rows) == len(seen.turn_order) == 0
        assert len(seen.mines) == len(seen.buildings) == len(seen.items) == 0
        for cell in seen.cells:
            assert self.cells[cell.row, cell.col] != cell
            self.cells[cell.row, cell.col] = cell
        for unit in seen.gone_units:
            del self.units[unit]
        for one in seen.units:
            assert self.units.get(one.id) != one
            self.units[one.id] = one
        for seat in seen.seats:
            assert self.seats[seat.seat] != seat
            self.seats[seat.seat] = seat
