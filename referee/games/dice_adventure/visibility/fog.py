"""What members have in sight, and what they remember of the map (DA-6.1 to DA-6.3)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board
from referee.games.dice_adventure.tables import NUM_MEMBERS

__all__ = ["look", "radius_of", "unsettle"]


@borrowing
def radius_of(b: Board, member: int) -> int:
    """Return the number of cells that a member sees in each direction."""
    return int(b.member_rules[member, c.RADIUS])


@borrowing
def unsettle(b: Board) -> None:
    """Mark the memory of all members as out of date, because a cell that they may see has changed.

    The next call of `look` updates it.
    """
    for member in range(NUM_MEMBERS):
        b.scratch[member, c.STALE] = 1


@borrowing
def look(b: Board) -> None:
    """Copy the cells that each living member has in sight into what it remembers (DA-6.3).

    Only members with the mark STALE are updated: for others, nothing in sight has changed since the
    last call, because they have not moved and no rock or trap has gone. The marks are removed.
    """
    for member in range(NUM_MEMBERS):
        own = b.members[member]
        if b.scratch[member, c.STALE] and own[c.ALIVE]:
            x, y = own[c.X], own[c.Y]
            # Memory outside the square stays as it was, right or wrong (DA-6.3).
            radius = radius_of(b, member)
            left, right = max(0, x - radius), min(b.table[c.WIDTH], x + radius + 1)
            for row in range(max(0, y - radius), min(b.table[c.HEIGHT], y + radius + 1)):
                for col in range(left, right):
                    # The static plane has no monsters, so none is ever remembered.
                    b.memories[member, row, col] = b.statics[row, col]
        b.scratch[member, c.STALE] = 0  # of the dead too: a member that returns is placed again
