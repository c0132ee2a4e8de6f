"""Hand-made positions as a Dungeon Keeper config has them (DK-2.20): their form.

A field says once what it can be, its default, which kinds of things have it, and in which column of the state
it stands. Whether a position makes sense is asked in `checks`; `placing` makes a match of it, and `plain` a
position of a match.
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
"""Sides of a board (DK-2.1)."""
MOST_STOCK = 1_000_000
"""Most of anything that a seat begins with."""
_MOST = 10_000
_MOST_COUNT = 1000

EnumT = TypeVar("EnumT", bound=enum.IntEnum)
MarkerT = TypeVar("MarkerT")


@dataclasses.dataclass(frozen=True, slots=True)
class InColumn:
    """Where the number or truth of a field stands in the row of its thing; of several numbers the first."""

    number: int


@dataclasses.dataclass(frozen=True, slots=True)
class OfKinds:
    """The kinds of things that have a field; all others have it absent or 0."""

    kinds: tuple[enum.IntEnum, ...]
    title: str = ""
    """What people call the only one."""


@functools.cache
def marked(cls: type[GameConfig], marker: type[MarkerT]) -> dict[str, MarkerT]:
    """Return what a marker says of each field that has it, by the fields' names."""
    return {
        name: said
        for name, field in cls.model_fields.items()
        for said in field.metadata
        if isinstance(said, marker)
    }


def not_of(cls: type[GameConfig], kind: enum.IntEnum) -> dict[str, OfKinds]:
    """Return fields that things of a kind have not, by name, with those that have them."""
    some = marked(cls, OfKinds).items()
    return {name: holders for name, holders in some if kind not in holders.kinds}


def named(kinds: type[EnumT], name: str) -> EnumT:
    """Return what an identifier stands for."""
    return kinds[name.upper()]


Many = BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)
"""Takes a list as a tuple, since a config is strict but JSON has only lists."""

_Index = Annotated[int, Field(ge=0, lt=MAX_SIZE), Presence(is_explicit=False)]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
_Stock = Annotated[int | None, Field(ge=0, le=MOST_STOCK)]
_Count = Annotated[int, Field(ge=0, le=_MOST_COUNT)]


def _in_full(kind: object) -> object:
    """Name of a mine by what it holds, as files and headers of before have it; anything else as it is."""
    holdings = [each.name.lower() for each in MineKind]
    return f"{kind}_mine" if kind in holdings else kind


def mine_kind(name: str) -> MineKind:
    """Return what a mine of this name holds."""
    return named(MineKind, name.removesuffix("_mine"))


class ScenarioMine(GameConfig):
    """A mine."""

    row: _Index
    """Row."""
    col: _Index
    """Column."""
    kind: Annotated[Literal["gold_mine", "iron_mine", "gem_mine"], BeforeValidator(_in_full)]
    """Kind; what it holds, such as `gold`, stands for it too."""
    left: int | None = Field(default=None, ge=1, le=_MOST)
    """How much; without it what the config says for its kind."""


_ALTAR, _SOURCE = OfKinds((Building.ALTAR,), "Altar"), OfKinds((Building.SOURCE,), "Source")
_TOWER = OfKinds((Building.BATTLE_TOWER,), "battle tower")
_CHEST, _CRYSTAL = OfKinds((Item.CHEST,)), OfKinds((Item.MANA_CRYSTAL,))
_BLADE_OR_POISON = OfKinds((Status.CURSED_BLADE, Status.POISON))
_BLADE_OR_FEAR = OfKinds((Status.CURSED_BLADE, Status.FEAR))


class ScenarioBuilding(GameConfig):
    """A building."""

    row: _Index
    """Row."""
    col: _Index
    """Column."""
    kind: Annotated[str, OneOf(Building)]
    """Kind."""
    owner: Annotated[int, Int32()] = Field(default=-1, ge=-1, lt=MAX_SEATS)
    """Seat; -1 for walls and neutral Sources."""
    hp: Annotated[int | None, InColumn(c.B_HP)] = Field(default=None, ge=1, le=100)
    """Hit points; without it all it can have."""
    level: Annotated[int | None, _SOURCE, InColumn(c.B_LEVEL)] = Field(default=None, ge=1, le=10)
    """Level of a Source; without it base_source_level, or 1 for a neutral one."""
    ap: Annotated[int | None, _TOWER, InColumn(c.B_AP)] = Field(default=None, ge=0, le=TOWER_AP)
    """Action points of a battle tower; without it 3."""
    upgraded: Annotated[bool, _SOURCE, InColumn(c.B_UPGRADED)] = False
    """Whether a Source was upgraded in this turn."""
    low_mark: Annotated[int | None, _ALTAR, InColumn(c.B_LOW)] = Field(default=None, ge=1, le=100)
    """Low mark of an Altar (DK-3.14); without it its hit points."""


class ScenarioItem(GameConfig):
    """Something that lies on a cell; those of one cell come in order of arrival."""

    row: _Index
    """Row."""
    col: _Index
    """Column."""
    kind: Annotated[str, OneOf(Item)]
    """Kind."""
    gold: Annotated[int, _CHEST, InColumn(c.I_GOLD)] = Field(default=0, ge=0, le=_MOST)
    """Gold of a chest."""
    taldear: Annotated[int, _CHEST, InColumn(c.I_TALDEAR)] = Field(default=0, ge=0, le=_MOST)
    """Taldear of a chest."""
    mana: Annotated[int, _CRYSTAL, InColumn(c.I_MANA)] = Field(default=0, ge=0, le=_MOST)
    """Mana of a crystal."""


class ScenarioStatus(GameConfig):
    """A status of a unit (DK-5.40)."""

    status: Annotated[str, OneOf(Status)]
    """Which."""
    source: Seat | None = None
    """Seat that it comes from; all have one but fear."""
    turns: Annotated[int | None, _BLADE_OR_POISON] = Field(default=None, ge=1, le=_MOST_COUNT)
    """Turns left of poison, by default 3, or of a cursed blade, by default as many as its stacks."""
    stacks: Annotated[int | None, _BLADE_OR_FEAR] = Field(default=None, ge=1, le=_MOST_COUNT)
    """Stacks of a cursed blade or counts of fear, by default 1."""


class ScenarioUnit(GameConfig):
    """A unit."""

    id: int | None = Field(default=None, ge=1, lt=2**31)
    """Id; without it the next of its owner after those before it in the list."""
    owner: Annotated[int, Int32(), Presence(is_explicit=False)] = Field(ge=-2, lt=MAX_SEATS)
    """Seat, -2 for the light side."""
    controller: Annotated[int | None, Int32(), InColumn(c.CONTROLLER)] = Field(
        default=None, ge=-2, lt=MAX_SEATS
    )
    """Seat that it obeys; without it its owner."""
    kind: Annotated[str, OneOf(Kind)]
    """Kind."""
    row: _Index
    """Row."""
    col: _Index
    """Column."""
    hp: Annotated[int | None, InColumn(c.HP)] = Field(default=None, ge=1, le=_MOST_COUNT)
    """Hit points; without it all it can have."""
    ap: Annotated[int | None, InColumn(c.AP)] = Field(default=None, ge=0, le=_MOST_COUNT)
    """Action points; without it those of a turn."""
    artifacts: Annotated[tuple[Annotated[str, OneOf(Artifact)], ...] | None, Many] = None
    """What it bears; without it nothing, but the Hero all four."""
    spirits: Annotated[tuple[Annotated[str, OneOf(Spirit)], ...], Many] = ()
    """What goes with it."""
    rune: Annotated[str, OneOf(Rune)] | None = None
    """What it carries."""
    statuses: Annotated[tuple[ScenarioStatus, ...], Many] = ()
    """Its statuses."""
    upgraded: Annotated[bool, InColumn(c.UPGRADED)] = False
    """Whether it was upgraded in this turn."""
    tower_slowed: Annotated[bool, InColumn(c.TOWER_SLOWED)] = False
    """Whether a slowing tower has taken a point in this turn."""
    ap_debt: Annotated[_Count, InColumn(c.AP_DEBT)] = 0
    """Action points that another seat has spent."""
    capture_cell: Annotated[tuple[_Index, _Index] | None, Many] = None
    """Row and column of the Source it works on."""
    capture_points: Annotated[int, InColumn(c.CAPTURE_POINTS)] = Field(
        default=0, ge=0, lt=CAPTURE_AP
    )
    """Points spent on it."""


class ScenarioSeat(GameConfig):
    """What a seat has; stocks that are not named are as at the start of a match."""

    gold: Annotated[_Stock, InColumn(c.GOLD)] = None
    """Gold."""
    iron: Annotated[_Stock, InColumn(c.IRON)] = None
    """Iron."""
    taldear: Annotated[_Stock, InColumn(c.TALDEAR)] = None
    """Taldear."""
    mana: Annotated[_Stock, InColumn(c.MANA)] = None
    """Mana."""
    store: Annotated[tuple[_Count, _Count, _Count, _Count], Many, InColumn(c.STORE)] = (0, 0, 0, 0)
    """Swords, armours, amulets and crowns in store."""
    spirits: Annotated[tuple[_Count, _Count, _Count], Many, InColumn(c.SPIRITS_HELD)] = (0, 0, 0)
    """Spirits: guardian, valour, life."""
    runes: Annotated[tuple[Annotated[str, OneOf(Rune)], ...], Many] = ()
    """Runes in the Altar."""
    spells: Annotated[tuple[Annotated[str, OneOf(Spell)], ...], Many] = ()
    """Spells that it knows."""


class Scenario(GameConfig):
    """A hand-made position (DK-2.20)."""

    size: int | None = Field(default=None, ge=MIN_SIZE, le=MAX_SIZE)
    """Side of the board; as many as there are rows."""
    players: int = Field(default=2, ge=2, le=MAX_SEATS)
    """Seats."""
    turn_order: Annotated[tuple[Seat, ...] | None, Many] = None
    """Seats in the order of their turns; without it 0, 1 and so on."""
    rows: Annotated[tuple[str, ...], Many]
    """The board from the top, "#" undug and "." empty; mines and buildings override it."""
    mines: Annotated[tuple[ScenarioMine, ...], Many] = ()
    """Mines."""
    buildings: Annotated[tuple[ScenarioBuilding, ...], Many] = ()
    """Buildings."""
    items: Annotated[tuple[ScenarioItem, ...], Many] = ()
    """What lies on cells."""
    units: Annotated[tuple[ScenarioUnit, ...], Many] = ()
    """Units."""
    seats: Annotated[tuple[ScenarioSeat, ...], Many] = ()
    """Seats from 0; those that are left out have what they have at the start of a match."""
    round: Annotated[int, InColumn(c.ROUND)] = Field(default=1, ge=1, le=1000)
    """Round."""
    acting_seat: Seat | None = None
    """Whose turn it is; without it the first in the turn order."""
    hero_direction: Annotated[int, InColumn(c.HERO_DIRECTION)] = Field(default=0, ge=0, le=3)
    """Where the Hero wanders: 0 N, 1 E, 2 S, 3 W."""

    @property
    def order_of_turns(self) -> tuple[int, ...]:
        """Seats in the order of their turns, named or not."""
        return tuple(range(self.players)) if self.turn_order is None else self.turn_order

    @property
    def whose_turn(self) -> int:
        """The acting seat, named or not."""
        return self.order_of_turns[0] if self.acting_seat is None else self.acting_seat
