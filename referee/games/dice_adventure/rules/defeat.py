"""Decides when a party has lost a level or must restart it (DA-5.11)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board
from referee.games.dice_adventure.rules.log import close_entry, open_entry
from referee.games.dice_adventure.tables import NUM_MEMBERS

__all__ = ["level_after_encounters", "num_living"]


@borrowing
def num_living(b: Board) -> int:
    """Return the number of living members."""
    living = 0
    for member in range(NUM_MEMBERS):
        living += b.members[member, c.ALIVE]
    return living


@borrowing
def level_after_encounters(b: Board) -> int:
    """Return the status of the level after encounters: GOES_ON, LOST or RESTARTS."""
    # Lives before the wipe: a level lost by lives must not restart.
    if b.rules[c.FULL_LIVES] > 0:
        for member in range(NUM_MEMBERS):
            if b.members[member, c.LIVES] == 0:
                return c.LOST
    if num_living(b) > 0 or b.rules[c.ON_WIPE] == c.WIPE_RESPAWN:
        return c.GOES_ON
    # No event under `respawn`, which returned above: a wipe has no effect there.
    close_entry(b, open_entry(b, c.WIPED, c.WHOLE_PARTY))
    return c.LOST if b.rules[c.ON_WIPE] == c.WIPE_LOSE else c.RESTARTS
