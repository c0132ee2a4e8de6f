"""What an observation of Dungeon Keeper is made of: entries for cells, things, units and seats (DK-4.13)."""

from __future__ import annotations

from typing import NamedTuple

from referee.games.dungeon_keeper.events import Place
from referee.games.dungeon_keeper.tables import (
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

    row: int
    col: int
    kind: MineKind
    left: int
    """What is left in it."""


class BuildingSeen(NamedTuple):
    """A building."""

    row: int
    col: int
    kind: Building
    owner: int
    """Seat, or NEUTRAL."""
    hp: int
    level: int
    """Of a Source; 0 for others."""
    ap: int
    """Of a battle tower; 0 for others."""
    upgraded: bool
    low_mark: int = 0
    """Of an Altar (DK-3.14); 0 for others, and in version 1."""


class ItemSeen(NamedTuple):
    """Something that lies on a cell; what a chest or crystal holds is seen when it is picked up (DK-6.1)."""

    row: int
    col: int
    kind: Item


class CellSeen(NamedTuple):
    """All that is known of a cell."""

    row: int
    col: int
    look: str
    """One of `LOOKS`."""
    mine: MineSeen | None
    building: BuildingSeen | None
    items: tuple[ItemSeen, ...]
    """Oldest first."""


class StatusSeen(NamedTuple):
    """A status of a unit."""

    status: Status
    source: int
    """The seat that it comes from."""
    turns: int
    """Turn starts until it ends: of the source, for poison of the unit's owner."""
    stacks: int
    """Of cursed_blade; 0 for others."""


class UnitSeen(NamedTuple):
    """A unit with all its attributes (DK-3.5) and what follows from them (DK-3.8)."""

    id: int
    owner: int
    """Seat, or LIGHT, as is the controller."""
    controller: int
    kind: Kind
    row: int
    col: int
    hp: int
    ap: int
    attack: int
    defence: int
    max_hp: int
    max_ap: int
    artifacts: tuple[Artifact, ...]
    spirits: tuple[Spirit, ...]
    rune: Rune | None
    statuses: tuple[StatusSeen, ...]
    """All but fear."""
    fear: int
    upgraded: bool
    tower_slowed: bool
    ap_debt: int
    capture_cell: Place | None
    capture_points: int


class Holdings(NamedTuple):
    """What a seat has (DK-3.4)."""

    gold: int
    iron: int
    taldear: int
    mana: int
    store: tuple[int, ...]
    """Artifacts by kind."""
    spirits: tuple[int, ...]
    """Spirits by kind."""
    runes: tuple[Rune, ...]
    """In the Altar."""
    spells: tuple[Spell, ...]
    """Known ones."""
    altar_damage: int
    score: int


class SeatSeen(NamedTuple):
    """A seat."""

    seat: int
    alive: bool
    eliminated_order: int
    """From 1; 0 while it lives."""
    serial: int
    """Units made so far."""
    allies: tuple[int, ...]
    """Seats with which it has declared an alliance; of another under fog at most the observing seat."""
    holdings: Holdings | None
    """None for others under fog."""
