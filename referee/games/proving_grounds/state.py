"""State of a Proving Grounds match as arrays; the module `columns` says what each column means.

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
    "BY_HERO",
    "State",
    "blank_state",
    "make_room",
    "most_heroes",
    "num_candidates",
    "num_kinds",
    "num_slots",
]

BY_HERO = ("heroes", "hero_gems", "offers")
"""Names of the arrays of `State` whose second axis is heroes; they are enlarged when heroes appear."""
_FIRST_HEROES = 4
_MORE_HEROES = 2
_MOST_CREATURES = 4
_MOST_CACHES = 2


@dataclasses.dataclass(slots=True, eq=False)
class State:
    """State of one match: everything that the rules need between two decisions."""

    rules: Ints
    """int32[column]: the part of the config that is used after the map is made, such as
    `max_turns`.
    """
    seed: Words
    """uint64[1]: the match seed; hidden from all seats before the end of the match."""
    match: Ints
    """int32[column]: turn, phase, number of arrivals and end cause."""
    doors: Shorts
    """int16[room, place]: room behind each door; NONE where there is no door.

    Places are in door order (PG-2.5), OUT, LEFT, RIGHT, IN; for the hall, the last room, by sector.
    """
    spiked: Bools
    """bool[room, place]: whether the door at each place is spiked; equal on both sides of a
    door.
    """
    rooms: Shorts
    """int16[room, column]: whether explored, owner, trap, gold of hoard and floor, then gold of
    each cache.
    """
    creatures: Shorts
    """int16[room, place, 2]: kind and hit points of each creature; NONE for a place without one."""
    hoard_gems: Shorts
    """int16[room, kind]: number of gems in the hoard of a room's creatures."""
    floor_gems: Shorts
    """int16[room, kind]: number of gems on the room's floor."""
    floor_items: Shorts
    """int16[room, item]: number of each item on the room's floor."""
    seats: Ints
    """int32[seat, column]: gold, and number of heroes that have appeared."""
    stash: Shorts
    """int16[seat, item]: number of each item in the seat's stash of items that no hero wears."""
    vault: Shorts
    """int16[seat, kind]: number of gems in the seat's vault, where no other seat can take them."""
    levels: Bytes
    """int8[seat, room]: level of the seat's knowledge of the room, 0 to 4 (PG-6.2)."""
    trap_seen: Bools
    """bool[seat, room]: whether the seat has learned if the room has a trap (PG-6.4)."""
    tapped: Bools
    """bool[seat, room]: whether a Thief of the seat has found that no caches (hidden gold) are left (PG-5.30)."""
    boards: Bytes
    """int8[board, place]: seat at each place of each leader board, from the top."""
    heroes: Ints
    """int32[seat, hero, column]: values of each hero. `make_room` adds places when more heroes
    appear.
    """
    hero_gems: Shorts
    """int16[seat, hero, kind]: number of gems that the hero carries."""
    market: Bytes
    """int8[slot]: item for sale; NONE if it is sold, and before the first turn."""
    candidates: Bytes
    """int8[candidate, 6]: class and characteristics of a hero to hire; NONE where there is nobody
    to hire.
    """
    offers: Ints
    """int32[seat, hero, column]: standing trade offer of each hero; zeros where there is none."""
    script: Ints = dataclasses.field(metadata=hidden_from_digest)
    """int32[column]: scripted dice, which tests set in place of the random ones: number of results
    (-1 for none), rolls so far, mark of a bad result, then the results. Not in the digest.
    """

    def digested(self) -> State:
        """Return a copy of the match to compute its digest from.

        Its arrays have places for all heroes that may appear; see `state_digest`.
        """
        # Digests must not depend on how far the arrays have grown, so all matches get the same number of places.
        most = most_heroes(self)
        return dataclasses.replace(
            self, **{name: _with_places(getattr(self, name), most) for name in BY_HERO}
        )


def make_room(state: State, heroes: int) -> None:
    """Ensure that each seat has places for this many heroes.

    It may replace arrays of the state, so callers must not keep references to the old ones.
    """
    places = state.heroes.shape[1]
    if heroes > places:
        # More places than needed at once, so that a match with many hires does not copy the arrays
        # each time.
        most = min(max(heroes, places + _MORE_HEROES), most_heroes(state))
        for name in BY_HERO:
            setattr(state, name, _with_places(getattr(state, name), most))


def most_heroes(state: State) -> int:
    """Return the highest number of heroes of one seat that can appear in a match.

    It is a full party, and all candidates for hire of all hire turns.
    """
    rules = state.rules
    auctions = rules.item(c.MAX_TURNS) // rules.item(c.HIRE_PERIOD)
    return rules.item(c.MAX_HEROES) + len(state.candidates) * auctions


def _with_places(array: Any, heroes: int) -> Any:
    seats, places, width = array.shape
    # Zeros stand for heroes that have not appeared, so wide arrays have the same digest however
    # they grew.
    wide = np.zeros((seats, heroes, width), array.dtype)
    wide[:, :places] = array
    return wide


def num_kinds(num_seats: int) -> int:
    """Return K, the number of gem kinds (PG-2.2): half the seats, rounded up, at least 2."""
    return max(2, (num_seats + 1) // 2)


def num_candidates(num_seats: int) -> int:
    """Return C, the number of candidates for hire (PG-2.2): half the seats, rounded up, at least 2."""
    return max(2, (num_seats + 1) // 2)


def num_slots(num_seats: int) -> int:
    """Return M, the number of market slots: the number of seats plus 2 (PG-2.2)."""
    return num_seats + 2


def blank_state(
    rules: Ints,
    seed: int,
    num_seats: int,
    *,
    most_creatures: int = _MOST_CREATURES,
    most_caches: int = _MOST_CACHES,
) -> State:
    """Return the state of a match before the map is made: no doors, creatures, heroes or gold.

    Args:
        rules: int32[column]: the part of the config used after the map is made, as in `State.rules`.
        seed: Match seed, 0..2^64-1.
        num_seats: Number of seats, 2 to 8.
        most_creatures: Number of places for creatures in each room.
        most_caches: Number of places for caches in each room.
    """
    num_rooms = num_seats * rules.item(c.WIDTH) * rules.item(c.DEPTH) + 1
    gems, hires = num_kinds(num_seats), num_candidates(num_seats)
    # Few places at first; `make_room` adds more when more heroes appear.
    heroes = min(_FIRST_HEROES, rules.item(c.MAX_HEROES))
    # Four directions for other rooms, one place for each sector in the hall.
    places = max(4, num_seats)
    rooms = np.zeros((num_rooms, c.CACHES + most_caches), np.int16)
    # 0 is a seat, so rooms without owner and trap must hold NONE.
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
