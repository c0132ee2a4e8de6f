"""Many matches of Swordman at once, as rows of arrays for learners, which `Rollout` steps."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from referee.core.errors import MalformedError
from referee.games.duel_rows import DuelRows
from referee.games.swordman.columns import OVER
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.actions import (
    BAD_FORM,
    FORM,
    NO_NUMBER,
    ORDER_WIDTH,
    Action,
    numbers_of,
)
from referee.games.swordman.rules.round import play_round
from referee.games.swordman.state import State, new_state
from referee.games.swordman.tables import ReasonCode
from referee.games.swordman.wire.records import TABLE, Observation
from referee.kit.columns import Column
from referee.kit.rollout.columns import ANSWERED, Actions, Ragged, RowColumn, Values
from referee.kit.rollout.dtypes import Array, Ints
from referee.kit.rollout.row_columns import TableColumns
from referee.kit.rollout.seeds import Words

__all__ = ["SwordmanRows"]

_COLUMNS = TableColumns(Observation, {"table": TABLE})
_ABOUT = (
    "Points in sword, shield and priority, places of sword and shield (-1 for none), and 0; or "
    f"{ReasonCode.BAD_FORM.value} at the end for what is no order"
)
_FORMS = (0, ReasonCode.BAD_FORM.value)
_ORDER = RowColumn(
    Column("order", np.dtype(np.int32), (ORDER_WIDTH,), NO_NUMBER, 2**31 - 1, _ABOUT)
)


class SwordmanRows(DuelRows[State]):
    """Matches of Swordman as rows: the decision of a seat is five fields and the action's form (SW-4.2).

    Args:
        config: Config of all matches.
        num_rows: Number of matches.
    """

    def __init__(self, config: SwordmanConfig, num_rows: int) -> None:
        self._config = config
        super().__init__(num_rows, columns=_COLUMNS, acted=_ORDER)

    def fresh(self, seeds: Words) -> State:
        """Return new matches before their first decision, one for each seed; the seeds have no effect."""
        return new_state(self._config, len(seeds))

    def play(self, state: State, actions: Actions) -> Ints:
        """Play one round in every match that is not over.

        Return int32[row, seat]: number of refused parts of each action.

        A seat that has not answered, or whose six numbers can't be read, plays the default. Unreadable numbers count
        as one refused part.
        """
        given, answered = actions[_ORDER.name], actions[ANSWERED.name]
        assert not isinstance(given, Ragged)
        assert not isinstance(answered, Ragged)
        # What has no form can't be read: it is as if nothing had been sent.
        unreadable = ~np.isin(given[..., FORM], _FORMS)
        # Copied, because the form is overwritten below and the actions belong to the caller.
        orders = np.array(given, order="C")
        orders[..., FORM][unreadable | ~answered] = ReasonCode.NO_ACTION.value
        going = (state.table[:, OVER] == 0)[:, None]
        play_round(state, orders)
        # A seat that missed its deadline has a notice as well, but nothing of it was refused: see `answered` below.
        reported = (state.notices[..., 0] != 0).sum(-1, dtype=np.int32)
        refused: Ints = np.where(unreadable, 1, reported) * (answered & going)
        return refused.astype(np.int32)

    def put(self, actions: Mapping[str, Values], row: int, seat: int, action: Action) -> None:
        """Write a seat's action, as its six numbers, into the arrays of actions of a batch."""
        orders = actions[_ORDER.name]
        assert not isinstance(orders, Ragged)
        orders[row, seat] = numbers_of(action)

    def action_of(self, value: Array) -> Action:
        """Return the action that six numbers encode: five fields, and its form.

        Raises:
            MalformedError: The sixth number is neither 0 nor the code of bad form; a missed deadline is no answer.
        """
        *fields, form = value.tolist()
        if form == ReasonCode.BAD_FORM.value:
            return BAD_FORM
        if form != 0:
            raise MalformedError(
                f"order[{FORM}] must be 0 or {ReasonCode.BAD_FORM.value}, not {form}"
            )
        return Action(*fields)
