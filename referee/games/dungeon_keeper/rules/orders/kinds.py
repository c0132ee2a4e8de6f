"""A seat's batch of orders as it was read, whatever is in it (DK-4.3, DK-4.9).

There is one record for each kind of order, with the fields of DK-4.10 and DK-4.11 by their names there; what
else goes by kinds reads `ORDERS`. What can be judged by an order alone is judged here, and makes it a
`BadOrder`; the rest depends on the match and is left to `table`.
"""

from __future__ import annotations

import enum
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.dungeon_keeper.rules.events import AnyNumber, Place
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    DIRECTIONS,
    MOST_ORDERS,
    STATUSES,
    SUMMONED,
    Artifact,
    Building,
    Item,
    Kind,
    Resource,
    Spell,
    Spirit,
    Status,
)
from referee.kit.enums import FromOne
from referee.kit.records import Entries, Read, Variant, kind_name

__all__ = [
    "BAD_ORDER",
    "END_TURN",
    "MAX_EXCHANGE",
    "ORDERS",
    "ORDER_TYPES",
    "Ally",
    "AssignSpirit",
    "Attack",
    "BadOrder",
    "Batch",
    "Build",
    "CancelBlessing",
    "Capture",
    "Cast",
    "DeathCloud",
    "Dig",
    "Equip",
    "Exchange",
    "Exhaust",
    "Fear",
    "FireBreath",
    "FireStream",
    "Forge",
    "Heal",
    "Mine",
    "Move",
    "OneOrder",
    "Order",
    "Pickup",
    "Poison",
    "Purify",
    "Repair",
    "Research",
    "Rest",
    "RuneMode",
    "Sacrifice",
    "Subjugate",
    "Summon",
    "TowerShot",
    "Unally",
    "UpgradeSource",
    "UpgradeUnit",
    "UseRune",
    "checked",
    "read_batch",
]

MAX_EXCHANGE = 10_000
"""Most that one order makes out of mana (DK-4.11)."""
_INT32 = 2**31

UnitId: TypeAlias = AnyNumber
Direction: TypeAlias = Annotated[int, Field(ge=0, le=len(DIRECTIONS) - 1)]
Amount: TypeAlias = Annotated[int, Field(ge=1, le=MAX_EXCHANGE)]


class RuneMode(FromOne):
    """What becomes of a rune at the Altar (DK-5.19)."""

    INSTALL = 0
    """It is set into the Altar."""
    EXCHANGE = 1
    """It gives 10 mana."""


class Move(NamedTuple):
    """A step to an adjacent cell (DK-5.12)."""

    unit: UnitId
    """Id of the unit that does it."""
    to: Place
    """Where to."""

    @property
    def cell(self) -> Place:
        """Where it goes, as in orders at a cell."""
        return self.to


class Attack(NamedTuple):
    """A strike (DK-5.20); exactly one of target and cell."""

    unit: UnitId
    """Id of the unit that does it."""
    target: UnitId | None = None
    """Id of a unit."""
    cell: Place | None = None
    """A building's."""


class Dig(NamedTuple):
    """Make an undug cell empty."""

    unit: UnitId
    """Id of the unit that does it."""
    cell: Place
    """Which."""


class Mine(NamedTuple):
    """Bring something out of a mine (DK-5.15)."""

    unit: UnitId
    """Id of the unit that does it."""
    cell: Place
    """The mine."""


class Build(NamedTuple):
    """Put up a building (DK-5.16)."""

    unit: UnitId
    """Id of the unit that does it."""
    cell: Place
    """Where."""
    building: Building
    """What; one that has a price."""


class Repair(NamedTuple):
    """Repair a building (DK-5.17)."""

    unit: UnitId
    """Id of the unit that does it."""
    cell: Place
    """The building."""


class Pickup(NamedTuple):
    """Take the oldest item of a kind (DK-5.18)."""

    unit: UnitId
    """Id of the unit that does it."""
    cell: Place
    """Where it lies."""
    item: Item
    """Kind."""


class UseRune(NamedTuple):
    """Bring a rune to the Altar (DK-5.19)."""

    unit: UnitId
    """Id of the unit that does it."""
    mode: RuneMode
    """What for."""


class Capture(NamedTuple):
    """Work on a Source (DK-5.60)."""

    unit: UnitId
    """Id of the unit that does it."""
    cell: Place
    """The Source."""


class Rest(NamedTuple):
    """Be healed by a Hospital."""

    unit: UnitId
    """Id of the unit that does it."""
    cell: Place
    """The Hospital."""


class Heal(NamedTuple):
    """Heal a friendly unit by 3."""

    unit: UnitId
    """Id of the unit that does it."""
    target: UnitId
    """Whom."""


class Purify(NamedTuple):
    """Take debuffs and poison from a friendly unit (DK-5.45)."""

    unit: UnitId
    """Id of the unit that does it."""
    target: UnitId
    """Whom."""


class Sacrifice(NamedTuple):
    """Give an own unit for a spirit (DK-5.65)."""

    unit: UnitId
    """Id of the unit that does it."""
    target: UnitId
    """Whom."""
    spirit: Spirit
    """For which."""


class FireBreath(NamedTuple):
    """Burn all units on one cell (DK-5.31)."""

    unit: UnitId
    """Id of the unit that does it."""
    cell: Place
    """Which."""


class FireStream(NamedTuple):
    """Burn all units on two cells of a line (DK-5.32)."""

    unit: UnitId
    """Id of the unit that does it."""
    direction: Direction
    """0 to 7."""


class DeathCloud(NamedTuple):
    """Hit all hostile units on one cell (DK-5.33)."""

    unit: UnitId
    """Id of the unit that does it."""
    cell: Place
    """Which."""


class Subjugate(NamedTuple):
    """Try to control a hostile unit (DK-5.50)."""

    unit: UnitId
    """Id of the unit that does it."""
    target: UnitId
    """Whom."""


class Exhaust(NamedTuple):
    """Put exhaustion on a hostile unit (DK-5.40)."""

    unit: UnitId
    """Id of the unit that does it."""
    target: UnitId
    """Whom."""


class Fear(NamedTuple):
    """Try to frighten a hostile unit (DK-5.43)."""

    unit: UnitId
    """Id of the unit that does it."""
    target: UnitId
    """Whom."""


class Poison(NamedTuple):
    """Poison a hostile unit (DK-5.44)."""

    unit: UnitId
    """Id of the unit that does it."""
    target: UnitId
    """Whom."""


class CancelBlessing(NamedTuple):
    """Try to take a buff from a hostile unit (DK-5.46)."""

    unit: UnitId
    """Id of the unit that does it."""
    target: UnitId
    """Whom."""
    buff: Status
    """Which."""


class Summon(NamedTuple):
    """Call a unit out of a Circle (DK-5.61)."""

    circle: Place
    """The own Circle."""
    kind: Kind
    """IMP or BES."""
    cell: Place
    """Cell next to the Circle."""


class UpgradeUnit(NamedTuple):
    """Make a unit one of a better kind (DK-5.62)."""

    unit: UnitId
    """Id of the unit."""
    to: Kind
    """What it becomes."""


class UpgradeSource(NamedTuple):
    """Raise an own Source by a level (DK-3.10)."""

    source: Place
    """Which."""


class Research(NamedTuple):
    """Learn a spell."""

    spell: Spell
    """Which."""


class Cast(NamedTuple):
    """Cast a spell on a unit (DK-5.70)."""

    spell: Spell
    """Which."""
    target: UnitId
    """On whom."""


class Forge(NamedTuple):
    """Make an artifact for the store."""

    artifact: Artifact
    """Which."""


class Equip(NamedTuple):
    """Give a unit an artifact from the store (DK-5.64)."""

    unit: UnitId
    """Id of the unit."""
    artifact: Artifact
    """Which."""


class AssignSpirit(NamedTuple):
    """Bind a spirit to a unit (DK-5.66)."""

    unit: UnitId
    """Id of the unit."""
    spirit: Spirit
    """Which."""


class Exchange(NamedTuple):
    """Make something out of mana."""

    resource: Resource
    """What."""
    amount: Amount
    """How much, 1 to 10000."""


class TowerShot(NamedTuple):
    """Let a battle tower shoot (DK-5.34)."""

    tower: Place
    """The own tower."""
    target: UnitId
    """At whom."""


class Ally(NamedTuple):
    """Declare an alliance (DK-5.90)."""

    seat: AnyNumber
    """With whom."""


class Unally(NamedTuple):
    """Withdraw an alliance (DK-5.90)."""

    seat: AnyNumber
    """With whom."""


class BadOrder(NamedTuple):
    """What is no order (BAD_SCHEMA)."""


Order: TypeAlias = (
    Move | Attack | Dig | Mine | Build | Repair | Pickup | UseRune | Capture | Rest | Heal | Purify
    | Sacrifice | FireBreath | FireStream | DeathCloud | Subjugate | Exhaust | Fear | Poison
    | CancelBlessing | Summon | UpgradeUnit | UpgradeSource | Research | Cast | Forge | Equip
    | AssignSpirit | Exchange | TowerShot | Ally | Unally | BadOrder
)  # fmt: skip
"""One order; the kinds are declared here alone."""

BAD_ORDER = BadOrder()
"""What is no order."""

ORDERS: tuple[type[Order], ...] = tuple(
    [cls for cls in typing.get_args(Order) if cls is not BadOrder]
)
"""Kinds of orders in the order of the rulebook, which gives their numbers on the wire, from 1."""

ORDER_TYPES: dict[str, type[Order]] = {kind_name(cls): cls for cls in ORDERS}
"""Kinds of orders by their names in the rulebook."""


class OneOrder(Variant):
    """One order (DK-4.10, DK-4.11).

    It is refused as BAD_SCHEMA if there is none, or if one of its fields is absent, UNSPECIFIED or has a
    value that no such order can have.
    """

    kinds = ORDERS
    oneof = "order"


class Batch(NamedTuple):
    """A batch of orders (DK-4.3), carried out one after another.

    An empty one only asks for an observation.
    """

    orders: Annotated[tuple[Order, ...], Entries(OneOrder), Read(MOST_ORDERS)] = ()
    """The orders."""
    end_turn: bool = False
    """Whether the turn ends after the orders."""
    delta: bool = False
    """Whether the observation after them may hold only what differs from what the seat could see before
    them."""
    is_bad: bool = False
    """Stands for what was no batch at all (DK-4.6); nothing else counts then. Used by the referee where
    actions come in another form."""


END_TURN = Batch(end_turn=True)
"""The default action (DK-4.5)."""
_BAD_BATCH = Batch(is_bad=True)


def checked(order: Order) -> Order:
    """Return the order, or `BAD_ORDER` if a field of it has a value that no such order can have (DK-4.9).

    For who makes an order of what was sent. The fields are there and have their types already.
    """
    match order:
        case Attack(target=target, cell=cell):
            is_good = (target is None) != (cell is None)
        case Build(building=building):
            is_good = BUILDINGS[building].is_buildable
        case FireStream(direction=direction):
            is_good = 0 <= direction < len(DIRECTIONS)
        case CancelBlessing(buff=buff):
            is_good = STATUSES[buff].is_buff
        case Summon(kind=kind):
            is_good = kind in SUMMONED
        case Exchange(amount=amount):
            is_good = 1 <= amount <= MAX_EXCHANGE
        case _:
            is_good = True
    return order if is_good else BAD_ORDER


def read_batch(value: object) -> Batch:
    """Read the batch of a plain value; never fails.

    Its form is `{"orders": [order, ...], "end_turn": true, "delta": false}`, where each of the three may be
    left out. An order is an object with its `type` and its fields, as in
    `{"type": "move", "unit": 100001, "to": [3, 4]}`. What is None counts as left out, and unknown
    fields count for nothing.
    """
    if not isinstance(value, Mapping):
        return _BAD_BATCH
    orders, end_turn, delta = (
        default if value.get(name) is None else value[name]
        for name, default in (("orders", ()), ("end_turn", False), ("delta", False))
    )
    if not isinstance(orders, list | tuple):
        return _BAD_BATCH
    if not isinstance(end_turn, bool) or not isinstance(delta, bool):
        return _BAD_BATCH
    return Batch(tuple([_order(entry) for entry in orders]), end_turn, delta)


def _order(value: object) -> Order:
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        return BAD_ORDER
    order_type = ORDER_TYPES.get(value["type"])
    if order_type is None:
        return BAD_ORDER
    fields: dict[str, object] = {}
    for name, read in _READERS[order_type].items():
        sent = value.get(name)
        if sent is None and name in order_type._field_defaults:
            continue
        fields[name] = read(sent)
        if fields[name] is None:
            return BAD_ORDER
    return checked(order_type(**fields))  # type: ignore[arg-type]  # the readers see to it


_Reader: TypeAlias = Callable[[object], object]
"""Reads a value; None if it is of the wrong type or out of bounds."""


def _number(value: object) -> int | None:
    # True is a whole number to Python, and none to the rules.
    if isinstance(value, int) and not isinstance(value, bool) and -_INT32 <= value < _INT32:
        return value
    return None


def _place(value: object) -> Place | None:
    if not isinstance(value, list | tuple) or len(value) != len(Place._fields):
        return None
    row, col = (_number(part) for part in value)
    return None if row is None or col is None else Place(row, col)


def _name(members: Iterable[enum.IntEnum]) -> _Reader:
    by_name = {member.name.lower(): member for member in members}
    return lambda value: by_name.get(value) if isinstance(value, str) else None


def _reader(hint: object) -> _Reader:
    plain = next((part for part in typing.get_args(hint) if part is not type(None)), hint)
    if plain is Place:
        return _place
    if isinstance(plain, type) and issubclass(plain, enum.IntEnum):
        return _name(plain)
    return _number


_READERS = {
    order_type: {name: _reader(hint) for name, hint in typing.get_type_hints(order_type).items()}
    for order_type in ORDER_TYPES.values()
}
"""How each field of each type of order is read, by what the class says it is."""
