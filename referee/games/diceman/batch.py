"""Many matches of Diceman at once: one kernel call plays a round of them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from referee.core.batch import Batch
from referee.core.errors import FieldError
from referee.core.game import Events, Game
from referee.games.diceman.columns import OVER
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import DEFAULT, Action
from referee.games.diceman.rules.round import play_round
from referee.games.diceman.state import State
from referee.games.diceman.tables import NUM_COMBOS, NUM_SEATS
from referee.games.diceman.visibility.visibility import Sight
from referee.games.diceman.wire.events import notice_events, round_events
from referee.kit.arrays import rows_of

__all__ = ["DicemanBatch", "put_notices"]


class DicemanBatch(Batch[DicemanConfig, State, Action, Sight]):
    """Matches of one config side by side in one state.

    Args:
        game: The rules of a single match.
        matches: The matches; the batch steps this very object.
    """

    def __init__(self, game: Game[DicemanConfig, State, Action, Sight], matches: State) -> None:
        super().__init__(game)
        self.matches = matches
        """All matches, with the match axis first; not to be changed but by stepping."""

    def __len__(self) -> int:
        return len(self.matches.seeds)

    def state(self, index: int) -> State:
        """See `Batch`."""
        at = range(len(self))[index]
        return rows_of(self.matches, slice(at, at + 1))

    def step(self, actions: Sequence[Mapping[int, Action | None]]) -> list[Events]:
        """See `Batch`."""
        self._check_length(actions)
        live = np.flatnonzero(self.matches.table[:, OVER] == 0).tolist()
        taken = {index: tuple(actions[index][seat] or DEFAULT for seat in (0, 1)) for index in live}
        choices = np.zeros((len(self), NUM_SEATS), dtype=np.int8)
        for index, pair in taken.items():
            choices[index] = [action.combo for action in pair]
        play_round(self.matches, choices)
        events: list[Events] = [[] for _ in actions]
        for index, pair in taken.items():
            put_notices(self.matches, index, pair)
            match = self.state(index)
            notices = notice_events(match)
            told = round_events(match)
            # Events of a round alone stay numbers in a row until somebody looks.
            events[index] = [*notices, *told] if notices else told
        return events

    def step_choices(self, choices: npt.NDArray[np.int8]) -> None:
        """Play a round from combinations alone: no notices, no events; for load and statistics.

        Args:
            choices: int8[match, seat]: combination ids, 0..5; those of matches that are over are not
                looked at.

        Raises:
            FieldError: The array has another shape or dtype, or a combination id is out of bounds.
        """
        shape = (len(self), NUM_SEATS)
        if choices.shape != shape or choices.dtype != np.int8:
            raise FieldError("choices", f"int8{shape}", f"{choices.dtype}{choices.shape}")
        if choices.size and not (choices.min() >= 0 and choices.max() < NUM_COMBOS):
            wrong = choices[(choices < 0) | (choices >= NUM_COMBOS)][0]
            raise FieldError("choices", f"from 0 to {NUM_COMBOS - 1}", int(wrong))
        play_round(self.matches, np.ascontiguousarray(choices))


def put_notices(state: State, index: int, actions: Sequence[Action]) -> None:
    """Write what did not count in the actions of both seats where `play_round` has cleared it."""
    for seat, action in enumerate(actions):
        for place, notice in enumerate(action.notices):
            state.notices[index, seat, place] = (notice.code.value, notice.index)
