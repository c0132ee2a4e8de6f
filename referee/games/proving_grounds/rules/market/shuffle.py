"""How bids change a leader board (PG-5.2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

__all__ = ["BidPoints", "shuffled_board"]


@dataclasses.dataclass(slots=True)
class BidPoints:
    """What is left of a seat's bid."""

    move_up: int
    defend: int


def shuffled_board(
    board: Sequence[int], bids: Sequence[int], tie: Sequence[int]
) -> tuple[list[int], list[BidPoints]]:
    """Return the order of a board after all passes, and what is left of the bids.

    Every swap uses up a point of somebody's `move_up`, so the passes end.

    Args:
        board: Seats from the top.
        bids: Gold by seat, from 0.
        tie: Seats from the top of the TIE board.

    Returns:
        Seats from the top, and standings by seat.
    """
    seats = list(board)
    standings = [BidPoints(bid, bid) for bid in bids]
    ranks = {seat: rank for rank, seat in enumerate(tie)}
    # The first pass compares neighbours as they stood, the others the board as it moves (PG-5.2).
    has_swapped = _first_pass(seats, standings, ranks)
    while has_swapped:
        has_swapped = _later_pass(seats, standings, ranks)
    return seats, standings


def _beats(lower: int, upper: int, standings: list[BidPoints], ranks: dict[int, int]) -> bool:
    attack, defence = standings[lower].move_up, standings[upper].defend
    if attack < 1:
        return False
    return attack > defence or (attack == defence and ranks[lower] < ranks[upper])


def _swap(seats: list[int], place: int, standings: list[BidPoints]) -> None:
    """The seat at a place passes the one above it."""
    upper, lower = seats[place - 1], seats[place]
    seats[place - 1], seats[place] = lower, upper
    standings[lower].move_up -= 1
    standings[lower].defend -= 1
    standings[upper].defend += 1


def _first_pass(seats: list[int], standings: list[BidPoints], ranks: dict[int, int]) -> bool:
    """Pairs of the board as it stood; whoever has changed places is not compared again."""
    has_moved = [False] * len(seats)
    for place in range(1, len(seats)):
        if has_moved[place - 1] or has_moved[place]:
            continue
        if _beats(seats[place], seats[place - 1], standings, ranks):
            _swap(seats, place, standings)
            has_moved[place - 1] = has_moved[place] = True
    return any(has_moved)


def _later_pass(seats: list[int], standings: list[BidPoints], ranks: dict[int, int]) -> bool:
    """From the second place down; each swap counts at once."""
    has_swapped = False
    for place in range(1, len(seats)):
        if _beats(seats[place], seats[place - 1], standings, ranks):
            _swap(seats, place, standings)
            has_swapped = True
    return has_swapped
