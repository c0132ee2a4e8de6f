"""A battle as it goes on: four places, what each does in a turn, and what was rolled for it.

Places 0 and 1 are side A, 2 and 3 side B, within a side by type, so that the order of places is the
fighter order of CH-5.15. An empty place has the type NOBODY.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.core.kernel import borrowing
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
"""Of one source: the Mage's four."""


class Fight(NamedTuple):
    """A battle as it goes on."""

    types: Bytes
    """int8[place]: type, or NOBODY."""
    health: Shorts
    """int16[place]."""
    kinds: Bytes
    """int8[place, slot]: kind of the item held; -1 for none."""
    action: Bytes
    """int8[place]: what each does in this turn, as executed; -1 for who does nothing."""
    helped: Bytes
    """int8[place]: the place that its healing, boost or guard goes to."""
    sums: Ints
    """int32[4, place]: boost, guard, healing and damage received in this turn."""
    side_damage: Ints
    """int32[2]: damage numbers of each side's attacks in the whole battle (CH-3.8)."""
    result: Ints
    """int32[6]: result of the last action."""
    counts: Bytes
    """int8[source]: dice that were rolled for the last action."""
    faces: Bytes
    """int8[source, die]: their faces."""


def new_fight() -> Fight:
    """Arrays for a battle."""
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
    """Return whether a living fighter stands in a place."""
    return bool(f.health[place] > 0)
