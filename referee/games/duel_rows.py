"""Rows of duels for `Rollout`: one kernel call plays a round of all of them."""

from __future__ import annotations

import abc
import functools
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

import numpy as np

from referee.core.digest import state_digest, state_digests
from referee.games.duel import OVER, POINTS
from referee.kit.arrays import copied, names_of, put_rows, rows_of, spanned, taken_rows
from referee.kit.rollout.row_columns import TableColumns
from referee.kit.rollout.rows import (
    Actions,
    Bools,
    Floats,
    Ints,
    Longs,
    Ragged,
    RowColumn,
    Rows,
    Values,
)
from referee.kit.rollout.seeds import Words

__all__ = ["DuelRows", "DuelState"]

NUM_SEATS = 2


class DuelState(Protocol):
    """Duels side by side."""

    table: Ints
    """int32[match, column]: what everybody may see."""


S = TypeVar("S", bound=DuelState)


class DuelRows(Rows, Generic[S]):
    """Matches of a duel in which both seats decide in each round.

    Args:
        num_rows: Matches.
        columns: Where columns are in the open table.
        acted: The column of a decision.
        more: Further columns of this game, each with the function that makes it from the table.
    """

    asks_all = True

    def __init__(
        self,
        num_rows: int,
        *,
        columns: TableColumns,
        acted: RowColumn,
        more: Sequence[tuple[RowColumn, Callable[[Ints], Values]]] = (),
    ) -> None:
        seen = [RowColumn(column, by_seat=False) for column in columns.columns]
        observed = [*seen, *(column for column, _ in more)]
        super().__init__(num_rows, NUM_SEATS, observed=observed, acted=[acted])
        self._readers: dict[str, Callable[[Ints], Values]] = {
            each.name: functools.partial(columns.array, each.name) for each in seen
        }
        self._readers |= {column.name: read for column, read in more}
        self.state = self.fresh(np.zeros(num_rows, np.uint64))
        """The matches; not to be changed but by stepping."""

    @abc.abstractmethod
    def fresh(self, seeds: Words) -> S:
        """Return matches before their first round."""

    @abc.abstractmethod
    def play(self, state: S, actions: Actions) -> Ints:
        """Play a round of all; return what is refused of each seat, as int32[row, seat]."""

    def begin(self, rows: Longs, seeds: Words) -> None:
        """See `Rows`."""
        put_rows(self.state, rows, self.fresh(seeds))

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
        table = self.state.table if rows is None else self.state.table[spanned(rows)]
        return [self._readers[name](table) for name in names]

    def step(self, actions: Actions) -> Ints:
        """See `Rows`."""
        return self.play(self.state, actions)

    def step_some(self, rows: Longs, actions: Actions) -> Ints:
        """See `Rows`."""
        at = spanned(rows)
        chosen = {name: _taken(values, at) for name, values in actions.items()}
        refused = np.zeros((self.num_rows, NUM_SEATS), np.int32)
        if isinstance(at, slice):
            refused[at] = self.play(rows_of(self.state, at), chosen)
        else:
            some = taken_rows(self.state, rows)
            refused[at] = self.play(some, chosen)
            put_rows(self.state, rows, some)
        return refused

    def refused(self, actions: Actions) -> Ints:
        """See `Rows`."""
        return self.play(copied(self.state), actions)

    def scores(self, rows: Longs) -> Floats:
        """See `Rows`."""
        return self.state.table[rows, POINTS : POINTS + NUM_SEATS].astype(np.float32)

    def placements(self, rows: Longs) -> Ints:
        """See `Rows`."""
        points = self.state.table[rows, POINTS : POINTS + NUM_SEATS]
        return 1 + (points < points[:, ::-1]).astype(np.int32)

    def digest(self, row: int) -> bytes:
        """See `Rows`."""
        return state_digest(self.match(row))

    def saved(self, rows: Longs) -> S:
        """See `Rows`."""
        return taken_rows(self.state, rows)

    @property
    def redraws(self) -> bool:
        """See `Rows`: both see all of a duel, so that there is nothing to redraw."""
        return True

    def put_saved(
        self,
        rows: Longs,
        saved: S,
        places: Longs,
        seeds: Words | None,
        redraw_for: int | None = None,
    ) -> None:
        """See `Rows`."""
        del redraw_for
        put_rows(self.state, rows, taken_rows(saved, places))
        if seeds is not None:
            self.reseed(rows, seeds)

    def reseed(self, rows: Longs, seeds: Words) -> None:
        """Draw what is to come in some rows from other seeds; nothing to do where nothing is drawn."""

    def match(self, row: int) -> S:
        """See `Rows`."""
        return rows_of(self.state, slice(row, row + 1))

    @property
    def answers(self) -> RowColumn:
        """See `Rows`."""
        return self.acted[0]

    def put_match(self, row: int, state: S) -> None:
        """See `Rows`."""
        put_rows(self.state, np.array([row]), state)

    def keep(self, rows: Longs, other: DuelRows[S]) -> None:
        """See `Rows`."""
        at = spanned(rows)
        for name in names_of(self.state):
            getattr(self.state, name)[at] = getattr(other.state, name)[at]

    def digests(self, rows: Longs) -> list[bytes]:
        """See `Rows`."""
        return state_digests(self.state, rows)


def _taken(values: Values, at: slice | Longs) -> Values:
    assert not isinstance(values, Ragged)
    return values[at]
