"""What of a match a scenario can name: each field once, with bounds, place in the state and default."""

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
    """A creature."""

    kind: Annotated[_CreatureName, Cell("creatures", c.C_KIND, Creature)]
    """What it is."""
    hp: Annotated[int, Field(ge=1, le=1000), Cell("creatures", c.C_HP)]
    """Hit points."""


class RoomValues(GameConfig):
    """A room; what is not named stays as it is."""

    explored: Annotated[bool | None, Cell("rooms", c.EXPLORED, bool)] = None
    """Whether a hero has ever entered it."""
    owner: Annotated[int | None, Field(ge=-1), Cell("rooms", c.OWNER, int, _OWNER)] = None
    """A seat, or -1."""
    trap: Annotated[int | None, Field(ge=-1), Cell("rooms", c.TRAP, int, _SETTER)] = None
    """-1 none, the seat that set it, or the number of seats for the dungeon."""
    creatures: Annotated[
        tuple[CreatureValues | None, ...] | None,
        _Lists,
        Tables("creatures", kind=CreatureValues, may_be_fewer=True),
    ] = None
    """Creatures by their places; None for a place without one."""
    hoard_gold: Annotated[_Count | None, Cell("rooms", c.HOARD_GOLD)] = None
    """Gold of the hoard."""
    hoard_gems: Annotated[_Counts | None, Row("hoard_gems")] = None
    """Gems of the hoard."""
    floor_gold: Annotated[_Count | None, Cell("rooms", c.FLOOR_GOLD)] = None
    """Gold on the floor."""
    floor_gems: Annotated[_Counts | None, Row("floor_gems")] = None
    """Gems on the floor."""
    floor_items: Annotated[dict[_ItemName, _Count] | None, Counts("floor_items")] = None
    """Items on the floor."""
    caches: Annotated[_Counts | None, UpTo("rooms", c.CACHES)] = None
    """Gold of each cache."""


class HeroValues(GameConfig):
    """A hero; what is not named is as of one who has just appeared."""

    hero: int | None = Field(default=None, ge=0)
    """His id; by default his place in the list."""
    kind: Annotated[_ClassName, Cell("heroes", c.CLASS, HeroClass)] = Field(alias="class")
    """His class."""
    room: Annotated[int | None, Field(ge=0), Cell("heroes", c.ROOM, int, A_ROOM)] = None
    """Where he is; by default in his entry room."""
    hp: Annotated[int | None, Field(ge=1, le=1000), Cell("heroes", c.HP, int, _HP)] = None
    """Hit points; by default all."""
    mana: Annotated[int | None, Field(ge=0, le=1000), Cell("heroes", c.MANA, int, _MANA)] = None
    """Mana; by default all."""
    arrival: Annotated[int | None, Field(ge=0), Cell("heroes", c.ARRIVAL)] = None
    """Place in the order of entry; by default that of the lists."""
    stats: Annotated[_Stats | None, Row("heroes", c.STATS, end=c.SLOTS)] = None
    """Characteristics; by default those of his class."""
    items: Annotated[tuple[_ItemName, ...], _Lists] = ()
    """Items that he has equipped."""
    gems: Annotated[_Counts | None, Row("hero_gems")] = None
    """Gems that he carries."""
    guard: Annotated[bool, Cell("heroes", c.GUARD, bool)] = False
    """Whether he is on guard."""
    policy: Annotated[_PolicyName, Cell("heroes", c.POLICY, Policy)] = "FIRST_DEATH"
    """When he leaves a fight."""


class SeatValues(GameConfig):
    """A seat; what is not named stays as it is."""

    gold: Annotated[int | None, Field(ge=0, le=1_000_000), Cell("seats", c.GOLD)] = None
    """Its treasury."""
    num_heroes: Annotated[int | None, Field(ge=0), Cell("seats", c.NUM_HEROES, int, _APPEARED)] = (
        None
    )
    """Heroes that have appeared; by default one more than the highest id."""
    stash: Annotated[dict[_ItemName, _Count] | None, Counts("stash")] = None
    """Items in the stash."""
    vault: Annotated[_Counts | None, Row("vault")] = None
    """Gems in the vault."""
    levels: Annotated[tuple[_Level, ...] | None, _Lists, Row("levels")] = None
    """Knowledge of each room."""
    trap_seen: Annotated[_Rooms | None, Rooms("trap_seen", bounds=A_ROOM)] = None
    """Rooms."""
    tapped: Annotated[_Rooms | None, Rooms("tapped", bounds=A_ROOM)] = None
    """Rooms."""
    heroes: Annotated[tuple[HeroValues, ...] | None, _Lists] = None
    """All living heroes. The seat owns, and is familiar with, rooms that they are in (section 8)."""


class _Candidate(Cell):
    """A class, which brings its characteristics with it."""

    __slots__ = ()

    def put(self, state: State, at: Index, where: str, value: Any) -> None:
        """See `Place`."""
        state.candidates[at][1:] = CLASSES[HeroClass[value]].stats
        super().put(state, at, where, value)


class CandidateValues(GameConfig):
    """Somebody to be hired."""

    kind: Annotated[_ClassName, _Candidate("candidates", 0, HeroClass)] = Field(alias="class")
    """His class."""
    stats: Annotated[_Stats | None, Row("candidates", 1)] = None
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
    """Seat of the hero who offers."""
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

    phase: Annotated[
        Literal["SETUP", "ORDERS", "OVER"] | None, Cell("match", c.PHASE, c.MatchPhase)
    ] = None
    """By default ORDERS if a turn is named."""
    turn: Annotated[int | None, Field(ge=0, le=500), Cell("match", c.TURN)] = None
    """By default 1 in the phase ORDERS."""
    arrivals: Annotated[int | None, Field(ge=0), Cell("match", c.ARRIVALS)] = None
    """How often a hero has entered a room or appeared."""
    boards: dict[_BoardName, Annotated[tuple[int, ...], _Lists]] | None = None
    """Seats from the top, by board."""
    market: Annotated[tuple[_ItemName | None, ...] | None, _Lists, Row("market", 0, Item)] = None
    """Items by slot; None where it was sold. By default what the turn's dice say."""
    candidates: Annotated[
        tuple[CandidateValues | None, ...] | None,
        _Lists,
        Tables("candidates", kind=CandidateValues),
    ] = None
    """Candidates; None where one has gone. By default what the turn's dice say."""
    rooms: Annotated[dict[str, RoomValues] | None, BeforeValidator(_keys)] = None
    """Rooms by number."""
    doors: _Doors | None = None
    """All doors, each once."""
    spiked: _Doors | None = None
    """Doors that are spiked."""
    seats: Annotated[tuple[SeatValues, ...] | None, _Lists] = None
    """Seats in order."""
    offers: Annotated[tuple[OfferValues, ...] | None, _Lists] = None
    """Standing offers."""
