"""A seat's batch of orders as it was read, whatever is in it (DK-4.3, DK-4.9).

There is one record for each kind of order, with the fields of DK-4.10 and DK-4.11 by their names there; what
else goes by kinds reads `ORDERS`. What can be judged by an order alone is judged here, and makes it a
`BadOrder`; the rest depends on the match and is left to `table`.
"""

from __future__ import annotations

import typing
from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.dungeon_keeper.rules.places import AnyNumber, Place
from referee.games.dungeon_keeper.tables import (
    DIRECTIONS,
    MOST_ORDERS,
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
    "BAD_BATCH",
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
]

MAX_EXCHANGE = 10_000
"""Most that one order makes out of mana (DK-4.11)."""

UnitId: TypeAlias = AnyNumber
Direction: TypeAlias = Annotated[int, Field(ge=0, le=len(DIRECTIONS) - 1)]
Amount: TypeAlias = Annotated[int, Field(ge=1, le=MAX_EXCHANGE)]


class RuneMode(FromOne):
    """Use of a rune at the Altar (DK-5.19)."""

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
BAD_BATCH = Batch(is_bad=True)
"""What is read where no batch can be (DK-4.6)."""
