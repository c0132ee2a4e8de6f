"""Lists of candidate actions for many matches at once, made straight from their arrays.

The candidates are the same as those of `referee_bots.candidates`. Each candidate is five numbers:
slot (always 0), phase, and three that depend on the phase. These are row and column for a move; the
category for looting; item, champion and slot for equipment; or, for a battle, the fighting
champions as bits, a champion and its action.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Ints, Shorts
from referee.games.champions.rules.equipment import may_hold
from referee.games.champions.rules.pairing import fights_in
from referee.games.champions.rules.side_by_side import board_at
from referee.games.champions.state import State, board_of
from referee.games.champions.tables import (
    AFFINITY,
    ALLOWED,
    ATTACK,
    CATEGORY,
    DEFAULT_PREFS,
    DEFENSIVE,
    GLADIATOR,
    GUARD,
    HEAL,
    HEALER,
    KINDS,
    MAGE,
    NUM_ACTIONS,
    NUM_CATEGORIES,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
    ROGUE,
)
from referee.kit.rollout.columns import ANSWERED, Actions
from referee.kit.rollout.dtypes import Array, Bools, Longs
from referee.kit.rollout.offers import Lists
from referee.kit.rollout.rows import Rows

__all__ = ["ArrayCandidates"]

_NUMBERS = 5
_NUM_LOOTED = NUM_CATEGORIES + 1
"""Number of categories that a looting action may ask for: the item categories and ANY."""
_BEST = -1
"""Stands, in place of an item id, for the candidate that gives all items to the champions they suit
best.
"""
_ARMS_FIRST = np.array([MAGE, ROGUE, GLADIATOR, HEALER], np.int8)
_AFFINITY_WORTH = 6


def _worths() -> Ints:
    """Return int32[champion, kind]: value of an item of each kind to a champion of each type.

    It is twice the value by which house bots choose items: the mean roll of the item's dice, and 3
    more with affinity. Doubled, it is a whole number.
    """
    worths = np.zeros((NUM_TYPES, len(KINDS)), np.int32)
    for number, kind in enumerate(KINDS):
        count, sides = kind.defence if CATEGORY[number] == DEFENSIVE else kind.attack
        for champion in range(NUM_TYPES):
            if CATEGORY[number] == DEFENSIVE:
                worths[champion, number] = count * (sides + 1)
            elif count:
                extra = _AFFINITY_WORTH * int(AFFINITY[champion, CATEGORY[number]])
                worths[champion, number] = count * (sides + 1) + extra
    return worths


_WORTH = _worths()


class ArrayCandidates:
    """Lists candidate actions of seats, and turns chosen candidates into orders, for many matches at once.

    Args:
        width: Highest number of candidates in a list.
    """

    def __init__(self, width: int) -> None:
        self._width = width

    def lists(self, rows: Rows, chosen: Longs, asked: Bools) -> Lists:
        """Return the lists of candidates of seats that must decide.

        Args:
            rows: Many matches, one in each row.
            chosen: int64[n]: indices of the rows.
            asked: bool[n, seat]: which seats must decide; other seats get no candidates.
        """
        state = _state_of(rows)
        room = int(np.count_nonzero(asked)) * self._width
        numbers = np.empty((room, _NUMBERS), np.int32)
        offsets = np.zeros(asked.size + 1, np.int64)
        used = _list_all(board_of(state), chosen, asked, self._width, numbers, offsets)
        return Lists(numbers[:used], offsets)

    def actions(self, rows: Rows, lists: Lists, places: Array, picked: Bools) -> Actions:
        """Return the orders for the picked candidates, as action columns of all rows.

        Args:
            rows: Many matches, one in each row.
            lists: Lists of candidates of all rows.
            places: int64[row, seat, slot]: index of the picked candidate, where `picked` is true.
            picked: bool[row, seat, slot]: whether a candidate is picked.
        """
        state = _state_of(rows)
        decided = picked[..., 0]
        orders = np.zeros((*decided.shape, c.GIVEN_WIDTH), np.int16)
        _order_all(board_of(state), lists.numbers, places[..., 0], decided, orders)
        return {"order": orders, ANSWERED.name: decided}


def _state_of(rows: Any) -> State:
    """Return the state of `rows`, which must be a `ChampionsRows`: the arrays of all matches."""
    state: State = rows.state
    return state


@kernel
def _list_all(
    boards: Board,
    rows: npt.NDArray[np.int64],
    asked: npt.NDArray[np.bool_],
    width: int,
    out: Ints,
    offsets: npt.NDArray[np.int64],
) -> int:
    """Write the candidates of all asked seats one list after another; return their total number.

    Args:
        boards: Arrays of all matches.
        rows: int64[n]: indices of the matches.
        asked: bool[n, seat]: which seats must decide.
        width: Highest number of candidates in a list.
        out: int32[candidate, 5]: numbers of the candidates; written.
        offsets: int64[n * seat + 1]: index of the first candidate of each seat, and the end of the
            last list; written from index 1 on.
    """
    used, place = 0, 0
    for at in range(len(rows)):
        b = board_at(boards, rows[at])
        for seat in range(len(b.seats)):
            if asked[at, seat]:
                used += _list_one(b, seat, out[used : used + width])
            place += 1
            offsets[place] = used
    return used


@borrowing
def _put(out: Ints, count: int, phase: int, first: int, second: int, third: int) -> int:
    """Write a candidate after the first `count`, unless `out` is full; return the new count.

    Its five numbers are slot 0, its phase, and three whose meaning depends on the phase: `first`,
    `second` and `third`.
    """
    # A full list stays as it is: these lists must equal those of `referee_bots.candidates`, which are cut alike.
    if count == len(out):
        return count
    out[count, 0] = 0
    out[count, 1] = phase
    out[count, 2] = first
    out[count, 3] = second
    out[count, 4] = third
    return count + 1


@borrowing
def _list_one(b: Board, seat: int, out: Ints) -> int:
    phase = int(b.match[c.PHASE])
    if phase == c.MOVE:
        return _list_moves(b, seat, out)
    if phase == c.LOOT:
        count = 0
        for category in range(_NUM_LOOTED - 1, -1, -1):
            count = _put(out, count, phase, category, 0, 0)
        return count
    if phase == c.EQUIP:
        return _list_equipment(b, seat, out)
    return _list_battles(b, seat, out)


@borrowing
def _list_moves(b: Board, seat: int, out: Ints) -> int:
    """Write the candidates of a seat's move to `out`: staying, then the tiles within reach by index.

    Return their number.
    """
    size, row, col = int(b.match[c.SIZE]), int(b.seats[seat, c.ROW]), int(b.seats[seat, c.COL])
    count = _put(out, 0, c.MOVE, row, col, 0)
    for to_row in range(max(0, row - 1), min(size, row + 2)):
        for to_col in range(max(0, col - 1), min(size, col + 2)):
            if to_row != row or to_col != col:
                count = _put(out, count, c.MOVE, to_row, to_col, 0)
    return count


@borrowing
def _list_equipment(b: Board, seat: int, out: Ints) -> int:
    count = _put(out, 0, c.EQUIP, 0, 0, 0)
    count = _put(out, count, c.EQUIP, _BEST, 0, 0)
    for item in range(1, b.match[c.NUM_ITEMS] + 1):
        if b.item_place[item] != c.STASH + seat:
            continue
        if count == len(out):
            break
        for champion in range(NUM_TYPES):
            for slot in range(NUM_SLOTS):
                if b.health[seat, champion] and may_hold(b.item_kind[item], champion, slot):
                    count = _put(out, count, c.EQUIP, item, champion, slot)
    return count


@borrowing
def _list_battles(b: Board, seat: int, out: Ints) -> int:
    count = _put(out, 0, c.BATTLE, 0, 0, 0)
    battles, living = 0, 0
    for battle in range(b.match[c.NUM_BATTLES]):
        battles += int(fights_in(b, battle, seat))
    for champion in range(NUM_TYPES):
        living += int(b.health[seat, champion] > 0)
    # Each battle needs a fighter. With too few of them only the default remains, which the rules fill in (CH-4.7).
    if battles > 1 and living < battles:
        return count
    # Two fight in the first battle only if one remains for each of the others.
    in_pairs = living - battles + 1 >= 2
    for first in range(NUM_TYPES):
        if b.health[seat, first] <= 0:
            continue
        if not in_pairs:
            count = _list_fights(first, first, out, count)
            continue
        for second in range(first + 1, NUM_TYPES):
            if b.health[seat, second] > 0:
                count = _list_fights(first, second, out, count)
    return count


@borrowing
def _list_fights(first: int, second: int, out: Ints, count: int) -> int:
    """Add candidates of one or two fighters to the first `count` in `out`: all attack, or one acts otherwise.

    `first` and `second` are the same champion where one fights alone. Returns the number of
    candidates in the list.
    """
    bits = (1 << first) | (1 << second)
    count = _put(out, count, c.BATTLE, bits, 0, ATTACK)
    for champion in range(first, second + 1):
        if champion not in (first, second):
            continue
        for action in range(NUM_ACTIONS):
            if action != ATTACK and ALLOWED[champion, action]:
                count = _put(out, count, c.BATTLE, bits, champion, action)
    return count


@kernel
def _order_all(
    boards: Board,
    numbers: Ints,
    places: npt.NDArray[np.int64],
    picked: npt.NDArray[np.bool_],
    given: Shorts,
) -> None:
    """Write the orders of the chosen candidates, in the numbers that `orders.take_order` reads.

    Args:
        boards: Arrays of all matches.
        numbers: int32[candidate, 5]: numbers of all candidates.
        places: int64[match, seat]: index of the chosen candidate in `numbers`.
        picked: bool[match, seat]: whether the seat has chosen a candidate.
        given: int16[match, seat, GIVEN_WIDTH]: the orders; written for seats that have chosen.
    """
    for row in range(len(picked)):
        b = board_at(boards, row)
        for seat in range(len(b.seats)):
            if picked[row, seat]:
                _order_one(b, seat, numbers[places[row, seat]], given[row, seat])


@kernel
def _order_one(b: Board, seat: int, numbers: Ints, given: Shorts) -> None:
    phase, first, second, third = numbers[1], numbers[2], numbers[3], numbers[4]
    entries = given[c.GIVEN_ENTRIES :]
    if phase == c.MOVE:
        entries[0] = first - b.seats[seat, c.ROW]
        entries[1] = second - b.seats[seat, c.COL]
    elif phase == c.LOOT:
        given[c.GIVEN_COUNT] = b.rules[c.LOOT_ACTIONS]
        for action in range(b.rules[c.LOOT_ACTIONS]):
            entries[action] = first
    elif phase == c.EQUIP:
        if first == _BEST:
            given[c.GIVEN_COUNT] = _equip_best(b, seat, entries)
        elif first > 0:
            given[c.GIVEN_COUNT] = 1
            _put_equipment(entries, 0, first, second, third)
    else:
        given[c.GIVEN_COUNT] = _put_fighters(b, seat, first, second, third, entries)


@borrowing
def _put_equipment(entries: Shorts, index: int, item: int, champion: int, slot: int) -> None:
    at = index * c.EQUIP_WIDTH
    entries[at + c.EQUIP_KIND] = 0
    entries[at + c.EQUIP_ITEM] = item
    entries[at + c.EQUIP_CHAMPION] = champion
    entries[at + c.EQUIP_SLOT] = slot


@kernel
def _equip_best(b: Board, seat: int, entries: Shorts) -> int:
    """Write orders that give each living champion of a seat the most useful of the seat's items, slot by slot.

    They are written to `entries`, in the form that `orders.take_order` reads. An item is used once.
    The house bots distribute items in the same way. Return the number of orders.
    """
    # What has been given out already: an item on the old holder must not be given twice.
    given = np.zeros(b.match[c.NUM_ITEMS] + 1, np.bool_)
    count = 0
    for champion in _ARMS_FIRST:
        if b.health[seat, champion] == 0:
            continue
        for slot in range(NUM_SLOTS):
            best, most = 0, 0
            for item in range(1, b.match[c.NUM_ITEMS] + 1):
                place = b.item_place[item]
                is_own = place in (c.STASH + seat, c.EQUIPPED + seat)
                if given[item] or not is_own or not may_hold(b.item_kind[item], champion, slot):
                    continue
                # `>`: of equal items the lowest id, as house bots choose.
                if _WORTH[champion, b.item_kind[item]] > most:
                    best, most = item, _WORTH[champion, b.item_kind[item]]
            if best:
                given[best] = True
                if b.slots[seat, champion, slot] != best:
                    _put_equipment(entries, count, best, champion, slot)
                    count += 1
    return count


@borrowing
def _put_fighters(b: Board, seat: int, bits: int, chosen: int, action: int, entries: Shorts) -> int:
    """Write fighter entries for the seat's first battle, with their sets; return their number.

    Args:
        b: The match.
        seat: Index of the seat.
        bits: Champions that fight: bit c stands for champion c.
        chosen: Champion that does `action` in all turns; the others attack.
        action: Battle action of the chosen champion.
        entries: int16[number]: written, in the form that `orders.take_order` reads.
    """
    battle = 0
    # Without bits it is the default order, which names no battle; the seat may have none.
    while bits and not fights_in(b, battle, seat):
        battle += 1
    count = 0
    for champion in range(NUM_TYPES):
        if not bits >> champion & 1:
            continue
        does = action if champion == chosen else ATTACK
        at = count * c.GIVEN_FIGHTER_WIDTH
        entries[at + c.FIGHTER_BATTLE] = battle
        entries[at + c.FIGHTER_CHAMPION] = champion
        entries[at + c.FIGHTER_COUNT] = NUM_TURNS
        for turn in range(NUM_TURNS):
            own = at + c.GIVEN_SET + turn * c.SET_WIDTH
            entries[own + c.ACTION] = does
            entries[own + c.TARGET] = 1 if does in (HEAL, GUARD) else -1
            # Written in full, as house bots send it, though the rules would fill in the same.
            entries[own + c.NUM_PREFS] = NUM_TYPES if does == ATTACK else 0
            for place in range(NUM_TYPES):
                entries[own + c.PREFS + place] = DEFAULT_PREFS[place] if does == ATTACK else 0
        count += 1
    return count
