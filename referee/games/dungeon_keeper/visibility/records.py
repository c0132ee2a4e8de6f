"""Entries of Dungeon Keeper's observations: cells, mines, buildings, items, units, seats.

See DK-4.13 for the whole observation.
"""

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

# The place of a character is the terrain's number, plus REMEMBERED for a cell out of sight.
LOOKS = "#.mb%,MB?"
"""Characters for how a cell looks: undug, empty, mine, building; the same four for cells that are
only remembered; unknown."""
REMEMBERED, UNKNOWN = 4, 8
"""Numbers for indices into `LOOKS`: for a cell out of sight, REMEMBERED plus the terrain; for a cell
that was never seen, UNKNOWN."""


class MineSeen(NamedTuple):
    """A mine as a seat knows it."""

    row: Index
    """Row of the mine's cell, from 0 at the top."""
    col: Index
    """Column of the mine's cell, from 0 at the left."""
    kind: MineKind
    """Resource that the mine holds."""
    left: Count
    """Amount of the resource that is left in the mine."""


class BuildingSeen(NamedTuple):
    """A building as a seat knows it."""

    row: Index
    """Row of the building's cell, from 0 at the top."""
    col: Index
    """Column of the building's cell, from 0 at the left."""
    kind: Building
    """Kind of the building, such as ALTAR."""
    owner: Owner
    """Seat that owns the building, or -1 for neutral."""
    hp: Count
    """Hit points that the building has left; 0 for a Source, which cannot be destroyed."""
    level: Level
    """Level of a Source; 0 for other buildings."""
    ap: Count
    """Action points left of a battle tower; 0 for other buildings."""
    upgraded: bool
    """Whether the building, a Source, was upgraded in this turn."""
    low_mark: Count = 0
    """Low mark of an Altar: only hit points that an enemy takes below it count as damage; repairs
    do not raise it (DK-3.14). 0 for other buildings, and in version 1."""


class ItemSeen(NamedTuple):
    """An item that lies on a cell; what it contains is seen when it is picked up (DK-6.1)."""

    row: Index
    """Row of the item's cell, from 0 at the top."""
    col: Index
    """Column of the item's cell, from 0 at the left."""
    kind: Item
    """Kind of the item, such as CHEST."""


class CellSeen(NamedTuple):
    """All that is known of a cell that has changed; it replaces what was known of the cell."""

    row: Index
    """Row of the cell, from 0 at the top."""
    col: Index
    """Column of the cell, from 0 at the left."""
    look: str
    """Character of the cell, as in the `rows` of an observation."""
    mine: MineSeen | None
    """Mine on the cell; absent if there is none."""
    building: BuildingSeen | None
    """Building on the cell; absent if there is none."""
    items: tuple[ItemSeen, ...]
    """Items on the cell, the oldest first."""


class StatusSeen(NamedTuple):
    """A status that a unit has."""

    status: Status
    """Kind of the status, such as POISON."""
    source: SeatNumber
    """Seat from which the status comes."""
    turns: Count
    """Turn starts until the status ends: of the source seat, for poison of the unit's owner."""
    stacks: Count
    """Number of stacks of CURSED_BLADE; 0 for other statuses."""


class UnitSeen(NamedTuple):
    """A unit with its attributes (DK-3.5) and the values derived from them (DK-3.8)."""

    id: Count
    """Id of the unit, by which orders name it."""
    owner: Owner
    """Seat that owns the unit, or -2 for the Hero and his gnome."""
    controller: Owner
    """Seat that the unit obeys, or -2; the owner unless the unit is subjugated."""
    kind: Kind
    """Kind of the unit, such as IMP."""
    row: Index
    """Row of the unit's cell, from 0 at the top."""
    col: Index
    """Column of the unit's cell, from 0 at the left."""
    hp: Count
    """Hit points that the unit has left."""
    ap: Count
    """Action points that the unit has left in this turn."""
    attack: Count
    """Attack of the unit, with artifacts, spirits and statuses."""
    defence: Count
    """Defence of the unit, with artifacts, spirits and statuses."""
    max_hp: Count
    """Hit points of the unit when it is unhurt."""
    max_ap: Count
    """Action points of the unit for a turn, if nothing takes any."""
    artifacts: tuple[Artifact, ...]
    """Artifacts that the unit bears."""
    spirits: tuple[Spirit, ...]
    """Spirits bound to the unit."""
    rune: Annotated[Rune | None, Presence(is_explicit=False)]
    """Rune that the unit carries; absent if it carries none."""
    statuses: tuple[StatusSeen, ...]
    """Statuses of the unit, except fear."""
    fear: Count
    """Counts of fear, each of which takes an action point at the owner's next turn start."""
    upgraded: bool
    """Whether the unit was upgraded in this turn."""
    tower_slowed: bool
    """Whether a slowing tower has slowed the unit in this turn."""
    ap_debt: Count
    """Action points spent under foreign control, which the owner's next turn start takes off."""
    capture_cell: Place | None
    """Cell of the Source that the unit is capturing; absent if there is none."""
    capture_points: Count
    """Action points that the unit has spent on capturing the Source in `capture_cell`."""


class Holdings(NamedTuple):
    """Stocks, artifacts, spirits, runes and spells of a seat, and its score (DK-3.4)."""

    gold: Count
    """Gold that the seat has to spend."""
    iron: Count
    """Iron that the seat has to spend."""
    taldear: Count
    """Taldear (the resource of gem mines) that the seat has to spend."""
    mana: Count
    """Mana that the seat has to spend."""
    store: Annotated[tuple[Count, ...], Field(min_length=4, max_length=4)]
    """Number of artifacts in store by kind: swords, armours, amulets, crowns."""
    spirits: Annotated[tuple[Count, ...], Field(min_length=3, max_length=3)]
    """Number of spirits not yet assigned, by kind: guardian, valour, life."""
    runes: tuple[Rune, ...]
    """Runes installed in the seat's Altar."""
    spells: tuple[Spell, ...]
    """Spells that the seat has researched."""
    altar_damage: Count
    """Damage that counts towards the score: hit points taken off enemies' Altars, each point once
    (DK-5.27)."""
    score: Count
    """Score of the seat so far (DK-7.3)."""


class SeatSeen(NamedTuple):
    """A seat as another seat or a spectator knows it."""

    seat: SeatNumber
    """Index of the seat, from 0."""
    alive: bool
    """Whether the seat is still in the match."""
    eliminated_order: Annotated[int, Field(ge=0, le=MAX_SEATS)]
    """Place in the order of eliminations, from 1; 0 while the seat is in the match."""
    serial: Count
    """Number of units that the seat has created so far."""
    allies: tuple[SeatNumber, ...]
    """Seats with which the seat has declared an alliance. Under fog, of another seat at most the
    observing seat."""
    holdings: Holdings | None
    """What the seat owns; absent for other seats under fog."""
