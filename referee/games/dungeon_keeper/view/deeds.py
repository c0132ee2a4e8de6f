"""Sums over the events of a step of Dungeon Keeper: fights, losses, and what each seat has done."""

from __future__ import annotations

import dataclasses
from collections import Counter

from referee.core.view import Fields
from referee.games.dungeon_keeper.view.belief import Place

__all__ = ["Blow", "Deeds", "Fight"]


@dataclasses.dataclass(slots=True)
class Fight:
    """All blows of one side's units and towers at another side's units."""

    side: int | None
    """Seat that strikes, or LIGHT for the Hero and his gnome; None if it is not known."""
    other: int
    """Seat that is struck, or LIGHT for the Hero and his gnome."""
    attackers: dict[object, str] = dataclasses.field(default_factory=dict)
    """Kinds of the striking units by unit id, and of striking towers by their cell."""
    targets: dict[int, str] = dataclasses.field(default_factory=dict)
    places: list[Place] = dataclasses.field(default_factory=list)
    """Cells on which the targets stood, as far as they are known."""
    dealt: int = 0
    taken: int = 0
    """Hit points that the attackers lost by counter-attacks."""
    lost: Counter[str] = dataclasses.field(default_factory=Counter)
    """Number of attackers that died, by kind."""
    felled: Counter[str] = dataclasses.field(default_factory=Counter)
    """Number of targets that died, by kind."""


@dataclasses.dataclass(slots=True)
class Blow:
    """All blows of one side at buildings of one kind and one owner."""

    attackers: dict[object, str] = dataclasses.field(default_factory=dict)
    damage: int = 0
    place: Place | None = None


@dataclasses.dataclass(slots=True)
class Deeds:
    """Everything that happened in a step, added up by kind of event."""

    fights: dict[tuple[int | None, int], Fight] = dataclasses.field(default_factory=dict)
    blows: dict[tuple[int | None, int, str], Blow] = dataclasses.field(default_factory=dict)
    """Blows at buildings, by striking side (as in `Fight`: None if it is not known), owner of the
    building, and kind of building."""
    destroyed: list[tuple[int, str, Place | None]] = dataclasses.field(default_factory=list)
    """Owner, kind and cell of each destroyed building."""
    hurt: dict[tuple[int, bool], int] = dataclasses.field(default_factory=dict)
    """Hit points that units lost to poison or fire, by their owner and whether it was poison (else
    fire)."""
    hurt_dead: dict[tuple[int, bool], Counter[str]] = dataclasses.field(default_factory=dict)
    lone_dead: dict[tuple[int, int | None], Counter[str]] = dataclasses.field(default_factory=dict)
    """Number of units that died from a blow the viewer has not seen, by kind; grouped by owner and
    killing seat."""
    vanished: dict[int, Counter[str]] = dataclasses.field(default_factory=dict)
    """Number of units that vanished because their upkeep was not paid, by owner and kind."""
    slowed: Counter[int] = dataclasses.field(default_factory=Counter)
    works: dict[int, Counter[tuple[str, ...]]] = dataclasses.field(default_factory=dict)
    """What each seat did with its units and stocks: how often, or the amount, by seat and then by the
    name of the work with its details."""
    sources: dict[int, list[int]] = dataclasses.field(default_factory=dict)
    """Levels to which each seat has raised its Sources in this step, by seat."""
    captures: dict[int, tuple[int, Place | None]] = dataclasses.field(default_factory=dict)
    """Capture points of the unit that is nearest to capturing a Source, and that Source's cell, by
    seat."""
    dropped: Counter[str] = dataclasses.field(default_factory=Counter)
    moved: dict[int, set[int]] = dataclasses.field(default_factory=dict)
    """Ids of the units that moved, by owner."""
    refused: Counter[int] = dataclasses.field(default_factory=Counter)
    whole: list[tuple[str, Fields]] = dataclasses.field(default_factory=list)
    """Events that get a sentence each instead of being added up, as kind and fields."""

    def count(self, seat: int | None, *what: str, amount: int = 1) -> None:
        """Add an amount to what a seat has done; do nothing if `seat` is None (not known) or no seat.

        `what` is the kind of work, named after its event, then details such as the kind of unit.
        """
        if seat is not None and seat >= 0:
            self.works.setdefault(seat, Counter())[what] += amount
