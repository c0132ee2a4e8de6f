"""States that differ only in what a seat may not see: one for each hiding row of CH-6.1.

The seat must not notice the difference in the coming step either, played with the same dice. So a
variant keeps what the step may show the seat, and what decides how many dice are drawn before those
that the seat sees.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.core.rng import Stream
from referee.games.champions import columns as c
from referee.games.champions.rules.ground import tile_of
from referee.games.champions.state import State, board_of, copy_state
from referee.games.champions.tables import CATEGORY, NUM_KINDS, NUM_SLOTS, WEIGHT

__all__ = ["hidden_variants"]


def hidden_variants(state: State, seat: int, dice: Stream) -> Iterator[State]:
    """Yield states that differ from `state` only in what the seat may not see."""
    yield _with_other_seed(state, dice)
    # At the end of the match, kills and damage are shown and rank the seats.
    if not _may_end(state):
        yield _with_other_deeds(state, seat)
    yield _with_other_items(state, seat, dice)
    if state.match[c.PHASE] != c.BATTLE:
        yield _with_other_health(state, seat)
        yield _with_other_outfits(state, seat)
    if state.match[c.PHASE] in (c.MOVE, c.EQUIP):
        yield _with_other_pools(state, seat)


def _may_end(state: State) -> bool:
    """Return whether the match may end with the coming step.

    At the end all seats see kills and damage, and what follows from them.
    """
    phase = int(state.match[c.PHASE])
    if phase in (c.EQUIP, c.BATTLE) and state.match[c.ROUND] == state.rules[c.MAX_ROUNDS]:
        return True
    if phase != c.BATTLE:
        return False
    # The match ends if all seats that fight fall and fewer than two others are in play.
    fighting = state.battles[: int(state.match[c.NUM_BATTLES]), :2]
    in_play = int(state.seats[:, c.ALIVE].sum())
    return bool(in_play - len(np.unique(fighting)) < 2)


def _with_other_seed(state: State, dice: Stream) -> State:
    """Return a copy with another match seed, and so with other future dice."""
    variant = copy_state(state)
    variant.seed[0] ^= np.uint64(dice.draw(2**62))
    return variant


def _with_other_deeds(state: State, seat: int) -> State:
    """Return a copy in which the other seats have other kills and damage."""
    variant = copy_state(state)
    others = np.arange(len(state.seats)) != seat
    variant.seats[others, c.KILLS] += 3
    variant.seats[others, c.DAMAGE] += 100
    return variant


def _with_other_items(state: State, seat: int, dice: Stream) -> State:
    """Return a copy in which all items that the coming step can't show have other kinds.

    The new kinds have the same category and weight. Items that keep their kind are the seat's own;
    in LOOT those in the pool of its tile; and in BATTLE all that anybody wears, as they decide
    about the dice of all battles.
    """
    phase = int(state.match[c.PHASE])
    shown = {c.STASH + seat, c.EQUIPPED + seat}
    if phase == c.LOOT:
        shown.add(int(tile_of(board_of(state), seat)))
    if phase == c.BATTLE:
        shown |= {c.EQUIPPED + other for other in range(len(state.seats))}
    variant = copy_state(state)
    for item in range(1, int(state.match[c.NUM_ITEMS]) + 1):
        kind = int(state.item_kind[item])
        if kind >= 0 and int(state.item_place[item]) not in shown:
            # Counts by category are shown on a tile, and the weight decides who may wear an item.
            same = [
                other
                for other in range(NUM_KINDS)
                if CATEGORY[other] == CATEGORY[kind] and WEIGHT[other] == WEIGHT[kind]
            ]
            variant.item_kind[item] = same[dice.draw(len(same)) - 1]
    return variant


def _with_other_health(state: State, seat: int) -> State:
    """Return a copy in which other seats' champions have less health.

    Before EQUIP, one more champion of each of these seats is dead, too. In EQUIP, seats on the same
    tile keep their health, as the seat is about to see it, and nobody dies, as the number of living
    champions decides about dice of pairing.
    """
    board = board_of(state)
    variant = copy_state(state)
    is_equip = state.match[c.PHASE] == c.EQUIP
    own_tile = int(tile_of(board, seat))
    for other in range(len(state.seats)):
        tile = int(tile_of(board, other))
        if other == seat or tile < 0 or (is_equip and tile == own_tile):
            continue
        health = variant.health[other]
        health[health > 0] = np.maximum(health[health > 0] - 1, 1)
        if not is_equip and np.count_nonzero(health) > 1:
            champion = int(np.flatnonzero(health)[0])
            health[champion] = 0
            _strip(variant, other, champion)
    return variant


def _with_other_outfits(state: State, seat: int) -> State:
    """Return a copy in which the other seats wear nothing; their items are in their stashes."""
    variant = copy_state(state)
    for other in range(len(state.seats)):
        if other != seat:
            for champion in range(variant.slots.shape[1]):
                _strip(variant, other, champion)
    return variant


def _strip(state: State, seat: int, champion: int) -> None:
    """Move all items in a champion's slots into its seat's stash, in place."""
    for slot in range(NUM_SLOTS):
        item = int(state.slots[seat, champion, slot])
        if item:
            state.slots[seat, champion, slot] = 0
            state.item_place[item] = c.STASH + seat


def _with_other_pools(state: State, seat: int) -> State:
    """Return a copy with empty pools on tiles that the seat can't stand on after the step.

    In MOVE the seat comes as far as a neighbouring tile. In EQUIP it may, too, if a round without
    battles ends with shrinking. No dice change, because nobody loots in these phases.
    """
    size = int(state.match[c.SIZE])
    last_of_stage = state.match[c.STAGE_AGE] + 1 >= state.terms[size]
    reach = int(state.match[c.PHASE] == c.MOVE or bool(last_of_stage))
    row, col = state.seats[seat, [c.ROW, c.COL]].tolist()
    is_out = not state.seats[seat, c.ALIVE]
    variant = copy_state(state)
    for tile in range(size * size):
        distance = max(abs(tile // size - row), abs(tile % size - col))
        if is_out or distance > reach:
            variant.item_place[variant.item_place == tile] = c.GONE
    return variant
