"""The reward of a seat when the rules end its match: the score, or a number computed from the placement."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import numpy as np

from referee.core.errors import FieldError
from referee.kit.rollout.dtypes import Floats, Ints
from referee.kit.rollout.rows import Rows

__all__ = ["Reward", "sides_of", "worth_of"]


class Reward(enum.Enum):
    """Kinds of rewards that a seat can get at the end of a match.

    A side is a team of seats, or a single seat in a game without teams. All seats of a side get the
    same `PLACEMENT` or `WIN`, which need at least two sides.
    """

    SCORE = 1
    """The seat's score, as the rulebook counts it."""
    PLACEMENT = 2
    """From -1 to 1: number of sides placed below minus number of sides placed above, divided by the
    number of other sides.

    Sides at the same place count for neither. Over all sides the sum is 0.
    """
    WIN = 3
    """From 0 to 1: 1 for a side alone at the first place, 1/n for each of n sides that share it, 0 for
    others.

    Over all sides the sum is 1.
    """

    def check(self, sides: Sequence[int]) -> None:
        """Raise an error if this reward needs two sides and there is only one.

        Args:
            sides: Number of the side of each seat.

        Raises:
            FieldError: All seats are of one side, and the reward is not the score.
        """
        if self is not Reward.SCORE and len(set(sides)) < 2:
            name = self.name.lower()
            raise FieldError("reward", "score where all seats are of one side", name)


def sides_of(rows: Rows) -> tuple[int, ...]:
    """Return the number of each seat's side (its team, or the seat alone) in the matches of these rows."""
    if rows.plugin is None or rows.config is None:
        return tuple(range(rows.num_seats))
    sides: tuple[int, ...] = rows.plugin.game.teams(rows.config, rows.num_seats)
    return sides


def worth_of(reward: Reward, placements: Ints, sides: Sequence[int]) -> Floats:
    """Return the reward of each seat, computed from placements.

    Args:
        reward: `PLACEMENT` or `WIN`.
        placements: int32[match, seat]: placements, from 1.
        sides: Number of the side of each seat.

    Returns:
        float32[match, seat]: the rewards.
    """
    # Seats of a side share their placement, so one seat stands for each side.
    _, firsts, which = np.unique(np.array(sides), return_index=True, return_inverse=True)
    places = placements[:, firsts]
    if reward is Reward.WIN:
        # A shared first place is divided; the maximum only avoids 0/0 where no side is first.
        is_first = places == 1
        worth = is_first / np.maximum(is_first.sum(1, keepdims=True), 1)
    else:
        own, other = places[:, :, None], places[:, None, :]
        # A side compared with itself is neither above nor below.
        worth = ((other > own).sum(2) - (other < own).sum(2)) / max(len(firsts) - 1, 1)
    by_seat: Floats = worth[:, which].astype(np.float32)
    return by_seat
