"""What a seat sends in Proving Grounds, each field declared once (PG-2.11, PG-4.2 to PG-4.6).

Nothing is checked here: a number that is missing, not an integer or beyond 32 bits is BAD, as is an unknown name.
The checks refuse that part, and the rest of the message counts.
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
"""Stands for a value that is missing or means nothing; it is negative, so no valid number."""

# What a field can be; what is missing is BAD.
Sent: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1), Absent(BAD)]
SentItem: TypeAlias = Annotated[int, OneOf(Item), Absent(BAD), Presence(is_explicit=False)]
Bids: TypeAlias = Annotated[tuple[Amount, ...], Field(max_length=NUM_BOARDS)]
"""By Board. The length is not checked here: a list of another length is refused later."""
Own: TypeAlias = Annotated[Sent, Number(0)]
"""Id of the hero, which on the wire is a field of HeroOrder."""


class HeroSpec(NamedTuple):
    """A hero to be bought (PG-2.11)."""

    kind: Annotated[
        int, OneOf(HeroClass), Absent(BAD), Presence(is_explicit=False), Name("hero_class")
    ]
    """His class."""
    improve: Annotated[
        tuple[Annotated[int, Field(ge=0, le=10)], ...], Field(max_length=len(Stat))
    ] = (0,) * len(Stat)
    """Points by characteristic; none at all for zeros."""
    items: Annotated[tuple[ItemNumber, ...], Field(max_length=MOST_ITEMS)] = ()
    """Items of the limited set."""
    guard: Annotated[bool | None, Presence(is_explicit=False)] = False
    """Whether he stands on guard."""
    policy: Annotated[int, OneOf(Policy)] | None = int(Policy.FIRST_DEATH)
    """When he leaves a fight; absent for FIRST_DEATH."""


class Setup(NamedTuple):
    """The party of a seat; asked for once, before the first turn (PG-2.11)."""

    heroes: Annotated[tuple[HeroSpec, ...], Read(MOST_HEROES)] = ()
    """At most max_heroes are read."""
    stash: Annotated[tuple[ItemNumber, ...], Field(max_length=MOST_STASH)] = ()
    """Items for the stash."""
    bids: Bids = (0,) * NUM_BOARDS
    """Gold bid by board; none at all for zeros."""


class HireBid(NamedTuple):
    """A bid on a candidate (PG-5.3)."""

    candidate: Sent
    """The candidate."""
    gold: Sent
    """Gold, at least the class price."""


class Goods(NamedTuple):
    """One side of a trade (PG-5.6)."""

    gold: Amount = 0
    """Out of the treasury."""
    gems: Gems = ()
    """From hero to hero; none at all for zeros."""
    item: Annotated[int, OneOf(Item), Absent(NOBODY)] = NOBODY
    """Out of the stash; absent for none."""


class _Alone(NamedTuple):
    """An order without fields apart from the hero."""

    hero: Own
    """Own hero."""


class BadOrder(_Alone):
    """A hero order of no known kind."""

    __slots__ = ()


class _OfItem(NamedTuple):
    """An order about an item."""

    hero: Own
    """Own hero."""
    item: Annotated[SentItem, Number(1)]
    """What."""


class Equip(_OfItem):
    """Free: from the stash to the hero (PG-5.5)."""

    __slots__ = ()


class Unequip(_OfItem):
    """Free: from the hero to the stash (PG-5.5)."""

    __slots__ = ()


class Guard(NamedTuple):
    """Free: guard posture; lasts until changed."""

    hero: Own
    """Own hero."""
    on: Annotated[bool | None, Number(1)]
    """Whether he is on guard from now on."""


class PolicyOrder(NamedTuple):
    """Free: retreat policy; lasts until changed."""

    hero: Own
    """Own hero."""
    policy: Annotated[int, OneOf(Policy), Absent(BAD), Presence(is_explicit=False), Number(1)]
    """Which."""


class Pass(NamedTuple):
    """Free: gems to an own hero in the same room."""

    hero: Own
    """Own hero."""
    target: Annotated[Sent, Number(1)]
    """To whom."""
    gems: Annotated[Gems, Number(2)]
    """How many by kind."""


class _OfGems(NamedTuple):
    """An order about gems."""

    hero: Own
    """Own hero."""
    gems: Annotated[Gems, Number(1)]
    """How many by kind."""


class Deposit(_OfGems):
    """Free: gems into the vault, in the own entry room."""

    __slots__ = ()


class Withdraw(_OfGems):
    """Free: gems out of the vault, in the own entry room."""

    __slots__ = ()


class Move(NamedTuple):
    """Move through rooms along a path, as far as possible (PG-5.12)."""

    hero: Own
    """Own hero."""
    path: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=MOST_STEPS), Number(1)]
    """Rooms in turn."""


class Trade(NamedTuple):
    """An offer to a hero behind a door, or the mirror of one (PG-5.6)."""

    hero: Own
    """Own hero."""
    with_seat: Annotated[Sent, Number(1)]
    """Whose hero."""
    with_hero: Annotated[Sent, Number(2)]
    """Which."""
    give: Annotated[Goods | None, Number(3)]
    """What is given."""
    want: Annotated[Goods | None, Number(4)]
    """What is wanted."""


class Rest(_Alone):
    """+2 hit points; Clerics and Wizards +1 Mana (PG-5.31)."""

    __slots__ = ()


class _AtDoor(NamedTuple):
    """An order about what is behind a door."""

    hero: Own
    """Own hero."""
    room: Annotated[Sent, Number(1)]
    """The room behind the door."""


class Force(_AtDoor):
    """Break the spikes of a door (PG-5.8)."""

    __slots__ = ()


class _OnHero(NamedTuple):
    """An order for the benefit of a hero."""

    hero: Own
    """Own hero."""
    target: Annotated[Sent, Number(1)]
    """An own hero in the same room."""


class Potion(_OnHero):
    """A potion out of the stash heals 2d6."""

    __slots__ = ()


class Clw(_OnHero):
    """Clerics cure light wounds: 1 Mana heals d6."""

    __slots__ = ()


class Csw(_OnHero):
    """Clerics cure serious wounds: 2 Mana heal 2d6+3."""

    __slots__ = ()


class Bless(_Alone):
    """Clerics, 2 Mana: own heroes in the room hit at +1 this turn."""

    __slots__ = ()


class Cast(NamedTuple):
    """Wizards: a regular spell (PG-5.9)."""

    hero: Own
    """Own hero."""
    spell: Annotated[int, OneOf(Spell), Absent(BAD), Presence(is_explicit=False), Number(1)]
    """Which."""
    room: Annotated[Sent, Number(2)] = BAD
    """For NOISE, LURE, KNOCK and SCRY."""
    target: Annotated[Sent, Number(3)] = BAD
    """For SHIELD, HASTE and TELEPORT: an own hero in the same room."""


class Search(_Alone):
    """Thieves look for caches (PG-5.30)."""

    __slots__ = ()


class Spike(_AtDoor):
    """Thieves spike a door shut; uses SPIKES."""

    __slots__ = ()


class Unspike(_AtDoor):
    """Thieves take the spikes out of a door."""

    __slots__ = ()


class SetTrap(_Alone):
    """Thieves trap the own room; uses a TRAP_KIT."""

    __slots__ = ()


class Disarm(_AtDoor):
    """Thieves disarm a trap in a neighbouring room."""

    __slots__ = ()


class Scout(_AtDoor):
    """Thieves listen at a door: full information on the next room."""

    __slots__ = ()


class Steal(NamedTuple):
    """Thieves lift a gem from a neighbouring room (PG-5.10)."""

    hero: Own
    """Own hero."""
    room: Annotated[Sent, Number(1)]
    """The room."""
    gem: Annotated[Amount, Number(2)] = DEFAULT_GEM
    """Kind of gem to look for first."""


_Kind = InOneof("order")


class HeroOrder(NamedTuple):
    """An order to a hero (PG-4.4).

    A hero may have any number of free orders, and one other order a turn.
    """

    hero: Sent
    """Own hero."""
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
"""Hero orders by the rulebook's names (PG-4.5, PG-4.6)."""


class Orders(NamedTuple):
    """Orders of a seat for a turn; an absent list is empty (PG-4.2)."""

    shuffle: Bids = (0,) * NUM_BOARDS
    """Gold bid by board; none at all for zeros."""
    hire: Annotated[tuple[HireBid, ...], Read(MOST_CANDIDATES)] = ()
    """Bids on candidates."""
    buy: Annotated[tuple[Amount, ...], Read(MOST_SLOTS)] = ()
    """Slots of the market, in order of preference."""
    # Each is of a class in ORDER_KINDS or a BadOrder; the HeroOrder around it is on the wire only.
    heroes: Annotated[tuple[Any, ...], Entries(HeroOrder), Read(MOST_ORDERS)] = ()
    """Hero orders; the order of moves is the order of entry."""


class BadMessage(NamedTuple):
    """A message that cannot be read."""


BAD_MESSAGE = BadMessage()
"""The only one; it has no fields."""

Action: TypeAlias = Setup | Orders | BadMessage
"""A message of a seat."""
