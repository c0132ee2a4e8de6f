"""Rows of arrays for the matches of a lane, which plays many at once, and the columns that bots choose."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kit.rollout.columns import RowColumn
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.rows import Rows
from referee.server.hosting.lane_match import LaneMatch

__all__ = ["columns_of", "rows_of_match"]


def rows_of_match(match: LaneMatch, num_rows: int) -> Rows:
    """Return empty rows for a lane of matches with this match's game, config and number of seats.

    A lane plays many matches at once.
    """
    config, seats = match.machine.terms.config, match.num_seats
    return start_rows(match.plugin, config, num_rows=num_rows, num_seats=seats)


def columns_of(rows: Rows, names: Sequence[str]) -> list[RowColumn]:
    """Return the columns of observations with these names; without names, all of fixed size."""
    known = {each.name: each for each in rows.observed}
    return [known[name] for name in names] or [
        each for each in known.values() if not each.is_ragged
    ]
