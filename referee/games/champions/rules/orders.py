"""Orders of all seats at a decision point, as arrays for kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.core.kernel import borrowing
from referee.games.champions import columns as c
from referee.games.champions.columns import Ints, Shorts
from referee.games.champions.tables import (
    MAX_EQUIP_ORDERS,
    MAX_FIGHTER_ENTRIES,
    MOST_LOOT_ACTIONS,
    NUM_TURNS,
    NUM_TYPES,
    RefusalCode,
)

__all__ = [
    "MOST_SURPLUS",
    "Orders",
    "give_order",
    "miss_order",
    "new_orders",
    "put_count",
    "take_order",
]

_MISSED = RefusalCode.MISSED_DEADLINE.value
_MALFORMED = RefusalCode.MALFORMED.value
MOST_SURPLUS = 65_535
"""Highest number of elements beyond a list's highest length that is counted; no message has room
for more.
"""

_MOST_GIVEN = 2**15 - 1
"""Highest number of list entries that a count in int16 can hold; far more than are refused one by
one.
"""


class Orders(NamedTuple):
    """Orders of all seats at a decision point; columns are documented in `columns`."""

    heads: Ints
    """int32[seat, column]: refusal code of the whole order (0 if it counts), number of entries
    read, number of surplus entries.
    """
    numbers: Shorts
    """int16[seat, number]: dr and dc (rows and columns to go) of a move, or the category of each looting action."""
    equip: Shorts
    """int16[seat, order, column]: equipment orders of each seat."""
    fighters: Ints
    """int32[seat, entry, column]: fighter entries of each seat: the champions that it picks for its battles."""
    sets: Shorts
    """int16[seat, entry, turn, column]: actions in the set of each fighter entry, one for each turn of the battle."""


def new_orders(num_seats: int) -> Orders:
    """Return orders of `num_seats` seats with all numbers 0: lists without entries, moves that stay."""
    of_fighters = (num_seats, MAX_FIGHTER_ENTRIES)
    return Orders(
        np.zeros((num_seats, c.HEAD_WIDTH), np.int32),
        np.zeros((num_seats, MOST_LOOT_ACTIONS), np.int16),
        np.zeros((num_seats, MAX_EQUIP_ORDERS, c.EQUIP_WIDTH), np.int16),
        np.zeros((*of_fighters, c.FIGHTER_WIDTH), np.int32),
        np.zeros((*of_fighters, NUM_TURNS, c.SET_WIDTH), np.int16),
    )


@borrowing
def put_count(count: int, bound: int, out: Ints, column: int) -> int:
    """Write how many entries of a list are read and, in the next column, how many are not (CH-4.2).

    Args:
        count: Number of entries in the list.
        bound: Highest number of entries that are read.
        out: Array that is written to.
        column: Column for the number of entries read.

    Returns:
        Number of entries that are read.
    """
    read = min(count, bound)
    out[column] = read
    out[column + 1] = min(count - read, MOST_SURPLUS)
    return read


@borrowing
def miss_order(orders: Orders, seat: int) -> None:
    """Mark that no order of the seat came in time (CH-4.9)."""
    orders.heads[seat, c.WHOLE] = _MISSED


@borrowing
def take_order(given: Shorts, phase: int, loot_actions: int, orders: Orders, seat: int) -> None:
    """Read an order given as a row of numbers, which may hold any values, into `orders`.

    Args:
        given: int16[GIVEN_WIDTH]; `columns` documents what each column means.
        phase: Phase of the order.
        loot_actions: Number of looting actions of a seat in a round.
        orders: Orders of all seats; this seat's order is written.
        seat: Index of the acting seat.
    """
    head, count = orders.heads[seat], int(given[c.GIVEN_COUNT])
    # The arrays are used again for each match: nothing of an earlier order may be left.
    head[:] = 0
    if count < 0:
        head[c.WHOLE] = _MALFORMED
        return
    # Values are taken as they are. The phase refuses those without a meaning, one by one.
    entries = given[c.GIVEN_ENTRIES :]
    if phase == c.MOVE:
        orders.numbers[seat, 0] = entries[0]
        orders.numbers[seat, 1] = entries[1]
    elif phase == c.LOOT:
        for action in range(put_count(count, loot_actions, head, c.COUNT)):
            orders.numbers[seat, action] = entries[action]
    elif phase == c.EQUIP:
        for index in range(put_count(count, MAX_EQUIP_ORDERS, head, c.COUNT)):
            for column in range(c.EQUIP_WIDTH):
                orders.equip[seat, index, column] = entries[index * c.EQUIP_WIDTH + column]
    else:
        for index in range(put_count(count, MAX_FIGHTER_ENTRIES, head, c.COUNT)):
            entry = entries[index * c.GIVEN_FIGHTER_WIDTH :]
            _take_fighter(entry, orders.fighters[seat, index], orders.sets[seat, index])


@borrowing
def _take_fighter(entry: Shorts, out: Ints, own_set: Shorts) -> None:
    out[c.FIGHTER_BATTLE] = entry[c.FIGHTER_BATTLE]
    out[c.FIGHTER_CHAMPION] = entry[c.FIGHTER_CHAMPION]
    # The row may hold any number, and a negative one would count as surplus entries.
    count = max(0, int(entry[c.FIGHTER_COUNT]))
    for turn in range(put_count(count, NUM_TURNS, out, c.FIGHTER_COUNT)):
        first = c.GIVEN_SET + turn * c.SET_WIDTH
        for column in range(c.SET_WIDTH):
            own_set[turn, column] = entry[first + column]
        if not 0 <= own_set[turn, c.NUM_PREFS] <= NUM_TYPES:
            own_set[turn, c.NUM_PREFS] = NUM_TYPES + 1  # no list that can be read


@borrowing
def give_order(orders: Orders, seat: int, phase: int, given: Shorts) -> None:
    """Write a seat's order as a row of numbers that `take_order` reads.

    An order that was refused as a whole is written as malformed.

    Args:
        orders: Orders of all seats.
        seat: Index of the acting seat.
        phase: Phase of the order.
        given: int16[GIVEN_WIDTH]; the columns that the order uses are written.
    """
    head = orders.heads[seat]
    if head[c.WHOLE]:
        # The code is lost: a row knows only orders that count and orders that don't.
        given[c.GIVEN_COUNT] = -1
        return
    count = int(head[c.COUNT])
    given[c.GIVEN_COUNT] = _count_given(head, c.COUNT)
    # Columns behind the order keep what they had: clearing a row costs more than most orders.
    entries = given[c.GIVEN_ENTRIES :]
    if phase in (c.MOVE, c.LOOT):
        for place in range(2 if phase == c.MOVE else count):
            entries[place] = orders.numbers[seat, place]
    elif phase == c.EQUIP:
        for index in range(count):
            for column in range(c.EQUIP_WIDTH):
                entries[index * c.EQUIP_WIDTH + column] = orders.equip[seat, index, column]
    else:
        for index in range(count):
            entry = entries[index * c.GIVEN_FIGHTER_WIDTH :]
            fighter, own_set = orders.fighters[seat, index], orders.sets[seat, index]
            entry[c.FIGHTER_BATTLE] = fighter[c.FIGHTER_BATTLE]
            entry[c.FIGHTER_CHAMPION] = fighter[c.FIGHTER_CHAMPION]
            entry[c.FIGHTER_COUNT] = _count_given(fighter, c.FIGHTER_COUNT)
            for turn in range(fighter[c.FIGHTER_COUNT]):
                for column in range(c.SET_WIDTH):
                    at = c.GIVEN_SET + turn * c.SET_WIDTH + column
                    entry[at] = own_set[turn, column]


@borrowing
def _count_given(counted: Ints, column: int) -> int:
    """Return how many entries a list had, by the two counts that `put_count` wrote; at most _MOST_GIVEN.

    Args:
        counted: Array with both counts: of entries that are read, and of those that are not.
        column: Column of the first of them.
    """
    return min(int(counted[column]) + int(counted[column + 1]), _MOST_GIVEN)
