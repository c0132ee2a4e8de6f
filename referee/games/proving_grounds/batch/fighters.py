"""Columns of the fighters of a fight, and how one leaves it, for the kernels of fights (PG-5.15)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.rules.fight import fighters

__all__ = ["is_over", "remove"]

DEFENDERS, ENTRANTS = fighters.DEFENDERS, fighters.ENTRANTS

# Columns of `Table.fighters`. Of a creature, SEAT is CREATURES and ID its place in the room.
SIDE, SEAT, ID, KIND, HP, MOST_HP, INITIATIVE, DEXTERITY, DAMAGE, ABSORB, ATTACKS = range(11)
IS_BLESSED, GUARD, POLICY, INTELLIGENCE, MAGIC, MANA, PREPARED, SLEEP, CURED, GONE = range(11, 21)

# Columns of `Table.counts`: number of fighters, how many of each side are left, and whether anybody of a side
# has died or was saved by an emergency cure (PG-5.27).
NUM_FIGHTERS, LEFT, SUFFERED = 2, 4, 6


@borrowing
def is_over(m: Table) -> bool:
    """Return whether one of the sides has nobody left."""
    return bool(m.counts[LEFT] == 0 or m.counts[LEFT + 1] == 0)


@borrowing
def remove(m: Table, one: int) -> None:
    """Remove a fighter who has died or left from the fight."""
    m.fighters[one, GONE] = 1
    m.counts[LEFT + m.fighters[one, SIDE]] -= 1
