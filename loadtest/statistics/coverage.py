"""Measures how often 95% intervals hold the true strength, in every format.

Where luck is shared, or ties are not made as in the model, ratings have another scale than the
strengths that were put in. So the true strength is the limit of the ratings: the ratings by many
tournaments of the same kind at once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator

import numpy as np

from loadtest.statistics.worlds import DESIGNS, Design, Luck, World, names
from tournaments.ratings import Estimate, PlacedMatch, rate_elo

__all__ = ["CASES", "Coverage", "Truth", "holds", "measure", "measure_one", "pooled"]

CASES: tuple[tuple[Luck, float], ...] = (("own", 0.0), ("shared", 1.0), ("cancelling", 1.0))
"""Cases that are simulated: the kind of luck, and the height of the steps that performances are cut
to, which makes ties.
"""
_TRUE_BLOCKS = 20_000
_TRUE_MATCHES = 100_000
"""Number of matches from which true ratings are computed; fewer if they already have `_TRUE_BLOCKS`
blocks (matches of the same bots with seats exchanged).
"""
_SPREAD = 1.0
"""Standard deviation of the bots' strengths, in natural logarithms of odds; it equals 174 Elo."""
_SEAT = 0.3
"""Addition of seat 0 to a performance, in natural logarithms of odds; it equals 52 Elo."""


@dataclasses.dataclass(frozen=True, slots=True)
class Coverage:
    """How often intervals contained the true strength, and how wide they were, for one kind of tournament."""

    design: Design
    """Format, and which bots played each other."""
    luck: Luck
    """Kind of luck: of the match, or shared in a block (matches of the same bots) by player or by
    seat.
    """
    ties: float
    """Share of ties among comparisons of two seats, 0 to 1."""
    blocks: float
    """Mean number of blocks (matches of the same bots with seats exchanged) in a tournament."""
    ratings: float
    """Share of the ratings' intervals that contained the true rating, half-open ones included, 0 to 1."""
    error: float
    """Standard error of `ratings` over the tournaments."""
    seats: float | None
    """Share of the seat effects' intervals that contained the true effect, 0 to 1; None where seats are all
    alike."""
    open: float
    """Share of the ratings' intervals that were half-open, 0 to 1."""
    width: float
    """Median half-width of the ratings' intervals that are not half-open, in Elo."""
    scale: float
    """Ratio of estimated strengths to those put in: the slope of a line through 0."""


def measure(runs: int, seed: int, formats: Collection[str] = ()) -> Iterator[Coverage]:
    """Simulate `runs` tournaments of every design and kind of luck; yield the coverage of each.

    Args:
        runs: Number of tournaments of each kind with few blocks; kinds with many blocks (matches of
            the same bots) have a quarter of that.
        seed: Seed of all tournaments, 0 to 2^64 - 1.
        formats: Names of the formats to simulate; empty means all.
    """
    for number, design in enumerate(DESIGNS):
        if formats and design.name not in formats:
            continue
        for case, (luck, step) in enumerate(CASES):
            dice = np.random.default_rng((seed, number, case))
            times = runs if design.is_small else max(2, runs // 4)
            yield measure_one(design, luck, step, times, dice)


def measure_one(
    design: Design, luck: Luck, step: float, runs: int, dice: np.random.Generator
) -> Coverage:
    """Simulate tournaments of one kind; return how often intervals contained the true values.

    Args:
        design: Format, and which bots play each other.
        luck: Kind of luck.
        step: Height of the steps that performances (strength plus luck) are cut to; 0 means no
            ties.
        runs: Number of tournaments.
        dice: Random numbers.
    """
    strengths = dice.normal(size=design.bots) * _SPREAD
    if design.bots == 2:
        strengths = np.array([0.25, -0.25])
    # Ratings have a mean of 0, so that the strengths put in must have it, too.
    strengths -= strengths.mean()
    effects = (_SEAT, *(0.0,) * (design.seats - 1)) if design.has_effects else ()
    world = World(strengths.tolist(), dice, luck=luck, step=step, seat_effects=effects)
    truth = pooled(world, design)
    held: list[float] = []
    of_seats: list[bool] = []
    widths: list[float] = []
    num_open = num_judged = num_blocks = 0
    for _ in range(runs):
        played = list(world.play(design.scheduler()))
        ratings = rate_elo(names(design.bots), played, has_effects=design.has_effects)
        # Ratings are relative to the mean of these players; the truth has to be shifted in the same
        # way.
        zero = float(np.mean([truth.ratings[player] for player in ratings.zero]))
        judged = [
            (estimate, truth.ratings[player] - zero)
            for player, estimate in zip(ratings.players, ratings.ratings, strict=True)
            if (estimate.low, estimate.high) != (None, None)
        ]
        if judged:
            held.append(sum(holds(estimate, true) for estimate, true in judged) / len(judged))
        num_judged += len(judged)
        num_open += sum(None in (estimate.low, estimate.high) for estimate, _ in judged)
        widths += [
            (estimate.high - estimate.low) / 2
            for estimate, _ in judged
            if estimate.high is not None and estimate.low is not None
        ]
        of_seats += [
            holds(estimate, true)
            for estimate, true in zip(ratings.seats, truth.seats, strict=True)
            if (estimate.low, estimate.high) != (None, None)
        ]
        num_blocks += ratings.num_blocks
    true = np.array([truth.ratings[player] for player in names(design.bots)])
    put_in = strengths * 400 / np.log(10)
    return Coverage(
        design=design,
        luck=luck,
        ties=truth.ties,
        blocks=num_blocks / runs,
        ratings=float(np.mean(held)),
        error=float(np.std(held) / np.sqrt(len(held))),
        seats=float(np.mean(of_seats)) if of_seats else None,
        open=num_open / num_judged,
        width=float(np.median(widths)),
        scale=float((true * put_in).sum() / (put_in**2).sum()),
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Truth:
    """Ratings and seat effects of very many matches, in Elo, with which intervals are compared."""

    ratings: dict[str, float]
    seats: list[float]
    ties: float


def pooled(world: World, design: Design) -> Truth:
    """Return the ratings by all matches of many tournaments of one kind, which count as true.

    Args:
        world: Players and their luck.
        design: The kind of tournament.
    """
    matches: list[PlacedMatch] = []
    num_blocks = number = 0
    while num_blocks < _TRUE_BLOCKS and len(matches) < _TRUE_MATCHES:
        number += 1
        played = list(world.play(design.scheduler()))
        num_blocks += len({match.block for match in played})
        # Blocks of different tournaments must not be taken for one block.
        matches += [dataclasses.replace(match, block=f"{number}:{match.block}") for match in played]
    ratings = rate_elo(names(design.bots), matches, has_effects=design.has_effects)
    pairs = tied = 0
    for match in matches:
        for seat, own in enumerate(match.placements):
            pairs += len(match.placements) - 1 - seat
            tied += match.placements[seat + 1 :].count(own)
    values = {
        player: estimate.value
        for player, estimate in zip(ratings.players, ratings.ratings, strict=True)
    }
    return Truth(
        {player: 0.0 if value is None else value for player, value in values.items()},
        [seat.value or 0.0 for seat in ratings.seats],
        tied / pairs,
    )


def holds(estimate: Estimate, true: float) -> bool:
    """Return whether an estimate's interval, which may be open on one side, holds the true value."""
    is_above = estimate.low is None or estimate.low <= true
    return is_above and (estimate.high is None or true <= estimate.high)
