"""Base of rows that change something about other rows, which hold and play the matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.kit.rollout.columns import Actions, RowColumn, Values
from referee.kit.rollout.dtypes import Bools, Floats, Ints, Longs
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words

__all__ = ["WrappedRows"]


class WrappedRows(Rows):
    """Rows that do everything by way of other rows; a subclass overrides what it does otherwise.

    Args:
        rows: Rows with the matches; afterwards only the new rows may be used.
        observed: Columns that can be observed.
        acted: Columns of actions.
    """

    def __init__(
        self, rows: Rows, *, observed: Sequence[RowColumn], acted: Sequence[RowColumn]
    ) -> None:
        super().__init__(rows.num_rows, rows.num_seats, observed=observed, acted=acted)
        self.plugin, self.config = rows.plugin, rows.config
        self.makes_ahead = rows.makes_ahead
        self._rows = rows

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with the match seed of the same position."""
        self._rows.begin(rows, seeds)

    def prepare(self, rows: Longs, seeds: Words) -> None:
        """Do slow work in advance for matches that will probably begin next, one in each of these rows.

        `seeds` has the match seed of each; no result changes.
        """
        self._rows.prepare(rows, seeds)

    def asked(self) -> Bools:
        """Return which seats must decide, as bool[row, seat]; none where a match is over."""
        return self._rows.asked()

    def alive(self) -> Bools:
        """Return which seats the rules have not put out, as bool[row, seat]."""
        return self._rows.alive()

    def over(self) -> Bools:
        """Return which matches the rules have ended, as bool[row]."""
        return self._rows.over()

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the columns `names`, for these rows; None for all rows."""
        return self._rows.observe(names, rows)

    def step(self, actions: Actions) -> Ints:
        """Carry out one decision point in every row whose match is not over.

        Return the number of refused parts of each seat's action, int32[row, seat].
        """
        return self._rows.step(actions)

    def refused(self, actions: Actions) -> Ints:
        """Return how many parts of each seat's action `step` would refuse, int32[row, seat]; change nothing."""
        return self._rows.refused(actions)

    def scores(self, rows: Longs) -> Floats:
        """Return the scores of some rows, as float32[n, seat]; provisional while a match runs."""
        return self._rows.scores(rows)

    def placements(self, rows: Longs) -> Ints:
        """Return the placements, from 1, of some rows whose matches are over, as int32[n, seat]."""
        return self._rows.placements(rows)

    def digest(self, row: int) -> bytes:
        """Return the digest of one row's match, equal to that of the same match played alone."""
        return self._rows.digest(row)

    def digests(self, rows: Longs) -> list[bytes]:
        """Return the digests of some rows' matches, in their order."""
        return self._rows.digests(rows)

    @property
    def redraws(self) -> bool:
        """Return whether `put_saved` can draw again what a seat can't know."""
        return self._rows.redraws

    def saved(self, rows: Longs) -> Any:
        """Return copies of the matches in these rows, from which `put_saved` can continue."""
        return self._rows.saved(rows)

    def put_saved(self, saved: Any, into: Into) -> None:
        """Put saved matches into the rows that `into` names, with the seeds of later draws that it has."""
        self._rows.put_saved(saved, into)
