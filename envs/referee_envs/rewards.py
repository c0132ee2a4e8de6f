"""Kinds of reward by name, with their least and greatest values."""

from __future__ import annotations

import math

from referee_envs.errors import InputError

__all__ = ["REWARDS", "SCORE", "checked_reward", "reward_range"]

SCORE, PLACEMENT, WIN = "score", "placement", "win"
REWARDS = (SCORE, PLACEMENT, WIN)
"""Allowed kinds of reward: the seat's score; a number from -1 to 1 by the seat's placement; the
seat's share of the first place, 0 to 1.
"""

_RANGES = {SCORE: (-math.inf, math.inf), PLACEMENT: (-1.0, 1.0), WIN: (0.0, 1.0)}
_OF_GAMES = {"dungeon_keeper": PLACEMENT}
"""Default reward of games where it is not the score, because scores do not show the winner: seats
that have fallen score 0, and often all seats have fallen.
"""


def checked_reward(reward: str | None, game: str) -> str:
    """Return the kind of reward: the given one, or for None the game's default.

    Raises:
        InputError: There is no such kind.
    """
    if reward is None:
        return _OF_GAMES.get(game, SCORE)
    if reward not in REWARDS:
        raise InputError("reward", f"one of {', '.join(REWARDS)}", repr(reward))
    return reward


def reward_range(reward: str) -> tuple[float, float]:
    """Return the least and greatest reward that an episode can give.

    Both are infinite for rewards without bounds.
    """
    return _RANGES[reward]
