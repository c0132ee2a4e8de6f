"""Events of Dungeon Keeper (DK-6.2), each field declared once; their messages follow from them.

A record is one event. A unit is given as a `Spot`: its id, and its cell when the event happened; a
cell is given as a `Place`. None stands for what the event does not have; in an event that a seat
gets under fog, also for what the seat cannot see (DK-6.22).
"""

from __future__ import annotations

import typing
from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.dungeon_keeper.rules.places import (
    AnyNumber,
    Count,
    Index,
    Level,
    Owner,
    Percent,
    Place,
    SeatNumber,
    Spot,
)
from referee.games.dungeon_keeper.rules.seat_events import (
    AllianceChanged,
    AltarsWaned,
    Cast,
    Eliminated,
    Equipped,
    Exchanged,
    Forged,
    HeroAppeared,
    HeroDied,
    MatchEnd,
    Researched,
    SourceUpgraded,
    SpiritAssigned,
)
from referee.games.dungeon_keeper.tables import (
    Building,
    Code,
    Item,
    Kind,
    MineKind,
    Roll,
    Rune,
    Spirit,
    Status,
)
from referee.kit.records import Scalar, fields_of

__all__ = [
    "EVENTS", "SEAT_FIELDS", "AllianceChanged", "AltarsWaned", "AnyNumber", "Attacked",
    "Blasted", "Body", "BuildingDestroyed", "Built", "CaptureProgress", "Captured", "Cast",
    "Controlled", "Count", "Died", "Dropped", "Dug", "Eliminated", "Equipped", "Exchanged",
    "Forged", "Healed", "HeroAppeared", "HeroDied", "Hurt", "Index", "Level", "MatchEnd",
    "Mined", "Moved", "OrderResult", "Owner", "PickedUp", "Place", "Released", "Repaired",
    "Researched", "Rolled", "RuneUsed", "Sacrificed", "SeatNumber", "Slowed", "SourceUpgraded",
    "SpiritAssigned", "Spot", "StatusAdded", "StatusRemoved", "Summoned", "TowerShot",
    "TurnStart", "Upgraded", "Vanished",
]  # fmt: skip


class OrderResult(NamedTuple):
    """Result of an order, or of a message that is no batch (DK-4.7).

    Only the seat that sent the order gets it, before the events of that order.
    """

    seat: SeatNumber
    """Seat that sent the order."""
    place: Count | None
    """Place of the order in its batch, from 0; absent if the message was no batch. With the code
    MORE, the number of further orders that were refused."""
    code: Code
    """OK, or the reason why the order was refused."""

    @property
    def is_refusal(self) -> bool:
        """Whether the order was not carried out."""
        return self.code is not Code.OK


class Moved(NamedTuple):
    """A unit has moved one step."""

    unit: Spot | None
    """Unit that moved, and the cell that it left."""
    to: Place | None
    """Cell to which the unit moved; absent under fog if the seat could not see it."""


class Dug(NamedTuple):
    """A unit has dug an undug cell, which is empty now."""

    unit: Spot | None
    """Unit that dug; absent under fog if the seat could not see it."""
    cell: Place | None
    """Cell that is empty now; absent under fog if the seat could not see it."""


class Mined(NamedTuple):
    """A unit has taken gold, iron or taldear out of a mine."""

    unit: Spot | None
    """Unit that mined; absent under fog if the seat could not see it."""
    cell: Place | None
    """Cell of the mine; absent under fog if the seat could not see it."""
    kind: MineKind
    """What the mine holds."""
    amount: Count
    """Pieces of gold, iron or taldear that the seat gained."""


class Attacked(NamedTuple):
    """A unit has struck with its weapon (DK-5.21), also as a counter (DK-5.20)."""

    attacker: Spot | None
    """Unit that struck; absent under fog if the seat could not see it."""
    target: Spot | None
    """Unit that was struck at; absent if a building was, or if hidden by fog."""
    cell: Place | None
    """Cell of the building that was struck; absent if a unit was, or if hidden by fog."""
    damage: Count | None
    """Hit points that the target lost; absent if it evaded the strike."""
    is_counter: bool
    """Whether the strike was a counter, the answer to an attack."""


class Rolled(NamedTuple):
    """A d100 was rolled for a unit's chance; sent to the seats that get the event it belongs to."""

    unit: Spot | None
    """Unit whose chance was rolled for; absent under fog if the seat could not see it."""
    roll: Roll
    """Kind of chance that was rolled for."""
    value: Percent
    """Result of the roll, 1 to 100."""
    chance: Annotated[int, Field(ge=0, le=100)]
    """Chance in percent; the roll succeeded if `value` is not above it."""


class Died(NamedTuple):
    """A unit was killed."""

    unit: Spot | None
    """Unit that was killed."""
    killer: SeatNumber | None
    """Seat that killed the unit; absent for the Hero and his gnome, and under fog for seats that
    could not see the killer.
    """
    mana: Count
    """Mana that the killer gained; 0 if the killer is absent."""


class TurnStart(NamedTuple):
    """A seat's turn has started; all seats get this event, under fog without numbers (DK-6.22)."""

    seat: SeatNumber
    """Seat whose turn has started."""
    income: Count | None
    """Mana that the seat got from its Sources; absent under fog for other seats."""
    upkeep: Count | None
    """Mana that the seat paid for its units; absent under fog for other seats."""


class Summoned(NamedTuple):
    """A unit was summoned from a Circle, a building of the seat."""

    unit: Spot | None
    """Unit that was summoned; absent under fog if the seat could not see it."""
    seat: SeatNumber
    """Seat that summoned the unit."""
    kind: Kind
    """Kind of the unit that was summoned."""
    circle: Place | None
    """Cell of the Circle; absent under fog if the seat could not see it."""


class Upgraded(NamedTuple):
    """A unit was upgraded to another kind."""

    unit: Spot | None
    """Unit that was upgraded."""
    old: Kind
    """Kind of the unit before the upgrade."""
    new: Kind
    """Kind of the unit from now on."""


class Healed(NamedTuple):
    """A unit has gained hit points, for whatever reason."""

    unit: Spot | None
    """Unit that gained hit points."""
    amount: Count
    """Hit points that the unit gained."""


class Hurt(NamedTuple):
    """A unit has lost hit points to poison or to an aura of fire."""

    unit: Spot | None
    """Unit that lost hit points."""
    damage: Count
    """Hit points that the unit lost."""
    by_poison: bool
    """Whether poison was the cause; false for an aura of fire."""


class PickedUp(NamedTuple):
    """A unit has picked up an item."""

    unit: Spot | None
    """Unit that picked the item up; absent under fog if the seat could not see it."""
    cell: Place | None
    """Cell on which the item lay; absent under fog if the seat could not see it."""
    item: Item
    """Kind of the item that was picked up."""
    gold: Count
    """Gold that was in the item."""
    taldear: Count
    """Taldear (the resource of gem mines) that was in the item."""
    mana: Count
    """Mana that was in the item."""


class Dropped(NamedTuple):
    """An item was dropped on a cell."""

    cell: Place | None
    """Cell on which the item lies now."""
    item: Item
    """Kind of the item that was dropped."""


class Vanished(NamedTuple):
    """A unit is gone without a killer: upkeep was not paid, or its seat or its Hero has fallen."""

    unit: Spot | None
    """Unit that is gone, with the cell on which it stood."""


class Slowed(NamedTuple):
    """A slowing tower has taken an action point from a unit (DK-5.14).

    The cell of the tower is left out, since fog may hide it (DK-6.23).
    """

    unit: Spot | None
    """Unit that lost an action point."""


class Built(NamedTuple):
    """A unit has put up a building."""

    unit: Spot | None
    """Unit that built; absent under fog if the seat could not see it."""
    cell: Place | None
    """Cell of the new building; absent under fog if the seat could not see it."""
    building: Building
    """Kind of building that was put up."""


class Repaired(NamedTuple):
    """A unit has repaired a building."""

    unit: Spot | None
    """Unit that repaired; absent under fog if the seat could not see it."""
    cell: Place | None
    """Cell of the building; absent under fog if the seat could not see it."""
    amount: Count
    """Hit points that the building gained."""
    gold: Count
    """Gold that the seat paid for the repair."""


class BuildingDestroyed(NamedTuple):
    """A building was destroyed."""

    cell: Place | None
    """Cell on which the building stood."""
    building: Building
    """Kind of the building that was destroyed."""
    owner: Owner
    """Seat that owned the building, or -1 if it was neutral."""


class RuneUsed(NamedTuple):
    """A unit has installed its rune in its seat's Altar, or exchanged it for mana (DK-5.19)."""

    unit: Spot | None
    """Unit that carried the rune."""
    rune: Rune
    """Kind of the rune that was used up."""
    is_installed: bool
    """Whether the rune was installed; false if it was exchanged for mana."""


class CaptureProgress(NamedTuple):
    """A unit has spent an action point on capturing a Source, a building that yields mana."""

    unit: Spot | None
    """Unit that captures; absent under fog if the seat could not see it."""
    cell: Place | None
    """Cell of the Source; absent under fog if the seat could not see it."""
    points: Count
    """Action points that the unit has spent on the Source so far, of 10."""


class Captured(NamedTuple):
    """The owner of a Source, a building that yields mana, has changed."""

    cell: Place | None
    """Cell of the Source; absent under fog if the seat could not see it."""
    old: Owner
    """Seat that owned the Source before; -1 for neutral."""
    new: Owner
    """Seat that owns the Source from now on; -1 for neutral."""


class Blasted(NamedTuple):
    """A unit was hit by an area attack: fire breath, fire stream or death cloud (DK-5.30)."""

    attacker: Spot | None
    """Unit that made the attack; absent under fog if the seat could not see it."""
    target: Spot | None
    """Unit that was hit."""
    damage: Count
    """Hit points that the target lost."""


class TowerShot(NamedTuple):
    """A battle tower has shot at a unit (DK-5.34)."""

    tower: Place | None
    """Cell of the tower; absent under fog if the seat could not see it."""
    target: Spot | None
    """Unit that was shot at; absent under fog if the seat could not see it."""
    damage: Count | None
    """Hit points that the target lost; absent if it evaded the shot."""


class Sacrificed(NamedTuple):
    """A priest has sacrificed a unit of its seat for a spirit, which strengthens another unit for life."""

    priest: Spot | None
    """Priest that sacrificed the unit."""
    unit: Spot | None
    """Unit that was sacrificed."""
    spirit: Spirit
    """Kind of spirit that the seat got."""


class StatusAdded(NamedTuple):
    """A unit has got a status, or one more stack or count of it."""

    unit: Spot | None
    """Unit that has the status."""
    status: Status
    """Status that was added."""
    source: SeatNumber | None
    """Seat from which the status comes."""


class StatusRemoved(NamedTuple):
    """A unit has lost a status."""

    unit: Spot | None
    """Unit that had the status."""
    status: Status
    """Status that was removed, with all its stacks."""
    source: SeatNumber | None
    """Seat from which the status came; absent for fear."""


class Controlled(NamedTuple):
    """A unit was subjugated: it obeys another seat for the rest of the turn (DK-5.50)."""

    unit: Spot | None
    """Unit that was subjugated."""
    seat: SeatNumber
    """Seat that the unit obeys from now on."""


class Released(NamedTuple):
    """A subjugated unit obeys its owner again."""

    unit: Spot | None
    """Unit that was released."""
    seat: SeatNumber
    """Seat that the unit obeyed until now."""


# Append only: the place of a kind in this list is its number on the wire, and recorded matches
# contain these numbers.
Body: TypeAlias = (
    OrderResult | Moved | Dug | Mined | Attacked | Rolled | Died | TurnStart | Summoned |
    Upgraded | Healed | Hurt | PickedUp | Dropped | Vanished | Slowed | Built | Repaired |
    BuildingDestroyed | RuneUsed | CaptureProgress | Captured | Blasted | TowerShot | Sacrificed
    | StatusAdded | StatusRemoved | Controlled | Released | SourceUpgraded | Researched | Cast |
    Forged | Equipped | SpiritAssigned | Exchanged | Eliminated | HeroAppeared | HeroDied |
    AllianceChanged | MatchEnd | AltarsWaned
)  # fmt: skip
"""Any event of the game; the kinds of events are listed here only."""

EVENTS: tuple[type[Body], ...] = typing.get_args(Body)
"""Kinds of events in the order of their numbers on the wire."""

# `source` is missing: a status of a unit out of its sight does not concern the seat that caused
# it (DK-6.22).
_SEATS = ("seat", "other", "owner", "killer", "by", "old", "new")
SEAT_FIELDS: dict[type, tuple[str, ...]] = {
    cls: tuple([
        field.name
        for field in fields_of(cls)
        if field.name in _SEATS and field.kind.scalar is Scalar.WHOLE
    ])
    for cls in EVENTS
}  # fmt: skip
"""Names of the fields of each event class that hold a seat.

Such a seat gets the event under fog, wherever it happened."""
