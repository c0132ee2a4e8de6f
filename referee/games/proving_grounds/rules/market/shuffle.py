"""How bids change the order of seats on a leader board (PG-5.2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

__all__ = ["BidPoints", "shuffled_board"]


@dataclasses.dataclass(slots=True)
class BidPoints:
    """Points that are left of a seat's bid while a leader board is shuffled: to move up, and to defend its place."""

    move_up: int
    defend: int


def shuffled_board(
    board: Sequence[int], bids: Sequence[int], tie: Sequence[int]
) -> tuple[list[int], list[BidPoints]]:
    """Return the order of a leader board after all passes, and the rest of the bids.

    Every swap uses up a point of a seat's `move_up`, so the passes end.

    Args:
        board: Seats of the leader board, from the top.
        bids: Gold that each seat bids, indexed by seat; at least 0.
        tie: Seats of the TIE board, from the top.

    Returns:
        Seats of the board from the top, and the rest of the bids, indexed by seat.
    """
    seats = list(board)
    standings = [BidPoints(bid, bid) for bid in bids]
    ranks = {seat: rank for rank, seat in enumerate(tie)}
    # The first pass compares neighbours of the board before it, later passes the board as it changes (PG-5.2).
    has_swapped = _first_pass(seats, standings, ranks)
    while has_swapped:
        has_swapped = _later_pass(seats, standings, ranks)
    return seats, standings


def _beats(lower: int, upper: int, standings: list[BidPoints], ranks: dict[int, int]) -> bool:
    # A swap costs the riser a point, so a seat without points passes nobody, not even a seat whose
    # `defend` is lower.
    attack, defence = standings[lower].move_up, standings[upper].defend
    if attack < 1:
        return False
    return attack > defence or (attack == defence and ranks[lower] < ranks[upper])


def _swap(seats: list[int], place: int, standings: list[BidPoints]) -> None:
    """Swap the seat at the index `place` with the one above it, and change their points (PG-5.2).

    The seat that drops gains a point of `defend`, so it is harder to pass again.
    """
    upper, lower = seats[place - 1], seats[place]
    seats[place - 1], seats[place] = lower, upper
    # The riser pays with both: what it has spent on rising no longer defends its new place.
    standings[lower].move_up -= 1
    standings[lower].defend -= 1
    standings[upper].defend += 1


def _first_pass(seats: list[int], standings: list[BidPoints], ranks: dict[int, int]) -> bool:
    """Let each seat pass the one above it if its bid points allow; return whether any seat moved.

    They allow it if the seat has at least one point left to move up, and more than the seat above
    has to defend its place; as many are enough if it is higher on the TIE board.

    The neighbours are those before the pass: a seat that has moved is not compared again.

    Args:
        seats: Seats of the board from the top; changed.
        standings: Bid points that are left, by seat; changed.
        ranks: Place of each seat on the TIE board, from 0, by seat.
    """
    has_moved = [False] * len(seats)
    for place in range(1, len(seats)):
        if has_moved[place - 1] or has_moved[place]:
            continue
        if _beats(seats[place], seats[place - 1], standings, ranks):
            _swap(seats, place, standings)
            has_moved[place - 1] = has_moved[place] = True
    return any(has_moved)


def _later_pass(seats: list[int], standings: list[BidPoints], ranks: dict[int, int]) -> bool:
    """Let each seat, from the second place down, pass the one above it if its bid points allow.

    Each swap has its effect before the next seat is compared.

    Args:
        seats: Seats of the board from the top; changed.
        standings: Bid points that are left, by seat; changed.
        ranks: Place of each seat on the TIE board, from 0, by seat.

    Returns:
        Whether any seat moved.
    """
    has_swapped = False
    for place in range(1, len(seats)):
        if _beats(seats[place], seats[place - 1], standings, ranks):
            _swap(seats, place, standings)
            has_swapped = True
    return has_swapped
