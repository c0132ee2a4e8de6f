"""A position of Proving Grounds as plain values: what of a match is named, and what it must be."""

from __future__ import annotations

import enum
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from referee.core.config import GameConfig
from referee.games.proving_grounds.tables import (
    BEST,
    MAX_LEVEL,
    WORST,
    Board,
    Creature,
    HeroClass,
    Item,
    Policy,
)

__all__ = [
    "CandidateValues",
    "CreatureValues",
    "GoodsValues",
    "HeroValues",
    "OfferValues",
    "Position",
    "RoomValues",
    "SeatValues",
]


def _as_tuples(value: object) -> object:
    return tuple([_as_tuples(part) for part in value]) if isinstance(value, list) else value


def _name_in(names: type[enum.IntEnum]) -> AfterValidator:
    def check(name: str) -> str:
        if name not in names.__members__:
            raise ValueError(f"one of {', '.join(names.__members__)}")
        return name

    return AfterValidator(check)


_Lists = BeforeValidator(_as_tuples)
_Count = Annotated[int, Field(ge=0, le=30_000)]
_Counts = Annotated[tuple[_Count, ...], _Lists]
_Rooms = Annotated[tuple[Annotated[int, Field(ge=0)], ...], _Lists]
_Stats = Annotated[
    tuple[Annotated[int, Field(ge=WORST, le=BEST)], ...],
    _Lists,
    Field(min_length=5, max_length=5),
]
_ItemName = Annotated[str, _name_in(Item)]
_ClassName = Annotated[str, _name_in(HeroClass)]
_CreatureName = Annotated[str, _name_in(Creature)]
_PolicyName = Annotated[str, _name_in(Policy)]
_BoardName = Annotated[str, _name_in(Board)]


class CreatureValues(GameConfig):
    """A creature."""

    kind: _CreatureName
    """What it is."""
    hp: int = Field(ge=1, le=1000)
    """Hit points."""


class RoomValues(GameConfig):
    """A room; what is not named stays as it is."""

    explored: bool | None = None
    """Whether a hero has ever entered it."""
    owner: int | None = Field(default=None, ge=-1)
    """A seat, or -1."""
    trap: int | None = Field(default=None, ge=-1)
    """-1 none, the seat that set it, or the number of seats for the dungeon."""
    creatures: Annotated[tuple[CreatureValues | None, ...] | None, _Lists] = None
    """Creatures by their places; None for a place without one."""
    hoard_gold: _Count | None = None
    """Gold of the hoard."""
    hoard_gems: _Counts | None = None
    """Gems of the hoard."""
    floor_gold: _Count | None = None
    """Gold on the floor."""
    floor_gems: _Counts | None = None
    """Gems on the floor."""
    floor_items: dict[_ItemName, _Count] | None = None
    """Items on the floor."""
    caches: _Counts | None = None
    """Gold of each cache."""


class HeroValues(GameConfig):
    """A hero; what is not named is as of one who has just appeared."""

    hero: int | None = Field(default=None, ge=0)
    """His id; by default his place in the list."""
    kind: _ClassName = Field(alias="class")
    """His class."""
    room: int | None = Field(default=None, ge=0)
    """Where he is; by default in his entry room."""
    hp: int | None = Field(default=None, ge=1, le=1000)
    """Hit points; by default all."""
    mana: int | None = Field(default=None, ge=0, le=1000)
    """Mana; by default all."""
    arrival: int | None = Field(default=None, ge=0)
    """Place in the order of entry; by default that of the lists."""
    stats: _Stats | None = None
    """Characteristics; by default those of his class."""
    items: Annotated[tuple[_ItemName, ...], _Lists] = ()
    """Items that he has equipped."""
    gems: _Counts | None = None
    """Gems that he carries."""
    guard: bool = False
    """Whether he is on guard."""
    policy: _PolicyName = "FIRST_DEATH"
    """When he leaves a fight."""


class SeatValues(GameConfig):
    """A seat; what is not named stays as it is."""

    gold: int | None = Field(default=None, ge=0, le=1_000_000)
    """Its treasury."""
    num_heroes: int | None = Field(default=None, ge=0)
    """Heroes that have appeared; by default one more than the highest id."""
    stash: dict[_ItemName, _Count] | None = None
    """Items in the stash."""
    vault: _Counts | None = None
    """Gems in the vault."""
    levels: Annotated[tuple[Annotated[int, Field(ge=0, le=MAX_LEVEL)], ...] | None, _Lists] = None
    """Knowledge of each room."""
    trap_seen: _Rooms | None = None
    """Rooms."""
    tapped: _Rooms | None = None
    """Rooms."""
    heroes: Annotated[tuple[HeroValues, ...] | None, _Lists] = None
    """All living heroes. The seat owns, and is familiar with, rooms that they are in (section 8)."""


class CandidateValues(GameConfig):
    """Somebody to be hired."""

    kind: _ClassName = Field(alias="class")
    """His class."""
    stats: _Stats | None = None
    """Characteristics; by default those of his class."""


class GoodsValues(GameConfig):
    """One side of a trade."""

    gold: _Count = 0
    """Gold."""
    gems: _Counts = ()
    """Gems; none at all for zeros."""
    item: _ItemName | None = None
    """An item."""


class OfferValues(GameConfig):
    """A standing offer of the turn before."""

    seat: int = Field(ge=0)
    """Who offers."""
    hero: int = Field(ge=0)
    """His hero."""
    with_seat: int = Field(ge=0)
    """To whom."""
    with_hero: int = Field(ge=0)
    """His hero."""
    give: GoodsValues = GoodsValues()
    """What is given."""
    want: GoodsValues = GoodsValues()
    """What is wanted."""


def _keys(value: object) -> object:
    """Room numbers as names, which is what JSON and TOML have for keys."""
    if not isinstance(value, dict):
        return value
    return {str(key) if isinstance(key, int) else key: part for key, part in value.items()}


class Position(GameConfig):
    """What can be named of a match."""

    phase: Literal["SETUP", "ORDERS", "OVER"] | None = None
    """By default ORDERS if a turn is named."""
    turn: int | None = Field(default=None, ge=0, le=500)
    """By default 1 in the phase ORDERS."""
    arrivals: int | None = Field(default=None, ge=0)
    """How often a hero has entered a room or appeared."""
    boards: dict[_BoardName, Annotated[tuple[int, ...], _Lists]] | None = None
    """Seats from the top, by board."""
    market: Annotated[tuple[_ItemName | None, ...] | None, _Lists] = None
    """Items by slot; None where it was sold. By default what the turn's dice say."""
    candidates: Annotated[tuple[CandidateValues | None, ...] | None, _Lists] = None
    """Candidates; None where one has gone. By default what the turn's dice say."""
    rooms: Annotated[dict[str, RoomValues] | None, BeforeValidator(_keys)] = None
    """Rooms by number."""
    doors: Annotated[tuple[tuple[int, int], ...] | None, _Lists] = None
    """All doors, each once."""
    spiked: Annotated[tuple[tuple[int, int], ...] | None, _Lists] = None
    """Doors that are spiked."""
    seats: Annotated[tuple[SeatValues, ...] | None, _Lists] = None
    """Seats in order."""
    offers: Annotated[tuple[OfferValues, ...] | None, _Lists] = None
    """Standing offers."""
