"""What happens in Dungeon Keeper, as it is told (DK-6.2).

A body tells of one thing. Units come as a `Spot`: which unit, and where it stood when it happened; cells
as a `Place`. None stands for what the event does not have; in what a seat is told under fog, also for
what it cannot see (DK-6.22), which `telling` takes out. Fields that hold a seat are listed with their body's
class in `SEAT_FIELDS`: a seat that is named there is concerned by the event wherever it happened.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from referee.games.dungeon_keeper.tables import (
    Artifact,
    Building,
    Code,
    Item,
    Kind,
    MineKind,
    Resource,
    Roll,
    Rune,
    Spell,
    Spirit,
    Status,
)

__all__ = [
    "SEAT_FIELDS",
    "AllianceChanged",
    "AltarsWaned",
    "Attacked",
    "Blasted",
    "Body",
    "BuildingDestroyed",
    "Built",
    "CaptureProgress",
    "Captured",
    "Cast",
    "Controlled",
    "Died",
    "Dropped",
    "Dug",
    "Eliminated",
    "Equipped",
    "Exchanged",
    "Forged",
    "Healed",
    "HeroAppeared",
    "HeroDied",
    "Hurt",
    "MatchEnd",
    "Mined",
    "Moved",
    "OrderResult",
    "Partial",
    "PickedUp",
    "Place",
    "Released",
    "Repaired",
    "Researched",
    "Rolled",
    "RuneUsed",
    "Sacrificed",
    "Slowed",
    "SourceUpgraded",
    "SpiritAssigned",
    "Spot",
    "StatusAdded",
    "StatusRemoved",
    "Summoned",
    "TowerShot",
    "TurnStart",
    "Upgraded",
    "Vanished",
]


class Spot(NamedTuple):
    """A unit, and where it stood."""

    unit: int
    """Its id."""
    row: int
    """NO in a `Partial` for a cell that was not seen, as is the column."""
    col: int


class Place(NamedTuple):
    """A cell."""

    row: int
    col: int


class OrderResult(NamedTuple):
    """What came of an order, or of a message that is none; told to its sender alone (DK-4.7).

    It comes before the events of that order.
    """

    seat: int
    place: int | None
    """Place in the batch, from 0; None for the batch as a whole; with MORE how many orders were not looked at."""
    code: Code

    @property
    def is_refusal(self) -> bool:
        """Whether it was not carried out."""
        return self.code is not Code.OK


class TurnStart(NamedTuple):
    """A seat's turn begins; everybody hears it, under fog without the numbers (DK-6.22)."""

    seat: int
    income: int | None
    """Mana from Sources."""
    upkeep: int | None
    """Mana paid."""


class Vanished(NamedTuple):
    """A unit is gone and nobody has killed it: upkeep, the end of its archdemon or of the Hero."""

    unit: Spot | None


class Summoned(NamedTuple):
    """A unit has come out of a Circle."""

    unit: Spot | None
    seat: int
    kind: Kind
    circle: Place | None


class Moved(NamedTuple):
    """A unit has made a step."""

    unit: Spot | None
    """Where it was before."""
    to: Place | None


class Attacked(NamedTuple):
    """A strike with the unit's weapon (DK-5.21), a counter (DK-5.20) included."""

    attacker: Spot | None
    target: Spot | None
    """The unit that was struck at; None for a building."""
    cell: Place | None
    """The building's; None for a unit."""
    damage: int | None
    """Hit points taken; None if it was evaded."""
    is_counter: bool


class Blasted(NamedTuple):
    """A unit was hit by an area attack (DK-5.30)."""

    attacker: Spot | None
    target: Spot | None
    damage: int


class TowerShot(NamedTuple):
    """A battle tower has shot (DK-5.34)."""

    tower: Place | None
    target: Spot | None
    damage: int | None
    """None if it was evaded."""


class Hurt(NamedTuple):
    """A unit lost hit points to poison or to an aura of fire."""

    unit: Spot | None
    damage: int
    by_poison: bool
    """Else by fire."""


class Healed(NamedTuple):
    """A unit gained hit points, however that came."""

    unit: Spot | None
    amount: int


class Rolled(NamedTuple):
    """A d100, told with the event that it belongs to."""

    unit: Spot | None
    """Whose luck it is."""
    roll: Roll
    value: int
    chance: int
    """It succeeded if the value is not above this."""


class Slowed(NamedTuple):
    """A slowing aura took an action point (DK-5.14); where the tower stands is not told (DK-6.23)."""

    unit: Spot | None


class Died(NamedTuple):
    """A unit was killed."""

    unit: Spot | None
    killer: int | None
    """The seat; None for the light side, or under fog for who did not see it."""
    mana: int
    """What the killer gained."""


class Dug(NamedTuple):
    """An undug cell is empty now."""

    unit: Spot | None
    cell: Place | None


class Mined(NamedTuple):
    """A unit has brought something out of a mine."""

    unit: Spot | None
    cell: Place | None
    kind: MineKind
    amount: int


class Built(NamedTuple):
    """A building stands."""

    unit: Spot | None
    cell: Place | None
    building: Building


class Repaired(NamedTuple):
    """A building has been repaired."""

    unit: Spot | None
    cell: Place | None
    amount: int
    gold: int


class BuildingDestroyed(NamedTuple):
    """A building is gone."""

    cell: Place | None
    building: Building
    owner: int
    """Its seat, or NEUTRAL."""


class PickedUp(NamedTuple):
    """A unit has taken something; what was in it is told with it."""

    unit: Spot | None
    cell: Place | None
    item: Item
    gold: int
    taldear: int
    mana: int


class Dropped(NamedTuple):
    """Something lies on a cell now."""

    cell: Place | None
    item: Item


class RuneUsed(NamedTuple):
    """A rune was used at the Altar (DK-5.19)."""

    unit: Spot | None
    rune: Rune
    is_installed: bool
    """Else it was exchanged for mana."""


class CaptureProgress(NamedTuple):
    """A unit works on a Source."""

    unit: Spot | None
    cell: Place | None
    points: int


class Captured(NamedTuple):
    """A Source has another owner."""

    cell: Place | None
    old: int
    new: int


class Sacrificed(NamedTuple):
    """A priest has sacrificed a unit."""

    priest: Spot | None
    unit: Spot | None
    spirit: Spirit


class StatusAdded(NamedTuple):
    """A status took hold of a unit; also one more count of those that stack."""

    unit: Spot | None
    status: Status
    source: int | None
    """The seat."""


class StatusRemoved(NamedTuple):
    """A status has left a unit."""

    unit: Spot | None
    status: Status
    source: int | None
    """The seat it came from."""


class Controlled(NamedTuple):
    """A unit obeys another seat (DK-5.50)."""

    unit: Spot | None
    seat: int


class Released(NamedTuple):
    """A unit obeys its owner again."""

    unit: Spot | None
    seat: int
    """Whom it obeyed."""


class Upgraded(NamedTuple):
    """A unit is of another kind."""

    unit: Spot | None
    old: Kind
    new: Kind


class SourceUpgraded(NamedTuple):
    """A Source has another level."""

    cell: Place | None
    level: int


class Researched(NamedTuple):
    """A seat knows a spell."""

    seat: int
    spell: Spell


class Cast(NamedTuple):
    """A seat has cast a spell; what it did follows."""

    seat: int | None
    spell: Spell
    target: Spot | None


class Forged(NamedTuple):
    """An artifact is in the store."""

    seat: int
    artifact: Artifact


class Equipped(NamedTuple):
    """A unit bears an artifact."""

    unit: Spot | None
    artifact: Artifact


class SpiritAssigned(NamedTuple):
    """A spirit goes with a unit."""

    unit: Spot | None
    spirit: Spirit


class Exchanged(NamedTuple):
    """A seat has made something out of mana."""

    seat: int
    resource: Resource
    amount: int
    mana: int
    """Mana spent."""


class Eliminated(NamedTuple):
    """A seat is out; everybody hears it."""

    seat: int
    by: int | None
    """Who struck the last blow; None for the light side, and for an Altar that has waned."""


class HeroAppeared(NamedTuple):
    """The Hero has come with his gnome."""

    hero: Spot | None
    gnome: Spot | None


class HeroDied(NamedTuple):
    """The Hero is dead."""

    hero: Spot | None


class AllianceChanged(NamedTuple):
    """A seat has declared or withdrawn an alliance."""

    seat: int
    other: int
    is_declared: bool


class AltarsWaned(NamedTuple):
    """Each Altar has lost hit points at the end of a round, or all that it had; everybody hears it (DK-7.5)."""

    hp: int


class MatchEnd(NamedTuple):
    """The match is over; everybody hears it."""

    placements: tuple[int, ...]
    scores: tuple[int, ...]


Body: TypeAlias = (
    OrderResult
    | TurnStart
    | Vanished
    | Summoned
    | Moved
    | Attacked
    | Blasted
    | TowerShot
    | Hurt
    | Healed
    | Rolled
    | Slowed
    | Died
    | Dug
    | Mined
    | Built
    | Repaired
    | BuildingDestroyed
    | PickedUp
    | Dropped
    | RuneUsed
    | CaptureProgress
    | Captured
    | Sacrificed
    | StatusAdded
    | StatusRemoved
    | Controlled
    | Released
    | Upgraded
    | SourceUpgraded
    | Researched
    | Cast
    | Forged
    | Equipped
    | SpiritAssigned
    | Exchanged
    | Eliminated
    | HeroAppeared
    | HeroDied
    | AllianceChanged
    | AltarsWaned
    | MatchEnd
)
"""Anything that happens."""


class Partial(NamedTuple):
    """What a seat hears of something of which it could not see all (DK-6.22)."""

    body: Body
    """What is left of it."""


SEAT_FIELDS: dict[type, tuple[str, ...]] = {
    OrderResult: ("seat",),
    TurnStart: ("seat",),
    Summoned: ("seat",),
    Died: ("killer",),
    BuildingDestroyed: ("owner",),
    Captured: ("old", "new"),
    StatusAdded: (),
    StatusRemoved: (),
    Controlled: ("seat",),
    Released: ("seat",),
    Researched: ("seat",),
    Cast: ("seat",),
    Forged: ("seat",),
    Exchanged: ("seat",),
    Eliminated: ("seat", "by"),
    AllianceChanged: ("seat", "other"),
}
"""Fields that hold a seat which is concerned, by class; none where a class is not named."""
