"""Parts of an observation: what a seat may know, each field declared once (PG-6.1 to PG-6.6).

Facts that the seat does not know are absent.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import Field

from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import (
    MAX_LEVEL,
    MAX_SEATS,
    MOST_CREATURES,
    NUM_ITEMS,
    Creature,
    Policy,
)
from referee.games.proving_grounds.wire.fields import (
    Amount,
    ClassNumber,
    CreatureNumber,
    Damage,
    Gems,
    HeroId,
    ItemNumber,
    Place,
    Room,
    Seat,
    Stats,
)
from referee.games.proving_grounds.wire.orders import Goods
from referee.kit.records import Name, OneOf, Presence

__all__ = [
    "CandidateView",
    "CreatureCount",
    "CreatureHp",
    "Dot",
    "FloorView",
    "HeroView",
    "Hoard",
    "ItemCount",
    "KnownDoor",
    "OfferView",
    "Own",
    "Player",
    "RoomView",
    "Slot",
]


class CandidateView(NamedTuple):
    """A candidate: a hero who can be hired in this turn."""

    candidate: Place
    """Number of the candidate, by which bids name him; candidates who were hired are left out."""
    kind: Annotated[ClassNumber, Name("hero_class")]
    """Class of the candidate; the lowest bid is the price of the class."""
    stats: Stats
    """Base characteristics of the candidate: STR, DEX, CON, INT and initiative."""


class Slot(NamedTuple):
    """A slot of the market with an item for sale."""

    slot: Place
    """Number of the slot, by which orders to buy name it; slots that were sold are left out."""
    item: ItemNumber
    """Item for sale in the slot."""


class Player(NamedTuple):
    """What everybody knows of a seat (PG-6.1)."""

    seat: Seat
    """Seat whose facts these are."""
    gold: Amount
    """Gold in the seat's treasury."""
    gems: Amount
    """Number of the seat's gems of all kinds together: in the vault and with living heroes."""
    heroes: Place
    """Number of the seat's living heroes."""
    rooms: Annotated[int, Field(ge=0, le=481)]
    """Number of rooms that the seat owns."""


class CreatureCount(NamedTuple):
    """Number of creatures of one kind in a room."""

    creature: CreatureNumber
    """Kind of the creatures."""
    number: Annotated[int, Field(ge=1, le=MOST_CREATURES), Name("count")]
    """Number of creatures of the kind."""


class CreatureHp(NamedTuple):
    """A creature in a room, with its hit points."""

    creature: CreatureNumber
    """Kind of the creature."""
    hp: Damage
    """Hit points that the creature has left."""


class ItemCount(NamedTuple):
    """Number of items of one kind on a floor or in a stash."""

    item: ItemNumber
    """Kind of the items that are counted."""
    number: Annotated[int, Field(ge=1, le=2**15 - 1), Name("count")]
    """Number of items of the kind."""


class KnownDoor(NamedTuple):
    """A door of a room, as a seat knows it."""

    room: Room
    """Room behind the door."""
    is_spiked: bool | None
    """Whether the door is spiked; absent if the seat does not know it."""


class Hoard(NamedTuple):
    """Gold and gems that the creatures of a room guard."""

    gold: Amount
    """Gold in the hoard."""
    gems: Gems
    """Gems in the hoard, by kind."""


class FloorView(NamedTuple):
    """Gold, gems and items on the floor of a room."""

    gold: Amount
    """Gold on the floor."""
    gems: Gems
    """Gems on the floor, by kind."""
    items: Annotated[tuple[ItemCount, ...], Field(max_length=NUM_ITEMS)]
    """Items on the floor, ascending."""


class RoomView(NamedTuple):
    """A room as a seat knows it (PG-6.1 to PG-6.4). Facts that it does not know are absent."""

    room: Room
    """Number of the room."""
    level: Annotated[int, Field(ge=0, le=MAX_LEVEL)]
    """Level of the seat's knowledge of the room."""
    is_explored: bool
    """Whether some hero has ever entered the room."""
    owner: Seat | None
    """Seat that owns the room; absent if nobody owns it."""
    has_creatures: bool | None = None
    """Known from level 1: whether there are creatures in the room."""
    counts: Annotated[tuple[CreatureCount, ...], Field(max_length=len(Creature))] = ()
    """Known from level 2: how many creatures of each kind are in the room, ascending by kind."""
    creatures: Annotated[tuple[CreatureHp, ...], Field(max_length=MOST_CREATURES)] = ()
    """Known from level 3: each creature in the room, in the creatures' order."""
    hoard: Hoard | None = None
    """Known from level 3: the hoard of the room's creatures."""
    doors: Annotated[tuple[KnownDoor, ...], Field(max_length=MAX_SEATS)] = ()
    """Doors of the room that the seat knows, in door order (PG-2.5); from level 3 all of them."""
    floor: FloorView | None = None
    """Known at level 4: what lies on the floor."""
    has_trap: bool | None = None
    """Whether the room has a trap, without saying whose; absent if the seat does not know it
    (PG-6.4).
    """
    is_tapped: bool = False
    """Whether a Thief of the seat has found that the room has no caches (hidden gold)."""


class Dot(NamedTuple):
    """Position of a living hero, which everybody knows (PG-6.1)."""

    hero: Ref
    """Seat and id of the hero."""
    room: Room
    """Room that the hero is in."""
    kind: Annotated[ClassNumber | None, Presence(is_explicit=False), Name("hero_class")] = None
    """Class of the hero; only for seats that know the room at level 4, and for his own seat."""
    hp: Damage | None = None
    """Hit points of the hero; only for seats that know the room at level 4, and for his own
    seat.
    """


class HeroView(NamedTuple):
    """A living hero as his own seat sees him."""

    hero: HeroId
    """Id of the hero in his seat."""
    kind: Annotated[ClassNumber, Name("hero_class")]
    """Class of the hero."""
    room: Room
    """Room that the hero is in."""
    hp: Damage
    """Hit points that the hero has left."""
    max_hp: Damage
    """Full hit points of the hero."""
    mana: Damage
    """Mana that the hero has left."""
    max_mana: Damage
    """Full Mana of the hero."""
    stats: Stats
    """Base characteristics of the hero, without items: STR, DEX, CON, INT and initiative."""
    items: Annotated[tuple[ItemNumber, ...], Field(max_length=NUM_ITEMS)]
    """Items that the hero has equipped, spells included, ascending."""
    gems: Gems
    """Gems that the hero carries, by kind."""
    guard: bool
    """Whether the hero is on guard: in a fight, two attacks in a row reach him."""
    policy: Annotated[int, OneOf(Policy)]
    """Retreat policy of the hero: when he leaves a fight."""
    arrival: Annotated[int, Field(ge=1, le=255)]
    """Rank of the hero in the order of entry among all living heroes in his room, from 1 for the
    earliest.
    """


class Own(NamedTuple):
    """What only the seat itself knows of its possessions (PG-6.5)."""

    seat: Seat
    """Index of the seat that the observation is for."""
    stash: Annotated[tuple[ItemCount, ...], Field(max_length=NUM_ITEMS)]
    """Items in the seat's stash, which are those that no hero wears, ascending."""
    vault: Gems
    """Gems in the seat's vault, where no other seat can take them, by kind."""
    heroes: tuple[HeroView, ...]
    """Living heroes of the seat, by id."""


class OfferView(NamedTuple):
    """A trade offer that stands for this turn, made by the seat or to it (PG-5.6)."""

    giver: Ref
    """Hero who makes the offer."""
    taker: Ref
    """Hero to whom the offer is made."""
    give: Goods
    """Goods that the giver offers."""
    want: Goods
    """Goods that the giver wants in return."""
