"""What a seat may know, each field declared once (PG-6.1 to PG-6.6).

Whatever a seat does not know is absent.
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
    """Somebody to be hired."""

    candidate: Place
    """His number, for bids; candidates who were hired are left out."""
    kind: Annotated[ClassNumber, Name("hero_class")]
    """His class; the price is that of the class."""
    stats: Stats
    """Characteristics."""


class Slot(NamedTuple):
    """Something for sale."""

    slot: Place
    """Its number, for buying; slots that were sold are left out."""
    item: ItemNumber
    """What."""


class Player(NamedTuple):
    """What everybody knows of a seat (PG-6.1)."""

    seat: Seat
    """The seat."""
    gold: Amount
    """Gold in its treasury."""
    gems: Amount
    """Gems of all kinds together, those in the vault included."""
    heroes: Place
    """Living heroes."""
    rooms: Annotated[int, Field(ge=0, le=481)]
    """Owned rooms."""


class CreatureCount(NamedTuple):
    """Creatures of one kind in a room."""

    creature: CreatureNumber
    """Which."""
    number: Annotated[int, Field(ge=1, le=MOST_CREATURES), Name("count")]
    """How many."""


class CreatureHp(NamedTuple):
    """A creature in a room."""

    creature: CreatureNumber
    """What."""
    hp: Damage
    """Hit points."""


class ItemCount(NamedTuple):
    """Items on a floor or in a stash."""

    item: ItemNumber
    """What."""
    number: Annotated[int, Field(ge=1, le=2**15 - 1), Name("count")]
    """How many."""


class KnownDoor(NamedTuple):
    """A door as a seat knows it."""

    room: Room
    """The room behind it."""
    is_spiked: bool | None
    """Whether it is spiked; absent if that is not known."""


class Hoard(NamedTuple):
    """What a hoard holds."""

    gold: Amount
    """Gold."""
    gems: Gems
    """Gems by kind."""


class FloorView(NamedTuple):
    """What lies on the floor of a room."""

    gold: Amount
    """Gold."""
    gems: Gems
    """Gems by kind."""
    items: Annotated[tuple[ItemCount, ...], Field(max_length=NUM_ITEMS)]
    """Items, ascending."""


class RoomView(NamedTuple):
    """A room as a seat knows it (PG-6.1 to PG-6.4). What it does not know is absent."""

    room: Room
    """The room."""
    level: Annotated[int, Field(ge=0, le=MAX_LEVEL)]
    """The seat's knowledge of it."""
    is_explored: bool
    """Whether some hero has ever entered it."""
    owner: Seat | None
    """Its owner; absent if nobody owns it."""
    has_creatures: bool | None = None
    """From level 1: whether there are creatures."""
    counts: Annotated[tuple[CreatureCount, ...], Field(max_length=len(Creature))] = ()
    """From level 2: how many of each kind, ascending."""
    creatures: Annotated[tuple[CreatureHp, ...], Field(max_length=MOST_CREATURES)] = ()
    """From level 3: each creature, in its order."""
    hoard: Hoard | None = None
    """From level 3: the creatures' hoard."""
    doors: Annotated[tuple[KnownDoor, ...], Field(max_length=MAX_SEATS)] = ()
    """Doors that are known, in door order (PG-2.5); from level 3 all of them."""
    floor: FloorView | None = None
    """At level 4: what lies on the floor."""
    has_trap: bool | None = None
    """Whether there is a trap, not whose (PG-6.4)."""
    is_tapped: bool = False
    """Whether a Thief of the seat has found that there are no caches."""


class Dot(NamedTuple):
    """Where a living hero is; everybody knows it (PG-6.1)."""

    hero: Ref
    """Who."""
    room: Room
    """Where."""
    kind: Annotated[ClassNumber | None, Presence(is_explicit=False), Name("hero_class")] = None
    """His class, for seats with level 4 in the room and for his own."""
    hp: Damage | None = None
    """His hit points, likewise."""


class HeroView(NamedTuple):
    """A hero of the seat that looks."""

    hero: HeroId
    """His id."""
    kind: Annotated[ClassNumber, Name("hero_class")]
    """Class."""
    room: Room
    """Where he is."""
    hp: Damage
    """Hit points."""
    max_hp: Damage
    """Full hit points."""
    mana: Damage
    """Mana."""
    max_mana: Damage
    """Full Mana."""
    stats: Stats
    """Base characteristics."""
    items: Annotated[tuple[ItemNumber, ...], Field(max_length=NUM_ITEMS)]
    """Items that he has equipped, spells included."""
    gems: Gems
    """Gems that he carries, by kind."""
    guard: bool
    """Whether he is on guard."""
    policy: Annotated[int, OneOf(Policy)]
    """When he leaves a fight."""
    arrival: Annotated[int, Field(ge=1, le=255)]
    """Place in the order of entry among all living heroes in his room, from 1; lower was earlier."""


class Own(NamedTuple):
    """What only the seat itself knows (PG-6.5)."""

    seat: Seat
    """The seat."""
    stash: Annotated[tuple[ItemCount, ...], Field(max_length=NUM_ITEMS)]
    """Items in the stash, ascending."""
    vault: Gems
    """Gems in the vault, by kind."""
    heroes: tuple[HeroView, ...]
    """Living heroes by id."""


class OfferView(NamedTuple):
    """An offer that stands for this turn, made by the seat or to it (PG-5.6)."""

    giver: Ref
    """The hero who offers."""
    taker: Ref
    """To whom."""
    give: Goods
    """What is given."""
    want: Goods
    """What is wanted."""
