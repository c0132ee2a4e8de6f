"""States that differ in what a seat may not see: one for each row of CH-6.1 that hides something.

A variant must not show in the coming step either. Rivals on the same tile therefore keep what a battle
would show, and the pool of the own tile what looting would.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.core.rng import Stream
from referee.games.champions import columns as c
from referee.games.champions.columns import Ints
from referee.games.champions.ground import seats_on, tile_of
from referee.games.champions.state import State, board_of, copy_state
from referee.games.champions.tables import CATEGORY, NUM_KINDS

__all__ = ["hidden_variants"]


def hidden_variants(state: State, seat: int, dice: Stream) -> Iterator[State]:
    """See `Game.hidden_variants`."""
    yield _with_other_seed(state, dice)
    yield _with_other_deeds(state, seat)
    yield _with_other_items(state, seat, dice)
    if state.match[c.PHASE] in (c.LOOT, c.EQUIP):
        yield _with_other_health(state, seat)
    if state.match[c.PHASE] == c.EQUIP:
        yield _with_other_pools(state, seat)


def _with_other_seed(state: State, dice: Stream) -> State:
    """Another seed, and so other dice to come."""
    variant = copy_state(state)
    variant.seed[0] ^= np.uint64(dice.draw(2**62))
    return variant


def _with_other_deeds(state: State, seat: int) -> State:
    """Other kills and damage of the others."""
    variant = copy_state(state)
    others = np.arange(len(state.seats)) != seat
    variant.seats[others, c.KILLS] += 3
    variant.seats[others, c.DAMAGE] += 100
    return variant


def _with_other_items(state: State, seat: int, dice: Stream) -> State:
    """Other kinds, of the same categories, of all items that the seat neither owns nor may come upon."""
    variant = copy_state(state)
    for item in _unseen_items(state, seat):
        kind = int(state.item_kind[item])
        same = [other for other in range(NUM_KINDS) if CATEGORY[other] == CATEGORY[kind]]
        variant.item_kind[item] = same[dice.draw(len(same)) - 1]
    return variant


def _unseen_items(state: State, seat: int) -> list[int]:
    """Items on tiles and of seats that this one has nothing to do with in the coming step."""
    board = board_of(state)
    tile = int(tile_of(board, seat))
    here = int(seats_on(board, tile)) if tile >= 0 else 0
    hidden = set[int](range(16)) - {tile}
    for other in range(len(state.seats)):
        if not here >> other & 1 and other != seat:
            hidden |= {c.STASH + other, c.EQUIPPED + other}
    if state.match[c.PHASE] == c.MOVE and tile >= 0:
        hidden.add(tile)
    places: Ints = state.item_place.astype(np.int32)
    return [item for item in range(1, len(places)) if int(places[item]) in hidden]


def _with_other_health(state: State, seat: int) -> State:
    """Other champions of seats on other tiles."""
    board = board_of(state)
    variant = copy_state(state)
    tile = int(tile_of(board, seat))
    for other in range(len(state.seats)):
        there = int(tile_of(board, other))
        if there >= 0 and there != tile and other != seat:
            living = variant.health[other] > 0
            variant.health[other, living] = np.maximum(variant.health[other, living] - 1, 1)
    return variant


def _with_other_pools(state: State, seat: int) -> State:
    """Nothing left in the pools of other tiles."""
    tile = int(tile_of(board_of(state), seat))
    variant = copy_state(state)
    places = variant.item_place
    places[(places >= 0) & (places < 16) & (places != tile)] = c.GONE
    return variant
