"""Actions as kernels take them: what all seats have ordered at a decision point."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.games.champions import columns as c
from referee.games.champions.columns import Ints, Shorts
from referee.games.champions.tables import (
    MAX_EQUIP_ORDERS,
    MAX_FIGHTER_ENTRIES,
    MOST_LOOT_ACTIONS,
    NUM_TURNS,
)

__all__ = ["Orders", "new_orders"]


class Orders(NamedTuple):
    """What all seats have ordered; what a column means is said in `columns`."""

    heads: Ints
    """int32[seat, column]: whether an order counts, and how many entries it has."""
    numbers: Shorts
    """int16[seat, number]: both steps of a move, or a category for each looting action."""
    equip: Shorts
    """int16[seat, order, column]: orders of equipment."""
    fighters: Ints
    """int32[seat, entry, column]: fighter entries."""
    sets: Shorts
    """int16[seat, entry, turn, column]: their sets."""


def new_orders(num_seats: int) -> Orders:
    """Orders of nothing."""
    of_fighters = (num_seats, MAX_FIGHTER_ENTRIES)
    return Orders(
        np.zeros((num_seats, c.HEAD_WIDTH), np.int32),
        np.zeros((num_seats, MOST_LOOT_ACTIONS), np.int16),
        np.zeros((num_seats, MAX_EQUIP_ORDERS, c.EQUIP_WIDTH), np.int16),
        np.zeros((*of_fighters, c.FIGHTER_WIDTH), np.int32),
        np.zeros((*of_fighters, NUM_TURNS, c.SET_WIDTH), np.int16),
    )
