"""Many matches of Diceman at once, as rows of arrays for learners, which `Rollout` steps."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from referee.core.errors import MalformedError
from referee.games.diceman.columns import OVER, Ints
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import DEFAULT, LEGAL, Action
from referee.games.diceman.rules.round import play_round
from referee.games.diceman.state import State, new_state
from referee.games.diceman.tables import NUM_COMBOS, NUM_SEATS
from referee.games.diceman.wire.records import TABLE, Observation
from referee.games.duel_rows import DuelRows
from referee.kit.rollout.columns import (
    ANSWERED,
    Actions,
    Ragged,
    Values,
    choice_column,
    num_choices_column,
)
from referee.kit.rollout.dtypes import Array, Longs
from referee.kit.rollout.row_columns import TableColumns
from referee.kit.rollout.seeds import Words

__all__ = ["DicemanRows"]

_COLUMNS = TableColumns(Observation, {"table": TABLE})
_ABOUT = "Combination id, in the order of DM-3.2"
_CHOICE = choice_column(NUM_COMBOS, _ABOUT)
_NOTICES = np.array([(notice.code.value, notice.index) for notice in DEFAULT.notices], np.int8)
"""int8[notice, 2]: code and index of each notice to a seat for which the default action is played."""


class DicemanRows(DuelRows[State]):
    """Matches of Diceman as rows: the decision of a seat is the id of a combination (DM-3.2).

    Args:
        config: Config of all matches.
        num_rows: Number of matches.
    """

    def __init__(self, config: DicemanConfig, num_rows: int) -> None:
        self._config = config
        super().__init__(num_rows, columns=_COLUMNS, acted=_CHOICE, more=[_NUM_CHOICES])

    def fresh(self, seeds: Words) -> State:
        """Return new matches before their first choice, one for each seed."""
        return new_state(self._config, seeds)

    def play(self, state: State, actions: Actions) -> Ints:
        """Play one round in every match that is not over.

        Return int32[row, seat]: number of refused parts of each action.

        A seat that has not answered, or whose combination id is unknown, plays the default. Only an unknown id
        counts as one refused part.
        """
        choices, answered = actions[_CHOICE.name], actions[ANSWERED.name]
        assert not isinstance(choices, Ragged)
        assert not isinstance(answered, Ragged)
        # Nothing stops a learner from sending other numbers; as indices of a kernel they would read foreign memory.
        is_known = (choices >= 0) & (choices < NUM_COMBOS)
        counts, going = is_known & answered, (state.table[:, OVER] == 0)[:, None]
        play_round(state, np.where(counts, choices, np.int8(DEFAULT.combo)))
        # After the round, which clears all notices, but not in matches that were over before it: those must not
        # change.
        state.notices[~counts & going, : len(_NOTICES)] = _NOTICES
        refused: Ints = (answered & ~is_known & going).astype(np.int32)
        return refused

    def reseed(self, rows: Longs, seeds: Words) -> None:
        """Replace the match seeds of some rows, so that their coming rolls are drawn from the new ones."""
        self.state.seeds[rows] = seeds

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Action) -> None:
        """Write a seat's action, as the id of its combination, into the arrays of actions of a batch.

        Notices in the action are dropped: the seat gets no report of parts that were refused when it was read.
        """
        choices = actions[_CHOICE.name]
        assert not isinstance(choices, Ragged)
        choices[row, seat] = action.combo

    def action_of(self, value: Array) -> Action:
        """Return the legal action of a combination id.

        Raises:
            MalformedError: The id is not from 0 to 5.
        """
        choice = int(value)
        if not 0 <= choice < NUM_COMBOS:
            raise MalformedError(f"choice must be from 0 to {NUM_COMBOS - 1}, not {choice}")
        return LEGAL[choice]


def _count_choices(table: Ints) -> Values:
    """Return int32[row, seat]: number of legal combinations of each seat, 6, or 1 where the match is over."""
    # 1 where the match is over: a learner that draws a choice below this number must not draw below 0.
    counted = np.where(table[:, OVER] == 0, np.int32(NUM_COMBOS), np.int32(1))
    return np.repeat(counted[:, None], NUM_SEATS, axis=1)


_NUM_CHOICES = num_choices_column(NUM_COMBOS), _count_choices
