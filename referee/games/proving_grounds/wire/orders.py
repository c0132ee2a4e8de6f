"""Messages of a seat: setup and orders, each field declared once (PG-2.11, PG-4.2 to PG-4.6).

Nothing is checked here: a number that is missing, not an integer or beyond 32 bits is BAD, as is an
unknown name. The checks refuse that part, and the rest of the message counts.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.proving_grounds.tables import (
    DEFAULT_GEM,
    MOST_CANDIDATES,
    MOST_HEROES,
    MOST_ITEMS,
    MOST_ORDERS,
    MOST_SLOTS,
    MOST_STASH,
    MOST_STEPS,
    NOBODY,
    NUM_BOARDS,
    HeroClass,
    Item,
    Policy,
    Spell,
    Stat,
)
from referee.games.proving_grounds.wire.fields import Amount, Gems, ItemNumber
from referee.kit.enums import NO_MEMBER
from referee.kit.records import (
    Absent,
    Entries,
    InOneof,
    Name,
    Number,
    OneOf,
    Presence,
    Read,
    fields_of,
)

__all__ = [
    "BAD",
    "BAD_MESSAGE",
    "ORDER_KINDS",
    "Action",
    "BadMessage",
    "BadOrder",
    "Bless",
    "Cast",
    "Clw",
    "Csw",
    "Deposit",
    "Disarm",
    "Equip",
    "Force",
    "Goods",
    "Guard",
    "HeroOrder",
    "HeroSpec",
    "HireBid",
    "Move",
    "Orders",
    "Pass",
    "PolicyOrder",
    "Potion",
    "Rest",
    "Scout",
    "Search",
    "SetTrap",
    "Setup",
    "Spike",
    "Steal",
    "Trade",
    "Unequip",
    "Unspike",
    "Withdraw",
]

BAD = NO_MEMBER
"""Stands for a value that is missing or means nothing; it is negative, so it is never a valid
number.
"""

# What a field can be; what is missing is BAD.
Sent: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1), Absent(BAD)]
SentItem: TypeAlias = Annotated[int, OneOf(Item), Absent(BAD), Presence(is_explicit=False)]
Bids: TypeAlias = Annotated[tuple[Amount, ...], Field(max_length=NUM_BOARDS)]
"""Gold that is bid on the leader boards, indexed by Board. The length is not checked here; the
checks refuse a list of another length.
"""
Own: TypeAlias = Annotated[Sent, Number(0)]
"""Id of the seat's hero who gets the order; on the wire it is a field of HeroOrder."""


class HeroSpec(NamedTuple):
    """A hero to be bought at setup (PG-2.11)."""

    kind: Annotated[
        int, OneOf(HeroClass), Absent(BAD), Presence(is_explicit=False), Name("hero_class")
    ]
    """Class of the hero."""
    improve: Annotated[
        tuple[Annotated[int, Field(ge=0, le=10)], ...], Field(max_length=len(Stat))
    ] = (0,) * len(Stat)
    """Points by which each characteristic is raised; an empty list stands for zeros."""
    items: Annotated[tuple[ItemNumber, ...], Field(max_length=MOST_ITEMS)] = ()
    """Items to buy for the hero, of the limited set that is sold at setup."""
    guard: Annotated[bool | None, Presence(is_explicit=False)] = False
    """Whether the hero stands on guard: in a fight, two attacks in a row reach him."""
    policy: Annotated[int, OneOf(Policy)] | None = int(Policy.FIRST_DEATH)
    """Retreat policy of the hero: when he leaves a fight; absent for FIRST_DEATH."""


class Setup(NamedTuple):
    """The party that a seat buys; it is asked for once, before the first turn (PG-2.11)."""

    heroes: Annotated[tuple[HeroSpec, ...], Read(MOST_HEROES)] = ()
    """Heroes to buy; entries beyond max_heroes are not read."""
    stash: Annotated[tuple[ItemNumber, ...], Field(max_length=MOST_STASH)] = ()
    """Items to buy for the seat's stash of items that no hero wears."""
    bids: Bids = (0,) * NUM_BOARDS
    """Gold that is bid on each leader board; an empty list stands for zeros."""


class HireBid(NamedTuple):
    """A bid on a candidate, a hero for hire, in a hire auction (PG-5.3)."""

    candidate: Sent
    """Number of the candidate to hire, as in the observation."""
    gold: Sent
    """Gold that is bid, at least the price of the candidate's class."""


class Goods(NamedTuple):
    """One side of a trade: gold, gems and an item (PG-5.6)."""

    gold: Amount = 0
    """Gold out of the seat's treasury."""
    gems: Gems = ()
    """Gems that the hero hands over, by kind; an empty list stands for zeros."""
    item: Annotated[int, OneOf(Item), Absent(NOBODY)] = NOBODY
    """Item out of the seat's stash; absent for none."""


class _Alone(NamedTuple):
    """An order that has no field except the hero."""

    hero: Own
    """Id of the seat's hero who gets the order."""


class BadOrder(_Alone):
    """A hero order of no known kind, which the checks refuse."""

    __slots__ = ()


class _OfItem(NamedTuple):
    """An order that names an item."""

    hero: Own
    """Id of the seat's hero who gets the order."""
    item: Annotated[SentItem, Number(1)]
    """Item that the order is for."""


class Equip(_OfItem):
    """Free order: an item moves from the stash to the hero (PG-5.5)."""

    __slots__ = ()


class Unequip(_OfItem):
    """Free order: an item moves from the hero to the stash (PG-5.5)."""

    __slots__ = ()


class Guard(NamedTuple):
    """Free order: set whether a hero is on guard; lasts until changed."""

    hero: Own
    """Id of the seat's hero who gets the order."""
    on: Annotated[bool | None, Number(1)]
    """Whether the hero is on guard from now on."""


class PolicyOrder(NamedTuple):
    """Free order: set a hero's retreat policy; lasts until changed."""

    hero: Own
    """Id of the seat's hero who gets the order."""
    policy: Annotated[int, OneOf(Policy), Absent(BAD), Presence(is_explicit=False), Number(1)]
    """Retreat policy: when the hero leaves a fight."""


class Pass(NamedTuple):
    """Free order: a hero gives gems to another hero of the seat in the same room."""

    hero: Own
    """Id of the seat's hero who gives."""
    target: Annotated[Sent, Number(1)]
    """Id of the seat's hero who gets the gems."""
    gems: Annotated[Gems, Number(2)]
    """Number of gems that are given, by kind."""


class _OfGems(NamedTuple):
    """An order that moves gems between a hero and the seat's vault, where they are safe from other seats."""

    hero: Own
    """Id of the seat's hero who gets the order."""
    gems: Annotated[Gems, Number(1)]
    """Number of gems that are moved, by kind."""


class Deposit(_OfGems):
    """Free order: gems of a hero go into the vault, safe from other seats; only in the seat's entry room."""

    __slots__ = ()


class Withdraw(_OfGems):
    """Free order: a hero takes gems out of the vault; only in the seat's entry room."""

    __slots__ = ()


class Move(NamedTuple):
    """A hero moves through rooms along a path, as far as possible (PG-5.12)."""

    hero: Own
    """Id of the seat's hero who moves."""
    path: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=MOST_STEPS), Number(1)]
    """Rooms to enter one after the other."""


class Trade(NamedTuple):
    """An offer to a hero of another seat behind a door, or his own offer with both sides exchanged (PG-5.6)."""

    hero: Own
    """Id of the seat's hero who offers."""
    with_seat: Annotated[Sent, Number(1)]
    """Seat of the hero to trade with."""
    with_hero: Annotated[Sent, Number(2)]
    """Id of the hero to trade with, in his seat."""
    give: Annotated[Goods | None, Number(3)]
    """Goods that the seat's hero gives."""
    want: Annotated[Goods | None, Number(4)]
    """Goods that he wants in return."""


class Rest(_Alone):
    """A hero rests: +2 hit points; Clerics and Wizards +1 Mana (PG-5.31)."""

    __slots__ = ()


class _AtDoor(NamedTuple):
    """An order for a door, or for the room behind it."""

    hero: Own
    """Id of the seat's hero who gets the order."""
    room: Annotated[Sent, Number(1)]
    """Room behind the door."""


class Force(_AtDoor):
    """A hero tries to break the spikes that block a door (PG-5.8)."""

    __slots__ = ()


class _OnHero(NamedTuple):
    """An order for the benefit of a hero of the seat."""

    hero: Own
    """Id of the seat's hero who acts."""
    target: Annotated[Sent, Number(1)]
    """Id of the seat's hero who benefits, in the same room."""


class Potion(_OnHero):
    """A potion out of the stash heals 2d6 hit points."""

    __slots__ = ()


class Clw(_OnHero):
    """A Cleric cures light wounds: 1 Mana heals d6 hit points."""

    __slots__ = ()


class Csw(_OnHero):
    """A Cleric cures serious wounds: 2 Mana heal 2d6+3 hit points."""

    __slots__ = ()


class Bless(_Alone):
    """A Cleric blesses for 2 Mana: the seat's heroes in the room hit at +1 this turn."""

    __slots__ = ()


class Cast(NamedTuple):
    """A Wizard casts a regular spell (PG-5.9)."""

    hero: Own
    """Id of the Wizard who casts."""
    spell: Annotated[int, OneOf(Spell), Absent(BAD), Presence(is_explicit=False), Number(1)]
    """Spell to cast."""
    room: Annotated[Sent, Number(2)] = BAD
    """Room to cast NOISE, LURE, KNOCK or SCRY on; other spells ignore it."""
    target: Annotated[Sent, Number(3)] = BAD
    """For SHIELD, HASTE and TELEPORT: id of a hero of the seat in the same room; other spells
    ignore it.
    """


class Search(_Alone):
    """A Thief looks for caches (hidden gold) in his room (PG-5.30)."""

    __slots__ = ()


class Spike(_AtDoor):
    """A Thief spikes a door shut, so that nobody passes it; this uses up SPIKES."""

    __slots__ = ()


class Unspike(_AtDoor):
    """A Thief takes the spikes out of a door; they are lost."""

    __slots__ = ()


class SetTrap(_Alone):
    """A Thief sets a trap in his room; this uses up a TRAP_KIT."""

    __slots__ = ()


class Disarm(_AtDoor):
    """A Thief tries to disarm a trap in a neighbouring room."""

    __slots__ = ()


class Scout(_AtDoor):
    """A Thief listens at a door and learns what is in the room behind it, up to level 3."""

    __slots__ = ()


class Steal(NamedTuple):
    """A Thief steals a gem, or gold, from a neighbouring room (PG-5.10)."""

    hero: Own
    """Id of the Thief who steals."""
    room: Annotated[Sent, Number(1)]
    """Room to steal from."""
    gem: Annotated[Amount, Number(2)] = DEFAULT_GEM
    """Kind of gem to take; if there is none, the lowest kind that is there."""


_Kind = InOneof("order")


class HeroOrder(NamedTuple):
    """An order to a hero (PG-4.4).

    A hero may have any number of free orders, and one other order a turn.
    """

    hero: Sent
    """Id of the seat's hero who gets the order."""
    equip: Annotated[Equip | None, _Kind] = None
    unequip: Annotated[Unequip | None, _Kind] = None
    guard: Annotated[Guard | None, _Kind] = None
    policy: Annotated[PolicyOrder | None, _Kind] = None
    pass_: Annotated[Pass | None, _Kind, Name("pass")] = None
    deposit: Annotated[Deposit | None, _Kind] = None
    withdraw: Annotated[Withdraw | None, _Kind] = None
    move: Annotated[Move | None, _Kind] = None
    trade: Annotated[Trade | None, _Kind] = None
    rest: Annotated[Rest | None, _Kind] = None
    force: Annotated[Force | None, _Kind] = None
    potion: Annotated[Potion | None, _Kind] = None
    clw: Annotated[Clw | None, _Kind] = None
    csw: Annotated[Csw | None, _Kind] = None
    bless: Annotated[Bless | None, _Kind] = None
    cast: Annotated[Cast | None, _Kind] = None
    search: Annotated[Search | None, _Kind] = None
    spike: Annotated[Spike | None, _Kind] = None
    unspike: Annotated[Unspike | None, _Kind] = None
    trap: Annotated[SetTrap | None, _Kind] = None
    disarm: Annotated[Disarm | None, _Kind] = None
    scout: Annotated[Scout | None, _Kind] = None
    steal: Annotated[Steal | None, _Kind] = None


ORDER_KINDS: dict[str, type[Any]] = {
    field.proto_name.upper(): field.kind.cls
    for field in fields_of(HeroOrder)
    if field.kind.cls is not None
}
"""Classes of hero orders by the rulebook's names in capitals (PG-4.5, PG-4.6)."""


class Orders(NamedTuple):
    """Orders of a seat for one turn; an absent list is empty (PG-4.2)."""

    shuffle: Bids = (0,) * NUM_BOARDS
    """Gold that is bid on each leader board; an empty list stands for zeros."""
    hire: Annotated[tuple[HireBid, ...], Read(MOST_CANDIDATES)] = ()
    """Bids on candidates in the hire auction."""
    buy: Annotated[tuple[Amount, ...], Read(MOST_SLOTS)] = ()
    """Market slots to buy, in order of preference."""
    # Each is of a class in ORDER_KINDS or a BadOrder; the HeroOrder around it is on the wire only.
    heroes: Annotated[tuple[Any, ...], Entries(HeroOrder), Read(MOST_ORDERS)] = ()
    """Orders to heroes; moves are carried out, and rooms entered, in the order of this list."""


class BadMessage(NamedTuple):
    """Stands for a message that cannot be read; the seat's default action is played."""


BAD_MESSAGE = BadMessage()
"""The only instance of BadMessage, which has no fields."""

Action: TypeAlias = Setup | Orders | BadMessage
"""A message of a seat: its setup, its orders for a turn, or one that cannot be read."""
