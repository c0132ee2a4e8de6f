"""Events of Dungeon Keeper (DK-6.2), each field declared once; messages on the wire follow from them.

A record is one event. Units are given as a `Spot`: which unit, and where it stood when it happened; cells
as a `Place`. None stands for what the event does not have; in an event that a seat gets under fog, also for
what the seat cannot see (DK-6.22).
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
    """Result of an order, or of a message that is none (DK-4.7).

    Only its sender gets it, before the events of that order.
    """

    seat: SeatNumber
    """Whose."""
    place: Count | None
    """Place in the batch, from 0; absent for the batch as a whole; with MORE how many orders were not
    looked at."""
    code: Code
    """OK, or why it was refused."""

    @property
    def is_refusal(self) -> bool:
        """Whether it was not carried out."""
        return self.code is not Code.OK


class Moved(NamedTuple):
    """A unit has made a step."""

    unit: Spot | None
    """Where it was before."""
    to: Place | None
    """Where to."""


class Dug(NamedTuple):
    """An undug cell is empty now."""

    unit: Spot | None
    """The unit."""
    cell: Place | None
    """The cell."""


class Mined(NamedTuple):
    """A unit has brought something out of a mine."""

    unit: Spot | None
    """The unit."""
    cell: Place | None
    """The cell."""
    kind: MineKind
    """The mine's."""
    amount: Count
    """How much."""


class Attacked(NamedTuple):
    """A strike with the unit's weapon (DK-5.21), a counter (DK-5.20) included."""

    attacker: Spot | None
    """Unit that struck."""
    target: Spot | None
    """The unit that was struck at; absent for a building."""
    cell: Place | None
    """The building's; absent for a unit."""
    damage: Count | None
    """Hit points taken; absent if it was evaded."""
    is_counter: bool
    """Whether it was a counter."""


class Rolled(NamedTuple):
    """A roll of a d100, sent with the event that it belongs to."""

    unit: Spot | None
    """Whose luck it is."""
    roll: Roll
    """What for."""
    value: Percent
    """1 to 100."""
    chance: Annotated[int, Field(ge=0, le=100)]
    """It succeeded if the value is not above this."""


class Died(NamedTuple):
    """A unit was killed."""

    unit: Spot | None
    """The unit."""
    killer: SeatNumber | None
    """The seat; absent for the light side, or under fog for who did not see it."""
    mana: Count
    """What the killer gained."""


class TurnStart(NamedTuple):
    """A seat's turn begins; everybody hears it, under fog without the numbers (DK-6.22)."""

    seat: SeatNumber
    """Whose."""
    income: Count | None
    """Mana from Sources."""
    upkeep: Count | None
    """Mana paid."""


class Summoned(NamedTuple):
    """A unit has come out of a Circle."""

    unit: Spot | None
    """The unit."""
    seat: SeatNumber
    """Whose."""
    kind: Kind
    """Kind."""
    circle: Place | None
    """The Circle."""


class Upgraded(NamedTuple):
    """A unit is of another kind."""

    unit: Spot | None
    """The unit."""
    old: Kind
    """Kind before."""
    new: Kind
    """Kind now."""


class Healed(NamedTuple):
    """A unit gained hit points, however that came."""

    unit: Spot | None
    """The unit."""
    amount: Count
    """How many."""


class Hurt(NamedTuple):
    """A unit lost hit points to poison or to an aura of fire."""

    unit: Spot | None
    """The unit."""
    damage: Count
    """How many."""
    by_poison: bool
    """Else by fire."""


class PickedUp(NamedTuple):
    """A unit has taken an item, with its contents."""

    unit: Spot | None
    """The unit."""
    cell: Place | None
    """The cell."""
    item: Item
    """What."""
    gold: Count
    """Gold in it."""
    taldear: Count
    """Taldear in it."""
    mana: Count
    """Mana in it."""


class Dropped(NamedTuple):
    """Something lies on a cell now."""

    cell: Place | None
    """The cell."""
    item: Item
    """What."""


class Vanished(NamedTuple):
    """A unit is gone and nobody has killed it: upkeep, the end of its archdemon or of the Hero."""

    unit: Spot | None
    """The unit."""


class Slowed(NamedTuple):
    """A slowing aura took an action point (DK-5.14); the place of the tower is left out (DK-6.23)."""

    unit: Spot | None
    """The unit."""


class Built(NamedTuple):
    """A building stands."""

    unit: Spot | None
    """The unit."""
    cell: Place | None
    """The cell."""
    building: Building
    """Kind."""


class Repaired(NamedTuple):
    """A building has been repaired."""

    unit: Spot | None
    """The unit."""
    cell: Place | None
    """The cell."""
    amount: Count
    """Hit points."""
    gold: Count
    """Gold paid."""


class BuildingDestroyed(NamedTuple):
    """A building is gone."""

    cell: Place | None
    """The cell."""
    building: Building
    """Kind."""
    owner: Owner
    """Its seat, or -1 for neutral."""


class RuneUsed(NamedTuple):
    """A rune was used at the Altar (DK-5.19)."""

    unit: Spot | None
    """The unit."""
    rune: Rune
    """Which."""
    is_installed: bool
    """Else it was exchanged for mana."""


class CaptureProgress(NamedTuple):
    """A unit works on a Source."""

    unit: Spot | None
    """The unit."""
    cell: Place | None
    """The cell."""
    points: Count
    """So far, of 10."""


class Captured(NamedTuple):
    """A Source has another owner."""

    cell: Place | None
    """The cell."""
    old: Owner
    """Owner before; -1 for neutral."""
    new: Owner
    """Owner now."""


class Blasted(NamedTuple):
    """A unit was hit by an area attack (DK-5.30)."""

    attacker: Spot | None
    """Whose attack."""
    target: Spot | None
    """Unit that was hit."""
    damage: Count
    """Hit points taken."""


class TowerShot(NamedTuple):
    """A battle tower has shot (DK-5.34)."""

    tower: Place | None
    """The tower."""
    target: Spot | None
    """At whom."""
    damage: Count | None
    """Hit points taken; absent if it was evaded."""


class Sacrificed(NamedTuple):
    """A priest has sacrificed a unit."""

    priest: Spot | None
    """The priest."""
    unit: Spot | None
    """The unit."""
    spirit: Spirit
    """Resulting spirit."""


class StatusAdded(NamedTuple):
    """A status took hold of a unit; also one more count of those that stack."""

    unit: Spot | None
    """The unit."""
    status: Status
    """Which."""
    source: SeatNumber | None
    """The seat."""


class StatusRemoved(NamedTuple):
    """A status has left a unit."""

    unit: Spot | None
    """The unit."""
    status: Status
    """Which."""
    source: SeatNumber | None
    """The seat it came from."""


class Controlled(NamedTuple):
    """A unit obeys another seat (DK-5.50)."""

    unit: Spot | None
    """The unit."""
    seat: SeatNumber
    """Whom."""


class Released(NamedTuple):
    """A unit obeys its owner again."""

    unit: Spot | None
    """The unit."""
    seat: SeatNumber
    """Whom it obeyed."""


Body: TypeAlias = (
    OrderResult | Moved | Dug | Mined | Attacked | Rolled | Died | TurnStart | Summoned |
    Upgraded | Healed | Hurt | PickedUp | Dropped | Vanished | Slowed | Built | Repaired |
    BuildingDestroyed | RuneUsed | CaptureProgress | Captured | Blasted | TowerShot | Sacrificed
    | StatusAdded | StatusRemoved | Controlled | Released | SourceUpgraded | Researched | Cast |
    Forged | Equipped | SpiritAssigned | Exchanged | Eliminated | HeroAppeared | HeroDied |
    AllianceChanged | MatchEnd | AltarsWaned
)  # fmt: skip
"""Anything that happens; the kinds are listed here alone."""

EVENTS: tuple[type[Body], ...] = typing.get_args(Body)
"""Kinds of events, in the order of their numbers on the wire."""

_SEATS = ("seat", "other", "owner", "killer", "by", "old", "new")
SEAT_FIELDS: dict[type, tuple[str, ...]] = {
    cls: tuple([
        field.name
        for field in fields_of(cls)
        if field.name in _SEATS and field.kind.scalar is Scalar.WHOLE
    ])
    for cls in EVENTS
}  # fmt: skip
"""Fields that hold a seat, by class: it is concerned by the event wherever that happened."""
