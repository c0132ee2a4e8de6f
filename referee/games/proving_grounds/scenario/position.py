"""Parts of a match's state that a scenario can set, each field declared once.

A declaration has the field's bounds, its place in the state and its default.
"""

from __future__ import annotations

import enum
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from referee.core.config import GameConfig
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.maps.hand_made import as_tuples
from referee.games.proving_grounds.rules.heroes import max_hp, max_mana
from referee.games.proving_grounds.scenario.places import (
    Bounds,
    Cell,
    Counts,
    Index,
    Rooms,
    Row,
    Tables,
    UpTo,
)
from referee.games.proving_grounds.state import State, most_heroes
from referee.games.proving_grounds.tables import (
    BEST,
    CLASSES,
    MAX_LEVEL,
    WORST,
    Board,
    Creature,
    HeroClass,
    Item,
    Policy,
)

__all__ = [
    "A_HERO",
    "A_ROOM",
    "A_SEAT",
    "CandidateValues",
    "CreatureValues",
    "GoodsValues",
    "HeroValues",
    "OfferValues",
    "Position",
    "RoomValues",
    "SeatValues",
]


def _name_in(names: type[enum.IntEnum]) -> AfterValidator:
    def check(name: str) -> str:
        if name not in names.__members__:
            raise ValueError(f"one of {', '.join(names.__members__)}")
        return name

    return AfterValidator(check)


_Lists = BeforeValidator(as_tuples)
_Count = Annotated[int, Field(ge=0, le=30_000)]
_Counts = Annotated[tuple[_Count, ...], _Lists]
_Level = Annotated[int, Field(ge=0, le=MAX_LEVEL)]
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
_Doors = Annotated[tuple[tuple[int, int], ...], _Lists]


def _appeared(state: State, at: Index) -> tuple[int, int]:
    return state.seats.item(*at, c.NUM_HEROES), most_heroes(state)


_WHOLE, _FROM, _AT_MOST = "a whole number from {} to {}", "from {} to {}", "at most {1}"
A_ROOM = Bounds(_WHOLE, lambda state, _at: (0, len(state.rooms) - 1))
A_SEAT = Bounds(_WHOLE, lambda state, _at: (0, len(state.seats) - 1))
A_HERO = Bounds(_WHOLE, lambda state, _at: (0, most_heroes(state) - 1))
_OWNER = Bounds(_FROM, lambda state, _at: (c.NONE, len(state.seats) - 1))
_SETTER = Bounds(_FROM, lambda state, _at: (c.NONE, len(state.seats)))
_APPEARED = Bounds(_FROM, _appeared)
_HP = Bounds(_AT_MOST, lambda state, at: (0, max_hp(state, *at)))
_MANA = Bounds(_AT_MOST, lambda state, at: (0, max_mana(state, *at)))


class CreatureValues(GameConfig):
    """A creature of a room, as a scenario gives it."""

    kind: Annotated[_CreatureName, Cell("creatures", c.C_KIND, Creature)]
    """Kind of the creature."""
    hp: Annotated[int, Field(ge=1, le=1000), Cell("creatures", c.C_HP)]
    """Hit points that the creature has left."""


class RoomValues(GameConfig):
    """A room in a scenario; fields that are not named stay as at the start."""

    explored: Annotated[bool | None, Cell("rooms", c.EXPLORED, bool)] = None
    """Whether a hero has ever entered the room."""
    owner: Annotated[int | None, Field(ge=-1), Cell("rooms", c.OWNER, int, _OWNER)] = None
    """Seat that owns the room, or -1 for nobody."""
    trap: Annotated[int | None, Field(ge=-1), Cell("rooms", c.TRAP, int, _SETTER)] = None
    """Trap in the room: -1 for none, the seat that set it, or the number of seats for one of the
    dungeon.
    """
    # A dead creature leaves its place empty, for places name creatures in events. So a list may
    # have gaps.
    creatures: Annotated[
        tuple[CreatureValues | None, ...] | None,
        _Lists,
        Tables("creatures", kind=CreatureValues, may_be_fewer=True),
    ] = None
    """Creatures of the room by their places; None for a place without one."""
    hoard_gold: Annotated[_Count | None, Cell("rooms", c.HOARD_GOLD)] = None
    """Gold in the hoard of the room's creatures."""
    hoard_gems: Annotated[_Counts | None, Row("hoard_gems")] = None
    """Gems in the hoard of the room's creatures, by kind."""
    floor_gold: Annotated[_Count | None, Cell("rooms", c.FLOOR_GOLD)] = None
    """Gold on the room's floor."""
    floor_gems: Annotated[_Counts | None, Row("floor_gems")] = None
    """Gems on the room's floor, by kind."""
    floor_items: Annotated[dict[_ItemName, _Count] | None, Counts("floor_items")] = None
    """Number of each item on the room's floor, by the item's name."""
    caches: Annotated[_Counts | None, UpTo("rooms", c.CACHES)] = None
    """Gold of each cache (hidden store) that is left in the room."""


class HeroValues(GameConfig):
    """A hero in a scenario; fields that are not named are as for a hero who has just appeared."""

    hero: int | None = Field(default=None, ge=0)
    """Id of the hero in his seat; by default one more than the id of the hero listed before, from
    0.
    """
    # `class` is a keyword of Python, hence the alias.
    kind: Annotated[_ClassName, Cell("heroes", c.CLASS, HeroClass)] = Field(alias="class")
    """Class of the hero."""
    room: Annotated[int | None, Field(ge=0), Cell("heroes", c.ROOM, int, A_ROOM)] = None
    """Room that the hero is in; by default his seat's entry room."""
    hp: Annotated[int | None, Field(ge=1, le=1000), Cell("heroes", c.HP, int, _HP)] = None
    """Hit points that the hero has left; by default his maximum."""
    mana: Annotated[int | None, Field(ge=0, le=1000), Cell("heroes", c.MANA, int, _MANA)] = None
    """Mana that the hero has left; by default his maximum."""
    arrival: Annotated[int | None, Field(ge=0), Cell("heroes", c.ARRIVAL)] = None
    """Number of the hero's arrival; lower means that he came earlier. By default heroes arrive in
    the order of the lists.
    """
    stats: Annotated[_Stats | None, Row("heroes", c.STATS, end=c.SLOTS)] = None
    """Base characteristics of the hero; by default those of his class."""
    items: Annotated[tuple[_ItemName, ...], _Lists] = ()
    """Names of the items that the hero has equipped."""
    gems: Annotated[_Counts | None, Row("hero_gems")] = None
    """Gems that the hero carries, by kind."""
    guard: Annotated[bool, Cell("heroes", c.GUARD, bool)] = False
    """Whether the hero is on guard: in a fight, two attacks in a row reach him."""
    policy: Annotated[_PolicyName, Cell("heroes", c.POLICY, Policy)] = "FIRST_DEATH"
    """Retreat policy of the hero: when he leaves a fight."""


class SeatValues(GameConfig):
    """A seat in a scenario; fields that are not named stay as at the start."""

    gold: Annotated[int | None, Field(ge=0, le=1_000_000), Cell("seats", c.GOLD)] = None
    """Gold in the seat's treasury."""
    num_heroes: Annotated[int | None, Field(ge=0), Cell("seats", c.NUM_HEROES, int, _APPEARED)] = (
        None
    )
    """Number of the seat's heroes that have ever appeared; by default one more than the highest
    id.
    """
    stash: Annotated[dict[_ItemName, _Count] | None, Counts("stash")] = None
    """Number of each item in the seat's stash of items that no hero wears, by the item's name."""
    vault: Annotated[_Counts | None, Row("vault")] = None
    """Gems in the seat's vault, where no other seat can take them, by kind."""
    levels: Annotated[tuple[_Level, ...] | None, _Lists, Row("levels")] = None
    """Level of the seat's knowledge of each room."""
    trap_seen: Annotated[_Rooms | None, Rooms("trap_seen", bounds=A_ROOM)] = None
    """Rooms of which the seat knows whether they have a trap."""
    tapped: Annotated[_Rooms | None, Rooms("tapped", bounds=A_ROOM)] = None
    """Rooms in which a Thief of the seat has found that no caches (hidden gold) are left."""
    heroes: Annotated[tuple[HeroValues, ...] | None, _Lists] = None
    """All living heroes of the seat. The seat owns the rooms that they are in and knows them at
    level 4 (section 8).
    """


class _Candidate(Cell):
    """Place of the class of a candidate for hire; writing the class also writes its characteristics."""

    __slots__ = ()

    def put(self, state: State, at: Index, where: str, value: Any) -> None:
        """Write the class of a candidate for hire, and the class's characteristics as the candidate's.

        Args:
            state: The match; changed in place.
            at: Index of the candidate.
            where: Name of the field, for errors.
            value: Name of the class.
        """
        state.candidates[at][1:] = CLASSES[HeroClass[value]].stats
        super().put(state, at, where, value)


class CandidateValues(GameConfig):
    """A candidate for hire in a scenario."""

    kind: Annotated[_ClassName, _Candidate("candidates", 0, HeroClass)] = Field(alias="class")
    """Class of the candidate."""
    stats: Annotated[_Stats | None, Row("candidates", 1)] = None
    """Characteristics of the candidate; by default those of the class."""


class GoodsValues(GameConfig):
    """One side of a trade offer in a scenario."""

    gold: _Count = 0
    """Gold of this side."""
    gems: _Counts = ()
    """Gems of this side, by kind; an empty list stands for zeros."""
    item: _ItemName | None = None
    """Name of the item of this side; None for no item."""


class OfferValues(GameConfig):
    """A standing trade offer, made in the turn before."""

    seat: int = Field(ge=0)
    """Seat of the hero who makes the offer."""
    hero: int = Field(ge=0)
    """Id of the hero who makes the offer."""
    with_seat: int = Field(ge=0)
    """Seat of the hero to whom the offer is made."""
    with_hero: int = Field(ge=0)
    """Id of the hero to whom the offer is made."""
    give: GoodsValues = GoodsValues()
    """Goods that are offered."""
    want: GoodsValues = GoodsValues()
    """Goods that are wanted in return."""


def _keys(value: object) -> object:
    """Return a table with its integer keys, room numbers, as strings; other values unchanged.

    JSON and TOML have only strings for keys.
    """
    if not isinstance(value, dict):
        return value
    return {str(key) if isinstance(key, int) else key: part for key, part in value.items()}


class Position(GameConfig):
    """State of a match at its start, as a scenario gives it; each field that is left out has a default."""

    phase: Annotated[
        Literal["SETUP", "ORDERS", "OVER"] | None, Cell("match", c.PHASE, c.MatchPhase)
    ] = None
    """Phase of the match; by default ORDERS if a turn or seats are given, else SETUP."""
    turn: Annotated[int | None, Field(ge=0, le=500), Cell("match", c.TURN)] = None
    """Number of the turn; by default 0 in the phase SETUP, else 1."""
    arrivals: Annotated[int | None, Field(ge=0), Cell("match", c.ARRIVALS)] = None
    """How often any hero has entered a room or appeared."""
    boards: dict[_BoardName, Annotated[tuple[int, ...], _Lists]] | None = None
    """Seats from the top, by name of the leader board."""
    market: Annotated[tuple[_ItemName | None, ...] | None, _Lists, Row("market", 0, Item)] = None
    """Item in each market slot; None where it was sold. By default drawn by the turn's dice."""
    candidates: Annotated[
        tuple[CandidateValues | None, ...] | None,
        _Lists,
        Tables("candidates", kind=CandidateValues),
    ] = None
    """Candidates for hire; None where one was hired. By default drawn by the turn's dice."""
    rooms: Annotated[dict[str, RoomValues] | None, BeforeValidator(_keys)] = None
    """Contents and state of rooms, by room number."""
    doors: _Doors | None = None
    """Pairs of rooms joined by a door, each once; if given, these are all doors."""
    spiked: _Doors | None = None
    """Pairs of rooms whose door is spiked."""
    seats: Annotated[tuple[SeatValues, ...] | None, _Lists] = None
    """Gold, heroes and other facts of seats, from seat 0 on."""
    offers: Annotated[tuple[OfferValues, ...] | None, _Lists] = None
    """Trade offers that stand for this turn."""
