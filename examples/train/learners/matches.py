"""Matches of Diceman that a learner steps, many at once: the one module here that knows the referee's engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from learners.diceman_features import COLUMNS, Array, Table
from learners.network import Floats
from referee.games import registry
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.rollout import Autoreset, Rollout

__all__ = ["Matches"]


class Matches:
    """Matches of the default config side by side; one that has ended is followed by another at once.

    Args:
        num_rows: Matches at once.
        seed: All dice follow from it.
    """

    def __init__(self, num_rows: int, seed: int) -> None:
        plugin = registry.find("diceman")
        config = plugin.game.config_class()
        rows = start_rows(plugin, config, num_rows=num_rows, num_seats=2)
        self.rollout = Rollout(rows, seed=seed, autoreset=Autoreset.SAME_STEP)
        """What steps them."""

    def table(self) -> Table:
        """Return what is to be seen now."""
        columns: list[Any] = self.rollout.observe(COLUMNS)
        return Table(*columns)

    def step(self, choices: npt.NDArray[np.int8]) -> tuple[Floats, Array]:
        """Play a round of all.

        Args:
            choices: int8[row, seat]: combination ids.

        Returns:
            float32[row, seat]: game points of the match where it ended, else 0; and bool[row]: whether it has.
        """
        step = self.rollout.step({"choice": choices})
        return step.reward, step.terminated
