"""What a seat sends in Proving Grounds, as it was read, whatever is in it (PG-2.11, PG-4.2 to PG-4.6).

Nothing here judges: a number that is missing, no integer or beyond 32 bits is BAD, as is a name that nobody
knows; the checks refuse it, and the rest of the message counts.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from referee.games.proving_grounds.tables import (
    DEFAULT_GEM,
    NOBODY,
    HeroClass,
    Item,
    Policy,
    Spell,
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
    "read_action",
]

BAD = -(2**31)
"""Stands for what is no number with a meaning."""
_MOST = 2**31 - 1


class HeroSpec(NamedTuple):
    """A hero of a setup message (PG-2.11)."""

    kind: int
    """HeroClass."""
    improve: tuple[int, ...] = (0, 0, 0, 0, 0)
    """Points by Stat; of another length if it was sent so."""
    items: tuple[int, ...] = ()
    guard: bool | None = False
    """None for what is no boolean."""
    policy: int = int(Policy.FIRST_DEATH)


class Setup(NamedTuple):
    """A setup message."""

    heroes: tuple[HeroSpec, ...] = ()
    stash: tuple[int, ...] = ()
    bids: tuple[int, ...] = (0, 0, 0, 0, 0)
    """By Board; of another length if it was sent so."""


class HireBid(NamedTuple):
    """A bid on a candidate (PG-5.3)."""

    candidate: int
    gold: int


class Goods(NamedTuple):
    """One side of a trade (PG-5.6)."""

    gold: int = 0
    gems: tuple[int, ...] = ()
    """By kind; none at all stands for zeros."""
    item: int = NOBODY
    """NOBODY for none."""


class BadOrder(NamedTuple):
    """A hero order of no known kind."""

    hero: int


class Equip(NamedTuple):
    """From the stash to the hero."""

    hero: int
    item: int


class Unequip(NamedTuple):
    """From the hero to the stash."""

    hero: int
    item: int


class Guard(NamedTuple):
    """Posture."""

    hero: int
    on: bool | None
    """None for what is no boolean."""


class PolicyOrder(NamedTuple):
    """Retreat policy."""

    hero: int
    policy: int


class Pass(NamedTuple):
    """Gems to another hero."""

    hero: int
    target: int
    gems: tuple[int, ...]


class Deposit(NamedTuple):
    """Gems into the vault."""

    hero: int
    gems: tuple[int, ...]


class Withdraw(NamedTuple):
    """Gems out of the vault."""

    hero: int
    gems: tuple[int, ...]


class Move(NamedTuple):
    """A way through rooms."""

    hero: int
    path: tuple[int, ...]


class Trade(NamedTuple):
    """An offer to another seat's hero, or the mirror of one."""

    hero: int
    with_seat: int
    with_hero: int
    give: Goods | None
    """None for what is no such thing."""
    want: Goods | None


class Rest(NamedTuple):
    """Rest."""

    hero: int


class Force(NamedTuple):
    """Break the spikes of a door."""

    hero: int
    room: int


class Potion(NamedTuple):
    """Give a potion to a hero."""

    hero: int
    target: int


class Clw(NamedTuple):
    """Cure light wounds."""

    hero: int
    target: int


class Csw(NamedTuple):
    """Cure serious wounds."""

    hero: int
    target: int


class Bless(NamedTuple):
    """Bless the own heroes in the room."""

    hero: int


class Cast(NamedTuple):
    """A regular spell, on a room or a hero."""

    hero: int
    spell: int
    room: int = BAD
    target: int = BAD


class Search(NamedTuple):
    """Look for caches."""

    hero: int


class Spike(NamedTuple):
    """Spike a door."""

    hero: int
    room: int


class Unspike(NamedTuple):
    """Take the spikes out of a door."""

    hero: int
    room: int


class SetTrap(NamedTuple):
    """Trap the room."""

    hero: int


class Disarm(NamedTuple):
    """Disarm a trap in the next room."""

    hero: int
    room: int


class Scout(NamedTuple):
    """Listen at a door."""

    hero: int
    room: int


class Steal(NamedTuple):
    """Lift a gem from the next room."""

    hero: int
    room: int
    gem: int = DEFAULT_GEM


HeroOrder: TypeAlias = (
    BadOrder
    | Equip
    | Unequip
    | Guard
    | PolicyOrder
    | Pass
    | Deposit
    | Withdraw
    | Move
    | Trade
    | Rest
    | Force
    | Potion
    | Clw
    | Csw
    | Bless
    | Cast
    | Search
    | Spike
    | Unspike
    | SetTrap
    | Disarm
    | Scout
    | Steal
)
"""An order to a hero."""

ORDER_KINDS: dict[str, type[Any]] = {
    "EQUIP": Equip,
    "UNEQUIP": Unequip,
    "GUARD": Guard,
    "POLICY": PolicyOrder,
    "PASS": Pass,
    "DEPOSIT": Deposit,
    "WITHDRAW": Withdraw,
    "MOVE": Move,
    "TRADE": Trade,
    "REST": Rest,
    "FORCE": Force,
    "POTION": Potion,
    "CLW": Clw,
    "CSW": Csw,
    "BLESS": Bless,
    "CAST": Cast,
    "SEARCH": Search,
    "SPIKE": Spike,
    "UNSPIKE": Unspike,
    "TRAP": SetTrap,
    "DISARM": Disarm,
    "SCOUT": Scout,
    "STEAL": Steal,
}
"""Hero orders by the rulebook's names (PG-4.5, PG-4.6)."""


class Orders(NamedTuple):
    """A message of a turn; what is absent is nothing."""

    shuffle: tuple[int, ...] = (0, 0, 0, 0, 0)
    """By Board; of another length if it was sent so."""
    hire: tuple[HireBid, ...] = ()
    buy: tuple[int, ...] = ()
    heroes: tuple[HeroOrder, ...] = ()


class BadMessage(NamedTuple):
    """What is no message at all."""


BAD_MESSAGE = BadMessage()
"""What is no message at all."""

Action: TypeAlias = Setup | Orders | BadMessage
"""Whatever a seat sends."""


def read_action(value: object) -> Action:
    """The message of a plain value; never fails.

    Messages of setup have `stash`, `bids` or heroes with a `class`; all others are messages of a turn. Names
    are the rulebook's in upper case.
    """
    if not isinstance(value, Mapping):
        return BAD_MESSAGE
    lists = [value.get(name, []) for name in ("heroes", "stash", "bids", "shuffle", "hire", "buy")]
    if not all(isinstance(part, list | tuple) for part in lists):
        return BAD_MESSAGE
    heroes, stash, bids, shuffle, hire, buy = lists
    if "stash" in value or "bids" in value or any(_is_spec(hero) for hero in heroes):
        return Setup(
            tuple([_read_spec(hero) for hero in heroes]),
            _read_names(Item, stash),
            _integers(bids) if "bids" in value else Setup().bids,
        )
    return Orders(
        _integers(shuffle) if "shuffle" in value else Orders().shuffle,
        tuple([_read_bid(bid) for bid in hire]),
        _integers(buy),
        tuple([_read_order(order) for order in heroes]),
    )


def _is_spec(value: object) -> bool:
    return isinstance(value, Mapping) and "class" in value


def _read_spec(value: object) -> HeroSpec:
    table = value if isinstance(value, Mapping) else {}
    improve, items = table.get("improve", [0] * 5), table.get("items", [])
    return HeroSpec(
        _read_name(HeroClass, table.get("class")),
        _integers(improve) if isinstance(improve, list | tuple) else (),
        _read_names(Item, items) if isinstance(items, list | tuple) else (BAD,),
        _boolean(table.get("guard", False)),
        _read_name(Policy, table.get("policy", "FIRST_DEATH")),
    )


def _read_bid(value: object) -> HireBid:
    table = value if isinstance(value, Mapping) else {}
    return HireBid(_integer(table.get("candidate")), _integer(table.get("gold")))


def _read_order(value: object) -> HeroOrder:
    table = value if isinstance(value, Mapping) else {}
    name = table.get("kind")
    kind = ORDER_KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        return BadOrder(_integer(table.get("hero")))
    fields = {
        field: read(table.get(field))
        for field, read in _READERS.items()
        if field in kind._fields and (field in table or field not in kind._field_defaults)
    }
    order: HeroOrder = kind(**fields)
    return order


def _read_goods(value: object) -> Goods | None:
    if not isinstance(value, Mapping):
        return None
    item = value.get("item")
    gems = value.get("gems", [])
    return Goods(
        _integer(value.get("gold", 0)),
        _gems(gems),
        NOBODY if item is None else _read_name(Item, item),
    )


def _gems(value: object) -> tuple[int, ...]:
    return _integers(value) if isinstance(value, list | tuple) else (BAD,)


def _path(value: object) -> tuple[int, ...]:
    return _integers(value) if isinstance(value, list | tuple) else ()


def _read_names(names: type[enum.IntEnum], values: Any) -> tuple[int, ...]:
    return tuple([_read_name(names, value) for value in values])


def _read_name(names: type[enum.IntEnum], value: object) -> int:
    known = isinstance(value, str) and value in names.__members__
    return int(names[str(value)]) if known else BAD


def _integers(values: Any) -> tuple[int, ...]:
    return tuple([_integer(value) for value in values])


def _integer(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and BAD < value <= _MOST:
        return value
    return BAD


def _boolean(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


_READERS: dict[str, Callable[[object], object]] = {
    "hero": _integer,
    "item": lambda value: _read_name(Item, value),
    "on": _boolean,
    "policy": lambda value: _read_name(Policy, value),
    "target": _integer,
    "gems": _gems,
    "path": _path,
    "with_seat": _integer,
    "with_hero": _integer,
    "give": _read_goods,
    "want": _read_goods,
    "room": _integer,
    "spell": lambda value: _read_name(Spell, value),
    "gem": _integer,
}
"""How a field of a hero order is read, by its name."""
