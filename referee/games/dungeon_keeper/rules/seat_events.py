"""Events that concern a seat as a whole: its archdemon, its score, the end of the match (DK-6.2)."""

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
    """A Source has another level."""

    cell: Place | None
    """The cell."""
    level: Level
    """The level."""


class Researched(NamedTuple):
    """A seat knows a spell."""

    seat: SeatNumber
    """Who."""
    spell: Spell
    """Which."""


class Cast(NamedTuple):
    """A seat has cast a spell; what it did follows."""

    seat: SeatNumber | None
    """Who."""
    spell: Spell
    """Which."""
    target: Spot | None
    """On whom."""


class Forged(NamedTuple):
    """An artifact is in the store."""

    seat: SeatNumber
    """Whose."""
    artifact: Artifact
    """Which."""


class Equipped(NamedTuple):
    """A unit bears an artifact."""

    unit: Spot | None
    """The unit."""
    artifact: Artifact
    """Which."""


class SpiritAssigned(NamedTuple):
    """A spirit goes with a unit."""

    unit: Spot | None
    """The unit."""
    spirit: Spirit
    """Which."""


class Exchanged(NamedTuple):
    """A seat has made something out of mana."""

    seat: SeatNumber
    """Who."""
    resource: Resource
    """What."""
    amount: Count
    """How much."""
    mana: Count
    """Mana spent."""


class Eliminated(NamedTuple):
    """A seat is out; everybody hears it."""

    seat: SeatNumber
    """Who."""
    by: SeatNumber | None
    """Seat that struck the last blow; absent for the light side, and for an Altar that has waned."""


class HeroAppeared(NamedTuple):
    """The Hero has come with his gnome."""

    hero: Spot | None
    """The Hero."""
    gnome: Spot | None
    """The gnome."""


class HeroDied(NamedTuple):
    """The Hero is dead."""

    hero: Spot | None
    """The Hero."""


class AllianceChanged(NamedTuple):
    """A seat has declared or withdrawn an alliance."""

    seat: SeatNumber
    """Who."""
    other: SeatNumber
    """With whom."""
    is_declared: bool
    """Else it was withdrawn."""


class MatchEnd(NamedTuple):
    """The match is over; everybody hears it."""

    placements: tuple[Annotated[int, Field(ge=1, le=MAX_SEATS)], ...]
    """Placements, from 1."""
    scores: tuple[Count, ...]
    """Scores (DK-7.3)."""


class AltarsWaned(NamedTuple):
    """Each Altar has lost hit points at the end of a round, or all that it had (DK-7.5). Not in version 1."""

    hp: Count
    """Hit points."""
