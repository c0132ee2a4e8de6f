"""What there is in a match of Dungeon Keeper, for the plain reference: dataclasses, dicts and sets."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from tests.games.dungeon_keeper.reference_tables import CHANCES, KINDS
from tests.helpers.splitmix import draws, stream_state, words

__all__ = [
    "LIGHT",
    "NEUTRAL",
    "Building",
    "Cell",
    "Item",
    "Mine",
    "Seat",
    "Unit",
    "World",
    "distance",
    "place",
]

Cell = tuple[int, int]
LIGHT, NEUTRAL = -2, -1


def distance(a: Cell, b: Cell) -> int:
    """Chebyshev."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@dataclasses.dataclass
class Unit:
    """DK-3.5."""

    id: int
    owner: int
    controller: int
    kind: str
    cell: Cell
    hp: int
    ap: int
    artifacts: set[str] = dataclasses.field(default_factory=set)
    spirits: set[str] = dataclasses.field(default_factory=set)
    rune: str | None = None
    taken: list[str] = dataclasses.field(default_factory=list)
    """What the Hero has picked up, in order."""
    upgraded: bool = False
    tower_slowed: bool = False
    ap_debt: int = 0
    fear: int = 0
    capture_cell: Cell | None = None
    capture_points: int = 0
    poison_turns: int = 0
    poison_source: int = NEUTRAL
    statuses: dict[str, int] = dataclasses.field(default_factory=dict)
    """Source seat, by status that does not stack."""
    blade_stacks: int = 0
    blade_turns: int = 0
    blade_source: int = NEUTRAL

    @property
    def is_worker(self) -> bool:
        """DK-3.7: others are combat units."""
        return self.kind in ("imp", "gnome")

    @property
    def max_ap(self) -> int:
        """DK-3.8."""
        return KINDS[self.kind].ap + ("crown" in self.artifacts)

    @property
    def max_hp(self) -> int:
        """DK-3.8."""
        return (
            KINDS[self.kind].hp + 10 * ("amulet" in self.artifacts) + 5 * ("life" in self.spirits)
        )

    @property
    def attack(self) -> int:
        """DK-3.8."""
        plus = 2 * ("sword" in self.artifacts) + ("valour" in self.spirits) + self.has("rage")
        return max(
            0, KINDS[self.kind].attack + plus - self.has("weakness") - self.has("exhaustion")
        )

    @property
    def defence(self) -> int:
        """DK-3.8."""
        plus = 2 * ("armour" in self.artifacts) + ("guardian" in self.spirits)
        plus += self.has("iron_skin") - self.has("corruption") - self.has("exhaustion")
        return max(0, KINDS[self.kind].defence + plus - self.blade_stacks)

    def can(self, ability: str) -> bool:
        """Whether its kind has an ability."""
        return ability in KINDS[self.kind].abilities

    def has(self, status: str) -> bool:
        """Whether it bears a status that does not stack."""
        return status in self.statuses

    def spot(self) -> dict[str, int]:
        """Itself and its place, for events."""
        return {"unit": self.id, "row": self.cell[0], "col": self.cell[1]}

    def forget_capture(self) -> None:
        """Its capture points are cleared."""
        self.capture_cell, self.capture_points = None, 0


@dataclasses.dataclass
class Building:
    """DK-3.9."""

    kind: str
    owner: int
    hp: int
    level: int = 0
    ap: int = 0
    upgraded: bool = False
    low_mark: int = 0
    """Of an Altar (DK-3.14); 0 under version 1."""


@dataclasses.dataclass
class Mine:
    """DK-3.2."""

    kind: str
    left: int


@dataclasses.dataclass
class Item:
    """DK-3.3."""

    kind: str
    gold: int = 0
    taldear: int = 0
    mana: int = 0


@dataclasses.dataclass
class Seat:
    """DK-3.4."""

    stocks: dict[str, int]
    store: dict[str, int]
    spirits: dict[str, int]
    runes: set[str]
    spells: set[str]
    alive: bool = True
    serial: int = 0
    altar_damage: int = 0
    eliminated_order: int = 0
    allies: set[int] = dataclasses.field(default_factory=set)


@dataclasses.dataclass
class World:
    """One match."""

    rules: dict[str, Any]
    """The config, by its names."""
    seed: int
    size: int
    seats: list[Seat]
    turn_order: list[int]
    round: int
    acting: int
    undug: set[Cell]
    mines: dict[Cell, Mine]
    buildings: dict[Cell, Building]
    items: dict[Cell, list[Item]]
    units: dict[int, Unit]
    light_serial: int = 0
    hero_direction: int = 0
    num_eliminated: int = 0
    altars_count: bool = True
    """Whether the last Altar wins (DK-2.20)."""
    over: bool = False
    is_first: bool = False
    """Whether the rules are those of version 1."""
    log: list[tuple[str, dict[str, Any]]] = dataclasses.field(default_factory=list)
    """Events, kind and fields."""
    moment: Callable[[], None] = lambda: None
    """Called at the moments of DK-6.21."""

    def __post_init__(self) -> None:
        self.hero_dice = words(stream_state(self.seed, 2))
        self.dice: Iterator[int] = iter(())
        self.open_dice(self.acting)

    def open_dice(self, key: int) -> None:
        """DK-2.5."""
        self.dice = words(stream_state(self.seed, 1, self.round, key))

    def d100(self) -> int:
        """DK-2.6."""
        return draws(self.dice, [100])[0]

    def hero_roll(self, sides: int) -> int:
        """DK-2.6."""
        return draws(self.hero_dice, [sides])[0] - 1

    def roll(self, unit: Unit, what: str) -> bool:
        """A chance of a unit, with its luck (DK-5.48)."""
        chance = min(100, CHANCES[what] + 20 * unit.has("luck"))
        value = self.d100()
        self.tell("rolled", unit=unit.spot(), roll=what, value=value, chance=chance)
        return value <= chance

    def tell(self, event: str, /, **fields: Any) -> None:
        """Something has happened; fields that are None are not told."""
        self.log.append((event, {name: its for name, its in fields.items() if its is not None}))

    def cells(self) -> Iterator[Cell]:
        """The board, row-major."""
        return ((row, col) for row in range(self.size) for col in range(self.size))

    def on_board(self, cell: Cell) -> bool:
        """Whether there is such a cell."""
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def solid(self, cell: Cell) -> bool:
        """DK-3.1."""
        return cell in self.undug or cell in self.mines or cell in self.buildings

    def by_id(self) -> list[Unit]:
        """All units, by id."""
        return [self.units[number] for number in sorted(self.units)]

    def at(self, cell: Cell) -> list[Unit]:
        """Units of a cell, by id."""
        return [unit for unit in self.by_id() if unit.cell == cell]

    def owned(self, seat: int) -> list[Unit]:
        """Units of a seat, by id."""
        return [unit for unit in self.by_id() if unit.owner == seat]

    def lives(self, unit: Unit) -> bool:
        """Whether it is still there."""
        return self.units.get(unit.id) is unit

    def allied(self, a: int, b: int) -> bool:
        """DK-5.90."""
        return (
            a >= 0 and b >= 0 and a != b and b in self.seats[a].allies and a in self.seats[b].allies
        )

    def hostile(self, seat: int, unit: Unit) -> bool:
        """DK-5.10."""
        return unit.controller != seat and not self.allied(seat, unit.controller)

    def enemy_owner(self, seat: int, owner: int) -> bool:
        """Whether a building of this owner is an enemy's (DK-5.10)."""
        return owner >= 0 and owner != seat and not self.allied(seat, owner)

    def heal(self, unit: Unit, amount: int) -> None:
        """Hit points up to the most it can have."""
        gained = min(amount, unit.max_hp - unit.hp)
        if gained > 0:
            unit.hp += gained
            self.tell("healed", unit=unit.spot(), amount=gained)

    def drop(self, cell: Cell, item: Item) -> None:
        """Something lies on a cell, newest last."""
        self.items.setdefault(cell, []).append(item)
        self.tell("dropped", cell=place(cell), item=item.kind)

    def los(self, a: Cell, b: Cell) -> bool:
        """DK-5.11, as it is written."""
        dr, dc = abs(b[0] - a[0]), abs(b[1] - a[1])
        sr, sc = (b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])

        def blocked(i: int, j: int) -> bool:
            return self.solid((a[0] + sr * i, a[1] + sc * j))

        i = j = 0
        while (i, j) != (dr, dc):
            x, y = (2 * i + 1) * dc, (2 * j + 1) * dr
            if x == y:
                if blocked(i + 1, j) and blocked(i, j + 1):
                    return False
                i, j = i + 1, j + 1
            elif x < y:
                i += 1
            else:
                j += 1
            if (i, j) != (dr, dc) and blocked(i, j):
                return False
        return True


def place(cell: Cell) -> dict[str, int]:
    """A cell, for events."""
    return {"row": cell[0], "col": cell[1]}
