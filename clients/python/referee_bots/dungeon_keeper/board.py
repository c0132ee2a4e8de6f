"""The board of Dungeon Keeper as a bot knows it, in plain Python objects (DK-3)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import NamedTuple

from gamereferee.games.dungeon_keeper.v1.tables import (
    NEUTRAL,
    SLOWING_RADIUS,
    SOURCE_RADIUS,
    UNITS,
    Ability,
    Building,
    Kind,
    UnitRow,
)
from referee_bots.dungeon_keeper.ground import BUILT, EMPTY, Grid

__all__ = ["Board", "House", "Mine", "Rules", "Seat", "Unit"]


def _able(ability: Ability) -> frozenset[Kind]:
    return frozenset(kind for kind in Kind if ability in UNITS[kind].abilities)


# Looked up in advance, because what an attack is worth is asked many thousand times a turn.
_RANGED, _ZEALOUS = _able(Ability.RANGED), _able(Ability.ZEAL)
_BREAKERS, _VAMPIRES = _able(Ability.WALL_BREAKER), _able(Ability.VAMPIRISM)


class Rules(NamedTuple):
    """Parts of a match's config of Dungeon Keeper that bots need: caps, and yields of mines (DK-2.1)."""

    num_seats: int = 2
    is_mirrored: bool = False
    max_rounds: int = 150
    unit_cap: int = 20
    stack_limit: int = 20
    gold_per_ap: int = 10
    iron_per_ap: int = 10
    gem_per_ap: int = 1
    max_orders: int = 600
    max_batches: int = 64
    waning_round: int = 0
    """Round from which on Altars lose hit points each round (wane) and can't be repaired; 0 if they
    never do, as under version 1 of the rules.
    """


@dataclasses.dataclass(slots=True)
class Unit:
    """A unit on the board of Dungeon Keeper: kind, owner, cell and present values (DK-3.5)."""

    id: int
    owner: int
    controller: int
    kind: Kind
    cell: int
    hp: int
    ap: int
    attack: int
    defence: int
    max_hp: int
    max_ap: int
    artifacts: frozenset[int] = frozenset()
    rune: int | None = None
    is_upgraded: bool = False
    """Whether the unit was upgraded in this turn."""
    is_slowed: bool = False
    """Whether a slowing tower has slowed the unit in this turn."""
    is_ghostly: bool = False
    capture_cell: int | None = None
    capture_points: int = 0

    @property
    def row(self) -> UnitRow:
        """Row of the rule table for the unit's kind."""
        return UNITS[self.kind]

    @property
    def is_worker(self) -> bool:
        """Whether the unit is a worker and no combat unit."""
        return UNITS[self.kind].is_worker

    @property
    def is_ranged(self) -> bool:
        """Whether the unit can attack from a distance."""
        return self.kind in _RANGED

    @property
    def has_zeal(self) -> bool:
        """Whether an attack of the unit may be followed by a second attack, at random (zeal)."""
        return self.kind in _ZEALOUS

    @property
    def breaks_walls(self) -> bool:
        """Whether the unit does more damage to buildings than other units do (wall breaker)."""
        return self.kind in _BREAKERS

    @property
    def is_vampire(self) -> bool:
        """Whether the unit's attacks heal it."""
        return self.kind in _VAMPIRES


@dataclasses.dataclass(slots=True)
class House:
    """A building on the board of Dungeon Keeper: kind, owner, hit points and level (DK-3.9)."""

    kind: Building
    owner: int
    hp: int = 0
    level: int = 0
    ap: int = 0
    is_upgraded: bool = False
    """Whether the building is a Source (it gives mana each turn) whose level was raised in this
    turn.
    """
    low_mark: int = 0
    """Lowest number of hit points that an Altar has had so far. Only hit points below this mark
    count for the seat that takes them (DK-3.14). 0 if all hit points count, as under version 1 of
    the rules.
    """


@dataclasses.dataclass(slots=True)
class Mine:
    """A mine on the board of Dungeon Keeper: its kind, and how much it still holds (DK-3.2)."""

    kind: int
    left: int


@dataclasses.dataclass(slots=True)
class Seat:
    """State of a seat of Dungeon Keeper: its resources, stored items, runes and allies (DK-3.4).

    Under fog, the resources of other seats are unknown and 0.
    """

    is_alive: bool = True
    serial: int = 0
    """Number of units that the seat has made so far."""
    gold: int = 0
    iron: int = 0
    taldear: int = 0
    mana: int = 0
    store: list[int] = dataclasses.field(default_factory=lambda: [0] * 4)
    runes: frozenset[int] = frozenset()
    """Runes (items that allow further upgrades of units) that are installed in the seat's Altar."""
    allies: frozenset[int] = frozenset()
    """Seats with which this seat has declared an alliance."""


@dataclasses.dataclass(slots=True)
class Board:
    """Everything that a bot knows about a match of Dungeon Keeper at present."""

    grid: Grid
    me: int
    """Index of the bot's own seat, 0-based."""
    land: list[int]
    """Terrain of each cell, by cell index."""
    round: int = 1
    mines: dict[int, Mine] = dataclasses.field(default_factory=dict)
    houses: dict[int, House] = dataclasses.field(default_factory=dict)
    """Buildings by cell index."""
    items: dict[int, list[int]] = dataclasses.field(default_factory=dict)
    """Kinds of the items on each cell, by cell index, in order of arrival."""
    units: dict[int, Unit] = dataclasses.field(default_factory=dict)
    """Units by their ids."""
    seats: list[Seat] = dataclasses.field(default_factory=list)
    rules: Rules = dataclasses.field(default_factory=Rules)
    stacks: dict[int, list[Unit]] = dataclasses.field(default_factory=dict)
    """Units by cell index; made by `settle`, kept up to date by `put`, `add` and `remove`."""

    def settle(self) -> None:
        """Sort `units` by id, and make `stacks`, the index of units by cell, from them."""
        self.units = dict(sorted(self.units.items()))
        self.stacks = {}
        for unit in self.units.values():
            self.stacks.setdefault(unit.cell, []).append(unit)

    def copy(self) -> Board:
        """Return a board that can be changed without changing this one."""
        other = dataclasses.replace(
            self,
            land=list(self.land),
            mines={cell: dataclasses.replace(mine) for cell, mine in self.mines.items()},
            houses={cell: dataclasses.replace(house) for cell, house in self.houses.items()},
            items={cell: list(items) for cell, items in self.items.items()},
            units={id_: dataclasses.replace(unit) for id_, unit in self.units.items()},
            seats=[dataclasses.replace(seat, store=list(seat.store)) for seat in self.seats],
        )
        # Makes the copy's own stacks: those taken over hold the units of this board.
        other.settle()
        return other

    # Seats.

    @property
    def mine(self) -> Seat:
        """State of the bot's own seat."""
        return self.seats[self.me]

    def is_hostile_seat(self, seat: int) -> bool:
        """Return whether units and buildings of this owner are an enemy's (DK-5.10).

        Units of the light (owner -2) are hostile; neutral owners (-1) and allied seats are not.
        """
        if seat in {self.me, NEUTRAL}:
            return False
        return seat < 0 or not (seat in self.mine.allies and self.me in self.seats[seat].allies)

    def own(self) -> list[Unit]:
        """Return the units that the bot owns and controls, by id."""
        return [u for u in self.units.values() if u.owner == self.me == u.controller]

    def workers(self) -> list[Unit]:
        """Return the bot's imps (its workers), by id."""
        return [unit for unit in self.own() if unit.kind == Kind.IMP]

    def fighters(self) -> list[Unit]:
        """Return the bot's units that are no imps (workers), by id."""
        return [unit for unit in self.own() if unit.kind != Kind.IMP]

    def enemies(self) -> list[Unit]:
        """Return the hostile units, units of the light included, by id."""
        return [u for u in self.units.values() if self.is_hostile_seat(u.controller)]

    def barred(self) -> set[int]:
        """Return the cells that the bot's units can't enter because of other owners' units (DK-5.12)."""
        return {cell for cell, units in self.stacks.items() if units[0].owner != self.me}

    def upkeep(self) -> int:
        """Return the mana that the bot's units will cost at the start of its next turn (DK-5.3)."""
        return sum(u.row.upkeep for u in self.units.values() if u.owner == self.me)

    def num_units(self) -> int:
        """Return the number of units that the bot owns."""
        return sum(unit.owner == self.me for unit in self.units.values())

    # Buildings.

    def houses_of(self, seat: int, kind: Building) -> list[int]:
        """Return the cells of a seat's buildings of some kind, row by row."""
        return sorted(
            cell
            for cell, house in self.houses.items()
            if house.owner == seat and house.kind == kind
        )

    def altar(self, seat: int) -> int | None:
        """Return the cell of a seat's Altar, whose loss eliminates the seat; None if it is not known."""
        return next(iter(self.houses_of(seat, Building.ALTAR)), None)

    def enemy_altars(self) -> list[int]:
        """Return cells of the Altars of living enemies, as far as they are known."""
        return [
            altar
            for seat, other in enumerate(self.seats)
            if other.is_alive and self.is_hostile_seat(seat)
            if (altar := self.altar(seat)) is not None
        ]

    def targets(self) -> list[int]:
        """Return the cells of buildings that may be attacked (DK-5.20).

        They are all walls, and enemies' buildings except their Sources.
        """
        return sorted(
            cell
            for cell, house in self.houses.items()
            if house.kind != Building.SOURCE
            and (house.owner == NEUTRAL or self.is_hostile_seat(house.owner))
        )

    def income(self) -> int:
        """Return the mana that the bot's Sources (its buildings of mana) give at its next turn's start."""
        return sum(self.houses[cell].level for cell in self.houses_of(self.me, Building.SOURCE))

    def is_near_source(self, cell: int) -> bool:
        """Return whether a cell is near an own Source, so that units on it can be upgraded (DK-5.62)."""
        return any(
            self.grid.distance(cell, source) <= SOURCE_RADIUS
            for source in self.houses_of(self.me, Building.SOURCE)
        )

    def is_slowing(self, cell: int) -> bool:
        """Return whether an enemy's slowing tower, which costs units an action point, reaches a cell.

        The tower's reach is an aura of DK-5.14.
        """
        return any(
            house.kind == Building.SLOWING_TOWER
            and self.is_hostile_seat(house.owner)
            and self.grid.distance(cell, tower) <= SLOWING_RADIUS
            for tower, house in self.houses.items()
        )

    # Changes.

    def put(self, unit: Unit, cell: int) -> None:
        """Move a unit that is on the board to another cell."""
        self._leave(unit)
        unit.cell = cell
        self.stacks.setdefault(cell, []).append(unit)

    def add(self, unit: Unit) -> None:
        """Put a new unit on the board, on its own `cell`."""
        self.units[unit.id] = unit
        self.stacks.setdefault(unit.cell, []).append(unit)

    def remove(self, unit: Unit) -> None:
        """Remove a unit from the board; its items drop on its cell (DK-5.25)."""
        self._leave(unit)
        del self.units[unit.id]
        # Items by number: 2 to 4 are runes, 5 to 8 artifacts.
        dropped = [5 + artifact for artifact in sorted(unit.artifacts)]
        if unit.rune is not None:
            dropped.append(2 + unit.rune)
        if dropped:
            self.items.setdefault(unit.cell, []).extend(dropped)

    def raze(self, cell: int) -> None:
        """Turn a mine, or a building that has been destroyed, into an empty cell."""
        self.mines.pop(cell, None)
        self.houses.pop(cell, None)
        self.land[cell] = EMPTY

    def build(self, cell: int, house: House) -> None:
        """Put the building `house` on a cell."""
        self.houses[cell] = house
        self.land[cell] = BUILT

    def empty_around(self, cell: int) -> Iterable[int]:
        """Return the empty neighbours of a cell, in the order of directions."""
        return (near for near in self.grid.around[cell] if self.land[near] == EMPTY)

    def _leave(self, unit: Unit) -> None:
        stack = self.stacks[unit.cell]
        stack.remove(unit)
        if not stack:
            del self.stacks[unit.cell]
