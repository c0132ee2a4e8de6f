"""Random positions in the format of DK-2.20, full of all that the rulebook knows."""

from __future__ import annotations

from typing import Any

from referee.core.rng import Stream
from tests.games.dungeon_keeper.reference_tables import (
    ARTIFACTS,
    BUILDINGS,
    ITEMS,
    KINDS,
    RUNES,
    SPELLS,
    SPIRITS,
    STATUSES,
)

__all__ = ["chosen", "rich_position"]

_FIGHTERS = [kind for kind in KINDS if kind not in ("imp", "hero", "gnome")]


def chosen(dice: Stream, options: Any) -> Any:
    """One of them."""
    listed = list(options)
    return listed[dice.draw(len(listed)) - 1]


def _some(dice: Stream, options: Any, one_in: int) -> list[Any]:
    return [option for option in options if dice.draw(one_in) == 1]


def rich_position(dice: Stream, num_seats: int) -> dict[str, Any]:
    """A position in which armies of all kinds stand among each other.

    Args:
        dice: Chooses.
        num_seats: Seats, 2 to 8.
    """
    return _Maker(dice, num_seats).make()


class _Maker:
    def __init__(self, dice: Stream, num_seats: int) -> None:
        self.dice, self.num_seats = dice, num_seats
        self.size = 6 + num_seats + dice.draw(3)
        self.free = [(row, col) for row in range(self.size) for col in range(self.size)]
        dice.shuffle(self.free)
        self.position: dict[str, Any] = {"players": num_seats, "size": self.size}

    def take(self) -> dict[str, int]:
        row, col = self.free.pop()
        return {"row": row, "col": col}

    def make(self) -> dict[str, Any]:
        dice = self.dice
        order = list(range(self.num_seats))
        dice.shuffle(order)
        buildings = [self.building(kind, seat) for seat in order for kind in self.kinds_of_seat()]
        buildings += [self.building(kind, -1) for kind in ("wall", "wall", "source")]
        mines = [
            {**self.take(), "kind": kind, "left": dice.draw(25)}
            for kind in ("gold_mine", "iron_mine", "gem_mine")
        ]
        rocks = {self.free.pop() for _ in range(len(self.free) * dice.draw(4) // 8)}
        self.position |= {
            "turn_order": order,
            "acting_seat": chosen(dice, order),
            "round": dice.draw(6),
            "rows": [
                "".join("#" if (row, col) in rocks else "." for col in range(self.size))
                for row in range(self.size)
            ],
            "mines": mines,
            "buildings": buildings,
            "items": [self.item() for _ in range(dice.draw(12))],
            "seats": [self.seat() for _ in order],
            "hero_direction": dice.draw(4) - 1,
        }
        units = [unit for seat in range(self.num_seats) for unit in self.units_of(seat)]
        if dice.draw(2) == 1:
            units += self.light_units()
        self.position["units"] = units
        return self.position

    def kinds_of_seat(self) -> list[str]:
        others = [kind for kind in BUILDINGS if kind not in ("altar", "source", "wall")]
        return ["altar", "source", *_some(self.dice, [*others, *others], 3)]

    def building(self, kind: str, owner: int) -> dict[str, Any]:
        building: dict[str, Any] = {**self.take(), "kind": kind, "owner": owner}
        if kind == "source":
            building["level"] = self.dice.draw(10)
        elif self.dice.draw(2) == 1:
            building["hp"] = self.dice.draw(max(1, BUILDINGS[kind].hp // self.dice.draw(12)))
        return building

    def item(self) -> dict[str, Any]:
        kind = chosen(self.dice, ITEMS)
        row, col = chosen(self.dice, self.free)
        content = {
            "chest": {"gold": 40 + self.dice.draw(9), "taldear": self.dice.draw(3)},
            "mana_crystal": {"mana": self.dice.draw(50)},
        }
        return {"row": row, "col": col, "kind": kind, **content.get(kind, {})}

    def seat(self) -> dict[str, Any]:
        dice = self.dice
        most = chosen(dice, (20, 80, 400, 400))
        stocks = {name: dice.draw(most) for name in ("gold", "iron", "taldear", "mana")}
        if dice.draw(2) == 1:
            stocks["mana"] += 200
        return {
            **stocks,
            "store": [dice.draw(3) - 1 for _ in ARTIFACTS],
            "spirits": [dice.draw(3) - 1 for _ in SPIRITS],
            "runes": _some(dice, RUNES, 2),
            "spells": _some(dice, SPELLS, 2),
        }

    def units_of(self, seat: int) -> list[dict[str, Any]]:
        dice = self.dice
        cells = [self.free.pop() for _ in range(1 + dice.draw(3))]
        cells += [self.free_beside_own(seat) for _ in range(1 + dice.draw(3))]
        kinds = ["imp"] * dice.draw(2) + [chosen(dice, _FIGHTERS) for _ in range(3 + dice.draw(6))]
        return [self.unit(seat, kind, chosen(dice, cells)) for kind in kinds]

    def free_beside_own(self, seat: int) -> tuple[int, int]:
        """A free cell beside a building of the seat, if there is one."""
        own = [b for b in self.position["buildings"] if b["owner"] == seat]
        beside = [
            cell
            for cell in self.free
            if any(max(abs(cell[0] - b["row"]), abs(cell[1] - b["col"])) == 1 for b in own)
        ]
        found: tuple[int, int] = chosen(self.dice, beside or self.free)
        self.free.remove(found)
        return found

    def unit(self, owner: int, kind: str, cell: tuple[int, int]) -> dict[str, Any]:
        dice = self.dice
        unit: dict[str, Any] = {"owner": owner, "kind": kind, "row": cell[0], "col": cell[1]}
        unit |= {"artifacts": _some(dice, ARTIFACTS, 5), "spirits": _some(dice, SPIRITS, 6)}
        if dice.draw(3) == 1:
            unit["hp"] = dice.draw(KINDS[kind].hp)
        if dice.draw(8) == 1:
            unit["rune"] = chosen(dice, RUNES)
        statuses = _some(dice, [*STATUSES, "cursed_blade", "fear", "poison"], 8)
        unit["statuses"] = [self.status(name) for name in statuses]
        return unit

    def status(self, name: str) -> dict[str, Any]:
        status: dict[str, Any] = {"status": name}
        if name != "fear":
            status["source"] = self.dice.draw(self.num_seats) - 1
        if name in ("fear", "cursed_blade"):
            status["stacks"] = self.dice.draw(3)
        return status

    def light_units(self) -> list[dict[str, Any]]:
        cell = self.free.pop()
        hero = {
            **self.unit(-2, "hero", cell),
            "artifacts": list(ARTIFACTS),
            "hp": self.dice.draw(50),
        }
        gnome = {**self.unit(-2, "gnome", cell), "artifacts": []}
        return [hero, gnome][: self.dice.draw(2)]
