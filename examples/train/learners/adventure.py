"""Parties of Dice Adventure that a learner steps, many at once, and the plans it makes for them.

All three members of all parties follow one policy. Nobody pings: matches have no ping windows here, and where
there are some nothing is said in them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from learners.adventure_features import (
    COLUMNS,
    STOP,
    View,
    Ways,
    features,
    moved,
)
from learners.network import Array, Bools, Floats, Layers, forward, probabilities
from learners.opponents import draw
from referee.games import registry
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.rollout import Autoreset, Rollout

__all__ = ["SLOTS", "Parties", "Plans", "Tokens", "by_policy", "make_plans"]

SLOTS = 6
"""Steps that a plan has at most: what the quickest member has action points for."""
MOST_STEPS = 12
"""Length of a plan in its column."""

Chooser: TypeAlias = Callable[[Floats], tuple[Array, Floats]]
"""Takes features; returns choices and how likely each choice was."""


@dataclasses.dataclass(frozen=True, slots=True)
class Tokens:
    """Choices of one step of all plans."""

    features: Floats
    """float32[seat, feature]."""
    choices: Array
    """int8[seat]."""
    chances: Floats
    """float32[seat, choice]."""
    asked: Bools
    """bool[seat]: whether the plan was still open."""


@dataclasses.dataclass(frozen=True, slots=True)
class Plans:
    """Plans of all seats for one round."""

    steps: Array
    """int8[seat, 12]: as the column `steps` has them, -1 behind the last."""
    tokens: list[Tokens]
    """How they were made, a slot at a time."""


def make_plans(view: View, asked: Bools, choose: Chooser) -> Plans:
    """Return plans that are chosen step by step, as far as action points go."""
    ways = Ways.of(view)
    at = np.stack([view.x, view.y], axis=1).astype(np.int64)
    ap, is_open = view.ap.astype(np.int64), asked & (view.ap > 0)
    steps = np.full((len(at), MOST_STEPS), -1, np.int8)
    tokens = []
    for slot in range(SLOTS):
        seen = features(view, ways, at, ap, slot)
        choices, chances = choose(seen)
        tokens.append(Tokens(seen, choices, chances, is_open))
        walks = is_open & (choices != STOP)
        steps[walks, slot] = choices[walks]
        at = np.where(walks[:, None], moved(ways, at, choices), at)
        ap = ap - walks
        is_open = walks & (ap > 0)
    return Plans(steps, tokens)


def by_policy(layers: Layers, random: np.random.Generator, *, boldness: float = 1.0) -> Chooser:
    """Return a chooser that draws as likely as a policy says.

    Args:
        layers: The policy.
        random: What it draws with.
        boldness: Logits are multiplied by it; the larger, the more often the likeliest is chosen.
    """

    def choose(seen: Floats) -> tuple[Array, Floats]:
        chances = probabilities(forward(layers, seen) * np.float32(boldness))
        return draw(chances, random), chances

    return choose


class Parties:
    """Matches of one party each, of the default levels; one that has ended is followed by another at once.

    Args:
        num_rows: Parties.
        seed: All levels and dice follow from it.
    """

    def __init__(self, num_rows: int, seed: int) -> None:
        plugin = registry.find("dice_adventure")
        config = plugin.game.config_class.model_validate({"ping_windows": 0})
        rows = start_rows(plugin, config, num_rows=num_rows, num_seats=3)
        self.rollout = Rollout(rows, seed=seed, autoreset=Autoreset.SAME_STEP)
        """What steps them."""
        self.num_rows = num_rows
        """Parties."""
        self._worth = self._standing()
        self.scores: list[float] = []
        """Of matches that have ended; emptied by whoever reads them."""

    def view(self) -> View:
        """Return what all seats see, party by party."""
        columns: list[Any] = self.rollout.observe(COLUMNS)
        return View(*(column.reshape(-1, *column.shape[2:]) for column in columns))

    def asked(self) -> Bools:
        """Return which seats must decide, bool[seat]."""
        return self.rollout.asked().reshape(-1)

    def step(self, steps: Array) -> tuple[Floats, Bools]:
        """Carry out plans.

        Args:
            steps: int8[seat, 12].

        Returns:
            float32[row]: points that the party has won with them, keys of the level included; and bool[row]:
            whether the match ended.
        """
        plans = steps.reshape(self.num_rows, 3, MOST_STEPS)
        step = self.rollout.step({"steps": plans})
        standing = self._standing()
        ended = step.terminated
        final = step.reward[:, 0]
        self.scores += final[ended].tolist()
        gained = np.where(ended, final, standing) - self._worth
        self._worth = standing
        return gained.astype(np.float32), ended

    def _standing(self) -> Array:
        """Return points of ended levels and of keys that are held, int[row] (DA-7.2)."""
        columns: list[Any] = self.rollout.observe(["score", "members.key"])
        score, keys = columns
        standing: Array = score[:, 0].astype(np.int64) + 100 * keys[:, 0].sum(axis=1)
        return standing
