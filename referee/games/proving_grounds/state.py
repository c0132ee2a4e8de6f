"""Proving Grounds' state: one match as arrays. `columns` says what each column means.

Only facts that last from one decision to the next are here; facts of one turn are in `rules.play`.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from referee.core.digest import hidden_from_digest
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools, Bytes, Ints, Shorts, Words
from referee.games.proving_grounds.tables import NUM_BOARDS, NUM_ITEMS
from referee.kit.dice import no_script

__all__ = [
    "State",
    "blank_state",
    "make_room",
    "most_heroes",
    "num_candidates",
    "num_kinds",
    "num_slots",
]

_BY_HERO = ("heroes", "hero_gems", "offers")
"""Arrays whose second axis is heroes."""
_FIRST_HEROES = 4
_MORE_HEROES = 2
_MOST_CREATURES = 4
_MOST_CACHES = 2


@dataclasses.dataclass(slots=True, eq=False)
class State:
    """One match: all that the rules need between two decisions."""

    rules: Ints
    """int32[column]: the part of the config that is used after the map is made."""
    seed: Words
    """uint64[1]: the match seed; hidden from all seats before the end."""
    match: Ints
    """int32[column]: turn, phase and the like."""
    doors: Shorts
    """int16[room, place]: the room behind each door, NONE where there is none.

    Places are in door order (PG-2.5), OUT, LEFT, RIGHT, IN; of the hall, which is the last room, by sector.
    """
    spiked: Bools
    """bool[room, place]: whether the door is spiked; equal on both sides."""
    rooms: Shorts
    """int16[room, column]."""
    creatures: Shorts
    """int16[room, place, 2]: kind and hit points."""
    hoard_gems: Shorts
    """int16[room, kind]."""
    floor_gems: Shorts
    """int16[room, kind]."""
    floor_items: Shorts
    """int16[room, item]."""
    seats: Ints
    """int32[seat, column]."""
    stash: Shorts
    """int16[seat, item]."""
    vault: Shorts
    """int16[seat, kind]."""
    levels: Bytes
    """int8[seat, room]: knowledge, 0 to 4 (PG-6.2)."""
    trap_seen: Bools
    """bool[seat, room]: whether the seat knows if there is a trap (PG-6.4)."""
    tapped: Bools
    """bool[seat, room]: whether a Thief of the seat has found that no caches are left (PG-5.30)."""
    boards: Bytes
    """int8[board, place]: seats from the top."""
    heroes: Ints
    """int32[seat, hero, column]. `make_room` adds places when more heroes appear."""
    hero_gems: Shorts
    """int16[seat, hero, kind]."""
    market: Bytes
    """int8[slot]: item; NONE before the first turn."""
    candidates: Bytes
    """int8[candidate, 6]: class and characteristics; NONE where there is nobody to hire."""
    offers: Ints
    """int32[seat, hero, column]: standing offers."""
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: scripted dice."""

    def digested(self) -> State:
        """Return the match as it is digested, with places for all heroes that may appear; see `state_digest`."""
        # Digests must not depend on how far the arrays have grown, so all matches get the same number of places.
        most = most_heroes(self)
        return dataclasses.replace(
            self, **{name: _with_places(getattr(self, name), most) for name in _BY_HERO}
        )


def make_room(state: State, heroes: int) -> None:
    """Ensure places for this many heroes of each seat; this may replace the arrays, so don't keep the old ones."""
    places = state.heroes.shape[1]
    if heroes > places:
        most = min(max(heroes, places + _MORE_HEROES), most_heroes(state))
        for name in _BY_HERO:
            setattr(state, name, _with_places(getattr(state, name), most))


def most_heroes(state: State) -> int:
    """Return how many heroes of a seat can appear in a match: a full party, and all candidates of all hire turns."""
    rules = state.rules
    auctions = rules.item(c.MAX_TURNS) // rules.item(c.HIRE_PERIOD)
    return rules.item(c.MAX_HEROES) + len(state.candidates) * auctions


def _with_places(array: Any, heroes: int) -> Any:
    seats, places, width = array.shape
    wide = np.zeros((seats, heroes, width), array.dtype)
    wide[:, :places] = array
    return wide


def num_kinds(num_seats: int) -> int:
    """K, kinds of gems in play (PG-2.2)."""
    return max(2, (num_seats + 1) // 2)


def num_candidates(num_seats: int) -> int:
    """C, candidates of a hire auction (PG-2.2)."""
    return max(2, (num_seats + 1) // 2)


def num_slots(num_seats: int) -> int:
    """M, slots of the market (PG-2.2)."""
    return num_seats + 2


def blank_state(
    rules: Ints,
    seed: int,
    num_seats: int,
    *,
    most_creatures: int = _MOST_CREATURES,
    most_caches: int = _MOST_CACHES,
) -> State:
    """Return a match before the map is made, with nobody and nothing there yet.

    Args:
        rules: int32[column]: see `State.rules`.
        seed: Match seed, 0..2^64-1.
        num_seats: Seats, 2 to 8.
        most_creatures: Places for creatures in a room.
        most_caches: Places for caches in a room.
    """
    num_rooms = num_seats * rules.item(c.WIDTH) * rules.item(c.DEPTH) + 1
    gems, hires = num_kinds(num_seats), num_candidates(num_seats)
    heroes = min(_FIRST_HEROES, rules.item(c.MAX_HEROES))
    places = max(4, num_seats)
    rooms = np.zeros((num_rooms, c.CACHES + most_caches), np.int16)
    rooms[:, [c.OWNER, c.TRAP]] = c.NONE
    match = np.zeros(c.MATCH_WIDTH, np.int32)
    match[c.END_CAUSE] = c.NONE
    return State(
        rules=rules,
        seed=np.array([seed], np.uint64),
        match=match,
        doors=np.full((num_rooms, places), c.NONE, np.int16),
        spiked=np.zeros((num_rooms, places), np.bool_),
        rooms=rooms,
        creatures=np.full((num_rooms, most_creatures, 2), c.NONE, np.int16),
        hoard_gems=np.zeros((num_rooms, gems), np.int16),
        floor_gems=np.zeros((num_rooms, gems), np.int16),
        floor_items=np.zeros((num_rooms, NUM_ITEMS), np.int16),
        seats=np.zeros((num_seats, c.SEAT_WIDTH), np.int32),
        stash=np.zeros((num_seats, NUM_ITEMS), np.int16),
        vault=np.zeros((num_seats, gems), np.int16),
        levels=np.zeros((num_seats, num_rooms), np.int8),
        trap_seen=np.zeros((num_seats, num_rooms), np.bool_),
        tapped=np.zeros((num_seats, num_rooms), np.bool_),
        boards=np.tile(np.arange(num_seats, dtype=np.int8), (NUM_BOARDS, 1)),
        heroes=np.zeros((num_seats, heroes, c.HERO_WIDTH), np.int32),
        hero_gems=np.zeros((num_seats, heroes, gems), np.int16),
        market=np.full(num_slots(num_seats), c.NONE, np.int8),
        candidates=np.full((hires, 6), c.NONE, np.int8),
        offers=np.zeros((num_seats, heroes, c.O_GEMS + 2 * gems), np.int32),
        script=no_script(),
    )
