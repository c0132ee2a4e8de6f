"""Parts of observations for which a match has to be searched (CH-6.2, CH-6.5), as arrays.

Entries after the end of a list, and entries for what does not exist, are zeros.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Bytes, Shorts
from referee.games.champions.rules.ground import tile_class, tile_of
from referee.games.champions.rules.side_by_side import board_at
from referee.games.champions.tables import (
    CATEGORY,
    MAX_SEATS,
    MOST_BATTLES,
    MOST_ITEMS,
    NUM_CATEGORIES,
    NUM_SLOTS,
    NUM_TYPES,
)

__all__ = [
    "BATTLES",
    "HELD",
    "NUM_PARTS",
    "PART_OF",
    "REPORTS",
    "STASHES",
    "TILES",
    "Sights",
    "new_sights",
    "see_all",
]

Bools: TypeAlias = npt.NDArray[np.bool_]

HELD, STASHES, TILES, BATTLES, REPORTS = range(5)
"""Numbers of the parts of `Sights`: items in slots, stashes, tiles, own battles, tile reports. Each
part is some arrays, which are filled by one search.
"""
NUM_PARTS = 5
_NUM_PLACES = c.EQUIPPED + MAX_SEATS - c.GONE
"""Number of values that `item_place` can have, from GONE on."""
_MOST_OWN = 2
"""Highest number of battles of one seat in a round (CH-5.12)."""


class Sights(NamedTuple):
    """Parts of observations that a search of the match finds, such as stashes and tile reports, by seat.

    With several matches, each array has an axis of matches in front.
    """

    held_kind: Bytes
    """int8[seat, champion, slot]: kind of the item in each slot of the seat's champions."""
    num_stashed: Shorts
    """int16[seat]: number of items in the seat's stash (items that nobody wears)."""
    stash_item: Shorts
    """int16[seat, place]: instance ids of the items in the seat's stash, ascending."""
    stash_kind: Bytes
    """int8[seat, place]: kinds of the items in the seat's stash."""
    stands: Bools
    """bool[seat]: whether the seat stands on a tile, so is still in play."""
    tile_class: Bytes
    """int8[seat]: class of the seat's tile, as a number of TileClass."""
    left: Shorts
    """int16[seat, category]: number of items left in the pool of the seat's tile."""
    num_battles: Bytes
    """int8[seat]: number of the seat's own battles in this round."""
    battle: Bytes
    """int8[seat, place]: ids of the seat's own battles, ascending."""
    side_a: Bytes
    """int8[seat, place]: side A (the lower seat) of the seat's own battles."""
    side_b: Bytes
    """int8[seat, place]: side B (the higher seat) of the seat's own battles."""
    meets: Bools
    """bool[seat]: whether the seat gets a tile report: it shares its tile and BATTLE is open."""
    met_tile: Bytes
    """int8[seat]: index of the tile in the seat's tile report."""
    num_met: Bytes
    """int8[seat]: number of seats in the seat's tile report, itself included."""
    met_seat: Bytes
    """int8[seat, place]: indices of the seats in the seat's tile report, ascending."""
    met_health: Bytes
    """int8[seat, place, champion]: health of the champions of each seat in the seat's tile
    report.
    """
    num_fights: Bytes
    """int8[seat]: number of battles in the seat's tile report."""
    fight: Bytes
    """int8[seat, place]: ids of the battles in the seat's tile report, ascending."""
    fight_a: Bytes
    """int8[seat, place]: side A (the lower seat) of the battles in the seat's tile report."""
    fight_b: Bytes
    """int8[seat, place]: side B (the higher seat) of the battles in the seat's tile report."""


PART_OF = dict(
    zip(
        Sights._fields,
        [HELD, *[STASHES] * 3, *[TILES] * 3, *[BATTLES] * 4, *[REPORTS] * 9],
        strict=True,
    )
)
"""Number of the part (HELD to REPORTS) that each array of `Sights` belongs to, by the array's name."""


@kernel
def new_sights(num_rows: int, num_seats: int, wanted: Bools) -> Sights:
    """Return arrays of zeros, in which no seat sees anything.

    Args:
        num_rows: Number of matches.
        num_seats: Number of seats in each match.
        wanted: bool[part]: whether a part will be searched for. Arrays of the other parts are made
            for no match.
    """
    # A kernel, so that one call makes and fills all arrays of an observation.
    held = num_rows if wanted[HELD] else 0
    stashes = num_rows if wanted[STASHES] else 0
    tiles = num_rows if wanted[TILES] else 0
    battles = num_rows if wanted[BATTLES] else 0
    reports = num_rows if wanted[REPORTS] else 0
    return Sights(
        np.zeros((held, num_seats, NUM_TYPES, NUM_SLOTS), np.int8),
        np.zeros((stashes, num_seats), np.int16),
        np.zeros((stashes, num_seats, MOST_ITEMS), np.int16),
        np.zeros((stashes, num_seats, MOST_ITEMS), np.int8),
        np.zeros((tiles, num_seats), np.bool_),
        np.zeros((tiles, num_seats), np.int8),
        np.zeros((tiles, num_seats, NUM_CATEGORIES), np.int16),
        np.zeros((battles, num_seats), np.int8),
        np.zeros((battles, num_seats, _MOST_OWN), np.int8),
        np.zeros((battles, num_seats, _MOST_OWN), np.int8),
        np.zeros((battles, num_seats, _MOST_OWN), np.int8),
        np.zeros((reports, num_seats), np.bool_),
        np.zeros((reports, num_seats), np.int8),
        np.zeros((reports, num_seats), np.int8),
        np.zeros((reports, num_seats, MAX_SEATS), np.int8),
        np.zeros((reports, num_seats, MAX_SEATS, NUM_TYPES), np.int8),
        np.zeros((reports, num_seats), np.int8),
        np.zeros((reports, num_seats, MOST_BATTLES), np.int8),
        np.zeros((reports, num_seats, MOST_BATTLES), np.int8),
        np.zeros((reports, num_seats, MOST_BATTLES), np.int8),
    )


@kernel
def see_all(boards: Board, rows: npt.NDArray[np.int64], wanted: Bools, s: Sights) -> None:
    """Search matches for what their seats see, and write it into `s`.

    Args:
        boards: Arrays of all matches.
        rows: int64[n]: indices of the matches to search.
        wanted: bool[part]: which parts to search for.
        s: Written; as `new_sights` makes it for n matches. Only arrays of stashes may have been
            used before.
    """
    # In one kernel: a call for each match, with over thirty arrays, took a fifth longer.
    for place in range(len(rows)):
        b = board_at(boards, rows[place])
        if wanted[HELD]:
            _see_held(b, s.held_kind[place])
        if wanted[STASHES]:
            _see_stashes(b, s.num_stashed[place], s.stash_item[place], s.stash_kind[place])
        if wanted[TILES]:
            _see_tiles(b, s.stands[place], s.tile_class[place], s.left[place])
        # Pairings and what seats of a tile know of each other exist only while BATTLE is open (CH-6.5).
        if b.match[c.PHASE] != c.BATTLE:
            continue
        if wanted[BATTLES]:
            _see_battles(b, place, s)
        if wanted[REPORTS]:
            _see_reports(b, place, s)


@borrowing
def _see_held(b: Board, kinds: Bytes) -> None:
    for seat in range(len(b.seats)):
        for champion in range(NUM_TYPES):
            for slot in range(NUM_SLOTS):
                item = b.slots[seat, champion, slot]
                if item:
                    kinds[seat, champion, slot] = b.item_kind[item]


@borrowing
def _see_stashes(b: Board, counts: Shorts, items: Shorts, kinds: Bytes) -> None:
    # Reused arrays: clear only what was used, since stashes are large and nearly empty.
    for seat in range(len(b.seats)):
        for place in range(counts[seat]):
            items[seat, place] = 0
            kinds[seat, place] = 0
        counts[seat] = 0
    # By id, since that is the order in which a stash is listed.
    for item in range(1, b.match[c.NUM_ITEMS] + 1):
        seat = int(b.item_place[item]) - c.STASH
        if 0 <= seat < len(b.seats):
            place = counts[seat]
            items[seat, place] = item
            kinds[seat, place] = b.item_kind[item]
            counts[seat] = place + 1


@kernel
def _see_tiles(b: Board, stands: Bools, classes: Bytes, left: Shorts) -> None:
    size = int(b.match[c.SIZE])
    # Items in places that are no tile are counted, too: that is quicker than to exclude them.
    counts = np.zeros((_NUM_PLACES, NUM_CATEGORIES), np.int16)
    for item in range(1, b.match[c.NUM_ITEMS] + 1):
        # GONE is -1, so places count from 0 here.
        counts[b.item_place[item] - c.GONE, CATEGORY[b.item_kind[item]]] += 1
    for seat in range(len(b.seats)):
        tile = tile_of(b, seat)
        if tile >= 0:
            stands[seat] = True
            classes[seat] = tile_class(size, tile)
            for category in range(NUM_CATEGORIES):
                left[seat, category] = counts[tile - c.GONE, category]


@borrowing
def _see_battles(b: Board, row: int, s: Sights) -> None:
    for battle in range(b.match[c.NUM_BATTLES]):
        for side in range(2):
            seat = int(b.battles[battle, side])
            # Battles are visited by ascending id, so the entries of a seat ascend, too.
            place = int(s.num_battles[row, seat])
            s.battle[row, seat, place] = battle
            s.side_a[row, seat, place] = b.battles[battle, c.SIDE_A]
            s.side_b[row, seat, place] = b.battles[battle, c.SIDE_B]
            s.num_battles[row, seat] = place + 1


@kernel
def _see_reports(b: Board, row: int, s: Sights) -> None:
    """Write the tile report of each seat that shares its tile with at least one other.

    `row` is the entry of the match in the arrays `s`.
    """
    # Seats out of play are on no tile, below 0: they meet nobody and nobody meets them.
    tiles = np.empty(len(b.seats), np.int8)
    for seat in range(len(b.seats)):
        tiles[seat] = tile_of(b, seat)
    for seat in range(len(b.seats)):
        if tiles[seat] < 0:
            continue
        met = 0
        for other in range(len(b.seats)):
            if tiles[other] == tiles[seat]:
                s.met_seat[row, seat, met] = other
                for champion in range(NUM_TYPES):
                    s.met_health[row, seat, met, champion] = b.health[other, champion]
                met += 1
        if met < 2:  # only the seat itself; its entry has been written, so clear it
            s.met_seat[row, seat] = 0
            s.met_health[row, seat] = 0
            continue
        s.meets[row, seat] = True
        s.met_tile[row, seat] = tiles[seat]
        s.num_met[row, seat] = met
        fights = 0
        for battle in range(b.match[c.NUM_BATTLES]):
            if b.battles[battle, c.TILE] == tiles[seat]:
                s.fight[row, seat, fights] = battle
                s.fight_a[row, seat, fights] = b.battles[battle, c.SIDE_A]
                s.fight_b[row, seat, fights] = b.battles[battle, c.SIDE_B]
                fights += 1
        s.num_fights[row, seat] = fights
