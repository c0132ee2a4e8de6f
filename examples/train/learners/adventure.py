"""Steps many parties of Dice Adventure at once for a learner, and makes plans for their members.

All three members of all parties follow one policy. Nobody pings: the matches here have no ping
windows, and where there are some, the policy sends nothing in them.
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
"""Highest number of steps of a plan: the action points of the member that has most."""
MOST_STEPS = 12
"""Number of steps that the column of plans has room for."""

Chooser: TypeAlias = Callable[[Floats], tuple[Array, Floats]]
"""Function that takes features and returns choices, and the probability of every choice."""


@dataclasses.dataclass(frozen=True, slots=True)
class Tokens:
    """What all seats chose for one step of their plans: a direction, waiting, or the plan's end."""

    features: Floats
    """float32[seat, feature]: what each seat saw before the choice."""
    choices: Array
    """int8[seat]: index of the choice."""
    chances: Floats
    """float32[seat, choice]: probability of each choice."""
    asked: Bools
    """bool[seat]: whether the seat's plan was still open at this step."""


@dataclasses.dataclass(frozen=True, slots=True)
class Plans:
    """Plans of all seats for one round, and the choices that they were made of."""

    steps: Array
    """int8[seat, 12]: steps by number: 0 up, 1 down, 2 left, 3 right, 4 wait; -1 after the last
    step.
    """
    tokens: list[Tokens]
    """Choices that the plans were made of, one entry for each step."""


def make_plans(view: View, asked: Bools, choose: Chooser) -> Plans:
    """Return plans that are chosen step by step, until the seats stop or have no action points left.

    Args:
        view: Observations of all seats, as columns with an entry for each seat.
        asked: bool[seat]: whether the seat must decide; the plans of others are empty.
        choose: Chooses a step of each seat's plan, or its end, from the features of the seat.
    """
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
    """Return a chooser that picks at random by the probabilities of a policy.

    Args:
        layers: Network of the policy.
        random: Source of random numbers.
        boldness: Factor of the logits; the larger, the more often the most probable choice is
            drawn.
    """

    def choose(seen: Floats) -> tuple[Array, Floats]:
        chances = probabilities(forward(layers, seen) * np.float32(boldness))
        return draw(chances, random), chances

    return choose


class Parties:
    """Matches of Dice Adventure with one party each, on the default levels, stepped together.

    A match that has ended is followed by another at once.

    Args:
        num_rows: Number of parties.
        seed: Seed from which all levels and dice follow.
    """

    def __init__(self, num_rows: int, seed: int) -> None:
        plugin = registry.find("dice_adventure")
        config = plugin.game.config_class.model_validate({"ping_windows": 0})
        rows = start_rows(plugin, config, num_rows=num_rows, num_seats=3)
        self.rollout = Rollout(rows, seed=seed, autoreset=Autoreset.SAME_STEP)
        """Simulation that steps the matches together, as arrays."""
        self.num_rows = num_rows
        """Number of parties."""
        self._worth = self._standing()
        self.scores: list[float] = []
        """Scores of the matches that have ended; callers empty the list after reading it."""

    def view(self) -> View:
        """Return what each seat observes, as columns whose first axis is seats.

        The three seats of the first party come first, then those of the second, and so on.
        """
        columns: list[Any] = self.rollout.observe(COLUMNS)
        return View(*(column.reshape(-1, *column.shape[2:]) for column in columns))

    def asked(self) -> Bools:
        """Return bool[seat]: whether the seat must decide; the seats are in the order of `view`."""
        return self.rollout.asked().reshape(-1)

    def step(self, steps: Array) -> tuple[Floats, Bools]:
        """Carry out the plans of all seats.

        Args:
            steps: int8[seat, 12]: steps by number: 0 up, 1 down, 2 left, 3 right, 4 wait; -1 after
                the last.

        Returns:
            float32[party]: points that the party has gained, the level's keys included; and
            bool[party]: whether the party's match ended.
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
        """Return each party's points of ended levels and of the keys it holds, int[row] (DA-7.2)."""
        columns: list[Any] = self.rollout.observe(["score", "members.key"])
        score, keys = columns
        standing: Array = score[:, 0].astype(np.int64) + 100 * keys[:, 0].sum(axis=1)
        return standing
