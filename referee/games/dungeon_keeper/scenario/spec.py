"""Form of hand-made positions in a Dungeon Keeper config (DK-2.20).

Each field declares what values it can have, its default, which kinds of things have it, and in
which column of the state it is. `checks` decides whether a position is possible; `placing` makes a
match from a position, and `plain` a position from a match.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
from typing import Annotated, Literal, TypeVar

from pydantic import BeforeValidator, Field

from referee.core.config import GameConfig
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.tables import (
    CAPTURE_AP,
    MAX_SEATS,
    TOWER_AP,
    Artifact,
    Building,
    Item,
    Kind,
    MineKind,
    Rune,
    Spell,
    Spirit,
    Status,
)
from referee.kit.records import Int32, OneOf, Presence

__all__ = [
    "MAX_SIZE",
    "MIN_SIZE",
    "MOST_STOCK",
    "InColumn",
    "Many",
    "OfKinds",
    "Scenario",
    "ScenarioBuilding",
    "ScenarioItem",
    "ScenarioMine",
    "ScenarioSeat",
    "ScenarioStatus",
    "ScenarioUnit",
    "Seat",
    "marked",
    "mine_kind",
    "named",
    "not_of",
]

MIN_SIZE, MAX_SIZE = 5, 63
"""Smallest and largest side of a board, in cells (DK-2.1)."""
MOST_STOCK = 1_000_000
"""Highest amount of any stock that a seat can begin with."""
_MOST = 10_000
_MOST_COUNT = 1000

EnumT = TypeVar("EnumT", bound=enum.IntEnum)
MarkerT = TypeVar("MarkerT")


@dataclasses.dataclass(frozen=True, slots=True)
class InColumn:
    """Marker of a scenario's field: the column of its number in a row of the state.

    The row is that of the unit, building, item or seat that has the field. For a field with several
    numbers it is the first of their columns.
    """

    number: int


@dataclasses.dataclass(frozen=True, slots=True)
class OfKinds:
    """Marker of a scenario's field: kinds of units, buildings and so on that have the field.

    For things of all other kinds the field is absent or 0.
    """

    kinds: tuple[enum.IntEnum, ...]
    title: str = ""
    """Name of the kind as error messages give it; empty if there are several kinds."""


@functools.cache
def marked(cls: type[GameConfig], marker: type[MarkerT]) -> dict[str, MarkerT]:
    """Return the markers of the class `marker` on fields of a record class, `cls`, by the fields' names."""
    return {
        name: said
        for name, field in cls.model_fields.items()
        for said in field.metadata
        if isinstance(said, marker)
    }


def not_of(cls: type[GameConfig], kind: enum.IntEnum) -> dict[str, OfKinds]:
    """Return the fields that things of a kind do not have, by name, each with its marker."""
    some = marked(cls, OfKinds).items()
    return {name: holders for name, holders in some if kind not in holders.kinds}


def named(kinds: type[EnumT], name: str) -> EnumT:
    """Return the member of the enum `kinds` that the rulebook calls `name`; an identifier is a name in lower case."""
    return kinds[name.upper()]


Many = BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)
"""Validator that accepts a list for a tuple, since JSON has only lists and a config is strict."""

_Index = Annotated[int, Field(ge=0, lt=MAX_SIZE), Presence(is_explicit=False)]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
_Stock = Annotated[int | None, Field(ge=0, le=MOST_STOCK)]
_Count = Annotated[int, Field(ge=0, le=_MOST_COUNT)]


def _in_full(kind: object) -> object:
    """Return the full name of a mine's kind: `gold_mine` for `gold`; any other value unchanged.

    Older files and replays have the short names.
    """
    holdings = [each.name.lower() for each in MineKind]
    return f"{kind}_mine" if kind in holdings else kind


def mine_kind(name: str) -> MineKind:
    """Return the MineKind for a full or short name such as `gold_mine` or `gold`."""
    return named(MineKind, name.removesuffix("_mine"))


class ScenarioMine(GameConfig):
    """A mine of a scenario (DK-2.20)."""

    row: _Index
    """Row of the mine's cell, from 0 at the top."""
    col: _Index
    """Column of the mine's cell, from 0 at the left."""
    kind: Annotated[Literal["gold_mine", "iron_mine", "gem_mine"], BeforeValidator(_in_full)]
    """Kind of the mine; what it holds, such as `gold`, is accepted too."""
    left: int | None = Field(default=None, ge=1, le=_MOST)
    """Amount left in the mine; by default the config's amount for its kind."""


_ALTAR, _SOURCE = OfKinds((Building.ALTAR,), "Altar"), OfKinds((Building.SOURCE,), "Source")
_TOWER = OfKinds((Building.BATTLE_TOWER,), "battle tower")
_CHEST, _CRYSTAL = OfKinds((Item.CHEST,)), OfKinds((Item.MANA_CRYSTAL,))
_BLADE_OR_POISON = OfKinds((Status.CURSED_BLADE, Status.POISON))
_BLADE_OR_FEAR = OfKinds((Status.CURSED_BLADE, Status.FEAR))


class ScenarioBuilding(GameConfig):
    """A building of a scenario (DK-2.20)."""

    row: _Index
    """Row of the building's cell, from 0 at the top."""
    col: _Index
    """Column of the building's cell, from 0 at the left."""
    kind: Annotated[str, OneOf(Building)]
    """Kind of the building."""
    owner: Annotated[int, Int32()] = Field(default=-1, ge=-1, lt=MAX_SEATS)
    """Seat that owns the building; -1 for walls and neutral Sources."""
    hp: Annotated[int | None, InColumn(c.B_HP)] = Field(default=None, ge=1, le=100)
    """Hit points of the building; by default all that its kind can have."""
    level: Annotated[int | None, _SOURCE, InColumn(c.B_LEVEL)] = Field(default=None, ge=1, le=10)
    """Level of a Source; by default base_source_level, or 1 for a neutral one."""
    ap: Annotated[int | None, _TOWER, InColumn(c.B_AP)] = Field(default=None, ge=0, le=TOWER_AP)
    """Action points of a battle tower; by default 3."""
    upgraded: Annotated[bool, _SOURCE, InColumn(c.B_UPGRADED)] = False
    """Whether a Source was upgraded in this turn."""
    low_mark: Annotated[int | None, _ALTAR, InColumn(c.B_LOW)] = Field(default=None, ge=1, le=100)
    """Low mark of an Altar, the lowest hit points that it has had (DK-3.14); by default its hit points."""


class ScenarioItem(GameConfig):
    """An item that lies on a cell in a scenario; items of a cell are in order of arrival."""

    row: _Index
    """Row of the item's cell, from 0 at the top."""
    col: _Index
    """Column of the item's cell, from 0 at the left."""
    kind: Annotated[str, OneOf(Item)]
    """Kind of the item."""
    gold: Annotated[int, _CHEST, InColumn(c.I_GOLD)] = Field(default=0, ge=0, le=_MOST)
    """Gold in a chest."""
    taldear: Annotated[int, _CHEST, InColumn(c.I_TALDEAR)] = Field(default=0, ge=0, le=_MOST)
    """Taldear (the resource of gem mines) in a chest."""
    mana: Annotated[int, _CRYSTAL, InColumn(c.I_MANA)] = Field(default=0, ge=0, le=_MOST)
    """Mana in a mana crystal."""


class ScenarioStatus(GameConfig):
    """A status that a unit has at the start of a scenario (DK-5.40)."""

    status: Annotated[str, OneOf(Status)]
    """Kind of the status."""
    source: Seat | None = None
    """Seat from which the status comes; all statuses have one except fear."""
    turns: Annotated[int | None, _BLADE_OR_POISON] = Field(default=None, ge=1, le=_MOST_COUNT)
    """Turns left of poison, by default 3, or of a cursed blade, by default the number of its
    stacks."""
    stacks: Annotated[int | None, _BLADE_OR_FEAR] = Field(default=None, ge=1, le=_MOST_COUNT)
    """Number of stacks of a cursed blade, or of counts of fear; by default 1."""


class ScenarioUnit(GameConfig):
    """A unit of a scenario (DK-2.20)."""

    id: int | None = Field(default=None, ge=1, lt=2**31)
    """Id of the unit; by default the next one of its owner, after the owner's units before it in
    the list."""
    owner: Annotated[int, Int32(), Presence(is_explicit=False)] = Field(ge=-2, lt=MAX_SEATS)
    """Seat that owns the unit; -2 for the Hero and his gnome."""
    controller: Annotated[int | None, Int32(), InColumn(c.CONTROLLER)] = Field(
        default=None, ge=-2, lt=MAX_SEATS
    )
    """Seat that the unit obeys; by default its owner."""
    kind: Annotated[str, OneOf(Kind)]
    """Kind of the unit."""
    row: _Index
    """Row of the unit's cell, from 0 at the top."""
    col: _Index
    """Column of the unit's cell, from 0 at the left."""
    hp: Annotated[int | None, InColumn(c.HP)] = Field(default=None, ge=1, le=_MOST_COUNT)
    """Hit points of the unit; by default all that it can have."""
    ap: Annotated[int | None, InColumn(c.AP)] = Field(default=None, ge=0, le=_MOST_COUNT)
    """Action points of the unit; by default those of a whole turn."""
    artifacts: Annotated[tuple[Annotated[str, OneOf(Artifact)], ...] | None, Many] = None
    """Artifacts that the unit bears; by default none, but all four for the Hero."""
    spirits: Annotated[tuple[Annotated[str, OneOf(Spirit)], ...], Many] = ()
    """Spirits bound to the unit."""
    rune: Annotated[str, OneOf(Rune)] | None = None
    """Rune that the unit carries; absent if it carries none."""
    statuses: Annotated[tuple[ScenarioStatus, ...], Many] = ()
    """Statuses that the unit has."""
    upgraded: Annotated[bool, InColumn(c.UPGRADED)] = False
    """Whether the unit was upgraded in this turn."""
    tower_slowed: Annotated[bool, InColumn(c.TOWER_SLOWED)] = False
    """Whether a slowing tower has slowed the unit in this turn."""
    ap_debt: Annotated[_Count, InColumn(c.AP_DEBT)] = 0
    """Action points spent under foreign control, which the owner's next turn start takes off."""
    capture_cell: Annotated[tuple[_Index, _Index] | None, Many] = None
    """Row and column of the Source that the unit is capturing; absent if there is none."""
    capture_points: Annotated[int, InColumn(c.CAPTURE_POINTS)] = Field(
        default=0, ge=0, lt=CAPTURE_AP
    )
    """Action points that the unit has spent on capturing the Source in `capture_cell`."""


class ScenarioSeat(GameConfig):
    """Holdings of a seat in a scenario; stocks not named are as at the start of a match."""

    gold: Annotated[_Stock, InColumn(c.GOLD)] = None
    """Gold of the seat; by default the config's start_gold."""
    iron: Annotated[_Stock, InColumn(c.IRON)] = None
    """Iron of the seat; by default the config's start_iron."""
    taldear: Annotated[_Stock, InColumn(c.TALDEAR)] = None
    """Taldear (the resource of gem mines) of the seat; by default the config's start_taldear."""
    mana: Annotated[_Stock, InColumn(c.MANA)] = None
    """Mana of the seat; by default start_mana, and later_mana for each place in the turn order."""
    store: Annotated[tuple[_Count, _Count, _Count, _Count], Many, InColumn(c.STORE)] = (0, 0, 0, 0)
    """Number of artifacts in store by kind: swords, armours, amulets, crowns."""
    spirits: Annotated[tuple[_Count, _Count, _Count], Many, InColumn(c.SPIRITS_HELD)] = (0, 0, 0)
    """Number of spirits not yet assigned, by kind: guardian, valour, life."""
    runes: Annotated[tuple[Annotated[str, OneOf(Rune)], ...], Many] = ()
    """Runes installed in the seat's Altar."""
    spells: Annotated[tuple[Annotated[str, OneOf(Spell)], ...], Many] = ()
    """Spells that the seat has researched."""


class Scenario(GameConfig):
    """A hand-made position to begin a match with (DK-2.20)."""

    size: int | None = Field(default=None, ge=MIN_SIZE, le=MAX_SIZE)
    """Side of the board in cells; if given, it must equal the number of rows."""
    players: int = Field(default=2, ge=2, le=MAX_SEATS)
    """Number of seats."""
    turn_order: Annotated[tuple[Seat, ...] | None, Many] = None
    """Seats in the order of their turns; by default 0, 1 and so on."""
    rows: Annotated[tuple[str, ...], Many]
    """Rows of the board from the top, "#" for undug and "." for empty cells; mines and buildings
    override them."""
    mines: Annotated[tuple[ScenarioMine, ...], Many] = ()
    """Mines on the board."""
    buildings: Annotated[tuple[ScenarioBuilding, ...], Many] = ()
    """Buildings on the board."""
    items: Annotated[tuple[ScenarioItem, ...], Many] = ()
    """Items that lie on cells."""
    units: Annotated[tuple[ScenarioUnit, ...], Many] = ()
    """Units on the board."""
    seats: Annotated[tuple[ScenarioSeat, ...], Many] = ()
    """Holdings of the seats, from seat 0; seats left out at the end have those of a match's
    start."""
    round: Annotated[int, InColumn(c.ROUND)] = Field(default=1, ge=1, le=1000)
    """Number of the round, from 1."""
    acting_seat: Seat | None = None
    """Seat whose turn it is; by default the first in the turn order."""
    hero_direction: Annotated[int, InColumn(c.HERO_DIRECTION)] = Field(default=0, ge=0, le=3)
    """Direction in which the Hero wanders: 0 N, 1 E, 2 S, 3 W."""

    @property
    def order_of_turns(self) -> tuple[int, ...]:
        """Seats in the order of their turns; ascending if the scenario names no order."""
        return tuple(range(self.players)) if self.turn_order is None else self.turn_order

    @property
    def whose_turn(self) -> int:
        """The acting seat; the first in the order of turns if the scenario names none."""
        return self.order_of_turns[0] if self.acting_seat is None else self.acting_seat
