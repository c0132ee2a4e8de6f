"""Decides whether a level can be solved (DA-2.11): which cells each member can reach once rocks are broken.

It does not plan how to play the level: it ignores traps, monsters, dice and rounds.
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
    """Cells that have to be reached for a level to be solvable: each shrine by its own member, the tower by any."""

    DWARF_SHRINE = 0
    GIANT_SHRINE = 1
    HUMAN_SHRINE = 2
    TOWER = 3


def unreached(level: Level, types: Sequence[PieceType], members: Sequence[Member]) -> Target | None:
    """Return the first target that no member who needs it can reach; None if the level can be solved.

    Each shrine must be reached by its own member, the tower by any member.

    Args:
        level: The level.
        types: Types of the level's pieces.
        members: The members, in map order.
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
    """Return, for each member, the set of cells it can walk to once no more rock can be broken.

    The members' searches run in turn over one shared map. A rock opens as soon as the members that
    can stand in front of it are strong enough together; then every member that has reached or will
    reach it can pass. Opening a rock never closes anything, so the order does not matter, and the
    result is that of the rounds described in DA-2.11.
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
    # Members that stand in front of each closed rock: their dice count together, and they go on when it opens.
    before: dict[Cell, set[int]] = {rock: set() for rock in closed}
    reached: list[set[Cell]] = [set() for _ in range(NUM_MEMBERS)]
    ahead = collections.deque(
        (member, _pair(cell)) for member, cell in enumerate(level.spawn.tolist())
    )
    while ahead:
        member, cell = ahead.popleft()
        # Checked before `reached`: a closed rock is not reached, but a member in front of it may be the one that
        # opens it.
        if cell in closed:
            before[cell].add(member)
            strength = highest_rock_roll([members[index] for index in sorted(before[cell])])
            if strength >= closed[cell]:
                # From here on the rock is an ordinary cell, also for members that arrive later.
                del closed[cell]
                ahead.extend((index, cell) for index in sorted(before[cell]))
            continue
        if cell in reached[member]:
            continue
        reached[member].add(cell)
        x, y = cell
        for step in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)):
            is_inside = 0 <= step[0] < level.width and 0 <= step[1] < level.height
            # Traps and monsters are not looked at: they never block the way (DA-2.11).
            if is_inside and step not in walls and step not in reached[member]:
                ahead.append((member, step))
    return reached


def _pair(cell: list[int]) -> Cell:
    return cell[0], cell[1]
