"""Many matches side by side, in arrays whose first axis is the match.

Each match has the same result as when it is played alone.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing, inlined, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Ints, Shorts
from referee.games.champions.rules.fight import Fight
from referee.games.champions.rules.log import count_refused
from referee.games.champions.rules.orders import Orders, miss_order, take_order
from referee.games.champions.rules.rounds import acts, begin, play_orders
from referee.games.champions.rules.sets import Picks, reset_picks

__all__ = [
    "SHARED",
    "alone",
    "begin_all",
    "board_at",
    "play_all",
    "mark_acting",
    "mark_acting_alone",
]

SHARED = ("rules", "script", "log", "terms")
"""Names of the arrays that all matches share, which have no axis of matches."""


@inlined
def board_at(boards: Board, row: int) -> Board:
    """Return views of the arrays of one match.

    Args:
        boards: Arrays of matches side by side.
        row: Index of the match.
    """
    # Written out: a kernel can't loop over the fields of a named tuple, and takes no keywords.
    return Board(
        boards.rules,
        boards.seed[row],
        boards.match[row],
        boards.seats[row],
        boards.health[row],
        boards.slots[row],
        boards.item_kind[row],
        boards.item_place[row],
        boards.battles[row],
        boards.dice[row],
        boards.script,
        boards.log,
        boards.terms,
    )


@inlined
def alone(b: Board) -> Board:
    """Return views of one match's arrays with an axis of one match in front.

    Arrays that all matches share get no such axis.
    """
    # `reshape`, so that compiled code knows that the views are in C order, too.
    return Board(
        b.rules,
        b.seed.reshape(1, -1),
        b.match.reshape(1, -1),
        b.seats.reshape((1, *b.seats.shape)),
        b.health.reshape((1, *b.health.shape)),
        b.slots.reshape((1, *b.slots.shape)),
        b.item_kind.reshape(1, -1),
        b.item_place.reshape(1, -1),
        b.battles.reshape((1, *b.battles.shape)),
        b.dice.reshape((1, *b.dice.shape)),
        b.script,
        b.log,
        b.terms,
    )


@kernel
def begin_all(boards: Board, rows: npt.NDArray[np.int64]) -> None:
    """Set up matches that are blank.

    Args:
        boards: Arrays of all matches.
        rows: int64[n]: indices of the matches to set up.
    """
    for row in rows:
        # Views, so that a match is set up in its row.
        begin(board_at(boards, row))


@kernel
def mark_acting(boards: Board, acting: npt.NDArray[np.bool_]) -> None:
    """Mark the seats that must decide, in all matches.

    Args:
        boards: Arrays of all matches.
        acting: bool[match, seat]: whether a seat must decide; written.
    """
    for row in range(len(boards.match)):
        mark_acting_alone(board_at(boards, row), acting[row])


@borrowing
def mark_acting_alone(b: Board, acting: npt.NDArray[np.bool_]) -> None:
    """Mark the seats that must decide in one match.

    Args:
        b: The match.
        acting: bool[seat]: whether a seat must decide; written.
    """
    for seat in range(len(b.seats)):
        acting[seat] = acts(b, seat)


@kernel
def play_all(
    boards: Board,
    rows: npt.NDArray[np.int64],
    given: Shorts,
    answered: npt.NDArray[np.bool_],
    orders: Orders,
    picks: Picks,
    fight: Fight,
    parts: Ints,
) -> None:
    """Carry out one decision point of each of the given matches that is not over.

    Args:
        boards: Arrays of all matches.
        rows: int64[n]: indices of the matches to play.
        given: int16[match, seat, column]: orders as `orders.take_order` reads them.
        answered: bool[match, seat]: whether the seat has given an order.
        orders: Working array, as `new_orders` makes it.
        picks: Working array, as `new_picks` makes it.
        fight: Working array, as `new_fight` makes it.
        parts: int32[match, seat]: number of refused parts of each order; written for matches that
            were played.
    """
    for row in rows:
        b = board_at(boards, row)
        phase, loot_actions = int(b.match[c.PHASE]), int(b.rules[c.LOOT_ACTIONS])
        # A match that is over stays as it is, and so does its row of `parts`.
        if phase == c.OVER:
            continue
        for seat in range(len(b.seats)):
            if answered[row, seat]:
                take_order(given[row, seat], phase, loot_actions, orders, seat)
            else:
                miss_order(orders, seat)
        if phase == c.BATTLE:
            # Used again for each match: fighters of the one before must not be picked here.
            reset_picks(picks)
        play_orders(b, orders, picks, fight)
        # At once, since all matches share one log, and the next one overwrites it.
        count_refused(b, parts[row])
