"""The reward of a seat when the rules end its match: its score, or a value of its placement."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import numpy as np

from referee.core.errors import FieldError
from referee.kit.rollout.rows import Floats, Ints, Rows

__all__ = ["Reward", "sides_of", "worth_of"]


class Reward(enum.Enum):
    """Kinds of rewards.

    Sides are the teams of seats, or single seats where there are none; all seats of a side have the same of
    `PLACEMENT` and `WIN`, which need two sides at least.
    """

    SCORE = 1
    """The seat's score, as the rulebook counts it."""
    PLACEMENT = 2
    """From -1 to 1: the sides placed below minus the sides placed above, divided by the number of other sides.

    Equal places count for neither. Over all sides the sum is 0.
    """
    WIN = 3
    """From 0 to 1: 1 for the only side at the first place, 1/n for each of n that share it, else 0.

    Over all sides the sum is 1.
    """

    def check(self, sides: Sequence[int]) -> None:
        """Check that there are other sides to be placed above or below.

        Args:
            sides: Side of each seat.

        Raises:
            FieldError: All seats are of one side.
        """
        if self is not Reward.SCORE and len(set(sides)) < 2:
            name = self.name.lower()
            raise FieldError("reward", "score where all seats are of one side", name)


def sides_of(rows: Rows) -> tuple[int, ...]:
    """Return the side of each seat of a match."""
    if rows.plugin is None or rows.config is None:
        return tuple(range(rows.num_seats))
    sides: tuple[int, ...] = rows.plugin.game.teams(rows.config, rows.num_seats)
    return sides


def worth_of(reward: Reward, placements: Ints, sides: Sequence[int]) -> Floats:
    """Return the reward of each seat by its placement.

    Args:
        reward: `PLACEMENT` or `WIN`.
        placements: int32[match, seat], from 1.
        sides: Side of each seat.

    Returns:
        float32[match, seat].
    """
    _, firsts, which = np.unique(np.array(sides), return_index=True, return_inverse=True)
    places = placements[:, firsts]
    if reward is Reward.WIN:
        is_first = places == 1
        worth = is_first / np.maximum(is_first.sum(1, keepdims=True), 1)
    else:
        own, other = places[:, :, None], places[:, None, :]
        worth = ((other > own).sum(2) - (other < own).sum(2)) / max(len(firsts) - 1, 1)
    by_seat: Floats = worth[:, which].astype(np.float32)
    return by_seat
