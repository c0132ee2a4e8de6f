"""Measures the collusion report: pairs named among honest players, and how fast thrown matches are found."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import numpy as np

from loadtest.statistics.worlds import DESIGNS, Design, Luck, World, names
from tournaments.ratings.collusion import favours

__all__ = ["RATE", "Row", "ThrowingWorld", "measure", "measure_one"]

RATE = 0.01
"""False discovery rate at which pairs are named, 0..1."""
_SPREAD = 1.0
"""Standard deviation of the strengths, in natural logarithms of odds: 174 points of Elo."""
_LUCKS: tuple[Luck, ...] = ("own", "shared", "cancelling")
_STEPS = (0.0, 1.0)


class ThrowingWorld(World):
    """A world in which the second bot throws matches: it is placed last when the first takes part.

    Args:
        strengths: Strength of each bot, in natural logarithms of odds.
        dice: Random numbers.
        throws: Probability, 0..1, that a match of both is thrown.
        luck: Kind of luck; see `World`.
        step: Height of the steps that performances are cut to; see `World`.
    """

    def __init__(
        self,
        strengths: Sequence[float],
        dice: np.random.Generator,
        *,
        throws: float,
        luck: Luck = "own",
        step: float = 0.0,
    ) -> None:
        super().__init__(strengths, dice, luck=luck, step=step)
        self._throws = throws
        self._thrown = dice
        self.gainer, self.thrower = names(len(strengths))[:2]

    def placements(self, block: str, players: Sequence[str]) -> tuple[int, ...]:
        """Return the placement of each seat in a simulated match, from 1."""
        placed = super().placements(block, players)
        if not {self.gainer, self.thrower} <= set(players) or self._thrown.random() >= self._throws:
            return placed
        seat = players.index(self.thrower)
        before = placed[seat]
        # Seats behind the thrower move up by one, and the thrower is last.
        moved = [place - (place > before) for place in placed]
        moved[seat] = len(players)
        return tuple(moved)


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """How often the collusion report named pairs, rightly or not, in tournaments of one kind."""

    design: Design
    """Format, seats and number of bots."""
    luck: Luck
    """Kind of luck."""
    step: float
    """Height of the steps that performances are cut to; 0 means no ties."""
    throws: float
    """Probability that a match of the two that collude is thrown; 0 if all are honest."""
    runs: int
    """Number of tournaments."""
    asked: float
    """Mean number of ordered pairs that were asked in a tournament."""
    with_false: float
    """Share of the tournaments, 0..1, in which a pair of two honest players was named."""
    found: float
    """Share of the tournaments, 0..1, in which the pair that colludes was named; 0 if all are honest."""


def measure(runs: int, seed: int) -> Iterator[Row]:
    """Yield a row for each kind of tournament, in all large formats.

    Honest tournaments are of each kind of luck and of ties. In others, half of the matches of the
    two that collude are thrown, or all.

    Args:
        runs: Number of tournaments of each kind.
        seed: Seed of all dice.
    """
    dice = np.random.default_rng(seed)
    for design in DESIGNS:
        if design.is_small or not design.has_effects or design.bots < 3:
            continue
        for luck in _LUCKS:
            for step in _STEPS:
                yield measure_one(design, luck, step, 0.0, runs, dice)
        for throws in (0.5, 1.0):
            yield measure_one(design, "own", 0.0, throws, runs, dice)


def measure_one(
    design: Design, luck: Luck, step: float, throws: float, runs: int, dice: np.random.Generator
) -> Row:
    """Return the results of simulated tournaments of one kind.

    Args:
        design: Format, seats and number of bots.
        luck: Kind of luck.
        step: Height of the steps that performances (strength plus luck) are cut to; 0 means no
            ties.
        throws: Probability, 0..1, that a match of the two that collude is thrown; 0 if all are
            honest.
        runs: Number of tournaments.
        dice: Random numbers.
    """
    asked = with_false = found = 0
    for _ in range(runs):
        strengths = (_SPREAD * dice.standard_normal(design.bots)).tolist()
        world = ThrowingWorld(strengths, dice, throws=throws, luck=luck, step=step)
        matches = list(world.play(design.scheduler()))
        pairs = favours(names(design.bots), matches)
        named = [pair for pair in pairs if pair.q_value <= RATE]
        two = {world.gainer, world.thrower} if throws else set()
        asked += len(pairs)
        found += any(
            (pair.gainer, pair.other) == (world.gainer, world.thrower) for pair in named if two
        )
        # Pairs with one of the two are left out: a thrower is weaker with its friend than without.
        with_false += any(two.isdisjoint((pair.gainer, pair.other)) for pair in named)
    return Row(design, luck, step, throws, runs, asked / runs, with_false / runs, found / runs)
