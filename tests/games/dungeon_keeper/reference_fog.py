"""What seats see and remember under fog in the plain reference (DK-6.20, DK-6.21)."""

from __future__ import annotations

from typing import Any

from tests.games.dungeon_keeper.reference_world import Cell, World, distance

__all__ = ["Fog"]


class Fog:
    """Sight and memory of all seats."""

    def __init__(self, w: World) -> None:
        self.w = w
        self.vision: list[set[Cell]] = [set() for _ in w.seats]
        self.memory: list[dict[Cell, Any]] = [{} for _ in w.seats]
        """What each seat has last seen of each cell: mark, mine, building, kinds of items."""

    def look(self) -> None:
        """A moment of DK-6.21."""
        for seat in range(len(self.w.seats)):
            self.vision[seat] = self._in_sight(seat)
            for cell in self.vision[seat]:
                self.memory[seat][cell] = self.face(cell)

    def face(self, cell: Cell) -> dict[str, Any]:
        """What a cell shows."""
        w = self.w
        mine, building = w.mines.get(cell), w.buildings.get(cell)
        mark = "#" if cell in w.undug else "m" if mine else "b" if building else "."
        return {
            "mark": mark,
            "mine": None if mine is None else (mine.kind, mine.left),
            "building": None if building is None else vars(building).copy(),
            "items": [item.kind for item in w.items.get(cell, [])],
        }

    def _in_sight(self, seat: int) -> set[Cell]:
        """DK-6.20."""
        w = self.w
        eyes = {unit.cell for unit in w.units.values() if seat in (unit.owner, unit.controller)}
        eyes |= {cell for cell, building in w.buildings.items() if building.owner == seat}
        return {
            cell
            for eye in eyes
            for cell in self._near(eye)
            if distance(eye, cell) <= 1 or w.los(eye, cell)
        }

    def _near(self, eye: Cell) -> list[Cell]:
        far = self.w.rules["sight_radius"]
        rows = range(max(0, eye[0] - far), min(self.w.size, eye[0] + far + 1))
        cols = range(max(0, eye[1] - far), min(self.w.size, eye[1] + far + 1))
        return [(row, col) for row in rows for col in cols]
