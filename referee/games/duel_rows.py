"""Rows of duels for `Rollout`: one kernel call plays a round of all of them."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from referee.core.digest import state_digest
from referee.games.duel import OVER, POINTS
from referee.kit.arrays import copied, rows_of
from referee.kit.rollout.row_columns import Table, TableColumns
from referee.kit.rollout.rows import Actions, Bools, Floats, Ints, Longs, RowColumn, Rows, Values
from referee.kit.rollout.seeds import Words

__all__ = ["DuelRows", "DuelState"]

NUM_SEATS = 2


class DuelState(Protocol):
    """Duels side by side."""

    table: npt.NDArray[np.int32]
    """int32[match, column]: what everybody may see."""


S = TypeVar("S", bound=DuelState)


class DuelRows(Rows, Generic[S]):
    """Matches of a duel in which both seats decide in each round.

    Args:
        num_rows: Matches.
        columns: Where columns are in the open table.
        observed: Columns of the game's own, which `extra` makes.
        acted: The column of a decision.
    """

    def __init__(
        self,
        num_rows: int,
        *,
        columns: TableColumns,
        observed: Sequence[RowColumn],
        acted: RowColumn,
    ) -> None:
        seen = [RowColumn(column, by_seat=False) for column in columns.columns]
        super().__init__(num_rows, NUM_SEATS, observed=[*seen, *observed], acted=[acted])
        self._columns = columns
        self._extra = frozenset(column.name for column in observed)
        self.state = self.fresh(np.zeros(num_rows, np.uint64))
        """The matches; not to be changed but by stepping."""

    @abc.abstractmethod
    def fresh(self, seeds: Words) -> S:
        """Return matches before their first round."""

    @abc.abstractmethod
    def play(self, state: S, actions: Actions) -> Ints:
        """Play a round of all; return what is refused of each seat, as int32[row, seat]."""

    def extra(self, name: str, table: Table) -> Values:
        """Return a column of the game's own."""
        raise NotImplementedError(name)

    def begin(self, rows: Longs, seeds: Words) -> None:
        """See `Rows`."""
        state: Any = self.state
        fresh = self.fresh(seeds)
        for name in type(state).__dataclass_fields__:
            getattr(state, name)[rows] = getattr(fresh, name)

    def asked(self) -> Bools:
        """See `Rows`."""
        return np.repeat(~self.over()[:, None], NUM_SEATS, axis=1)

    def alive(self) -> Bools:
        """See `Rows`: a duel goes on with both to its end."""
        return np.ones((self.num_rows, NUM_SEATS), np.bool_)

    def over(self) -> Bools:
        """See `Rows`."""
        over: Bools = self.state.table[:, OVER] != 0
        return over

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """See `Rows`."""
        table = self.state.table if rows is None else self.state.table[rows]
        return [
            self.extra(name, table) if name in self._extra else self._columns.array(name, table)
            for name in names
        ]

    def step(self, actions: Actions) -> Ints:
        """See `Rows`."""
        return self.play(self.state, actions)

    def refused(self, actions: Actions) -> Ints:
        """See `Rows`."""
        return self.play(copied(self.state), actions)

    def scores(self, rows: Longs) -> Floats:
        """See `Rows`."""
        return self.state.table[rows, POINTS : POINTS + NUM_SEATS].astype(np.float32)

    def digest(self, row: int) -> bytes:
        """See `Rows`."""
        return state_digest(rows_of(self.state, slice(row, row + 1)))
