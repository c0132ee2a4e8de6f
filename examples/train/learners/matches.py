"""Steps many Diceman matches at once for a learner, and makes what policies are called with.

Policies are called with a `Table`: what both seats see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from learners.diceman_features import COLUMNS, Table
from learners.network import Array, Bools, Floats
from referee_envs import make_vec

__all__ = ["Matches", "table_of"]


class Matches:
    """Diceman matches of the default config, stepped together.

    A match that has ended is followed by another at once.

    Args:
        num_rows: Number of matches.
        seed: Seed from which all dice follow; or a list with one for each match.
        backend: Where the matches are stepped: `inprocess`, or the address of a simulation server.
    """

    def __init__(
        self, num_rows: int, seed: int | Sequence[int], backend: str = "inprocess"
    ) -> None:
        self.env = make_vec(
            "diceman",
            2 * num_rows,
            seat=None,
            columns=COLUMNS,
            autoreset="same_step",
            backend=backend,
            copy=False,
        )
        """Vector environment of the matches, with two environments for each: one a seat."""
        self._seen, _ = self.env.reset(seed=seed)

    def table(self) -> Table:
        """Return what both seats see of each match now, as columns with one row for each match."""
        return table_of({name: array[::2] for name, array in self._seen.items()})

    def step(self, choices: npt.NDArray[np.int8]) -> tuple[Floats, Bools]:
        """Play a round in all matches.

        Args:
            choices: int8[row, seat]: number of the combination that each seat picks.

        Returns:
            float32[row, seat]: game points of each seat if the match ended, else 0; and
            bool[row]: whether it ended.
        """
        self._seen, points, ended, _, _ = self.env.step(choices.reshape(-1))
        return points.reshape(-1, 2), ended[::2]


def table_of(observation: Mapping[str, Array]) -> Table:
    """Return what both seats see of matches, as a `Table`, from observed columns by name."""
    return Table(*(observation[name] for name in COLUMNS))
