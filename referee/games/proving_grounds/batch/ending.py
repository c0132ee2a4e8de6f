"""Phase 12, as kernels: whether the match ends, and who has won it (PG-7.1 to PG-7.4)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch.basics import (
    carried_gems,
    go_down,
    num_living,
    num_rooms_of,
    num_unexplored,
    open_dice,
    place_of,
    roll,
)
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.rules.dice import END_DICE
from referee.games.proving_grounds.rules.ending import FEW_DICE, LATE_DICE
from referee.games.proving_grounds.tables import Board, EndCause

__all__ = ["end_check", "score"]

_TIE = int(Board.TIE)
_EXPLORED, _FEW, _LATE, _NO_HEROES, _MAX_TURNS = map(int, EndCause)
_BONUS, _QUALIFIED = 8, 9
"""Lists of `Table.listed` with the bonus of each seat, and whether it has the most gems of a kind."""


@borrowing
def end_check(m: Table, row: int) -> bool:
    """End the match if it has a cause to end, and pay the bonuses; return whether it ended (PG-7.1)."""
    cause = _cause(m, row)
    if cause == c.NONE:
        return False
    _find_bonuses(m, row)
    for seat in range(m.seats.shape[1]):
        m.seats[row, seat, c.GOLD] += m.listed[_BONUS, seat]
    m.match[row, c.PHASE] = c.OVER
    m.match[row, c.END_CAUSE] = cause
    return True


@borrowing
def _cause(m: Table, row: int) -> int:
    """Return the first reason for which the match ends now; NONE if it goes on (PG-7.1)."""
    turn, unexplored = int(m.match[row, c.TURN]), num_unexplored(m, row)
    if unexplored == 0:
        return _EXPLORED
    # A die is rolled only where its chance applies, the second one even after the first has failed.
    if unexplored <= m.rules[row, c.END_ROOMS] and _is_ended(m, row, FEW_DICE):
        return _FEW
    if turn > m.rules[row, c.LATE_TURN] and _is_ended(m, row, LATE_DICE):
        return _LATE
    living = 0
    for seat in range(m.seats.shape[1]):
        living += num_living(m, row, seat)
    if not living:
        return _NO_HEROES
    return _MAX_TURNS if turn >= m.rules[row, c.MAX_TURNS] else c.NONE


@borrowing
def _is_ended(m: Table, row: int, chance: int) -> bool:
    open_dice(m, row, END_DICE)
    go_down(m, int(m.match[row, c.TURN]))
    go_down(m, chance)
    return bool(roll(m, 100) <= m.rules[row, c.END_PCT])


@borrowing
def _find_bonuses(m: Table, row: int) -> None:
    """List each seat's bonus gold: for the most rooms, and for the most living heroes (PG-7.3)."""
    most_rooms, most_heroes = 0, 1
    for seat in range(m.seats.shape[1]):
        most_rooms = max(most_rooms, num_rooms_of(m, row, seat))
        most_heroes = max(most_heroes, num_living(m, row, seat))
    for seat in range(m.seats.shape[1]):
        count = 1 if num_rooms_of(m, row, seat) == most_rooms else 0
        count += 1 if num_living(m, row, seat) == most_heroes else 0
        m.listed[_BONUS, seat] = count * m.rules[row, c.BONUS_GOLD]


@borrowing
def _find_qualified(m: Table, row: int) -> None:
    """List whether each seat has the most gems of any kind; TIE breaks ties (PG-7.2)."""
    for seat in range(m.seats.shape[1]):
        m.listed[_QUALIFIED, seat] = 0
    for kind in range(m.vault.shape[2]):
        best, most = c.NONE, 0
        for place in range(m.seats.shape[1]):
            # From the top of TIE, so that only more gems beat a seat.
            seat = int(m.boards[row, _TIE, place])
            gems = carried_gems(m, row, seat, kind)
            if gems > most:
                best, most = seat, gems
        if best != c.NONE:
            m.listed[_QUALIFIED, best] = 1


@borrowing
def score(
    m: Table, row: int, scores: npt.NDArray[np.float32], placements: npt.NDArray[np.int32]
) -> None:
    """Write each seat's gold with its bonuses, and its placement, as the match stands (PG-7.4).

    Args:
        m: The matches.
        row: Row of the match.
        scores: float32[seat], written.
        placements: int32[seat], written; 1 for the best.
    """
    _find_qualified(m, row)
    _find_bonuses(m, row)
    is_over = m.match[row, c.PHASE] == c.OVER
    for seat in range(m.seats.shape[1]):
        # Once the match is over the treasuries hold the bonuses.
        scores[seat] = m.seats[row, seat, c.GOLD] + (0 if is_over else m.listed[_BONUS, seat])
    for seat in range(m.seats.shape[1]):
        placements[seat] = 1
        for other in range(m.seats.shape[1]):
            if other != seat and _ranks_above(m, row, other, seat, is_over):
                placements[seat] += 1


@borrowing
def _ranks_above(m: Table, row: int, seat: int, other: int, is_over: bool) -> bool:
    if m.listed[_QUALIFIED, seat] != m.listed[_QUALIFIED, other]:
        return bool(m.listed[_QUALIFIED, seat] > m.listed[_QUALIFIED, other])
    mine, theirs = m.seats[row, seat, c.GOLD], m.seats[row, other, c.GOLD]
    if not is_over:
        mine, theirs = mine + m.listed[_BONUS, seat], theirs + m.listed[_BONUS, other]
    if mine != theirs:
        return bool(mine > theirs)
    return place_of(m, row, _TIE, seat) < place_of(m, row, _TIE, other)
