"""What the events of a step of Dungeon Keeper add up to: fights, losses, and the works of each seat."""

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
    """Seat that strikes, or LIGHT; None if it is not known."""
    other: int
    """Seat that is struck, or LIGHT."""
    attackers: dict[object, str] = dataclasses.field(default_factory=dict)
    """Kinds of those that strike, by id; towers by their place."""
    targets: dict[int, str] = dataclasses.field(default_factory=dict)
    places: list[Place] = dataclasses.field(default_factory=list)
    """Where the targets stood, as far as that is known."""
    dealt: int = 0
    taken: int = 0
    """Hit points that counters have cost the attackers."""
    lost: Counter[str] = dataclasses.field(default_factory=Counter)
    """Attackers that fell, by kind."""
    felled: Counter[str] = dataclasses.field(default_factory=Counter)
    """Targets that fell, by kind."""


@dataclasses.dataclass(slots=True)
class Blow:
    """All blows at the buildings of one kind and owner."""

    attackers: dict[object, str] = dataclasses.field(default_factory=dict)
    damage: int = 0
    place: Place | None = None


@dataclasses.dataclass(slots=True)
class Deeds:
    """What has happened in a step, by what it is."""

    fights: dict[tuple[int | None, int], Fight] = dataclasses.field(default_factory=dict)
    blows: dict[tuple[int | None, int, str], Blow] = dataclasses.field(default_factory=dict)
    """By striking side, owner of the building, and its kind."""
    destroyed: list[tuple[int, str, Place | None]] = dataclasses.field(default_factory=list)
    """Owners, kinds and places of buildings that are gone."""
    hurt: dict[tuple[int, bool], int] = dataclasses.field(default_factory=dict)
    """Hit points lost by owner, and by whether it was poison; else fire."""
    hurt_dead: dict[tuple[int, bool], Counter[str]] = dataclasses.field(default_factory=dict)
    lone_dead: dict[tuple[int, int | None], Counter[str]] = dataclasses.field(default_factory=dict)
    """Units that fell to an unknown blow, by owner and killer."""
    vanished: dict[int, Counter[str]] = dataclasses.field(default_factory=dict)
    """By owner."""
    slowed: Counter[int] = dataclasses.field(default_factory=Counter)
    works: dict[int, Counter[tuple[str, ...]]] = dataclasses.field(default_factory=dict)
    """By seat: how many times, or how much of, what it has done with its units and stocks."""
    sources: dict[int, list[int]] = dataclasses.field(default_factory=dict)
    """Levels to which a seat has raised its Sources."""
    captures: dict[int, tuple[int, Place | None]] = dataclasses.field(default_factory=dict)
    """Points of the unit that is nearest to capturing a Source, and where, by seat."""
    dropped: Counter[str] = dataclasses.field(default_factory=Counter)
    moved: dict[int, set[int]] = dataclasses.field(default_factory=dict)
    """Units that moved, by owner."""
    refused: Counter[int] = dataclasses.field(default_factory=Counter)
    whole: list[tuple[str, Fields]] = dataclasses.field(default_factory=list)
    """Events that make a sentence each."""

    def count(self, seat: int | None, *what: str, amount: int = 1) -> None:
        """Note that a seat has done something; nothing if the seat is not known, or is none."""
        if seat is not None and seat >= 0:
            self.works.setdefault(seat, Counter())[what] += amount
