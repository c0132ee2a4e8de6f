"""Random legal orders (CH-9.1), for tests, load and the weakest house bot."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import kernel
from referee.core.rng import draw
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Shorts
from referee.games.champions.rules.equipment import may_hold
from referee.games.champions.rules.orders import Orders
from referee.games.champions.rules.pairing import fights_in
from referee.games.champions.tables import (
    ALLOWED,
    ANY,
    ATTACK,
    NUM_ACTIONS,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
)

__all__ = ["random_order"]


@kernel
def random_order(b: Board, seat: int, state: np.uint64, orders: Orders) -> np.uint64:
    """Write a random order of which no part is refused; return the next state of the dice.

    Args:
        b: The match.
        seat: Index of an acting seat.
        state: State of the dice stream that decides.
        orders: Orders of all seats; this seat's order is written.
    """
    orders.heads[seat] = 0
    phase = b.match[c.PHASE]
    if phase == c.MOVE:
        return _random_move(b, seat, state, orders)
    if phase == c.LOOT:
        orders.heads[seat, c.COUNT] = b.rules[c.LOOT_ACTIONS]
        for action in range(b.rules[c.LOOT_ACTIONS]):
            category, state = draw(state, ANY)
            orders.numbers[seat, action] = category - 1
        return state
    if phase == c.EQUIP:
        return _random_equipment(b, seat, state, orders)
    return _random_fighters(b, seat, state, orders)


@kernel
def _random_move(b: Board, seat: int, state: np.uint64, orders: Orders) -> np.uint64:
    size = int(b.match[c.SIZE])
    row, col = int(b.seats[seat, c.ROW]), int(b.seats[seat, c.COL])
    # Only tiles on the map are drawn from, so that no move is refused.
    rows = min(row + 1, size - 1) - max(row - 1, 0) + 1
    cols = min(col + 1, size - 1) - max(col - 1, 0) + 1
    choice, state = draw(state, rows * cols)
    orders.numbers[seat, 0] = max(row - 1, 0) + (choice - 1) // cols - row
    orders.numbers[seat, 1] = max(col - 1, 0) + (choice - 1) % cols - col
    return state


@kernel
def _random_equipment(b: Board, seat: int, state: np.uint64, orders: Orders) -> np.uint64:
    """Write orders that put each stash item into a random empty slot that may hold it.

    `state` is the state of the dice stream that decides; return its next state.
    """
    # Slots that this order fills are taken, too: no item may be displaced by a later one.
    taken = np.zeros(NUM_TYPES * NUM_SLOTS, np.bool_)
    for champion in range(NUM_TYPES):
        for slot in range(NUM_SLOTS):
            is_dead = b.health[seat, champion] == 0
            taken[champion * NUM_SLOTS + slot] = is_dead or b.slots[seat, champion, slot] != 0
    count = 0
    for item in range(1, b.match[c.NUM_ITEMS] + 1):
        if b.item_place[item] != c.STASH + seat:
            continue
        place, state = _random_place(b.item_kind[item], taken, state)
        if place >= 0:
            taken[place] = True
            order = orders.equip[seat, count]
            order[c.EQUIP_KIND] = 0
            order[c.EQUIP_ITEM] = item
            order[c.EQUIP_CHAMPION] = place // NUM_SLOTS
            order[c.EQUIP_SLOT] = place % NUM_SLOTS
            count += 1
    orders.heads[seat, c.COUNT] = count
    return state


@kernel
def _random_place(
    kind: int, taken: npt.NDArray[np.bool_], state: np.uint64
) -> tuple[int, np.uint64]:
    free = 0
    for place in range(len(taken)):
        free += int(not taken[place] and may_hold(kind, place // NUM_SLOTS, place % NUM_SLOTS))
    if free == 0:
        return -1, state
    # Counted off in a second pass, since kernels keep no list of free places.
    left, state = draw(state, free)
    for place in range(len(taken)):
        if not taken[place] and may_hold(kind, place // NUM_SLOTS, place % NUM_SLOTS):
            left -= 1
            if left == 0:
                return place, state
    return -1, state


@kernel
def _random_fighters(b: Board, seat: int, state: np.uint64, orders: Orders) -> np.uint64:
    """Write a fighter entry for each champion that a seat sends into its battles.

    They are drawn at random from the living ones. Each battle gets one fighter before any gets a
    second. Return the next state of the dice stream.

    Args:
        b: State of the match.
        seat: The seat.
        state: State of the dice stream that decides.
        orders: Orders of all seats, to which the entries are written.
    """
    living = np.empty(NUM_TYPES, np.int8)
    count = 0
    for champion in range(NUM_TYPES):
        if b.health[seat, champion] > 0:
            living[count] = champion
            count += 1
    for i in range(count - 1, 0, -1):
        j, state = draw(state, i + 1)
        living[i], living[j - 1] = living[j - 1], living[i]
    picked = 0
    # One fighter for each battle before any second one: no battle may be left without a fighter.
    for _ in range(2):
        for battle in range(b.match[c.NUM_BATTLES]):
            if fights_in(b, battle, seat) and picked < count:
                entry = orders.fighters[seat, picked]
                entry[c.FIGHTER_BATTLE] = battle
                entry[c.FIGHTER_CHAMPION] = living[picked]
                entry[c.FIGHTER_COUNT] = NUM_TURNS
                entry[c.FIGHTER_SURPLUS] = 0
                state = _random_set(living[picked], state, orders.sets[seat, picked])
                picked += 1
    orders.heads[seat, c.COUNT] = picked
    return state


@kernel
def _random_set(champion: int, state: np.uint64, own_set: Shorts) -> np.uint64:
    allowed = 0
    for action in range(NUM_ACTIONS):
        allowed += int(ALLOWED[champion, action])
    for turn in range(NUM_TURNS):
        order = own_set[turn]
        left, state = draw(state, allowed)
        for action in range(NUM_ACTIONS):
            left -= int(ALLOWED[champion, action])
            if left == 0:
                order[c.ACTION] = action
                break
        target, state = draw(state, 2)
        order[c.TARGET] = target - 1
        order[c.NUM_PREFS] = 0
        if order[c.ACTION] == ATTACK:
            order[c.TARGET] = -1
            order[c.NUM_PREFS] = NUM_TYPES
            prefs = order[c.PREFS :]
            for place in range(NUM_TYPES):
                prefs[place] = place
            for i in range(NUM_TYPES - 1, 0, -1):
                j, state = draw(state, i + 1)
                prefs[i], prefs[j - 1] = prefs[j - 1], prefs[i]
    return state
