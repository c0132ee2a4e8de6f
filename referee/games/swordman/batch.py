"""Many matches of Swordman at once: one kernel call plays a round of them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.batch import Batch
from referee.core.errors import FieldError
from referee.core.game import Events, Game
from referee.games.swordman.columns import OVER, Ints
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.actions import FORM, FORMS, ORDER_WIDTH, Action, numbers_of
from referee.games.swordman.rules.round import play_round
from referee.games.swordman.state import State
from referee.games.swordman.tables import NUM_SEATS
from referee.games.swordman.visibility.visibility import Sight
from referee.games.swordman.wire.events import notice_events, round_events
from referee.kit.arrays import rows_of

__all__ = ["SwordmanBatch"]


class SwordmanBatch(Batch[SwordmanConfig, State, Action, Sight]):
    """Matches of one config side by side in one state.

    Args:
        game: The rules of a single match.
        matches: The matches; the batch steps this very object.
    """

    def __init__(self, game: Game[SwordmanConfig, State, Action, Sight], matches: State) -> None:
        super().__init__(game)
        self.matches = matches
        """All matches, with the match axis first; not to be changed but by stepping."""

    def __len__(self) -> int:
        return len(self.matches.table)

    def state(self, index: int) -> State:
        """See `Batch`."""
        at = range(len(self))[index]
        return rows_of(self.matches, slice(at, at + 1))

    def step(self, actions: Sequence[Mapping[int, Action | None]]) -> list[Events]:
        """See `Batch`."""
        self._check_length(actions)
        live = np.flatnonzero(self.matches.table[:, OVER] == 0).tolist()
        orders = np.zeros((len(self), NUM_SEATS, ORDER_WIDTH), dtype=np.int32)
        for index in live:
            orders[index] = [numbers_of(actions[index][seat]) for seat in range(NUM_SEATS)]
        play_round(self.matches, orders)
        events: list[Events] = [[] for _ in actions]
        for index in live:
            match = self.state(index)
            notices, told = notice_events(match), round_events(match)
            events[index] = [*notices, *told] if notices else told
        return events

    def step_orders(self, orders: Ints) -> None:
        """Play a round from numbers alone, without events; for load and statistics.

        Args:
            orders: int32[match, seat, 6]: the numbers of an `Action` each, of any value but for the last;
                those of matches that are over are not looked at.

        Raises:
            FieldError: The array has another shape or dtype, or a form is none.
        """
        shape = (len(self), NUM_SEATS, ORDER_WIDTH)
        if orders.shape != shape or orders.dtype != np.int32:
            raise FieldError("orders", f"int32{shape}", f"{orders.dtype}{orders.shape}")
        forms = orders[..., FORM]
        wrong = forms[~np.isin(forms, FORMS)]
        if wrong.size:
            known = ", ".join(map(str, FORMS))
            raise FieldError("form", f"one of {known}", int(wrong[0]))
        play_round(self.matches, np.ascontiguousarray(orders))
