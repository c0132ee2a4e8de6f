"""One decision point of many matches, as kernels: the setup, or a turn from its first phase to its last (PG-5.1)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing, kernel
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch.aftermath import (
    phase_knowledge,
    phase_loot,
    phase_ownership,
    phase_search_and_rest,
)
from referee.games.proving_grounds.batch.checks import check_message
from referee.games.proving_grounds.batch.dungeon import make_dungeon
from referee.games.proving_grounds.batch.ending import end_check, score
from referee.games.proving_grounds.batch.fights import phase_fights
from referee.games.proving_grounds.batch.market import (
    draw_market,
    phase_buy,
    phase_hire,
    phase_shuffle,
)
from referee.games.proving_grounds.batch.moves import phase_move
from referee.games.proving_grounds.batch.orders import phase_actions, phase_free
from referee.games.proving_grounds.batch.setup import set_up
from referee.games.proving_grounds.batch.table import Table, begin_turn
from referee.games.proving_grounds.batch.trading import phase_trade
from referee.games.proving_grounds.columns import Ints

__all__ = ["begin_all", "play_all", "score_all"]


@kernel
def begin_all(m: Table, rows: npt.NDArray[np.int64], making: Ints) -> None:
    """Make the dungeons of matches that have none yet (PG-2.6 to PG-2.8).

    Args:
        m: The matches.
        rows: int64[n]: rows of the matches.
        making: int32[4]: percent chance of further doors, number of doors between sectors, gems of
            each kind, and percent chance of a trap.
    """
    for row in rows:
        make_dungeon(m, row, making)


@kernel
def play_all(m: Table, rows: npt.NDArray[np.int64]) -> None:
    """Carry out one decision point of each of these matches that is not over, with the orders in the table.

    Args:
        m: The matches.
        rows: int64[n]: rows of the matches to play.
    """
    for row in rows:
        if m.match[row, c.PHASE] == c.OVER:
            continue
        begin_turn(m, row)
        if m.match[row, c.PHASE] == c.SETUP:
            set_up(m, row)
            m.match[row, c.PHASE] = c.ORDERS
            _next_turn(m, row)
        else:
            _play_turn(m, row)


@borrowing
def _play_turn(m: Table, row: int) -> None:
    """Carry out a turn; unless the match ends with it, draw the next market (PG-5.1)."""
    for seat in range(m.seats.shape[1]):
        check_message(m, row, seat)
    phase_shuffle(m, row)
    phase_hire(m, row)
    phase_buy(m, row)
    phase_free(m, row)
    phase_trade(m, row)
    phase_actions(m, row)
    phase_move(m, row)
    phase_fights(m, row)
    phase_loot(m, row)
    phase_search_and_rest(m, row)
    phase_ownership(m, row)
    phase_knowledge(m, row)
    if not end_check(m, row):
        _next_turn(m, row)


@borrowing
def _next_turn(m: Table, row: int) -> None:
    # The turn first: it is part of the key of the market's dice (PG-2.3).
    m.match[row, c.TURN] += 1
    draw_market(m, row)


@kernel
def score_all(
    m: Table,
    rows: npt.NDArray[np.int64],
    scores: npt.NDArray[np.float32],
    placements: npt.NDArray[np.int32],
) -> None:
    """Write scores and placements of matches, provisional while they run (PG-7.4).

    Args:
        m: The matches.
        rows: int64[n]: rows of the matches.
        scores: float32[n, seat], written.
        placements: int32[n, seat], written.
    """
    for place in range(len(rows)):
        score(m, rows[place], scores[place], placements[place])
