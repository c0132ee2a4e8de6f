"""Rows of numbers with what seats know of rooms, and the views made from them (PG-6.2 to PG-6.4).

Rows are computed for all observing seats at once, only for rooms of which a seat knows more than is
public. What a seat does not know is NONE or 0 in its rows, so a row's bytes determine the view of
the room.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools, Bytes, Shorts
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import NUM_ITEMS
from referee.games.proving_grounds.visibility.matches import Matches
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
    "COUNTED",
    "DETAILED",
    "FAMILIAR",
    "HAS_CREATURES",
    "HAS_TRAP",
    "IS_EXPLORED",
    "IS_TAPPED",
    "LEVEL",
    "NUM_FIRST",
    "OWNER",
    "RED_CIRCLE",
    "ROOM",
    "Shape",
    "counted",
    "counts_of",
    "creatures_of",
    "doors_of",
    "ends_of",
    "floor_of",
    "hoard_of",
    "known_rooms",
    "known_side_by_side",
    "room_of",
]

Places: TypeAlias = npt.NDArray[np.int64]

RED_CIRCLE, COUNTED, DETAILED, FAMILIAR = 1, 2, 3, 4
"""Levels 1 to 4 of a seat's knowledge of a room, from which on it knows: whether there are
creatures, their numbers, each creature and the doors, everything (PG-6.2).
"""

# Columns of a row; behind them kinds of creatures, their hit points, the hoard's gold and gems, doors, their
# spikes, and the floor's gold, gems and items.
ROOM, LEVEL, IS_EXPLORED, OWNER, HAS_CREATURES, HAS_TRAP, IS_TAPPED = range(7)
NUM_FIRST = 7
"""Number of columns of a row that are the same in all matches; they come before the other
columns.
"""


class Shape(NamedTuple):
    """Sizes of a room's row that differ from match to match: places for creatures and doors, kinds of gems."""

    creatures: int
    """Places for creatures in a room."""
    doors: int
    """Places for doors in a room."""
    gems: int
    """Number of gem kinds in play."""

    @classmethod
    def of(cls, state: State) -> Shape:
        """Return the shape of the rows of a match."""
        return cls(state.creatures.shape[1], state.doors.shape[1], state.vault.shape[1])


def known_rooms(state: State, seats: Sequence[int], shape: Shape) -> tuple[Places, Shorts]:
    """Return the rooms of which seats know more than is public, as rows of numbers.

    Args:
        state: State of the match.
        seats: Seats whose knowledge is returned.
        shape: Shape of the match's rows.

    Returns:
        int64[row]: index in `seats` of the seat that each row is for, ascending; int16[row, column]:
        what the seat knows of a room, by room for each seat.
    """
    traps, own = state.rooms[:, c.TRAP], np.array(seats)[:, np.newaxis]
    sees_trap = (state.rooms[:, c.OWNER] == own) | (traps == own) | state.trap_seen[seats]
    # A place without a door holds -1, the index of the last column: an extra room of level 0 at the end.
    levels = np.zeros((len(own), len(traps) + 1), np.int8)
    levels[:, :-1] = state.levels[seats]
    behind = levels[:, state.doors]
    is_known = (levels[:, :-1] > 0) | sees_trap | state.tapped[seats]
    # A door is known at level 3 of either side, so a seat also knows something of all rooms next to such a room (PG-6.3).
    is_known |= behind.max(axis=2) >= DETAILED
    at, rooms = is_known.nonzero()
    both = (at, rooms)
    rows = _as_known(
        _facts(state)[rooms],
        levels[both],
        behind[both],
        sees_trap[both],
        state.tapped[seats][both],
        shape,
    )
    return at, rows


def _as_known(
    rows: Shorts, level: Bytes, behind: Bytes, sees_trap: Bools, is_tapped: Bools, shape: Shape
) -> Shorts:
    """Replace the values that a seat does not know, in complete rows of rooms; return the rows.

    Args:
        rows: int16[row, column]: all facts of the rooms; changed in place.
        level: int8[row]: level of the seat's knowledge of the row's room, 0 to 4.
        behind: int8[row, door]: levels of the seat's knowledge of the rooms behind its doors.
        sees_trap: bool[row]: whether the seat sees if the room has a trap.
        is_tapped: bool[row]: whether a Thief of the seat has found that no caches are left in the room.
        shape: Shape of the rows.
    """
    unknown, nothing = _unknown(shape)
    # Indexing by level gives each row the mask that belongs to its level.
    np.copyto(rows, nothing, where=unknown[level])
    rows[:, LEVEL] = level
    rows[~sees_trap, HAS_TRAP] = c.NONE
    rows[:, IS_TAPPED] = is_tapped
    # Doors are known from either side, with their spikes if either side is familiar (PG-6.3).
    _, _, _, first, between, behind_both, _ = ends_of(shape)
    doors, spikes = rows[:, first:between], rows[:, between:behind_both]
    either = np.maximum(level[:, np.newaxis], behind)
    spikes[(either < FAMILIAR) | (doors == c.NONE)] = c.NONE
    doors[either < DETAILED] = c.NONE
    return rows


def known_side_by_side(m: Matches, shape: Shape) -> tuple[Places, Places, Places, Shorts]:
    """Return, for all seats of many matches, the rooms of which each knows more than is public.

    Returns:
        Three int64[row], ascending together: match, seat and room of each row; int16[row, column]:
        what the seat knows of the room.
    """
    number, seats, rooms = m.tapped.shape
    own = np.arange(seats)[:, np.newaxis]
    # Rooms are the same for all seats, so they get an axis of length 1 where others have the seats.
    traps, owners = (m.rooms[:, np.newaxis, :, column] for column in (c.TRAP, c.OWNER))
    sees_trap = (owners == own) | (traps == own) | m.trap_seen
    at = np.arange(number)[:, np.newaxis, np.newaxis, np.newaxis]
    behind = m.levels[at, own[:, np.newaxis], m.doors[:, np.newaxis]]
    levels = m.levels[..., :rooms]
    is_known = (levels > 0) | sees_trap | m.tapped | (behind.max(axis=-1) >= DETAILED)
    # At setup (PG-2.11) seats know only what is public; `observe` leaves the rooms out, too.
    is_known &= (m.match[:, c.PHASE] != c.SETUP)[:, np.newaxis, np.newaxis]
    match, seat, room = both = is_known.nonzero()
    rows = _as_known(
        _facts(m)[match, room], levels[both], behind[both], sees_trap[both], m.tapped[both], shape
    )
    return match, seat, room, rows


def _facts(state: State | Matches) -> Shorts:
    """Return int16[..., room, column]: all facts of all rooms as rows.

    Columns that differ by seat, LEVEL and IS_TAPPED, are 0.
    """
    rooms, kinds = state.rooms, state.creatures[..., c.C_KIND]
    first = np.zeros((*rooms.shape[:-1], NUM_FIRST), np.int16)
    first[..., ROOM] = np.arange(rooms.shape[-2])
    first[..., IS_EXPLORED], first[..., OWNER] = rooms[..., c.EXPLORED], rooms[..., c.OWNER]
    first[..., HAS_CREATURES] = kinds.max(axis=-1) != c.NONE
    # Whether, never whose: nobody may learn who set a trap (PG-6.4).
    first[..., HAS_TRAP] = rooms[..., c.TRAP] != c.NONE
    hoard, floor = rooms[..., [c.HOARD_GOLD]], rooms[..., [c.FLOOR_GOLD]]
    monsters = (kinds, state.creatures[..., c.C_HP], hoard, state.hoard_gems)
    ground = (state.doors, state.spiked, floor, state.floor_gems, state.floor_items)
    return np.concatenate((first, *monsters, *ground), axis=-1, dtype=np.int16)


@functools.cache
def _unknown(shape: Shape) -> tuple[Bools, Shorts]:
    """Return which columns of a room's row are unknown at each level of knowledge (PG-6.2).

    Returns:
        bool[level, column]: whether a seat at this level does not know the column; int16[column]:
            value of the column where it is not known.
    """
    kinds, hp, _, doors, _, floor, end = ends_of(shape)
    unknown, nothing = np.zeros((FAMILIAR + 1, end), np.bool_), np.zeros(end, np.int16)
    unknown[:RED_CIRCLE, HAS_CREATURES] = True
    unknown[:COUNTED, kinds:hp] = True
    unknown[:DETAILED, hp:doors] = True
    unknown[:FAMILIAR, floor:] = True
    nothing[HAS_CREATURES] = nothing[kinds:hp] = c.NONE
    return unknown, nothing


def ends_of(shape: Shape) -> list[int]:
    """Return the columns where the variable parts of a room's row begin, then the row's length.

    The parts are kinds, hit points, hoard, doors, spikes and floor. Their widths depend on the
    shape of the dungeon.
    """
    creatures, doors, gems = shape
    widths = (creatures, creatures, 1 + gems, doors, doors, 1 + gems + NUM_ITEMS)
    return list(itertools.accumulate((NUM_FIRST, *widths)))


def room_of(row: Sequence[int], shape: Shape) -> RoomView:
    """Return the view of a room that a seat knows more of than is public, from its row."""
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
    """Return the number of creatures of each kind in a room.

    Empty where the kinds are not known.
    """
    living = [kind for kind in kinds if kind != c.NONE]
    return tuple([CreatureCount(kind, living.count(kind)) for kind in sorted(set(living))])


def creatures_of(level: int, kinds: Sequence[int], hp: Sequence[int]) -> tuple[CreatureHp, ...]:
    """Return each creature of a room, in order; empty if the seat's level of knowledge is below 3.

    `kinds` and `hp` have kind and hit points of the creature in each place of the room.
    """
    if level < DETAILED:
        return ()
    both = zip(kinds, hp, strict=True)
    return tuple([CreatureHp(kind, left) for kind, left in both if kind != c.NONE])


def hoard_of(level: int, hoard: Sequence[int]) -> Hoard | None:
    """Return the creatures' hoard; None if the seat's level of knowledge of the room is below 3."""
    return Hoard(hoard[0], tuple(hoard[1:])) if level >= DETAILED else None


def doors_of(doors: Sequence[int], spikes: Sequence[int]) -> tuple[KnownDoor, ...]:
    """Return the doors of a room that are known, in door order.

    Args:
        doors: Room behind each door; NONE for a door that is not known.
        spikes: Whether each door is spiked; NONE if that is not known.
    """
    return tuple([
        KnownDoor(other, None if spiked == c.NONE else bool(spiked))
        for other, spiked in zip(doors, spikes, strict=True)
        if other != c.NONE
    ])  # fmt: skip


def floor_of(level: int, floor: Sequence[int], gems: int) -> FloorView | None:
    """Return what lies on a room's floor; None if the seat's level of knowledge is below 4.

    Args:
        level: The level of knowledge.
        floor: Gold, gems by kind, then items by kind.
        gems: Number of kinds of gems.
    """
    if level < FAMILIAR:
        return None
    return FloorView(floor[0], tuple(floor[1 : 1 + gems]), counted(floor[1 + gems :]))


def counted(numbers: Sequence[int]) -> tuple[ItemCount, ...]:
    """Return the items whose number is above 0, each with its number, ascending by item."""
    return tuple([ItemCount(item, count) for item, count in enumerate(numbers) if count])
