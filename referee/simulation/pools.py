"""The processes that step games without kernels, and the memory of rows, for all streams of a server."""

from __future__ import annotations

import functools
import threading

from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.games import registry
from referee.kit.rollout.pool_rows import MOST_PROCESSES, PoolRows
from referee.kit.rollout.rows import Rows, has_own_rows
from referee.simulation.budget import MemoryBudget
from referee.simulation.described import Described, rows_of

__all__ = ["LEAST_ROWS", "MEMORY_BYTES", "MOST_POOLS", "Pools"]

LEAST_ROWS = 8
"""Lowest number of rows for each process of a batch: with fewer rows, starting and calling a process
costs more than it saves.
"""
MOST_POOLS = 8
"""Most batches with their own processes; further batches are stepped in the server's process."""
MEMORY_BYTES = 2 * 1024**3
"""Default limit for the memory of all rows of a server together, in bytes."""


class Pools:
    """Makes the rows of batches, in several processes where that is faster.

    Args:
        processes: Most processes for one batch; 1 to use only the server's.
        budget: Memory budget for all rows together; None for one of `MEMORY_BYTES`.

    Raises:
        FieldError: The number of processes is out of bounds.
    """

    def __init__(self, processes: int = 1, budget: MemoryBudget | None = None) -> None:
        if not 1 <= processes <= MOST_PROCESSES:
            raise FieldError("processes", f"from 1 to {MOST_PROCESSES}", processes)
        self._processes = processes
        self._budget = budget or MemoryBudget(MEMORY_BYTES)
        self._taken: dict[int, int] = {}
        """Bytes taken from the budget, by the `id()` of the rows that they were taken for."""
        self._open: list[PoolRows] = []
        self._ended_s = 0.0
        self._guard = threading.Lock()

    def rows(self, described: Described, num_rows: int, row_bytes: int) -> Rows:
        """Return rows of a game, of which no match has begun; the caller must give them back.

        Args:
            described: The game.
            num_rows: Number of matches.
            row_bytes: Bytes that each row takes from the budget.

        Raises:
            FieldError: There is not enough memory left in the budget.
            PoolError: Processes can't be started.
        """
        # Taken before the rows are made, because making them is what uses the memory.
        taken = self._budget.take(num_rows, row_bytes)
        try:
            rows = self._rows(described, num_rows)
        except BaseException:
            self._budget.give_back(taken)
            raise
        self._taken[id(rows)] = taken
        return rows

    def _rows(self, described: Described, num_rows: int) -> Rows:
        processes = min(self._processes, num_rows // LEAST_ROWS)
        # Games with their own rows step faster in one process than they can be called in several.
        if processes < 2 or has_own_rows(described.plugin.game, described.config):
            return described.rows(num_rows)
        info, seats = described.plugin.game.info, described.num_seats
        make = functools.partial(
            _rows,
            info.game,
            info.version,
            described.config,
            num_seats=seats,
            is_derived=described.is_derived,
        )
        with self._guard:
            if len(self._open) >= MOST_POOLS:
                return described.rows(num_rows)
            pool = PoolRows(make, num_rows=num_rows, processes=processes)
            self._open.append(pool)
        return pool

    def give_back(self, rows: Rows) -> None:
        """Return the memory of rows to the budget, and end their processes if they have any."""
        self._budget.give_back(self._taken.pop(id(rows), 0))
        with self._guard:
            if isinstance(rows, PoolRows) and rows in self._open:
                self._open.remove(rows)
                # Its processor time must stay in the sum, or `processor_s` would go back.
                self._ended_s += max(rows.processor_s)
                rows.close()

    def close(self) -> None:
        """End the processes of all rows, and wait until they have ended."""
        with self._guard:
            # A copy: `give_back` takes the same lock and changes the list.
            left = list(self._open)
        for pool in left:
            self.give_back(pool)

    def processor_s(self) -> float:
        """Return the processor time of the busiest process of each batch, in seconds, summed over all batches ever."""
        with self._guard:
            return self._ended_s + sum(max(pool.processor_s) for pool in self._open)


def _rows(
    game: str,
    version: int,
    config: GameConfig,
    num_rows: int,
    *,
    num_seats: int,
    is_derived: bool,
) -> Rows:
    """Return rows for `num_rows` matches of a game; called in the process that steps them.

    Args:
        game: Identifier of the game.
        version: Behaviour version of its rules.
        config: Config of all matches.
        num_rows: Number of matches.
        num_seats: Number of seats of each match.
        is_derived: Whether there are columns that are computed from what seats see.
    """
    plugin = registry.find(game).at(version)
    return rows_of(plugin, config, num_rows, num_seats, is_derived=is_derived)
