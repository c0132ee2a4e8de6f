"""Rows of random orders as one line each, to be compared between compiled and interpreted kernels.

`python -m tests.games.champions.rows_in_worlds FIRST LAST` prints those of the numbers FIRST to LAST - 1.
A line holds a hash over all columns, rewards and refusals of the rows on the way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from referee.core.rng import Stream
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.rows import ChampionsRows
from referee.games.champions.simulation import choose_all
from referee.kit.rollout.rollout import Autoreset, Rollout
from tests.helpers.worlds import print_lines

__all__ = ["line_of"]

ROWS = 3
POINTS = 30


def line_of(number: int) -> str:
    """Orders at random, of which in odd lines every third is made of any numbers at all."""
    num_seats = 2 + number % 15
    rows = ChampionsRows(ChampionsConfig(max_rounds=5), ROWS, num_seats)
    rollout = Rollout(rows, seed=number, autoreset=Autoreset.SAME_STEP)
    names = [each.name for each in rollout.columns if not each.is_ragged]
    dice, rng = Stream(number), np.random.default_rng(number)
    seen, refused = hashlib.sha256(), 0
    for point in range(POINTS):
        given = np.zeros((ROWS, num_seats, c.GIVEN_WIDTH), np.int16)
        choose_all(rows.state, dice, given)
        if number % 2:
            least, above = ((-(2**15), 2**15), (-3, 9))[point % 2]
            wild = rng.random((ROWS, num_seats)) < 1 / 3
            given[wild] = rng.integers(least, above, given[wild].shape)
        step = rollout.step({"order": given})
        refused += int(step.refused.sum())
        for values in (step.reward, step.refused, step.terminated, *rollout.observe(names)):
            seen.update(np.ascontiguousarray(values).tobytes())
    return f"{number} {num_seats} seats {refused} refused {seen.hexdigest()}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the lines of these rows."""
    print_lines(__doc__, line_of, arguments)


if __name__ == "__main__":
    main()
