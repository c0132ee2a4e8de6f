"""Records of orders and batches as seats send them (DK-4.3, DK-4.9).

There is one record for each kind of order, with the fields of DK-4.10 and DK-4.11 under the names
used there; other code finds the kinds in `ORDERS`. An order with values that no order of its kind
can have becomes a `BadOrder` when it is read. Checks that depend on the match are in `table`.
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
"""Highest amount of a resource that one exchange order can make out of mana (DK-4.11)."""

UnitId: TypeAlias = AnyNumber
Direction: TypeAlias = Annotated[int, Field(ge=0, le=len(DIRECTIONS) - 1)]
Amount: TypeAlias = Annotated[int, Field(ge=1, le=MAX_EXCHANGE)]


class RuneMode(FromOne):
    """What a unit does with its rune at the Altar (DK-5.19)."""

    INSTALL = 0
    """The rune is installed in the Altar."""
    EXCHANGE = 1
    """The rune is exchanged for 10 mana."""


class Move(NamedTuple):
    """Order to move a unit one step to an adjacent cell (DK-5.12)."""

    unit: UnitId
    """Id of the unit that moves."""
    to: Place
    """Cell to which the unit moves."""

    @property
    def cell(self) -> Place:
        """The cell to which the unit moves, under the field name that other orders use."""
        return self.to


class Attack(NamedTuple):
    """Order to attack a unit or a building (DK-5.20); exactly one of target and cell is given."""

    unit: UnitId
    """Id of the unit that attacks."""
    target: UnitId | None = None
    """Id of the unit to attack; absent if a building is attacked."""
    cell: Place | None = None
    """Cell of the building to attack; absent if a unit is attacked."""


class Dig(NamedTuple):
    """Order to dig: an undug cell becomes empty."""

    unit: UnitId
    """Id of the unit that digs."""
    cell: Place
    """Undug cell to dig."""


class Mine(NamedTuple):
    """Order to take gold, iron or taldear out of a mine (DK-5.15)."""

    unit: UnitId
    """Id of the unit that mines."""
    cell: Place
    """Cell of the mine."""


class Build(NamedTuple):
    """Order to put up a building (DK-5.16)."""

    unit: UnitId
    """Id of the unit that builds."""
    cell: Place
    """Cell on which the building is put up."""
    building: Building
    """Kind of building to put up; any kind except ALTAR and SOURCE."""


class Repair(NamedTuple):
    """Order to repair a building, for gold (DK-5.17)."""

    unit: UnitId
    """Id of the unit that repairs."""
    cell: Place
    """Cell of the building to repair."""


class Pickup(NamedTuple):
    """Order to pick up the oldest item of a kind on a cell (DK-5.18)."""

    unit: UnitId
    """Id of the unit that picks the item up."""
    cell: Place
    """Cell on which the item lies."""
    item: Item
    """Kind of item to pick up."""


class UseRune(NamedTuple):
    """Order to install the rune that a unit carries in the Altar, or to exchange it (DK-5.19)."""

    unit: UnitId
    """Id of the unit that carries the rune."""
    mode: RuneMode
    """Whether the rune is installed or exchanged for mana."""


class Capture(NamedTuple):
    """Order to spend an action point on capturing a Source, a building that yields mana (DK-5.60)."""

    unit: UnitId
    """Id of the unit that captures."""
    cell: Place
    """Cell of the Source to capture."""


class Rest(NamedTuple):
    """Order to rest at a Hospital, which heals the unit by 2 hit points."""

    unit: UnitId
    """Id of the unit that rests."""
    cell: Place
    """Cell of the Hospital."""


class Heal(NamedTuple):
    """Order to heal a friendly unit by 3 hit points."""

    unit: UnitId
    """Id of the unit that heals."""
    target: UnitId
    """Id of the unit to heal."""


class Purify(NamedTuple):
    """Order to remove debuffs and poison from a friendly unit (DK-5.45)."""

    unit: UnitId
    """Id of the unit that purifies."""
    target: UnitId
    """Id of the unit to purify."""


class Sacrifice(NamedTuple):
    """Order to kill an own unit for a spirit, which strengthens another unit for life (DK-5.65)."""

    unit: UnitId
    """Id of the priest that sacrifices."""
    target: UnitId
    """Id of the own unit to sacrifice."""
    spirit: Spirit
    """Kind of spirit that the seat gets."""


class FireBreath(NamedTuple):
    """Order to breathe fire on one cell, which burns all units there (DK-5.31)."""

    unit: UnitId
    """Id of the unit that breathes fire."""
    cell: Place
    """Adjacent cell to burn."""


class FireStream(NamedTuple):
    """Order to burn all units on the next two cells in a direction (DK-5.32)."""

    unit: UnitId
    """Id of the unit that sends the stream of fire."""
    direction: Direction
    """Direction of the stream, 0 to 7: 0 N, 1 NE, 2 E and so on clockwise."""


class DeathCloud(NamedTuple):
    """Order to send a death cloud to one cell, which hits all hostile units there (DK-5.33)."""

    unit: UnitId
    """Id of the unit that sends the cloud."""
    cell: Place
    """Cell to hit, at most 3 away."""


class Subjugate(NamedTuple):
    """Order to try to take control of a hostile unit for this turn (DK-5.50)."""

    unit: UnitId
    """Id of the unit that subjugates."""
    target: UnitId
    """Id of the hostile unit to subjugate."""


class Exhaust(NamedTuple):
    """Order to put exhaustion, which lowers attack and defence, on a hostile unit (DK-5.40)."""

    unit: UnitId
    """Id of the unit that exhausts."""
    target: UnitId
    """Id of the hostile unit to exhaust."""


class Fear(NamedTuple):
    """Order to try to frighten a hostile unit (DK-5.43)."""

    unit: UnitId
    """Id of the unit that frightens."""
    target: UnitId
    """Id of the hostile unit to frighten."""


class Poison(NamedTuple):
    """Order to poison a hostile unit (DK-5.44)."""

    unit: UnitId
    """Id of the unit that poisons."""
    target: UnitId
    """Id of the hostile unit to poison."""


class CancelBlessing(NamedTuple):
    """Order to try to remove a buff from a hostile unit (DK-5.46)."""

    unit: UnitId
    """Id of the unit that cancels the buff."""
    target: UnitId
    """Id of the hostile unit that has the buff."""
    buff: Status
    """Buff (helpful status) to remove from the target."""


class Summon(NamedTuple):
    """Order to summon a unit from a Circle, a building of the seat (DK-5.61)."""

    circle: Place
    """Cell of the seat's Circle."""
    kind: Kind
    """Kind of unit to summon: IMP or BES."""
    cell: Place
    """Cell next to the Circle on which the unit appears."""


class UpgradeUnit(NamedTuple):
    """Order to upgrade a unit to a better kind (DK-5.62)."""

    unit: UnitId
    """Id of the unit to upgrade."""
    to: Kind
    """Kind that the unit becomes."""


class UpgradeSource(NamedTuple):
    """Order to raise an own Source, a building that yields mana, by a level (DK-3.10)."""

    source: Place
    """Cell of the seat's Source to raise by a level."""


class Research(NamedTuple):
    """Order to research a spell, which can be cast from then on."""

    spell: Spell
    """Spell to research."""


class Cast(NamedTuple):
    """Order to cast a spell on a unit (DK-5.70)."""

    spell: Spell
    """Spell to cast."""
    target: UnitId
    """Id of the unit on which the spell is cast."""


class Forge(NamedTuple):
    """Order to forge an artifact for the seat's store."""

    artifact: Artifact
    """Kind of artifact to forge."""


class Equip(NamedTuple):
    """Order to give a unit an artifact from the seat's store (DK-5.64)."""

    unit: UnitId
    """Id of the unit that gets the artifact."""
    artifact: Artifact
    """Kind of artifact to give."""


class AssignSpirit(NamedTuple):
    """Order to bind a spirit of the seat to a unit, which it strengthens for life (DK-5.66)."""

    unit: UnitId
    """Id of the unit that gets the spirit."""
    spirit: Spirit
    """Kind of spirit to bind."""


class Exchange(NamedTuple):
    """Order to exchange mana for gold, iron or taldear in an Alchemy Lab."""

    resource: Resource
    """Resource to make out of mana."""
    amount: Amount
    """Amount of the resource to make, 1 to 10000."""


class TowerShot(NamedTuple):
    """Order to shoot at a unit from a battle tower (DK-5.34)."""

    tower: Place
    """Cell of the seat's battle tower."""
    target: UnitId
    """Id of the unit to shoot at."""


class Ally(NamedTuple):
    """Order to declare an alliance with another seat (DK-5.90)."""

    seat: AnyNumber
    """Seat with which the alliance is declared."""


class Unally(NamedTuple):
    """Order to withdraw the declaration of an alliance (DK-5.90)."""

    seat: AnyNumber
    """Seat with which the alliance was declared."""


class BadOrder(NamedTuple):
    """Stands for an order that is malformed; refused as BAD_SCHEMA."""


# Append only: the place of a kind in this list is its number on the wire, and recorded matches
# contain these numbers.
Order: TypeAlias = (
    Move | Attack | Dig | Mine | Build | Repair | Pickup | UseRune | Capture | Rest | Heal | Purify
    | Sacrifice | FireBreath | FireStream | DeathCloud | Subjugate | Exhaust | Fear | Poison
    | CancelBlessing | Summon | UpgradeUnit | UpgradeSource | Research | Cast | Forge | Equip
    | AssignSpirit | Exchange | TowerShot | Ally | Unally | BadOrder
)  # fmt: skip
"""Any order of a batch; the kinds of orders are listed here only."""

BAD_ORDER = BadOrder()
"""Instance of `BadOrder` for every malformed order."""

ORDERS: tuple[type[Order], ...] = tuple(
    [cls for cls in typing.get_args(Order) if cls is not BadOrder]
)
"""Kinds of orders in the order of the rulebook; their places, from 1, are their numbers on the
wire."""

ORDER_TYPES: dict[str, type[Order]] = {kind_name(cls): cls for cls in ORDERS}
"""Records of the kinds of orders, by the rulebook's name of the kind, such as `move`."""


class OneOrder(Variant):
    """One order (DK-4.10, DK-4.11), as an entry of a batch.

    It is refused as BAD_SCHEMA if it is empty, or if one of its fields is absent, UNSPECIFIED or
    has a value that no order of its kind can have.
    """

    kinds = ORDERS
    oneof = "order"


class Batch(NamedTuple):
    """Batch of orders (DK-4.3), which are carried out one after another.

    A batch without orders only asks for an observation.
    """

    orders: Annotated[tuple[Order, ...], Entries(OneOrder), Read(MOST_ORDERS)] = ()
    """Orders of the batch, in the order in which they are carried out."""
    end_turn: bool = False
    """Whether the seat's turn ends after the orders."""
    delta: bool = False
    """Whether the observation after the batch may hold only what differs from what the seat could
    see before the batch."""
    is_bad: bool = False
    """Whether this stands for a message that was no batch at all (DK-4.6); all other fields are
    ignored then. Set by the referee itself if actions come in another form."""


END_TURN = Batch(end_turn=True)
"""Default action after a missed deadline: no orders, the turn ends (DK-4.5)."""
BAD_BATCH = Batch(is_bad=True)
"""Batch that stands for a message that cannot be read as one (DK-4.6)."""
