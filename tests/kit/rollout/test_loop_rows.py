"""Rows of a game stepped match by match: what they ask the game for, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.kit.game import SimpleGame, plugin
from referee.kit.rollout.columns import ANSWERED, CHOICE
from referee.kit.rollout.loop_rows import start_rows
from tests.kit.guess import Guess


class Counting(Guess):
    """Counts how often its legal actions are listed; only the list says what is legal."""

    refuse = SimpleGame.refuse

    def __init__(self) -> None:
        self.calls = 0

    def legal_actions(self, state: Any, seat: int) -> Sequence[Any]:
        """Count the call, and list as the game does."""
        self.calls += 1
        return super().legal_actions(state, seat)


def test_legal_actions_are_listed_once_a_decision() -> None:
    """Counts of choices, the choice itself, its check and a default share one list of each decision."""
    game = Counting()
    rows = start_rows(
        plugin(game, "Rules.", kit="1.0"), game.config_class(), num_rows=3, num_seats=2
    )
    rows.begin(np.arange(3), np.arange(3, dtype=np.uint64))
    game.calls = 0
    decisions = int(rows.asked().sum())
    assert decisions > 0
    rows.observe(["num_choices"])
    choices = np.zeros((3, 2), np.int32)
    answered = np.ones((3, 2), np.bool_)
    answered[1] = False  # the default is played in one match
    refused = rows.step({CHOICE.name: choices, ANSWERED.name: answered})
    assert game.calls == decisions
    assert not refused.any()
