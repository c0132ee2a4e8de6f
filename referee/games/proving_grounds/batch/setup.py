"""How seats buy their parties, as kernels (PG-2.10 to PG-2.15)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import (
    can_use,
    is_read,
    knows,
    num_living,
    open_dice,
    roll,
    wear,
)
from referee.games.proving_grounds.batch.checks import count_refusals
from referee.games.proving_grounds.batch.market import add_hero, refresh
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.columns import Ints
from referee.games.proving_grounds.rules.dice import BOARDS_DICE
from referee.games.proving_grounds.tables import (
    BEST,
    MOST_IMPROVEMENT,
    MOST_ITEMS,
    MOST_STASH,
    NUM_BOARDS,
    NUM_ITEMS,
    HeroClass,
    ItemKind,
    Policy,
    Stat,
)

__all__ = ["set_up", "shuffle"]

_NUM_STATS, _NUM_CLASSES, _NUM_POLICIES = len(Stat), len(HeroClass), len(Policy)
_SPELL, _CONSUMABLE = int(ItemKind.SPELL), int(ItemKind.CONSUMABLE)
_BOUGHT, _SHUFFLED = 0, 1
"""Lists of `Table.listed`: items bought for the stash, and the seats of a board."""
_GOLD = 2
"""Column of `Table.counts` with the gold that is left while a party is bought."""


@borrowing
def set_up(m: Table, row: int) -> None:
    """Buy each seat's party, put it into the entry room, and fill the leader boards (PG-2.13 to PG-2.15)."""
    for seat in range(m.seats.shape[1]):
        if is_read(m, row, seat):
            count_refusals(m, row, seat, _spend(m, row, seat, m.given[row, seat]))
        else:
            m.refused[row, seat] += 1
        # Without a hero the purchases are undone, and only their results stay.
        if not num_living(m, row, seat):
            _spend(m, row, seat, m.default)
        m.seats[row, seat, c.GOLD] = m.counts[_GOLD]
        for item in range(NUM_ITEMS):
            m.stash[row, seat, item] += m.listed[_BOUGHT, item]
    _place_on_boards(m, row)


@borrowing
def _pay(m: Table, price: int) -> bool:
    """Pay a price if there is enough gold; return whether it was paid."""
    if price > m.counts[_GOLD]:
        return False
    m.counts[_GOLD] -= price
    return True


@borrowing
def _spend(m: Table, row: int, seat: int, given: Ints) -> int:
    """Buy the parts of a setup message in their order, as long as the gold lasts (PG-2.12).

    Args:
        m: The matches.
        row: Row of the match.
        seat: The seat that buys.
        given: int32[column]: the message.

    Returns:
        Number of refused parts.
    """
    m.counts[_GOLD] = m.seats[row, seat, c.GOLD]
    for item in range(NUM_ITEMS):
        m.listed[_BOUGHT, item] = 0
    most, count = int(m.rules[row, c.MAX_HEROES]), int(given[at.NUM_SPECS])
    refused = max(0, count - most)
    for place in range(min(count, most)):
        refused += _buy_hero(m, row, seat, given, at.SPECS + place * at.SPEC_WIDTH)
    first = at.SPECS + most * at.SPEC_WIDTH
    count = int(given[first])
    refused += max(0, count - MOST_STASH)
    for place in range(min(count, MOST_STASH)):
        refused += _buy_item(m, row, seat, c.NONE, int(given[first + 1 + place]))
    return refused + _bid(m, seat, given, first + 1 + MOST_STASH)


@borrowing
def _buy_hero(m: Table, row: int, seat: int, given: Ints, first: int) -> int:
    """Buy a hero, his improvements and his items; return the number of refused parts (PG-2.12)."""
    kind = int(given[first + at.SPEC_KIND])
    if kind < 0 or kind >= _NUM_CLASSES or not _pay(m, int(n.CLASS_PRICES[kind])):
        return 1
    hero = add_hero(m, row, seat, kind)
    refused = _improve(m, row, seat, hero, given, first + at.IMPROVE)
    refresh(m, row, seat, hero)
    count = int(given[first + at.NUM_SPEC_ITEMS])
    refused += max(0, count - MOST_ITEMS)
    for place in range(min(count, MOST_ITEMS)):
        item = int(given[first + at.SPEC_ITEMS + place])
        refused += _buy_item(m, row, seat, hero, item)
    guard, policy = given[first + at.SPEC_GUARD], given[first + at.SPEC_POLICY]
    # A malformed posture or policy keeps its default, and the hero counts.
    if guard >= 0:
        m.heroes[row, seat, hero, c.GUARD] = 1 if guard else 0
    if 0 <= policy < _NUM_POLICIES:
        m.heroes[row, seat, hero, c.POLICY] = policy
    return refused + (0 if guard >= 0 and 0 <= policy < _NUM_POLICIES else 1)


@borrowing
def _improve(m: Table, row: int, seat: int, hero: int, given: Ints, first: int) -> int:
    """Buy a hero's improvements point by point; return the number of refused characteristics (PG-3.3)."""
    if given[first] == at.NO_LIST:
        return 1
    refused = 0
    for stat in range(_NUM_STATS):
        points = given[first + stat]
        if points < 0 or points > MOST_IMPROVEMENT:
            refused += 1
            continue
        for _ in range(points):
            value = int(m.heroes[row, seat, hero, c.STATS + stat])
            # The first refused point ends it; points bought before it stay bought.
            if value >= BEST or not _pay(m, int(n.IMPROVEMENTS[value + 1])):
                refused += 1
                break
            m.heroes[row, seat, hero, c.STATS + stat] = value + 1
    return refused


@borrowing
def _buy_item(m: Table, row: int, seat: int, hero: int, item: int) -> int:
    """Buy an item for a hero, or with NONE for the stash; return 1 if it is refused, else 0 (PG-2.12)."""
    if item < 0 or item >= NUM_ITEMS or not n.ITEM_VALUES[item, n.IN_SETUP]:
        return 1
    kind = n.ITEM_VALUES[item, n.KIND]
    wearer = c.NONE if kind == _CONSUMABLE else hero
    if wearer != c.NONE and not can_use(m, row, seat, wearer, item):
        return 1
    # Payment is the last check: a refused item must cost nothing.
    if not _pay(m, int(n.ITEM_VALUES[item, n.GOLD])):
        return 1
    if wearer == c.NONE or (kind == _SPELL and knows(m, row, seat, wearer, item)):
        m.listed[_BOUGHT, item] += 1
    else:
        wear(m, row, seat, wearer, item)
    return 0


@borrowing
def _bid(m: Table, seat: int, given: Ints, first: int) -> int:
    """Pay the bids on leader boards as long as the gold lasts; return the number of refused parts (PG-2.14)."""
    for board in range(NUM_BOARDS):
        m.bids[seat, board] = 0
    if given[first] == at.NO_LIST:
        return 1
    refused = 0
    for board in range(NUM_BOARDS):
        bid = int(given[first + board])
        if bid < 0 or not _pay(m, bid):
            refused += 1
        else:
            m.bids[seat, board] = bid
    return refused


@borrowing
def _place_on_boards(m: Table, row: int) -> None:
    """Order the seats on each leader board by bid, and at random where bids are equal (PG-2.14)."""
    open_dice(m, row, BOARDS_DICE)
    count = m.seats.shape[1]
    for board in range(NUM_BOARDS):
        for place in range(count):
            m.listed[_SHUFFLED, place] = place
        # Drawn even if no bids tie; the sort is stable.
        shuffle(m, m.listed[_SHUFFLED], count)
        for place in range(count):
            seat = int(m.listed[_SHUFFLED, place])
            rank = place
            while rank > 0 and m.bids[m.boards[row, board, rank - 1], board] < m.bids[seat, board]:
                m.boards[row, board, rank] = m.boards[row, board, rank - 1]
                rank -= 1
            m.boards[row, board, rank] = seat


@borrowing
def shuffle(m: Table, values: npt.NDArray[np.int32], count: int) -> None:
    """Shuffle the first `count` values in place, by the same draws as `rules.dice.Dice` (PG-2.3)."""
    for i in range(count - 1, 0, -1):
        j = roll(m, i + 1) - 1
        values[i], values[j] = values[j], values[i]
