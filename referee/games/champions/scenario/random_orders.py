"""Random legal orders (CH-9.1), for tests, load and the weakest house bot's measure."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import kernel
from referee.core.rng import draw
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Shorts
from referee.games.champions.rules.equipment import may_hold
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
def random_order(b: Board, seat: int, state: np.uint64, order: Shorts) -> np.uint64:
    """Write a random order that is not refused in any part; return the dice's next state.

    Args:
        b: The match.
        seat: An acting seat.
        state: State of the dice to decide by.
        order: int16[column]: filled in.
    """
    order[:] = 0
    phase = b.match[c.PHASE]
    if phase == c.MOVE:
        return _random_move(b, seat, state, order)
    if phase == c.LOOT:
        order[c.COUNT] = b.rules[c.LOOT_ACTIONS]
        for action in range(b.rules[c.LOOT_ACTIONS]):
            category, state = draw(state, ANY)
            order[c.ENTRIES + action] = category - 1
        return state
    if phase == c.EQUIP:
        return _random_equipment(b, seat, state, order)
    return _random_fighters(b, seat, state, order)


@kernel
def _random_move(b: Board, seat: int, state: np.uint64, order: Shorts) -> np.uint64:
    size = int(b.match[c.SIZE])
    row, col = int(b.seats[seat, c.ROW]), int(b.seats[seat, c.COL])
    rows = min(row + 1, size - 1) - max(row - 1, 0) + 1
    cols = min(col + 1, size - 1) - max(col - 1, 0) + 1
    choice, state = draw(state, rows * cols)
    order[c.ENTRIES] = max(row - 1, 0) + (choice - 1) // cols - row
    order[c.ENTRIES + 1] = max(col - 1, 0) + (choice - 1) % cols - col
    return state


@kernel
def _random_equipment(b: Board, seat: int, state: np.uint64, order: Shorts) -> np.uint64:
    """Each stash item into a random empty slot that may hold it."""
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
            at = c.ENTRIES + c.O_WIDTH * count
            order[at + c.O_KIND] = 0
            order[at + c.O_ITEM] = item
            order[at + c.O_CHAMPION] = place // NUM_SLOTS
            order[at + c.O_SLOT] = place % NUM_SLOTS
            count += 1
    order[c.COUNT] = count
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
    left, state = draw(state, free)
    for place in range(len(taken)):
        if not taken[place] and may_hold(kind, place // NUM_SLOTS, place % NUM_SLOTS):
            left -= 1
            if left == 0:
                return place, state
    return -1, state


@kernel
def _random_fighters(b: Board, seat: int, state: np.uint64, order: Shorts) -> np.uint64:
    """As many living champions as the rules ask for, the battles in turn."""
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
    for _ in range(2):
        for battle in range(b.match[c.NUM_BATTLES]):
            fights = b.battles[battle, c.SIDE_A] == seat or b.battles[battle, c.SIDE_B] == seat
            if fights and picked < count:
                at = c.ENTRIES + c.FIGHTER_WIDTH * picked
                entry = order[at : at + c.FIGHTER_WIDTH]
                entry[c.F_BATTLE] = battle
                entry[c.F_CHAMPION] = living[picked]
                state = _random_set(living[picked], state, entry)
                picked += 1
    order[c.COUNT] = picked
    return state


@kernel
def _random_set(champion: int, state: np.uint64, entry: Shorts) -> np.uint64:
    allowed = 0
    for action in range(NUM_ACTIONS):
        allowed += int(ALLOWED[champion, action])
    entry[c.F_COUNT] = NUM_TURNS
    for turn in range(NUM_TURNS):
        at = c.F_ACTIONS + c.ACTION_WIDTH * turn
        left, state = draw(state, allowed)
        for action in range(NUM_ACTIONS):
            left -= int(ALLOWED[champion, action])
            if left == 0:
                entry[at + c.ACTION] = action
                break
        target, state = draw(state, 2)
        entry[at + c.TARGET] = target - 1
        if entry[at + c.ACTION] == ATTACK:
            entry[at + c.TARGET] = -1
            entry[at + c.PREFS] = NUM_TYPES
            prefs = entry[at + c.PREFS + 1 : at + c.ACTION_WIDTH]
            for place in range(NUM_TYPES):
                prefs[place] = place
            for i in range(NUM_TYPES - 1, 0, -1):
                j, state = draw(state, i + 1)
                prefs[i], prefs[j - 1] = prefs[j - 1], prefs[i]
    return state
