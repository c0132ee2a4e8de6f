"""Matches of Diceman that a learner steps, many at once, and what policies are called with there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from learners.diceman_features import COLUMNS, Table
from learners.network import Array, Bools, Floats
from referee_envs import make_vec

__all__ = ["Matches", "table_of"]


class Matches:
    """Matches of the default config side by side; one that has ended is followed by another at once.

    Args:
        num_rows: Matches at once.
        seed: All dice follow from it; or one for each match.
        backend: What steps them; see `referee_envs.make_vec`.
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
        """Each match is two environments, one for each seat."""
        self._seen, _ = self.env.reset(seed=seed)

    def table(self) -> Table:
        """Return what is to be seen now."""
        return table_of({name: array[::2] for name, array in self._seen.items()})

    def step(self, choices: npt.NDArray[np.int8]) -> tuple[Floats, Bools]:
        """Play a round of all.

        Args:
            choices: int8[row, seat]: combination ids.

        Returns:
            float32[row, seat]: game points of the match where it ended, else 0; and bool[row]: whether it has.
        """
        self._seen, points, ended, _, _ = self.env.step(choices.reshape(-1))
        return points.reshape(-1, 2), ended[::2]


def table_of(observation: Mapping[str, Array]) -> Table:
    """Return the open table from columns by name."""
    return Table(*(observation[name] for name in COLUMNS))
