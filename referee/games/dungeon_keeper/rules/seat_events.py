"""Events of whole seats: orders of archdemons, eliminations, the Hero, the match end (DK-6.2)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import Field

from referee.games.dungeon_keeper.rules.places import Count, Level, Place, SeatNumber, Spot
from referee.games.dungeon_keeper.tables import MAX_SEATS, Artifact, Resource, Spell, Spirit

__all__ = [
    "SourceUpgraded",
    "Researched",
    "Cast",
    "Forged",
    "Equipped",
    "SpiritAssigned",
    "Exchanged",
    "Eliminated",
    "HeroAppeared",
    "HeroDied",
    "AllianceChanged",
    "MatchEnd",
    "AltarsWaned",
]


class SourceUpgraded(NamedTuple):
    """A Source, a building that yields mana, was raised by one level."""

    cell: Place | None
    """Cell of the Source; absent under fog if the seat could not see it."""
    level: Level
    """Level of the Source from now on."""


class Researched(NamedTuple):
    """A seat has researched a spell, and can cast it from now on."""

    seat: SeatNumber
    """Seat that researched the spell."""
    spell: Spell
    """Spell that was researched."""


class Cast(NamedTuple):
    """A seat has cast a spell; the events of its effect follow."""

    seat: SeatNumber | None
    """Seat that cast the spell."""
    spell: Spell
    """Spell that was cast."""
    target: Spot | None
    """Unit on which the spell was cast; absent under fog if the seat could not see it."""


class Forged(NamedTuple):
    """A seat has forged an artifact, which is in its store now."""

    seat: SeatNumber
    """Seat that forged the artifact."""
    artifact: Artifact
    """Kind of artifact that was forged."""


class Equipped(NamedTuple):
    """A unit was given an artifact from its owner's store."""

    unit: Spot | None
    """Unit that bears the artifact now; absent under fog if the seat could not see it."""
    artifact: Artifact
    """Kind of artifact that the unit was given."""


class SpiritAssigned(NamedTuple):
    """A spirit was bound to a unit, which it strengthens for life."""

    unit: Spot | None
    """Unit to which the spirit was bound; absent under fog if the seat could not see it."""
    spirit: Spirit
    """Kind of spirit that was bound."""


class Exchanged(NamedTuple):
    """A seat has exchanged mana for another resource."""

    seat: SeatNumber
    """Seat that exchanged mana."""
    resource: Resource
    """Resource that the seat got for its mana: gold, iron or taldear."""
    amount: Count
    """Pieces of the resource that the seat got."""
    mana: Count
    """Mana that the seat paid."""


class Eliminated(NamedTuple):
    """A seat is out of the match; all seats get this event."""

    seat: SeatNumber
    """Index of the seat that is out of the match."""
    by: SeatNumber | None
    """Seat that struck the last blow against its Altar; absent if the Hero or his gnome did, or if
    the Altar lost its last hit points at a round's end (waning).
    """


class HeroAppeared(NamedTuple):
    """The light Hero, an enemy of all seats, has appeared with his gnome."""

    hero: Spot | None
    """The Hero, and where he appeared; absent under fog if the seat could not see the cell."""
    gnome: Spot | None
    """The Hero's gnome, and where it appeared; absent under fog if the seat could not see the
    cell."""


class HeroDied(NamedTuple):
    """The light Hero, an enemy of all seats, was killed."""

    hero: Spot | None
    """The Hero, and where he died; absent under fog if the seat could not see him."""


class AllianceChanged(NamedTuple):
    """A seat has declared an alliance with another seat, or withdrawn its declaration."""

    seat: SeatNumber
    """Seat that declared or withdrew the alliance."""
    other: SeatNumber
    """Seat with which the alliance was declared or withdrawn."""
    is_declared: bool
    """Whether the alliance was declared; false if it was withdrawn."""


class MatchEnd(NamedTuple):
    """The match is over; all seats get this event."""

    placements: tuple[Annotated[int, Field(ge=1, le=MAX_SEATS)], ...]
    """Placement of each seat, from 1; equal seats share one."""
    scores: tuple[Count, ...]
    """Score of each seat (DK-7.3)."""


class AltarsWaned(NamedTuple):
    """All Altars have lost hit points at the end of a round (DK-7.5). Not in version 1."""

    hp: Count
    """Hit points that each Altar lost, or fewer if it had fewer left."""
