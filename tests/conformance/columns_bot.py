"""A Diceman bot that takes turns in columns: many at once as arrays, and single ones as messages."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import Bot, run
from referee_client.lanes import LaneTurns
from tests.conformance.faults import FAULTS


class ColumnsBot(Bot):
    """Answers by the round, which the columns have."""

    game = "diceman"
    columns = ("table.round",)

    def act(self, _observation: Observation) -> Action:
        """Answer a turn that is not in columns."""
        return Action(dice=[2, 3])

    def act_columns(self, turns: LaneTurns) -> Any:
        """Answer turns of many matches."""
        return np.where(turns.observed["table.round"] % 2, 5, 0).astype(np.int8)


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] in FAULTS:
        FAULTS[sys.argv.pop(1)]()
    run(ColumnsBot)
