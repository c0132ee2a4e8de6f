"""Pairs the seats on each tile into battles (CH-5.10 to CH-5.13) and reports them (CH-6.5)."""

from __future__ import annotations

import numpy as np

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Bytes
from referee.games.champions.rules.dice import PAIR, open_stream, roll, shuffle
from referee.games.champions.rules.ground import seats_on, tile_of
from referee.games.champions.rules.log import close_entry, open_entry
from referee.games.champions.tables import NUM_TYPES

__all__ = ["fights_in", "most_battles", "num_living", "pair"]


def most_battles(num_seats: int) -> int:
    """Return the highest number of battles in a round with `num_seats` seats, at least 1.

    Most battles arise if three seats share each tile, since they make two battles.
    """
    return max(1, num_seats // 3 * 2 + (num_seats % 3) // 2)


@borrowing
def num_living(b: Board, seat: int) -> int:
    """Return the number of a seat's living champions."""
    living = 0
    for champion in range(NUM_TYPES):
        living += int(b.health[seat, champion] > 0)
    return living


@borrowing
def fights_in(b: Board, battle: int, seat: int) -> bool:
    """Return whether a seat is a side of a battle of this round."""
    return seat in (b.battles[battle, c.SIDE_A], b.battles[battle, c.SIDE_B])


@kernel
def pair(b: Board) -> None:
    """Make the battles of this round, and report each shared tile to the seats on it."""
    b.match[c.NUM_BATTLES] = 0
    b.battles[:] = -1
    group = np.empty(len(b.seats), np.int8)
    for tile in range(b.match[c.SIZE] ** 2):
        count = 0
        for seat in range(len(b.seats)):
            if tile_of(b, seat) == tile:
                group[count] = seat
                count += 1
        if count >= 2:
            before = b.match[c.NUM_BATTLES]
            # A stream for each tile: pairs on one tile do not depend on who stands on others.
            open_stream(b, PAIR, b.match[c.ROUND], tile)
            _pair_tile(b, tile, group, count)
            _report(b, tile, before)


@borrowing
def _pair_tile(b: Board, tile: int, group: Bytes, count: int) -> None:
    if count % 2:
        most = 0
        for place in range(count):
            most = max(most, num_living(b, int(group[place])))
        if most >= 2:  # a single champion can't be in two battles
            # The roll for the doubled seat comes before the shuffle; exchanged, old replays would pair otherwise.
            doubled = _take_doubled(b, group, count, most)
            count -= 1
            shuffle(b, group, count)
            _add(b, tile, doubled, int(group[0]))
            _add(b, tile, doubled, int(group[1]))
            for place in range(2, count, 2):
                _add(b, tile, int(group[place]), int(group[place + 1]))
            return
    shuffle(b, group, count)  # of an odd number the last one fights nobody
    for place in range(0, count - 1, 2):
        _add(b, tile, int(group[place]), int(group[place + 1]))


@borrowing
def _take_doubled(b: Board, group: Bytes, count: int, most: int) -> int:
    """Choose the seat that fights two battles, remove it from `group` and return it (CH-5.12).

    Args:
        b: The match.
        group: int8[place]: the seats on a tile, `count` of them; those that stay move up.
        count: Number of these seats.
        most: Highest number of living champions of any of them; seats with this number are drawn
            from.
    """
    strongest = 0
    for place in range(count):
        strongest += int(num_living(b, int(group[place])) == most)
    left = roll(b, strongest)
    doubled = -1
    kept = 0
    for place in range(count):
        seat = int(group[place])
        if num_living(b, seat) == most:
            left -= 1
            if left == 0:
                doubled = seat
                continue
        group[kept] = seat
        kept += 1
    return doubled


@borrowing
def _add(b: Board, tile: int, one: int, other: int) -> None:
    battle = b.match[c.NUM_BATTLES]
    b.battles[battle, c.SIDE_A] = min(one, other)
    b.battles[battle, c.SIDE_B] = max(one, other)
    b.battles[battle, c.TILE] = tile
    b.match[c.NUM_BATTLES] += 1


@borrowing
def _report(b: Board, tile: int, first_battle: int) -> None:
    """Log the report of a tile for the seats on it: their champions' health, and the battles.

    The battles are those from `first_battle` on, the last ones that were begun.
    """
    first = open_entry(b, c.TILE_REPORT, seats_on(b, tile))
    b.log[first] = tile
    b.log[first + 1] = 0
    at = first + 2
    for seat in range(len(b.seats)):
        if tile_of(b, seat) == tile:
            b.log[first + 1] += 1
            b.log[at] = seat
            for champion in range(NUM_TYPES):
                b.log[at + 1 + champion] = b.health[seat, champion]
            at += 1 + NUM_TYPES
    b.log[at] = b.match[c.NUM_BATTLES] - first_battle
    at += 1
    for battle in range(first_battle, b.match[c.NUM_BATTLES]):
        b.log[at] = battle
        b.log[at + 1] = b.battles[battle, c.SIDE_A]
        b.log[at + 2] = b.battles[battle, c.SIDE_B]
        at += 3
    close_entry(b, first, at)
