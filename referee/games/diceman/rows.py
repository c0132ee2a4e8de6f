"""Rows of Diceman for `Rollout`."""

from __future__ import annotations

import numpy as np

from referee.games.diceman.columns import OVER
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import DEFAULT
from referee.games.diceman.rules.round import play_round
from referee.games.diceman.state import State, new_state
from referee.games.diceman.tables import NUM_COMBOS
from referee.games.diceman.wire.records import TABLE, Observation
from referee.games.duel_rows import DuelRows
from referee.kit.columns import Column
from referee.kit.rollout.row_columns import Table, TableColumns
from referee.kit.rollout.rows import (
    ANSWERED,
    Actions,
    Ints,
    Ragged,
    RowColumn,
    Values,
    choice_column,
)
from referee.kit.rollout.seeds import Words

__all__ = ["DicemanRows"]

_COLUMNS = TableColumns(Observation, {"table": TABLE})
_ABOUT = "Combination id, in the order of DM-3.2"
_CHOICE = choice_column(NUM_COMBOS, _ABOUT)
_ABOUT_LEGAL = "How many combinations are legal: all; 1 where the match is over"
_NUM_CHOICES = RowColumn(Column("num_choices", np.dtype(np.int32), (), 1, NUM_COMBOS, _ABOUT_LEGAL))


class DicemanRows(DuelRows[State]):
    """Matches of Diceman: a decision is a combination (DM-3.2).

    Args:
        config: Config of all of them.
        num_rows: Matches.
    """

    def __init__(self, config: DicemanConfig, num_rows: int) -> None:
        self._config = config
        super().__init__(num_rows, columns=_COLUMNS, observed=[_NUM_CHOICES], acted=_CHOICE)

    def fresh(self, seeds: Words) -> State:
        """See `DuelRows`."""
        return new_state(self._config, seeds)

    def play(self, state: State, actions: Actions) -> Ints:
        """See `DuelRows`."""
        choices, answered = actions[_CHOICE.name], actions[ANSWERED.name]
        assert not isinstance(choices, Ragged)
        assert not isinstance(answered, Ragged)
        is_known = (choices >= 0) & (choices < NUM_COMBOS)
        counts, going = is_known & answered, (state.table[:, OVER] == 0)[:, None]
        play_round(state, np.where(counts, choices, np.int8(DEFAULT.combo)))
        for row, seat in np.argwhere(~counts & going).tolist():
            _put_default(state, row, seat)
        refused: Ints = (answered & ~is_known & going).astype(np.int32)
        return refused

    def extra(self, name: str, table: Table) -> Values:  # noqa: ARG002
        """Return how many combinations are legal."""
        counted = np.where(table[:, OVER] == 0, np.int32(NUM_COMBOS), np.int32(1))
        return np.repeat(counted[:, None], self.num_seats, axis=1)


def _put_default(state: State, row: int, seat: int) -> None:
    """Write what a seat is told that has decided nothing (DM-4.7)."""
    for place, notice in enumerate(DEFAULT.notices):
        state.notices[row, seat, place] = (notice.code.value, notice.index)
