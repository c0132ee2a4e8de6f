"""States that differ in what a seat may not see: one for each row of PG-6.1 to PG-6.5 that hides something.

A variant must not show in the coming turn either, played with the same dice. It therefore changes only what
that turn cannot bring to light, and what does not decide how many dice are drawn before those that the seat
sees.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.core.rng import Stream
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.heroes import living
from referee.games.proving_grounds.state import State, copy_state
from referee.games.proving_grounds.tables import Item

__all__ = ["hidden_variants"]


def hidden_variants(state: State, seat: int, dice: Stream) -> Iterator[State]:
    """See `Game.hidden_variants`."""
    yield _with_other_seed(state, dice)
    if state.match.item(c.PHASE) == c.OVER:
        return
    yield _with_other_stashes(state, seat)
    yield _with_other_tapped(state, seat)
    yield _with_other_gems(state, seat)
    yield from _with_other_far_rooms(state, seat)


def _with_other_seed(state: State, dice: Stream) -> State:
    """Another seed, and so other dice to come."""
    variant = copy_state(state)
    variant.seed[0] ^= np.uint64(dice.draw(2**62))
    return variant


def _others(state: State, seat: int) -> list[int]:
    return [other for other in range(len(state.seats)) if other != seat]


def _with_other_stashes(state: State, seat: int) -> State:
    """Other consumables and weapons in the stashes of the others, none fewer: nothing of theirs fails."""
    variant = copy_state(state)
    for other in _others(state, seat):
        variant.stash[other, [int(Item.POTION), int(Item.GREAT_SWORD), int(Item.RING)]] += 2
    return variant


def _with_other_tapped(state: State, seat: int) -> State:
    """Others know of other rooms that they have no caches."""
    variant = copy_state(state)
    for other in _others(state, seat):
        variant.tapped[other] = ~variant.tapped[other]
    return variant


def _with_other_gems(state: State, seat: int) -> State:
    """Gems of the others are of other kinds, as many as before: those in their vaults, which nobody robs."""
    variant = copy_state(state)
    for other in _others(state, seat):
        variant.vault[other] = variant.vault[other][::-1]
    return variant


def _with_other_far_rooms(state: State, seat: int) -> Iterator[State]:
    """Rooms of level 0 that nobody can come to in this turn have other contents."""
    far = _far_rooms(state, seat)
    if not far:
        return
    variant = copy_state(state)
    for room in far:
        variant.rooms[room, c.FLOOR_GOLD] += 7
        variant.floor_gems[room, 0] += 1
        variant.rooms[room, c.CACHES] += 3
        variant.rooms[room, c.HOARD_GOLD] += 5
        variant.hoard_gems[room, 0] += 1
        variant.creatures[room] = variant.creatures[room, ::-1]
    yield variant


def _far_rooms(state: State, seat: int) -> list[int]:
    """Rooms of which the seat knows nothing, and which no order of anybody can touch in this turn."""
    near = set()
    for other in range(len(state.seats)):
        rooms = {state.heroes.item(other, hero, c.ROOM) for hero in living(state, other)}
        rooms |= set(np.flatnonzero(state.rooms[:, c.OWNER] == other).tolist())
        for room in rooms:
            near |= {room, *state.doors[room].tolist()}
    return [
        room
        for room in range(len(state.rooms))
        if room not in near and state.levels.item(seat, room) == 0
    ]
