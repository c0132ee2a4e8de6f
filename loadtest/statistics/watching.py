"""Measures how often an interval misses the true value at least once, if standings are read repeatedly."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from loadtest.statistics.coverage import holds, pooled
from loadtest.statistics.worlds import Design, Luck, World, groups, names, round_robin
from tournaments.ratings import Estimate, PlacedMatch, rate_elo, score_elo
from tournaments.ratings.scales import elo_of_score
from tournaments.ratings.watching import FIRST_LOOK

__all__ = ["CASES", "Watched", "measure"]

CASES: tuple[tuple[Design, Luck, float], ...] = (
    (Design("duel", 2, 2, 300, round_robin), "own", 0.0),
    (Design("duel", 2, 2, 300, round_robin), "shared", 1.0),
    (Design("round robin", 2, 4, 50, round_robin), "shared", 1.0),
    (Design("groups", 4, 5, 60, groups), "cancelling", 1.0),
)
"""Cases that are simulated, each of 300 blocks (matches of the same bots with seats exchanged): the
design, the kind of luck, and the height of the steps that performances are cut to, which makes
ties.
"""
_EVERY = 10
"""Number of blocks (matches of the same bots with seats exchanged) between two checks of the
intervals, from the hundredth block on; before that, they are checked after every fifth block.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Watched:
    """How often intervals missed the true value in at least one of the checks during a tournament."""

    design: Design
    """Format, and which bots played each other."""
    luck: Luck
    """Kind of luck: of the match, or shared in a block (matches of the same bots) by player or by
    seat.
    """
    fixed: float
    """Share of bots whose 95% interval missed the true rating in at least one check, 0 to 1."""
    watched: float
    """Share of bots whose interval for repeated reading, a wider one, missed the true rating in at
    least one check, 0 to 1."""
    betting: float | None
    """Share of tournaments in which the interval by betting missed the true score after the last
    block (two matches with seats exchanged); None with more than two bots.
    """
    wider: float
    """Median ratio of two widths after the last block (matches of the same bots): of the interval
    for repeated reading to the 95% interval.
    """
    bet_wider: float | None
    """Median ratio of two widths after the last block (two matches with seats exchanged): of the
    interval by betting to the interval of the score; None with more than two bots.
    """


def measure(runs: int, seed: int) -> Iterator[Watched]:
    """Simulate tournaments of each kind; yield for each kind how often intervals missed the truth.

    Args:
        runs: Number of tournaments of each kind.
        seed: Seed of all tournaments, 0 to 2^64 - 1.
    """
    for number, (design, luck, step) in enumerate(CASES):
        dice = np.random.default_rng((seed, number))
        yield _measure(design, luck, step, runs, dice)


def _measure(
    design: Design, luck: Luck, step: float, runs: int, dice: np.random.Generator
) -> Watched:
    bots = names(design.bots)
    strengths = np.linspace(0.3, -0.3, design.bots)
    world = World(strengths.tolist(), dice, luck=luck, step=step)
    truth = pooled(world, design)
    score = _true_score(world, design) if design.bots == 2 else None
    wrong, watched_wrong, bets_wrong = 0, 0, 0
    wider, bet_wider = [], []
    for _ in range(runs):
        blocks = _blocks(list(world.play(design.scheduler())))
        fixed = np.zeros(len(bots), dtype=np.bool_)
        watched = np.zeros(len(bots), dtype=np.bool_)
        matches: list[PlacedMatch] = []
        for count, block in enumerate(blocks, start=1):
            matches += block
            if count < FIRST_LOOK or count % (5 if count < 100 else _EVERY):
                continue
            ratings = rate_elo(bots, matches)
            zero = float(np.mean([truth.ratings[player] for player in ratings.zero]))
            for index, (player, estimate) in enumerate(zip(bots, ratings.ratings, strict=True)):
                true = truth.ratings[player] - zero
                fixed[index] |= not holds(estimate, true)
                watched[index] |= not holds(_watched(estimate), true)
        wrong += int(fixed.sum())
        watched_wrong += int(watched.sum())
        wider += [_width(_watched(each)) / _width(each) for each in ratings.ratings]
        if score is not None:
            bet = score_elo(bots[0], matches, is_duel=True)
            bets_wrong += not holds(_watched(bet), elo_of_score(score))
            bet_wider.append(_width(_watched(bet)) / _width(bet))
    return Watched(
        design=design,
        luck=luck,
        fixed=wrong / runs / len(bots),
        watched=watched_wrong / runs / len(bots),
        betting=bets_wrong / runs if score is not None else None,
        wider=float(np.median(wider)),
        bet_wider=float(np.median(bet_wider)) if bet_wider else None,
    )


def _blocks(matches: list[PlacedMatch]) -> list[list[PlacedMatch]]:
    """Return the matches of each block (matches with the same key `block`) together.

    Blocks are in the order in which they begin.
    """
    blocks: dict[str, list[PlacedMatch]] = {}
    for match in matches:
        blocks.setdefault(match.block, []).append(match)
    return list(blocks.values())


def _true_score(world: World, design: Design) -> float:
    """Return the share of points of the first of two bots in 100,000 matches.

    Args:
        world: The bots and their luck.
        design: The kind of tournament.
    """
    points = matches = 0.0
    first = names(2)[0]
    while matches < 100_000:
        for match in world.play(design.scheduler()):
            seat = match.players.index(first)
            own, rival = match.placements[seat], match.placements[1 - seat]
            points += (own < rival) + (own == rival) / 2
            matches += 1
    return points / matches


def _watched(estimate: Estimate) -> Estimate:
    return Estimate(estimate.value, estimate.watched_low, estimate.watched_high)


def _width(estimate: Estimate) -> float:
    if estimate.low is None or estimate.high is None:
        return float("nan")
    return estimate.high - estimate.low
