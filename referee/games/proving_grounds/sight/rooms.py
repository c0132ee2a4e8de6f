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

__all__ = ["Shape", "counted", "known_rooms", "room_of"]

Places: TypeAlias = npt.NDArray[np.int64]

_RED_CIRCLE, _COUNTED, _DETAILED, _FAMILIAR = 1, 2, 3, 4
"""Knowledge levels (PG-6.2)."""

# Columns of a row; kinds of creatures follow, then their hit points, doors, their spikes, and gems of the
# hoard, then of the floor, and what else lies there.
_ROOM, _LEVEL, _EXPLORED, _OWNER = 0, 1, 2, 3
_HAS_CREATURES, _HAS_TRAP, _IS_TAPPED, _HOARD_GOLD, _FLOOR_GOLD = 4, 5, 6, 7, 8
_REST = 9


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
    rows = np.empty((len(at), _REST + sum(_widths(shape))), np.int16)
    kinds, hp, doors, spikes, hoard, floor, items = _parts(rows, shape)
    rows[:, _ROOM], rows[:, _LEVEL], rows[:, _OWNER] = rooms, level, owners[rooms]
    rows[:, _EXPLORED] = state.rooms[rooms, c.EXPLORED]
    kinds[:] = state.creatures[rooms, :, c.C_KIND]
    rows[:, _HAS_CREATURES] = (kinds != c.NONE).any(axis=1)
    rows[level < _RED_CIRCLE, _HAS_CREATURES] = c.NONE
    kinds[level < _COUNTED] = c.NONE
    rows[:, _HAS_TRAP] = np.where(sees_trap[at, rooms], traps[rooms] != c.NONE, c.NONE)
    rows[:, _IS_TAPPED] = state.tapped[seats][at, rooms]
    hp[:] = state.creatures[rooms, :, c.C_HP]
    hoard[:] = state.hoard_gems[rooms]
    rows[:, _HOARD_GOLD] = state.rooms[rooms, c.HOARD_GOLD]
    for column in (hp, hoard, rows[:, _HOARD_GOLD]):
        column[level < _DETAILED] = 0
    floor[:], items[:] = state.floor_gems[rooms], state.floor_items[rooms]
    rows[:, _FLOOR_GOLD] = state.rooms[rooms, c.FLOOR_GOLD]
    for column in (floor, items, rows[:, _FLOOR_GOLD]):
        column[level < _FAMILIAR] = 0
    # Doors are known from either side, with their spikes if either side is familiar (PG-6.3).
    either = np.maximum(level[:, np.newaxis], behind[at, rooms])
    doors[:] = np.where(either >= _DETAILED, state.doors[rooms], c.NONE)
    is_told = (either >= _FAMILIAR) & is_door[rooms]
    spikes[:] = np.where(is_told, state.spiked[rooms], c.NONE)
    return at, rows


def _widths(shape: Shape) -> tuple[int, ...]:
    creatures, doors, gems = shape
    return creatures, creatures, doors, doors, gems, gems, NUM_ITEMS


def _parts(rows: Shorts, shape: Shape) -> list[Shorts]:
    """Return views of the columns behind the fixed ones: kinds, hit points, doors, spikes, two of gems, items."""
    ends = np.cumsum([_REST, *_widths(shape)]).tolist()
    return [rows[..., first:behind] for first, behind in itertools.pairwise(ends)]


def room_of(row: Sequence[int], shape: Shape) -> RoomView:
    """Return a room of which a seat knows more than everybody."""
    room, level, explored, owner, has_creatures, has_trap, is_tapped, hoard_gold, floor_gold = row[
        :_REST
    ]
    parts, first = [], _REST
    for width in _widths(shape):
        parts.append(row[first : first + width])
        first += width
    kinds, hp, doors, spikes, hoard, floor, items = parts
    living = [(kind, left) for kind, left in zip(kinds, hp, strict=True) if kind != c.NONE]
    is_detailed = level >= _DETAILED
    return RoomView(
        room,
        level,
        bool(explored),
        None if owner == c.NONE else owner,
        None if has_creatures == c.NONE else bool(has_creatures),
        tuple([
            CreatureCount(kind, sum(kind == other for other, _ in living))
            for kind in sorted({kind for kind, _ in living})
        ]),
        tuple([CreatureHp(kind, left) for kind, left in living]) if is_detailed else (),
        Hoard(hoard_gold, tuple(hoard)) if is_detailed else None,
        tuple([
            KnownDoor(other, None if spiked == c.NONE else bool(spiked))
            for other, spiked in zip(doors, spikes, strict=True)
            if other != c.NONE
        ]),
        FloorView(floor_gold, tuple(floor), counted(items)) if level >= _FAMILIAR else None,
        None if has_trap == c.NONE else bool(has_trap),
        bool(is_tapped),
    )  # fmt: skip


def counted(numbers: Sequence[int]) -> tuple[ItemCount, ...]:
    """Return items that there are any of, ascending."""
    return tuple([ItemCount(item, count) for item, count in enumerate(numbers) if count])
