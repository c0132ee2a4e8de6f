"""The map: tile classes, positions, pools and shrinking (CH-2.4 to 2.10, 5.40 to 5.43)."""

from __future__ import annotations

import numpy as np

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Bytes
from referee.games.champions.rules.dice import POOL, SHRINK, SPAWN, open_stream, roll, shuffle
from referee.games.champions.rules.log import close_entry, everybody, open_entry
from referee.games.champions.tables import (
    CENTRE,
    CORE,
    CORNER,
    EDGE,
    FILL_TIERS,
    ITEMS_A_FILL,
    KIND_OF,
    NUM_KINDS_OF,
)

__all__ = [
    "deal_tiles",
    "due_size",
    "fill_pools",
    "num_in_play",
    "seats_on",
    "shrink",
    "tile_class",
    "tile_of",
]

_A_CATEGORY = ITEMS_A_FILL // 4


@borrowing
def due_size(num_seats: int) -> int:
    """Return the map size for this many seats in play: 4 from 10 seats on, 3 from 5, else 2 (CH-2.6).

    Size 1 is reached only by a stage's end (CH-5.40).
    """
    if num_seats >= 10:
        return 4
    return 3 if num_seats >= 5 else 2


@borrowing
def tile_class(size: int, tile: int) -> int:
    """Return the class of a tile on a map of this size: CORNER, EDGE or CENTRE, or CORE up to size 2 (CH-2.5)."""
    if size <= 2:
        return CORE
    row, col = tile // size, tile % size
    borders = int(row in (0, size - 1)) + int(col in (0, size - 1))
    if borders == 2:
        return CORNER
    return EDGE if borders == 1 else CENTRE


@borrowing
def tile_of(b: Board, seat: int) -> int:
    """Return the index of the tile that a seat stands on; -1 once the seat is out."""
    if b.seats[seat, c.ALIVE] == 0:
        return -1
    return int(b.seats[seat, c.ROW] * b.match[c.SIZE] + b.seats[seat, c.COL])


@borrowing
def seats_on(b: Board, tile: int) -> int:
    """Return the seats in play on a tile as a set: bit s is 1 for seat s."""
    found = 0
    for seat in range(len(b.seats)):
        if tile_of(b, seat) == tile:
            found |= 1 << seat
    return found


@borrowing
def num_in_play(b: Board) -> int:
    """Return the number of seats in play."""
    return int(b.seats[:, c.ALIVE].sum())


@kernel
def deal_tiles(b: Board) -> None:
    """Place every seat on a random tile, no two on the same one (CH-2.7)."""
    size = b.match[c.SIZE]
    tiles = np.arange(size * size).astype(np.int8)
    open_stream(b, SPAWN, 0, 0)
    # All tiles are shuffled, also those that stay empty: the rules fix the number of rolls
    # (CH-2.7).
    shuffle(b, tiles, len(tiles))
    for seat in range(len(b.seats)):
        b.seats[seat, c.ROW] = int(tiles[seat]) // size
        b.seats[seat, c.COL] = int(tiles[seat]) % size


@kernel
def fill_pools(b: Board, fill_round: int) -> None:
    """Add items to the pools of all tiles, from which seats loot, in order of tile index (CH-2.8, CH-2.9).

    Args:
        b: The match.
        fill_round: Number of the round, which names the dice stream; 0 at setup.
    """
    categories = np.empty(ITEMS_A_FILL, np.int8)
    size = b.match[c.SIZE]
    for tile in range(size * size):
        open_stream(b, POOL, fill_round, tile)
        _fill(b, tile, categories)


@borrowing
def _fill(b: Board, tile: int, categories: Bytes) -> None:
    its_class = tile_class(b.match[c.SIZE], tile)
    for place in range(ITEMS_A_FILL):
        categories[place] = place // _A_CATEGORY
    shuffle(b, categories, ITEMS_A_FILL)
    for place in range(ITEMS_A_FILL):
        category, tier = int(categories[place]), int(FILL_TIERS[its_class, place])
        chosen = roll(b, int(NUM_KINDS_OF[category, tier])) - 1
        # Ids are never used again: replays and observations name items by them.
        b.match[c.NUM_ITEMS] += 1
        item = b.match[c.NUM_ITEMS]
        b.item_kind[item] = KIND_OF[category, tier, chosen]
        b.item_place[item] = tile


@borrowing
def shrink(b: Board) -> bool:
    """Shrink the map if that is due after this round (CH-5.40 to CH-5.42).

    Return whether the map has shrunk.
    """
    size = int(b.match[c.SIZE])
    new = min(size, due_size(num_in_play(b)))
    if b.match[c.STAGE_AGE] >= b.terms[size] and size > 1:
        new = min(new, size - 1)
    if new == size:
        return False
    first = open_entry(b, c.MAP_SHRUNK, everybody(b))
    b.log[first] = size
    b.log[first + 1] = new
    b.log[first + 2] = size - new
    at = first + 3
    # Once for all steps: a stream that is opened again would roll the same for each.
    open_stream(b, SHRINK, b.match[c.ROUND], 0)
    while b.match[c.SIZE] > new:
        oy = roll(b, 2) - 1
        ox = roll(b, 2) - 1
        _shrink_once(b, oy, ox)
        b.log[at] = oy
        b.log[at + 1] = ox
        at += 2
    close_entry(b, first, at)
    b.match[c.STAGE_AGE] = 0
    return True


@borrowing
def _shrink_once(b: Board, oy: int, ox: int) -> None:
    size = int(b.match[c.SIZE])
    last = size - 2
    for seat in range(len(b.seats)):
        if b.seats[seat, c.ALIVE]:
            b.seats[seat, c.ROW] = min(max(b.seats[seat, c.ROW] - oy, 0), last)
            b.seats[seat, c.COL] = min(max(b.seats[seat, c.COL] - ox, 0), last)
    for item in range(1, b.match[c.NUM_ITEMS] + 1):
        # Pools move with their tiles, whose indices change with the size. Values beyond the tiles
        # are stashes and slots, which stay.
        place = int(b.item_place[item])
        if 0 <= place < size * size:
            row, col = place // size - oy, place % size - ox
            kept = 0 <= row <= last and 0 <= col <= last
            b.item_place[item] = row * (size - 1) + col if kept else c.GONE
    # Only now, since tiles were counted by the old size up to here.
    b.match[c.SIZE] = size - 1
