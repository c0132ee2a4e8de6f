"""The processes that step games without kernels, for all streams of a server together."""

from __future__ import annotations

import functools
import threading

from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.games import registry
from referee.kit.rollout.pool_rows import MOST_PROCESSES, PoolRows
from referee.kit.rollout.rows import Rows, StartsRows
from referee.simulation.budget import MemoryBudget
from referee.simulation.described import Described, rows_of

__all__ = ["LEAST_ROWS", "MEMORY_BYTES", "MOST_POOLS", "Pools"]

LEAST_ROWS = 8
"""Fewest rows of a process: with fewer, starting and calling it costs more than it saves."""
MOST_POOLS = 8
"""Most batches with processes, as each has its own; further batches are stepped in the server's process."""
MEMORY_BYTES = 2 * 1024**3
"""Default bound of the memory of all rows of a server together, in bytes."""


class Pools:
    """Makes the rows of batches, in several processes if that pays.

    Args:
        processes: Most processes of a batch; 1 to use only the server's.
        budget: Memory of all rows together; None for `MEMORY_BYTES`.

    Raises:
        FieldError: A bound is broken.
    """

    def __init__(self, processes: int = 1, budget: MemoryBudget | None = None) -> None:
        if not 1 <= processes <= MOST_PROCESSES:
            raise FieldError("processes", f"from 1 to {MOST_PROCESSES}", processes)
        self._processes = processes
        self._budget = budget or MemoryBudget(MEMORY_BYTES)
        self._taken: dict[int, int] = {}
        """Bytes taken from the budget, by the identity of the rows that they were taken for."""
        self._open: list[PoolRows] = []
        self._ended_s = 0.0
        self._guard = threading.Lock()

    def rows(self, described: Described, num_rows: int, row_bytes: int) -> Rows:
        """Return rows of a game, none of them begun; the caller must give them back.

        Args:
            described: The game.
            num_rows: Number of matches.
            row_bytes: Bytes that each takes from the budget.

        Raises:
            FieldError: There is not enough memory left.
            PoolError: Processes can't be started.
        """
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
        if processes < 2 or isinstance(described.plugin.game, StartsRows):
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
        """End the processes of rows, if they have any, and give back their memory."""
        self._budget.give_back(self._taken.pop(id(rows), 0))
        with self._guard:
            if isinstance(rows, PoolRows) and rows in self._open:
                self._open.remove(rows)
                self._ended_s += max(rows.processor_s)
                rows.close()

    def close(self) -> None:
        """End all processes, and wait until they have ended."""
        with self._guard:
            left = list(self._open)
        for pool in left:
            self.give_back(pool)

    def processor_s(self) -> float:
        """Return the processor time of the busiest process of each batch in seconds, summed over all batches ever."""
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
    """Return rows of a game; called in the process that steps them."""
    plugin = registry.find(game).at(version)
    return rows_of(plugin, config, num_rows, num_seats, is_derived=is_derived)
