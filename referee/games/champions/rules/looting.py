"""Looting: tile by tile, in passes over the tile's seats in a random order (CH-5.2)."""

from __future__ import annotations

import numpy as np

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Bytes
from referee.games.champions.rules.dice import LOOT, open_stream, roll, shuffle
from referee.games.champions.rules.ground import tile_of
from referee.games.champions.rules.log import close_entry, open_entry, refuse
from referee.games.champions.rules.orders import Orders
from referee.games.champions.tables import ANY, CATEGORY, RefusalCode

__all__ = ["loot"]

_BAD_CATEGORY = RefusalCode.LOOT_BAD_CATEGORY.value


@borrowing
def _category_of(orders: Orders, seat: int, action: int) -> int:
    """Return the category that a seat asks for with a looting action, by its number in the orders.

    Return ANY if it is missing or bad (CH-4.4).
    """
    if orders.heads[seat, c.WHOLE] or action >= orders.heads[seat, c.COUNT]:
        return ANY
    category = int(orders.numbers[seat, action])
    return category if 0 <= category <= ANY else ANY


@kernel
def loot(b: Board, orders: Orders) -> None:
    """Carry out the looting actions of all seats in play: move found items to their stashes; log the results.

    Args:
        b: The match.
        orders: Orders of all seats, with the categories to look for.
    """
    for seat in range(len(b.seats)):
        # Refused before anything is found, so that a seat's refusals do not depend on its tile's
        # place in the order of tiles.
        if b.seats[seat, c.ALIVE] and not orders.heads[seat, c.WHOLE]:
            for action in range(orders.heads[seat, c.COUNT]):
                if not 0 <= orders.numbers[seat, action] <= ANY:
                    refuse(b, seat, _BAD_CATEGORY, action, -1)
    order = np.empty(len(b.seats), np.int8)
    for tile in range(b.match[c.SIZE] ** 2):
        count = 0
        for seat in range(len(b.seats)):
            if tile_of(b, seat) == tile:
                order[count] = seat
                count += 1
        if count:
            # A stream for each tile, so that finds do not depend on what is looted elsewhere.
            open_stream(b, LOOT, b.match[c.ROUND], tile)
            _loot_tile(b, orders, tile, order, count)


@borrowing
def _loot_tile(b: Board, orders: Orders, tile: int, order: Bytes, count: int) -> None:
    shuffle(b, order, count)
    for action in range(b.rules[c.LOOT_ACTIONS]):
        # One action of each seat in turn, not all of one seat at once: a contested tile is shared
        # fairly.
        for place in range(count):
            seat = int(order[place])
            item = _find(b, tile, _category_of(orders, seat, action))
            if item == 0:
                first = open_entry(b, c.LOOT_NOTHING, 1 << seat)
                b.log[first] = action
                close_entry(b, first, first + 1)
                continue
            b.item_place[item] = c.STASH + seat
            first = open_entry(b, c.LOOT_FOUND, 1 << seat)
            b.log[first] = action
            b.log[first + 1] = item
            b.log[first + 2] = b.item_kind[item]
            close_entry(b, first, first + 3)


@borrowing
def _find(b: Board, tile: int, category: int) -> int:
    """Return the instance id of a random item of the category in the tile's pool; 0 if there is none."""
    # Counted through twice, so that no list of candidates has to be kept.
    candidates = 0
    for item in range(1, b.match[c.NUM_ITEMS] + 1):
        if _is_candidate(b, item, tile, category):
            candidates += 1
    if candidates == 0:
        return 0
    left = roll(b, candidates)
    for item in range(1, b.match[c.NUM_ITEMS] + 1):
        if _is_candidate(b, item, tile, category):
            left -= 1
            if left == 0:
                return item
    return 0


@borrowing
def _is_candidate(b: Board, item: int, tile: int, category: int) -> bool:
    if b.item_place[item] != tile:
        return False
    return bool(category == ANY or CATEGORY[b.item_kind[item]] == category)
