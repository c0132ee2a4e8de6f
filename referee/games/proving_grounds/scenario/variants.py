"""States that differ only in what a seat may not see by PG-6.1 to PG-6.5; tests compare them.

The seat must not see a difference in the coming turn either, if it is played with the same dice. So
a variant changes only facts which that turn cannot reveal, and which do not change the number of
dice drawn before those that the seat sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from referee.core.rng import Stream
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.trading import Offer, store_offer
from referee.games.proving_grounds.rules.equipment import knows
from referee.games.proving_grounds.rules.heroes import (
    Ref,
    class_of,
    entry_room,
    living,
    max_mana,
    room_of,
)
from referee.games.proving_grounds.rules.rooms import num_unexplored
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    CSW_MANA,
    MAX_LEVEL,
    HeroClass,
    Item,
    Policy,
    Stat,
)
from referee.games.proving_grounds.wire.orders import Goods
from referee.kit.arrays import copied

__all__ = ["hidden_variants"]

_FEW_HEROES = 8
"""Number of living heroes of all seats up to which one turn might kill all; their death ends the
match and reveals everything.
"""
_TOO_DEAR = 30_000
"""Price in gold that nobody can pay, so that nobody accepts an offer."""


def hidden_variants(state: State, seat: int, dice: Stream) -> Iterator[State]:
    """Yield states that differ only in what the seat may not see; see `Game.hidden_variants`."""
    if state.match.item(c.PHASE) == c.OVER:
        return
    # An ending match reveals the seed and all gems (PG-6.7, END), so these may differ only if it goes on.
    may_end = _may_end(state)
    if not may_end:
        yield _with_other_seed(state, dice)
    variant = copied(state)
    if not may_end:
        _change_gems(variant, state, seat)
    _change_secrets(variant, state, seat)
    _change_far_rooms(variant, state, seat)
    _change_arrivals(variant)
    yield variant


def _may_end(state: State) -> bool:
    """Return whether the match may end in the coming turn, revealing seed and gems to all.

    Each hero can explore two rooms in a turn: the one he enters, and one that he retreats to.
    """
    rules, turn = state.rules, state.match.item(c.TURN)
    if state.match.item(c.PHASE) == c.SETUP:
        return False
    heroes = sum(len(living(state, seat)) for seat in range(len(state.seats)))
    return (
        turn > rules.item(c.LATE_TURN)
        or turn >= rules.item(c.MAX_TURNS)
        or num_unexplored(state) - 2 * heroes <= rules.item(c.END_ROOMS)
        or heroes <= _FEW_HEROES
    )


def _change_arrivals(variant: State) -> None:
    """Double all arrival numbers, as if others had arrived in between and left (PG-3.3a).

    Ranks within rooms stay the same.
    """
    variant.heroes[:, :, c.ARRIVAL] *= 2
    variant.match[c.ARRIVALS] *= 2


def _others(state: State, seat: int) -> list[int]:
    return [other for other in range(len(state.seats)) if other != seat]


def _with_other_seed(state: State, dice: Stream) -> State:
    """Return a copy of the match with another seed, and so with other dice to come."""
    variant = copied(state)
    # The draw is at least 1, so the seed always differs.
    variant.seed[0] ^= np.uint64(dice.draw(2**62))
    return variant


def _change_gems(variant: State, state: State, seat: int) -> None:
    """Reverse the kinds of other seats' gems that nobody can take or lose in a turn.

    The number of gems stays the same. These are gems in a vault with no hero of its seat there, and
    gems of heroes who cannot reach the neighbourhood of a room that the seat knows at level 4, so
    that the seat neither sees them die nor robs them.

    Args:
        variant: Copy of `state` that is changed.
        state: State of the match.
        seat: Seat for which both must look the same.
    """
    familiar = set(np.flatnonzero(state.levels[seat] == MAX_LEVEL).tolist())
    for other in _others(state, seat):
        rooms = {room_of(state, other, hero) for hero in living(state, other)}
        # A hero at home could withdraw gems of a kind that the variant's vault lacks.
        if entry_room(state, other) not in rooms:
            variant.vault[other] = variant.vault[other][::-1]
        if not familiar & _near(state, _near(state, _places(state, other))):
            variant.hero_gems[other] = variant.hero_gems[other][:, ::-1]


def _change_secrets(variant: State, state: State, seat: int) -> None:
    """Change what other seats own, know and offer, as far as that has no effect in this turn.

    Args:
        variant: Copy of `state` that is changed.
        state: State of the match.
        seat: Seat for which both must look the same.
    """
    for other in _others(state, seat):
        variant.stash[other, [int(Item.POTION), int(Item.GREAT_SWORD), int(Item.RING)]] += 2
        variant.tapped[other] = ~variant.tapped[other]
        variant.trap_seen[other] = ~variant.trap_seen[other]
        # Seats of levels 1 and 2 get the same events (PG-6.7), so this cannot show in the coming turn.
        levels = variant.levels[other]
        levels[levels == 1] = 2
        heroes = living(state, other)
        for hero in heroes:
            _change_hero(variant, other, hero, is_alone=len(heroes) == 1)
    _add_offer(variant, seat)


def _change_hero(variant: State, seat: int, hero: int, *, is_alone: bool) -> None:
    """Change values of a hero that other seats never see and that have no effect for him in this turn.

    INT matters to casters alone; Clerics spend 2 Mana at most in a turn; guard, and the policy for
    the first death of another hero, don't matter to a hero that is alone.
    """
    row = variant.heroes[seat, hero]
    kind = class_of(variant, seat, hero)
    if kind in (HeroClass.FIGHTER, HeroClass.THIEF):
        row[c.STATS + Stat.INT] += 1
    if kind == HeroClass.CLERIC and CSW_MANA <= row[c.MANA] < max_mana(variant, seat, hero):
        row[c.MANA] += 1
    if is_alone:
        row[c.GUARD] = 1 - row[c.GUARD]
        if row[c.POLICY] != Policy.WOUNDED:
            row[c.POLICY] = Policy.NEVER + Policy.FIRST_DEATH - row[c.POLICY]


def _add_offer(variant: State, seat: int) -> None:
    """Add an offer from one other seat to another, at a price that nobody pays."""
    others = [other for other in _others(variant, seat) if living(variant, other)]
    if len(others) < 2:
        return
    giver, taker = (Ref(other, living(variant, other)[0]) for other in others[:2])
    if not variant.offers[giver][c.O_STANDS]:
        nothing = (0,) * variant.vault.shape[1]
        offer = Offer(giver, taker, Goods(0, nothing), Goods(_TOO_DEAR, nothing), None)
        store_offer(variant, offer, max(1, variant.match.item(c.TURN) - 1))


def _change_far_rooms(variant: State, state: State, seat: int) -> None:
    """Change contents of rooms that the seat does not know and nobody can reach in this turn.

    Traps of the dungeon are added or removed.
    """
    for room in _far_rooms(state, seat):
        variant.rooms[room, c.FLOOR_GOLD] += 7
        variant.floor_gems[room, 0] += 1
        variant.floor_items[room, int(Item.RING)] += 1
        # A room without caches gets one by this.
        variant.rooms[room, c.CACHES] += 3
        if variant.rooms[room, c.TRAP] in (c.NONE, len(state.seats)):
            # Exchanges NONE (-1) and the dungeon's trap (the number of seats).
            variant.rooms[room, c.TRAP] = len(state.seats) - 1 - variant.rooms[room, c.TRAP]
        variant.rooms[room, c.HOARD_GOLD] += 5
        variant.hoard_gems[room, 0] += 1
        variant.creatures[room] = variant.creatures[room, ::-1]


def _far_rooms(state: State, seat: int) -> list[int]:
    """Return rooms of which the seat knows nothing and will learn nothing in this turn.

    Heroes go as far as one room beyond their seat's rooms, and retreat one further; a seat with a
    Wizard that can cast SCRY may learn of any room.
    """
    # SCRY raises the level of any room to 4 in the coming turn (PG-5.9).
    if any(knows(state, seat, hero, Item.SCRY) for hero in living(state, seat)):
        return []
    near: set[int] = set()
    for other in range(len(state.seats)):
        near |= _near(state, _near(state, _places(state, other)))
    levels = state.levels[seat].tolist()
    seen = set(np.flatnonzero(state.trap_seen[seat]).tolist())
    return [room for room, level in enumerate(levels) if level == 0 and room not in near | seen]


def _places(state: State, seat: int) -> set[int]:
    """Return the rooms that a seat's heroes can reach through rooms that the seat owns, or by teleporting home."""
    owned = set(np.flatnonzero(state.rooms[:, c.OWNER] == seat).tolist())
    return owned | {room_of(state, seat, hero) for hero in living(state, seat)}


def _near(state: State, rooms: Iterable[int]) -> set[int]:
    """Return these rooms and all rooms that a door joins to them."""
    found = {other for room in rooms for other in (room, *state.doors[room].tolist())}
    return found - {c.NONE}
