"""What an observation of Dungeon Keeper is made of: entries for cells, things, units and seats (DK-4.13)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import Field

from referee.games.dungeon_keeper.rules.places import Count, Index, Level, Owner, Place, SeatNumber
from referee.games.dungeon_keeper.tables import (
    MAX_SEATS,
    Artifact,
    Building,
    Item,
    Kind,
    MineKind,
    Rune,
    Spell,
    Spirit,
    Status,
)
from referee.kit.records import Presence

__all__ = [
    "LOOKS",
    "REMEMBERED",
    "UNKNOWN",
    "BuildingSeen",
    "CellSeen",
    "Holdings",
    "ItemSeen",
    "MineSeen",
    "SeatSeen",
    "StatusSeen",
    "UnitSeen",
]

LOOKS = "#.mb%,MB?"
"""Characters of cells: undug, empty, mine, building; the same where they are only remembered; unknown."""
REMEMBERED, UNKNOWN = 4, 8
"""What is added to the terrain of a cell that is only remembered, and what stands for an unknown one."""


class MineSeen(NamedTuple):
    """A mine."""

    row: Index
    """Row."""
    col: Index
    """Column."""
    kind: MineKind
    """What it holds."""
    left: Count
    """What is left in it."""


class BuildingSeen(NamedTuple):
    """A building."""

    row: Index
    """Row."""
    col: Index
    """Column."""
    kind: Building
    """Kind."""
    owner: Owner
    """Seat, or -1 for neutral."""
    hp: Count
    """Hit points; 0 for a Source, which cannot be destroyed."""
    level: Level
    """Level of a Source; 0 for others."""
    ap: Count
    """Action points of a battle tower; 0 for others."""
    upgraded: bool
    """Whether it was upgraded in this turn."""
    low_mark: Count = 0
    """Of an Altar: what is left of it that counts when an enemy strikes it off; no repair raises it
    (DK-3.14). 0 for others, and in version 1."""


class ItemSeen(NamedTuple):
    """Something that lies on a cell; what is in it is seen when it is picked up (DK-6.1)."""

    row: Index
    """Row."""
    col: Index
    """Column."""
    kind: Item
    """Kind."""


class CellSeen(NamedTuple):
    """All that is known of a cell that has changed. It replaces what was known."""

    row: Index
    """Row."""
    col: Index
    """Column."""
    look: str
    """Its character, as in rows."""
    mine: MineSeen | None
    """The mine there."""
    building: BuildingSeen | None
    """The building there."""
    items: tuple[ItemSeen, ...]
    """What lies there, oldest first."""


class StatusSeen(NamedTuple):
    """A status of a unit."""

    status: Status
    """Which."""
    source: SeatNumber
    """The seat that it comes from."""
    turns: Count
    """Turn starts until it ends: of the source, for poison of the unit's owner."""
    stacks: Count
    """Stacks of CURSED_BLADE; 0 for others."""


class UnitSeen(NamedTuple):
    """A unit with all its attributes (DK-3.5) and what follows from them (DK-3.8)."""

    id: Count
    """Id."""
    owner: Owner
    """Seat, or -2 for the light side."""
    controller: Owner
    """Whom it obeys; its owner unless it is subjugated."""
    kind: Kind
    """Kind."""
    row: Index
    """Row."""
    col: Index
    """Column."""
    hp: Count
    """Hit points."""
    ap: Count
    """Action points left."""
    attack: Count
    """Attack, with all that changes it."""
    defence: Count
    """Defence, with all that changes it."""
    max_hp: Count
    """Full hit points."""
    max_ap: Count
    """Action points of a turn."""
    artifacts: tuple[Artifact, ...]
    """What it bears."""
    spirits: tuple[Spirit, ...]
    """What goes with it."""
    rune: Annotated[Rune | None, Presence(is_told=False)]
    """What it carries."""
    statuses: tuple[StatusSeen, ...]
    """Its statuses, without fear."""
    fear: Count
    """Counts of fear."""
    upgraded: bool
    """Whether it was upgraded in this turn."""
    tower_slowed: bool
    """Whether a slowing tower has taken a point in this turn."""
    ap_debt: Count
    """Action points off its next turn."""
    capture_cell: Place | None
    """The Source it works on."""
    capture_points: Count
    """Points spent on it."""


class Holdings(NamedTuple):
    """What a seat has (DK-3.4)."""

    gold: Count
    """Gold."""
    iron: Count
    """Iron."""
    taldear: Count
    """Taldear."""
    mana: Count
    """Mana."""
    store: Annotated[tuple[Count, ...], Field(min_length=4, max_length=4)]
    """Artifacts in store: swords, armours, amulets, crowns."""
    spirits: Annotated[tuple[Count, ...], Field(min_length=3, max_length=3)]
    """Spirits: guardian, valour, life."""
    runes: tuple[Rune, ...]
    """Runes in the Altar."""
    spells: tuple[Spell, ...]
    """Spells that it knows."""
    altar_damage: Count
    """Hit points taken off enemies' Altars, each once (DK-5.27)."""
    score: Count
    """Score so far (DK-7.3)."""


class SeatSeen(NamedTuple):
    """A seat."""

    seat: SeatNumber
    """Which."""
    alive: bool
    """Whether it is in play."""
    eliminated_order: Annotated[int, Field(ge=0, le=MAX_SEATS)]
    """From 1; 0 while it lives."""
    serial: Count
    """Units made so far."""
    allies: tuple[SeatNumber, ...]
    """Seats with which it has declared an alliance; of another under fog at most the observing seat."""
    holdings: Holdings | None
    """What it has; absent for others under fog."""
