"""Random batches of Dungeon Keeper in plain form: likely ones, useless ones, and ones of the wrong form."""

from __future__ import annotations

from typing import Any

from referee.core.rng import Stream
from tests.games.dungeon_keeper.reference_schema import FIELDS
from tests.games.dungeon_keeper.reference_tables import (
    ARTIFACTS,
    BUFFS,
    BUILDINGS,
    ITEMS,
    KINDS,
    PER_MANA,
    SPELLS,
    SPIRITS,
)
from tests.games.dungeon_keeper.reference_world import Cell, Unit, World, distance
from tests.games.dungeon_keeper.rich_positions import chosen

__all__ = ["odd_batch"]

_STRANGE: tuple[Any, ...] = (
    *(None, True, False, 1.5, "", "imp", [], [1], [1, 2, 3], [1, "2"], {}, [True, 1], [0.0, 1]),
    *(-1, 8, 10**6, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 10**30, [2**31, 0], [-5, 3]),
)
_NAMES = {
    "building": tuple(BUILDINGS),
    "item": ITEMS,
    "mode": ("install", "exchange"),
    "spirit": SPIRITS,
    "buff": BUFFS,
    "spell": tuple(SPELLS),
    "artifact": tuple(ARTIFACTS),
    "resource": tuple(PER_MANA),
}
_OFTEN = ("move", "attack", "pickup", "capture", "dig", "mine", "build", "repair")


def odd_batch(w: World, dice: Stream, oddity: int) -> Any:
    """A batch of the acting seat; None for a missed deadline.

    Args:
        w: The match, as the plain reference has it.
        dice: Chooses.
        oddity: One value in so many is wrong; 0 for none.
    """
    return _Maker(w, dice, oddity).batch()


class _Maker:
    def __init__(self, w: World, dice: Stream, oddity: int) -> None:
        self.w, self.dice, self.oddity = w, dice, oddity
        self.seat = w.acting
        self.own = [unit for unit in w.by_id() if unit.controller == self.seat]
        self.able = [unit for unit in self.own if unit.ap]
        self.own_cells = [cell for cell, its in w.buildings.items() if its.owner == self.seat]

    def is_odd(self) -> bool:
        return self.oddity > 0 and self.dice.draw(self.oddity) == 1

    def batch(self) -> Any:
        if self.is_odd():
            return chosen(
                self.dice,
                (
                    None,
                    5,
                    [],
                    "x",
                    {"orders": 3},
                    {"orders": None},
                    {"end_turn": 1},
                    {"delta": "no"},
                    {},
                ),
            )
        orders = [self.order() for _ in range(self.dice.draw(12))]
        batch: dict[str, Any] = {"orders": orders}
        if self.dice.draw(3) == 1:
            batch["end_turn"] = self.dice.draw(2) == 1
        if self.dice.draw(3) == 1:
            batch["delta"] = True
        return batch

    def order(self) -> Any:
        if self.is_odd() and self.is_odd():
            return chosen(self.dice, (*_STRANGE, {"type": 5}, {"type": "fly"}, {"unit": 3}))
        gifted = [its for its in self.able if len(KINDS[its.kind].abilities) > 1]
        others = self.able or self.own
        unit = chosen(self.dice, gifted if gifted and self.dice.draw(2) == 1 else others or [None])
        kind = self.kind_of_order(unit)
        order: dict[str, Any] = {"type": kind}
        fields = list(FIELDS[kind])
        if kind == "attack":
            fields.append("cell" if self.dice.draw(4) == 1 else "target")
        for name in fields:
            if not (self.is_odd() and self.dice.draw(4) == 1):
                order[name] = self.value(kind, name, unit)
        if kind == "cancel_blessing" and (its := self.buffs_of(order.get("target"))):
            order["buff"] = chosen(self.dice, its)
        if self.is_odd():
            order[chosen(self.dice, ("cell", "target", "note"))] = self.value(kind, "target", unit)
        return order

    def buffs_of(self, target: Any) -> list[str]:
        """What could be taken from a unit, three times of four."""
        found = self.w.units.get(target) if isinstance(target, int) else None
        if found is None or self.dice.draw(4) == 1:
            return []
        return [name for name in BUFFS if found.has(name)]

    def kind_of_order(self, unit: Unit | None) -> str:
        draw = self.dice.draw(10)
        if unit is None or draw <= 3:
            return str(chosen(self.dice, FIELDS))
        able = [kind for kind in FIELDS if unit.can(kind)]
        if able and draw <= 7:
            return str(chosen(self.dice, able))
        return str(chosen(self.dice, _OFTEN))

    def value(self, kind: str, name: str, unit: Unit | None) -> Any:
        """A value of a field, likely to be of use."""
        if self.is_odd():
            return chosen(self.dice, _STRANGE)
        w, dice = self.w, self.dice
        if name in _NAMES:
            return chosen(dice, _NAMES[name])
        if name == "unit":
            return self.some_unit(kind, unit)
        if name == "target":
            return self.target(kind, unit)
        if name == "direction":
            return dice.draw(8) - 1
        if name == "amount":
            return dice.draw(5)
        if name == "seat":
            return dice.draw(len(w.seats) + 1) - 1
        if kind == "upgrade_unit" or name == "kind":
            return self.kind_of_unit(kind, unit)
        if name in ("circle", "tower", "source"):
            wanted = "battle_tower" if name == "tower" else name
            own = [cell for cell in self.own_cells if w.buildings[cell].kind == wanted]
            return list(chosen(dice, own if own and dice.draw(5) > 1 else self.any_cells()))
        return list(self.cell(kind, unit))

    def kind_of_unit(self, kind: str, unit: Unit | None) -> str:
        if kind == "summon":
            return str(chosen(self.dice, ("imp", "bes")))
        children = [name for name, row in KINDS.items() if unit and row.parent == unit.kind]
        return str(chosen(self.dice, children if children and self.dice.draw(4) > 1 else KINDS))

    def any_cells(self) -> list[Cell]:
        return [(self.dice.draw(self.w.size + 2) - 2, self.dice.draw(self.w.size + 2) - 2)]

    def some_unit(self, kind: str, unit: Unit | None) -> int:
        if unit is None or self.dice.draw(30) == 1:
            return int(chosen(self.dice, [*self.w.units, 7]))
        if kind == "upgrade_unit" and self.dice.draw(3) > 1:
            sources = [cell for cell in self.own_cells if self.w.buildings[cell].kind == "source"]
            near = [u for u in self.own for cell in sources if distance(cell, u.cell) <= 2]
            return int(chosen(self.dice, near or self.own).id)
        return unit.id

    def target(self, kind: str, unit: Unit | None) -> int:
        """Mostly somebody near who acts, of the side that the order is about."""
        units = self.w.by_id()
        centre = None if unit is None else unit.cell
        towers = [cell for cell in self.own_cells if self.w.buildings[cell].kind == "battle_tower"]
        if kind == "tower_shot" and towers:
            centre = chosen(self.dice, towers)
        if units and centre is not None and self.dice.draw(8) > 1:
            far = self.dice.draw(3)
            near = [other for other in units if distance(other.cell, centre) <= far] or units
            helps = kind in ("heal", "purify", "sacrifice", "cast")
            wanted = [other for other in near if (other.controller == self.seat) == helps]
            if kind == "subjugate":
                resisting = [other for other in wanted if other.can("control_resistance")]
                wanted = resisting or wanted
            return int(chosen(self.dice, wanted if wanted and self.dice.draw(4) > 1 else near).id)
        return int(chosen(self.dice, [other.id for other in units] + [9]))

    def cell(self, kind: str, unit: Unit | None) -> Cell:
        """Mostly a neighbour of the unit, of the sort that the order is about."""
        w, dice = self.w, self.dice
        centre = unit.cell if unit is not None else (w.size // 2, w.size // 2)
        if kind == "summon":
            circles = [cell for cell in self.own_cells if w.buildings[cell].kind == "circle"]
            centre = chosen(dice, circles) if circles else centre
        if dice.draw(15) == 1:
            return self.any_cells()[0]
        far = 3 if kind == "death_cloud" or (kind == "attack" and dice.draw(2) == 1) else 1
        near = [
            (centre[0] + row, centre[1] + col)
            for row in range(-far, far + 1)
            for col in range(-far, far + 1)
        ]
        wanted = [cell for cell in near if self.suits(kind, cell)]
        if kind == "move" and dice.draw(6) == 1:
            wanted = [cell for cell in near if cell != centre and w.at(cell)]
        found: Cell = chosen(dice, wanted if wanted and dice.draw(8) > 1 else near)
        return found

    def suits(self, kind: str, cell: Cell) -> bool:
        w = self.w
        building = w.buildings.get(cell)
        if kind == "dig":
            return cell in w.undug
        if kind == "mine":
            return cell in w.mines
        if kind == "pickup":
            return bool(w.items.get(cell))
        if kind in ("attack", "repair", "rest", "capture"):
            wanted = {"rest": "hospital", "capture": "source"}.get(kind)
            return building is not None and wanted in (None, building.kind)
        if kind in ("fire_breath", "death_cloud"):
            return bool(w.at(cell))
        return w.on_board(cell) and not w.solid(cell)
