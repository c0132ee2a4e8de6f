"""Working arrays of a battle in progress: its fighters, what each does in a turn, and the dice rolled.

A battle has four places for fighters. Places 0 and 1 belong to side A, 2 and 3 to side B; within a
side, fighters are in order of type. So the order of places is the fighter order of CH-5.15. An
empty place has the type NOBODY.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.core.kernel import borrowing, kernel
from referee.games.champions.columns import Bytes, Ints, Shorts
from referee.games.champions.tables import ARMOUR_SLOT, NUM_SLOTS

__all__ = [
    "AMOUNT",
    "ARMOUR",
    "BASE",
    "BOOSTED",
    "BOOSTS",
    "DAMAGES",
    "EVADE_NEED",
    "EVADE_ROLL",
    "FACTOR",
    "GUARDS",
    "HEALINGS",
    "ITEMS",
    "PLACES",
    "TARGET",
    "Fight",
    "lives",
    "new_fight",
]

PLACES = 4

# Columns of a fighter's state within a turn.
BOOSTS, GUARDS, HEALINGS, DAMAGES = range(4)

# Columns of an action's result.
TARGET, EVADE_ROLL, EVADE_NEED, BOOSTED, FACTOR, AMOUNT = range(6)

# Where dice come from: the action itself, the actor's weapon slots, or the target's armour.
BASE, ITEMS = 0, 1
ARMOUR = ITEMS + ARMOUR_SLOT
_MOST_DICE = 4
"""Highest number of dice of one source: the Mage's four base dice."""


class Fight(NamedTuple):
    """Working arrays of the battle being fought; a place is a fighter's position, 0 to 3."""

    types: Bytes
    """int8[place]: champion type of each fighter; NOBODY for an empty place."""
    health: Shorts
    """int16[place]: current health of each fighter; 0 for dead or an empty place."""
    kinds: Bytes
    """int8[place, slot]: kind of the item in each slot of a fighter; -1 for none."""
    action: Bytes
    """int8[place]: battle action of each fighter in this turn, as executed; -1 for a fighter that
    does nothing.
    """
    helped: Bytes
    """int8[place]: place of the fighter that gets the healing, boost or guard of the fighter in
    this place.
    """
    sums: Ints
    """int32[4, place]: boost, guard, healing and damage that each fighter has received in this
    turn.
    """
    side_damage: Ints
    """int32[2]: sum of the damage of each side's attacks in the whole battle (CH-3.8)."""
    result: Ints
    """int32[6]: result of the last action; columns TARGET to AMOUNT."""
    counts: Bytes
    """int8[source]: number of dice rolled for the last action, by source: base, each slot's item,
    armour.
    """
    faces: Bytes
    """int8[source, die]: faces of the dice rolled for the last action."""


@kernel
def new_fight() -> Fight:
    """Return working arrays for a battle, with undefined content."""
    # Not filled: `_line_up` and each turn write whatever they read later.
    return Fight(
        np.empty(PLACES, np.int8),
        np.empty(PLACES, np.int16),
        np.empty((PLACES, NUM_SLOTS), np.int8),
        np.empty(PLACES, np.int8),
        np.empty(PLACES, np.int8),
        np.empty((4, PLACES), np.int32),
        np.empty(2, np.int32),
        np.empty(6, np.int32),
        np.empty(ITEMS + NUM_SLOTS, np.int8),
        np.empty((ITEMS + NUM_SLOTS, _MOST_DICE), np.int8),
    )


@borrowing
def lives(f: Fight, place: int) -> bool:
    """Return whether the fighter in a place is alive; False for an empty place."""
    return bool(f.health[place] > 0)
