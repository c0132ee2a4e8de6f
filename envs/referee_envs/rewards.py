"""Kinds of reward by name, and their bounds."""

from __future__ import annotations

import math

from referee_envs.errors import InputError

__all__ = ["REWARDS", "SCORE", "checked_reward", "reward_range"]

SCORE, PLACEMENT, WIN = "score", "placement", "win"
REWARDS = (SCORE, PLACEMENT, WIN)
"""The seat's score; a value of its placement, from -1 to 1; its share of the first place, from 0 to 1."""

_RANGES = {SCORE: (-math.inf, math.inf), PLACEMENT: (-1.0, 1.0), WIN: (0.0, 1.0)}
_OF_GAMES = {"dungeon_keeper": PLACEMENT}
"""Games with another default than the score, because scores do not show the winner: seats that have fallen score 0, and
often all of them have."""


def checked_reward(reward: str | None, game: str) -> str:
    """Return the kind of reward: the given one, or the game's default.

    Raises:
        InputError: There is no such reward.
    """
    if reward is None:
        return _OF_GAMES.get(game, SCORE)
    if reward not in REWARDS:
        raise InputError("reward", f"one of {', '.join(REWARDS)}", repr(reward))
    return reward


def reward_range(reward: str) -> tuple[float, float]:
    """Return the least and the greatest reward of an episode; infinite where there is no bound."""
    return _RANGES[reward]
