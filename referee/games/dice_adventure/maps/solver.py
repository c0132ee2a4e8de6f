"""Whether a level can be solved (DA-2.11): who can walk where once all breakable rocks are broken.

It is no plan for playing the level: traps, monsters, dice and rounds are left out of account.
"""

from __future__ import annotations

import collections
import enum
from collections.abc import Sequence

from referee.games.dice_adventure.maps.level import Level
from referee.games.dice_adventure.tables import (
    NUM_MEMBERS,
    ROCK,
    WALL,
    Member,
    PieceType,
    highest_rock_roll,
    lowest_roll,
)

__all__ = ["Target", "unreached"]

Cell = tuple[int, int]


class Target(enum.Enum):
    """What has to be reached."""

    DWARF_SHRINE = 0
    GIANT_SHRINE = 1
    HUMAN_SHRINE = 2
    TOWER = 3


def unreached(level: Level, types: Sequence[PieceType], members: Sequence[Member]) -> Target | None:
    """Return the first target that nobody who has to can walk to; None if the level is solvable.

    Args:
        level: The level.
        types: The types table of the level's pieces.
        members: The members, by map number.
    """
    reached = _reached(level, types, members)
    for target in (Target.DWARF_SHRINE, Target.GIANT_SHRINE, Target.HUMAN_SHRINE):
        if _pair(level.shrine[target.value].tolist()) not in reached[target.value]:
            return target
    tower = _pair(level.tower.tolist())
    return None if any(tower in cells for cells in reached) else Target.TOWER


def _reached(
    level: Level, types: Sequence[PieceType], members: Sequence[Member]
) -> list[set[Cell]]:
    """Return cells that each member can walk to when no more rock opens.

    All members' walks go on at once. A rock opens as soon as those who stand before it are strong
    enough, and lets in whoever stood or will stand there; as opening a rock never closes anything, the
    order does not matter and the end is the one that the rule's rounds lead to.
    """
    walls = {
        (x, y)
        for y, row in enumerate(level.terrain.tolist())
        for x, terrain in enumerate(row)
        if terrain == WALL
    }
    closed = {
        _pair(cell): lowest_roll(types[index])
        for index, cell in zip(level.piece_type.tolist(), level.piece_pos.tolist(), strict=True)
        if types[index].kind == ROCK
    }
    before: dict[Cell, set[int]] = {rock: set() for rock in closed}
    reached: list[set[Cell]] = [set() for _ in range(NUM_MEMBERS)]
    ahead = collections.deque(
        (member, _pair(cell)) for member, cell in enumerate(level.spawn.tolist())
    )
    while ahead:
        member, cell = ahead.popleft()
        if cell in closed:
            before[cell].add(member)
            strength = highest_rock_roll([members[index] for index in sorted(before[cell])])
            if strength >= closed[cell]:
                del closed[cell]
                ahead.extend((index, cell) for index in sorted(before[cell]))
            continue
        if cell in reached[member]:
            continue
        reached[member].add(cell)
        x, y = cell
        for step in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)):
            is_inside = 0 <= step[0] < level.width and 0 <= step[1] < level.height
            if is_inside and step not in walls and step not in reached[member]:
                ahead.append((member, step))
    return reached


def _pair(cell: list[int]) -> Cell:
    return cell[0], cell[1]
