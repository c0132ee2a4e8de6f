"""Many duels at once as rows of arrays, for `Rollout`: one kernel call plays a round of all of them."""

from __future__ import annotations

import abc
import functools
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

import numpy as np

from referee.core.digest import state_digest, state_digests
from referee.games.duel import OVER, POINTS
from referee.kit.arrays import copied, names_of, put_rows, rows_of, spanned, taken_rows
from referee.kit.rollout.columns import Actions, Ragged, RowColumn, Values
from referee.kit.rollout.dtypes import Bools, Floats, Ints, Longs
from referee.kit.rollout.row_columns import TableColumns
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words

__all__ = ["DuelRows", "DuelState"]

NUM_SEATS = 2


class DuelState(Protocol):
    """State of any number of duels: arrays, of which `table` holds what everybody may see."""

    table: Ints
    """int32[match, column]: what everybody may see."""


S = TypeVar("S", bound=DuelState)


class DuelRows(Rows, Generic[S]):
    """Base class for rows of matches of a duel in which both seats decide in each round.

    Args:
        num_rows: Number of matches.
        columns: Observed columns that are copied from the state's `table` (the numbers that both seats
            may see, int32[match, column]), with their places in it.
        acted: The column that holds the decisions of seats.
        more: Further observed columns of this game, each with the function that computes its values from
            the state's `table`.
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
        # Some match must be in every row before it begins: rows are stepped and observed together.
        self.state = self.fresh(np.zeros(num_rows, np.uint64))
        """State of all matches, one a row; only the methods of this class may change it."""

    @abc.abstractmethod
    def fresh(self, seeds: Words) -> S:
        """Return new matches before their first round, one for each match seed."""

    @abc.abstractmethod
    def play(self, state: S, actions: Actions) -> Ints:
        """Play a round of each match in `state` that is not over.

        Return int32[row, seat]: number of refused parts of each seat's action.
        """

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with these match seeds."""
        put_rows(self.state, rows, self.fresh(seeds))

    def asked(self) -> Bools:
        """Return bool[row, seat]: whether the seat must decide; both seats must until the match is over."""
        return np.repeat(~self.over()[:, None], NUM_SEATS, axis=1)

    def alive(self) -> Bools:
        """Return bool[row, seat]: all True, since the rules put no seat out before the match is over."""
        return np.ones((self.num_rows, NUM_SEATS), np.bool_)

    def over(self) -> Bools:
        """Return bool[row]: whether all games of the match have been played."""
        over: Bools = self.state.table[:, OVER] != 0
        return over

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the observed columns `names`, in that order, for some rows or, with None, for all."""
        table = self.state.table if rows is None else self.state.table[spanned(rows)]
        return [self._readers[name](table) for name in names]

    def step(self, actions: Actions) -> Ints:
        """Play a round of each match that is not over; return int32[row, seat]: refused parts of each seat's action."""
        return self.play(self.state, actions)

    def step_some(self, rows: Longs, actions: Actions) -> Ints:
        """Play a round of the matches in `rows`; return int32[row, seat]: number of refused parts, 0 for all other rows."""
        # Consecutive rows are a slice, whose arrays are views: playing them changes the state without copies.
        at = spanned(rows)
        chosen = {name: _taken(values, at) for name, values in actions.items()}
        refused = np.zeros((self.num_rows, NUM_SEATS), np.int32)
        if isinstance(at, slice):
            refused[at] = self.play(rows_of(self.state, at), chosen)
        else:
            # Other indices give copies, so what was played must be written back.
            some = taken_rows(self.state, rows)
            refused[at] = self.play(some, chosen)
            put_rows(self.state, rows, some)
        return refused

    def refused(self, actions: Actions) -> Ints:
        """Return what `step` would return for these actions, without changing any match."""
        # The only way to know is to play the round; on a copy, since nothing may change.
        return self.play(copied(self.state), actions)

    def scores(self, rows: Longs) -> Floats:
        """Return float32[n, seat]: game points of the matches in these rows, provisional until they are over."""
        return self.state.table[rows, POINTS : POINTS + NUM_SEATS].astype(np.float32)

    def placements(self, rows: Longs) -> Ints:
        """Return int32[n, seat]: placements by game points in these rows; equal points share place 1."""
        # Compared with the columns reversed, that is with the rival's points.
        points = self.state.table[rows, POINTS : POINTS + NUM_SEATS]
        return 1 + (points < points[:, ::-1]).astype(np.int32)

    def digest(self, row: int) -> bytes:
        """Return the digest of the match in one row, equal to its digest when it is played alone."""
        return state_digest(self.match(row))

    def saved(self, rows: Longs) -> S:
        """Return a copy of the matches in these rows, for `put_saved`."""
        return taken_rows(self.state, rows)

    @property
    def redraws(self) -> bool:
        """Whether `put_saved` accepts `redraw_for`: always True, since nothing in a duel is hidden from a seat."""
        return True

    def put_saved(self, saved: S, into: Into) -> None:
        """Put saved matches into some rows; nothing in a duel is hidden, so nothing of it is redrawn.

        Args:
            saved: What `saved` returned.
            into: Rows to replace, the saved match for each, and seeds for its further rolls.
        """
        put_rows(self.state, into.rows, taken_rows(saved, into.places))
        if into.seeds is not None:
            self.reseed(into.rows, into.seeds)

    def reseed(self, rows: Longs, seeds: Words) -> None:
        """Draw the coming rolls of some rows from other match seeds; does nothing in a game without chance."""

    def match(self, row: int) -> S:
        """Return the match in one row as a state of the game: a view, which must not be changed."""
        return rows_of(self.state, slice(row, row + 1))

    @property
    def answers(self) -> RowColumn:
        """Column in which the answers of bots are kept: the only column of decisions."""
        return self.acted[0]

    def put_match(self, row: int, state: S) -> None:
        """Replace the match in a row by a copy of a state of one match."""
        put_rows(self.state, np.array([row]), state)

    def keep(self, rows: Longs, other: DuelRows[S]) -> None:
        """Copy the matches in these rows from the same rows of `other`."""
        at = spanned(rows)
        for name in names_of(self.state):
            getattr(self.state, name)[at] = getattr(other.state, name)[at]

    def digests(self, rows: Longs) -> list[bytes]:
        """Return the digest of the match in each of these rows, in their order."""
        return state_digests(self.state, rows)


def _taken(values: Values, at: slice | Longs) -> Values:
    assert not isinstance(values, Ragged)
    return values[at]
