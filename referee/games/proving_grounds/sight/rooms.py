"""What seats know of rooms, as rows of numbers (PG-6.2 to PG-6.4), and the entries that are read from them.

Rows are found for all seats that look at once, of those rooms alone of which a seat knows anything that not
everybody does. What a seat does not know is NONE or 0 in its rows, so that a row's bytes say all of an entry.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Shorts
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import NUM_ITEMS
from referee.games.proving_grounds.wire.observation import (
    CreatureCount,
    CreatureHp,
    FloorView,
    Hoard,
    ItemCount,
    KnownDoor,
    RoomView,
)

__all__ = [
    "NUM_FIRST",
    "Shape",
    "counted",
    "counts_of",
    "creatures_of",
    "doors_of",
    "ends_of",
    "floor_of",
    "hoard_of",
    "known_rooms",
    "room_of",
]

Places: TypeAlias = npt.NDArray[np.int64]

_RED_CIRCLE, _COUNTED, _DETAILED, _FAMILIAR = 1, 2, 3, 4
"""Knowledge levels (PG-6.2)."""

# Columns of a row; behind them kinds of creatures, their hit points, the hoard's gold and gems, doors, their
# spikes, and the floor's gold, gems and items.
_ROOM, _LEVEL, _EXPLORED, _OWNER, _HAS_CREATURES, _HAS_TRAP, _IS_TAPPED = range(7)
NUM_FIRST = 7
"""Columns before those whose number differs from match to match."""


class Shape(NamedTuple):
    """How many columns a row has of what."""

    creatures: int
    """Places for creatures."""
    doors: int
    """Places for doors."""
    gems: int
    """Kinds of gems."""

    @classmethod
    def of(cls, state: State) -> Shape:
        """Return how many they are in a match."""
        return cls(state.creatures.shape[1], state.doors.shape[1], state.vault.shape[1])


def known_rooms(state: State, seats: Sequence[int], shape: Shape) -> tuple[Places, Shorts]:
    """Find the rooms of which some seats know more than everybody.

    Args:
        state: The match.
        seats: Who looks.
        shape: That of the match.

    Returns:
        int64[row]: places among the seats, ascending; int16[row, column]: what they know, by room for each
        of them.
    """
    levels, owners, traps = state.levels[seats], state.rooms[:, c.OWNER], state.rooms[:, c.TRAP]
    own = np.array(seats)[:, np.newaxis]
    sees_trap = (owners == own) | (traps == own) | state.trap_seen[seats]
    # A place without a door stands for the last room here, and is left out below.
    is_door, behind = state.doors != c.NONE, levels[:, state.doors]
    is_beside = (is_door & (behind >= _DETAILED)).any(axis=2)
    is_known = (levels > 0) | sees_trap | state.tapped[seats] | is_beside
    at, rooms = is_known.nonzero()
    level = levels[at, rooms]
    ends = ends_of(shape)
    rows = np.empty((len(at), ends[-1]), np.int16)
    kinds, hp, hoard, doors, spikes, floor = [
        rows[:, first:behind] for first, behind in itertools.pairwise(ends)
    ]
    rows[:, _ROOM], rows[:, _LEVEL], rows[:, _OWNER] = rooms, level, owners[rooms]
    rows[:, _EXPLORED] = state.rooms[rooms, c.EXPLORED]
    kinds[:] = state.creatures[rooms, :, c.C_KIND]
    rows[:, _HAS_CREATURES] = (kinds != c.NONE).any(axis=1)
    rows[level < _RED_CIRCLE, _HAS_CREATURES] = c.NONE
    kinds[level < _COUNTED] = c.NONE
    rows[:, _HAS_TRAP] = np.where(sees_trap[at, rooms], traps[rooms] != c.NONE, c.NONE)
    rows[:, _IS_TAPPED] = state.tapped[seats][at, rooms]
    hp[:] = state.creatures[rooms, :, c.C_HP]
    hoard[:, 0], hoard[:, 1:] = state.rooms[rooms, c.HOARD_GOLD], state.hoard_gems[rooms]
    hp[level < _DETAILED] = hoard[level < _DETAILED] = 0
    floor[:, 0] = state.rooms[rooms, c.FLOOR_GOLD]
    floor[:, 1 : 1 + shape.gems] = state.floor_gems[rooms]
    floor[:, 1 + shape.gems :] = state.floor_items[rooms]
    floor[level < _FAMILIAR] = 0
    # Doors are known from either side, with their spikes if either side is familiar (PG-6.3).
    either = np.maximum(level[:, np.newaxis], behind[at, rooms])
    doors[:] = np.where(either >= _DETAILED, state.doors[rooms], c.NONE)
    is_told = (either >= _FAMILIAR) & is_door[rooms]
    spikes[:] = np.where(is_told, state.spiked[rooms], c.NONE)
    return at, rows


def ends_of(shape: Shape) -> list[int]:
    """Return where in a row kinds, hit points, hoard, doors, spikes and floor begin, and where the row ends."""
    creatures, doors, gems = shape
    widths = (creatures, creatures, 1 + gems, doors, doors, 1 + gems + NUM_ITEMS)
    return list(itertools.accumulate((NUM_FIRST, *widths)))


def room_of(row: Sequence[int], shape: Shape) -> RoomView:
    """Return a room of which a seat knows more than everybody."""
    room, level, explored, owner, has_creatures, has_trap, is_tapped = row[:NUM_FIRST]
    kinds, hp, hoard, doors, spikes, floor = [
        row[first:behind] for first, behind in itertools.pairwise(ends_of(shape))
    ]
    return RoomView(
        room,
        level,
        bool(explored),
        None if owner == c.NONE else owner,
        None if has_creatures == c.NONE else bool(has_creatures),
        counts_of(kinds),
        creatures_of(level, kinds, hp),
        hoard_of(level, hoard),
        doors_of(doors, spikes),
        floor_of(level, floor, shape.gems),
        None if has_trap == c.NONE else bool(has_trap),
        bool(is_tapped),
    )


def counts_of(kinds: Sequence[int]) -> tuple[CreatureCount, ...]:
    """Return how many creatures of each kind there are, as far as is known."""
    living = [kind for kind in kinds if kind != c.NONE]
    return tuple([CreatureCount(kind, living.count(kind)) for kind in sorted(set(living))])


def creatures_of(level: int, kinds: Sequence[int], hp: Sequence[int]) -> tuple[CreatureHp, ...]:
    """Return each creature, in its order, at a level at which that is known."""
    if level < _DETAILED:
        return ()
    both = zip(kinds, hp, strict=True)
    return tuple([CreatureHp(kind, left) for kind, left in both if kind != c.NONE])


def hoard_of(level: int, hoard: Sequence[int]) -> Hoard | None:
    """Return the creatures' hoard, likewise."""
    return Hoard(hoard[0], tuple(hoard[1:])) if level >= _DETAILED else None


def doors_of(doors: Sequence[int], spikes: Sequence[int]) -> tuple[KnownDoor, ...]:
    """Return the doors that are known."""
    return tuple([
        KnownDoor(other, None if spiked == c.NONE else bool(spiked))
        for other, spiked in zip(doors, spikes, strict=True)
        if other != c.NONE
    ])  # fmt: skip


def floor_of(level: int, floor: Sequence[int], gems: int) -> FloorView | None:
    """Return what lies on the floor, at a level at which that is known."""
    if level < _FAMILIAR:
        return None
    return FloorView(floor[0], tuple(floor[1 : 1 + gems]), counted(floor[1 + gems :]))


def counted(numbers: Sequence[int]) -> tuple[ItemCount, ...]:
    """Return items that there are any of, ascending."""
    return tuple([ItemCount(item, count) for item, count in enumerate(numbers) if count])
