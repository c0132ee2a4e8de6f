"""Writes what seats see as a list of integers, in the order of the fields of `Observation`.

`kit.flat` reads these numbers. Those that are the same for all seats come first, then those of each
observed seat.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Ints
from referee.games.champions.tables import (
    MAX_SEATS,
    MOST_BATTLES,
    NUM_CATEGORIES,
    NUM_SLOTS,
    NUM_TYPES,
)
from referee.games.champions.visibility.sights import Sights

__all__ = ["lay_out", "most_numbers_of"]

_OF_A_SEAT = 4
"""Count of numbers about each seat that everybody sees."""
_SHARED = 5 + MAX_SEATS * _OF_A_SEAT
_OWN = (
    2 + NUM_TYPES * (1 + 3 * NUM_SLOTS) + 3  # the seat itself, without items in its stash
    + 2 + NUM_CATEGORIES  # its tile
    + 7  # its battles
    + 4 + MAX_SEATS * (1 + NUM_TYPES) + 3 * MOST_BATTLES  # the report
)  # fmt: skip


def most_numbers_of(num_seats: int, num_items: int) -> int:
    """Return how many numbers suffice for the observations of `num_seats` seats.

    Args:
        num_seats: Number of observed seats.
        num_items: Number of items in the match.
    """
    return _SHARED + num_seats * (_OWN + 2 * num_items)


@kernel
def lay_out(
    b: Board, s: Sights, seats: npt.NDArray[np.int64], out: Ints, starts: npt.NDArray[np.int64]
) -> None:
    """Write what seats see into `out`.

    Args:
        b: The match.
        s: Results of `see_all` for this match alone, with an axis of one match in front.
        seats: int64[n]: indices of the observed seats.
        out: int32[number]: long enough; written.
        starts: int64[2 + n]: start of the shared numbers (0), start of each seat's own numbers, and
            the end of the last; written.
    """
    out[0], out[1] = b.match[c.ROUND], b.match[c.PHASE]
    out[2], out[3] = b.match[c.SIZE], b.match[c.STAGE_AGE]
    out[4] = len(b.seats)
    at = 5
    for seat in range(len(b.seats)):
        out[at], out[at + 1] = b.seats[seat, c.ALIVE], b.seats[seat, c.ROW]
        out[at + 2], out[at + 3] = b.seats[seat, c.COL], b.seats[seat, c.OUT_ROUND]
        at += _OF_A_SEAT
    starts[0] = 0
    for place in range(len(seats)):
        starts[1 + place] = at
        at = _lay_out_seat(b, s, seats[place], out, at)
    starts[1 + len(seats)] = at


@borrowing
def _lay_out_seat(b: Board, s: Sights, seat: int, out: Ints, at: int) -> int:
    """Write what only one seat sees into `out`, from column `at`; return the first free column.

    Args:
        b: The match.
        s: What the seats of this match see.
        seat: Index of the seat.
        out: int32[number]: long enough; written.
        at: First column to write.
    """
    at = _lay_out_self(b, s, seat, out, at)
    # An optional record: 1 and its fields, or 0 alone.
    out[at] = s.stands[0, seat]
    at += 1
    if s.stands[0, seat]:
        out[at] = s.tile_class[0, seat]
        for category in range(NUM_CATEGORIES):
            out[at + 1 + category] = s.left[0, seat, category]
        at += 1 + NUM_CATEGORIES
    count = int(s.num_battles[0, seat])
    out[at] = count
    at += 1
    for place in range(count):
        out[at], out[at + 1] = s.battle[0, seat, place], s.side_a[0, seat, place]
        out[at + 2] = s.side_b[0, seat, place]
        at += 3
    out[at] = s.meets[0, seat]
    at += 1
    return _lay_out_report(s, seat, out, at) if s.meets[0, seat] else at


@borrowing
def _lay_out_self(b: Board, s: Sights, seat: int, out: Ints, at: int) -> int:
    out[at], out[at + 1] = 1, seat
    at += 2
    for champion in range(NUM_TYPES):
        out[at] = b.health[seat, champion]
        at += 1
        for slot in range(NUM_SLOTS):
            item = b.slots[seat, champion, slot]
            out[at] = item != 0
            at += 1
            if item != 0:
                out[at], out[at + 1] = item, s.held_kind[0, seat, champion, slot]
                at += 2
    count = int(s.num_stashed[0, seat])
    out[at] = count
    at += 1
    for place in range(count):
        out[at], out[at + 1] = s.stash_item[0, seat, place], s.stash_kind[0, seat, place]
        at += 2
    out[at], out[at + 1] = b.seats[seat, c.KILLS], b.seats[seat, c.DAMAGE]
    return at + 2


@borrowing
def _lay_out_report(s: Sights, seat: int, out: Ints, at: int) -> int:
    met, fights = int(s.num_met[0, seat]), int(s.num_fights[0, seat])
    out[at], out[at + 1] = s.met_tile[0, seat], met
    at += 2
    for place in range(met):
        out[at] = s.met_seat[0, seat, place]
        for champion in range(NUM_TYPES):
            out[at + 1 + champion] = s.met_health[0, seat, place, champion]
        at += 1 + NUM_TYPES
    out[at] = fights
    at += 1
    for place in range(fights):
        out[at], out[at + 1] = s.fight[0, seat, place], s.fight_a[0, seat, place]
        out[at + 2] = s.fight_b[0, seat, place]
        at += 3
    return at
