"""Compares ratings with other sources: packages, formulas reimplemented here, and published results."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Literal

import choix
import numpy as np
from scipy.optimize import minimize

from loadtest.statistics.worlds import World, groups, names, round_robin
from tournaments.ratings import PlacedMatch, SprtTerms, rate_elo, score_elo
from tournaments.ratings.davidson import PRIOR_ELO, Floats, Placements, fit
from tournaments.ratings.scales import NAT_PER_ELO
from tournaments.ratings.student import Z_975

__all__ = ["Agreement", "duel", "measure", "pentanomial"]


@dataclasses.dataclass(frozen=True, slots=True)
class Agreement:
    """One number, computed here and by another source."""

    what: str
    """Description of the number."""
    source: str
    """Package or publication that `theirs` comes from."""
    ours: float
    """The number as this project computes it."""
    theirs: float
    """The number by the source; of several numbers, the one that differs most."""


def measure(seed: int) -> Iterator[Agreement]:
    """Yield a comparison of each number for which there is a second source.

    Args:
        seed: Seed of the simulated results, 0 to 2^64 - 1.
    """
    yield _choix(seed)
    yield from _scipy(seed)
    elo = rate_elo("ab", duel(136, 111, 96), anchor="b").of("a")
    assert elo.value is not None
    assert elo.high is not None
    by_hand = math.log(136 / 96) / NAT_PER_ELO
    yield Agreement("Davidson's Elo of 136-111-96", "ln(136 / 96) by hand", elo.value, by_hand)
    by_hand = Z_975 * math.sqrt(1 / 136 + 1 / 96) / NAT_PER_ELO
    bar = elo.high - elo.value
    yield Agreement("its bar", "1.96 sqrt(1 / 136 + 1 / 96) by hand", bar, by_hand)
    for source, counts, value, bar in _PUBLISHED:
        matches = pentanomial(counts) if len(counts) == 5 else duel(*counts)
        found = score_elo("a", matches, is_duel=False)
        assert None not in (found.value, found.low, found.high)
        yield Agreement(f"score Elo of {_joined(counts)}", source, found.value or 0.0, value)
        margin = ((found.high or 0.0) - (found.low or 0.0)) / 2
        yield Agreement("its bar", source, margin, bar)
    for source, ratios, scale, elo0, elo1, llr in _RATIOS:
        terms = SprtTerms(elo0, elo1, scale=scale)
        yield Agreement(f"LLR of {_joined(ratios)}", source, float(terms.llr(ratios)), llr)


def _joined(counts: Sequence[int]) -> str:
    return "-".join(map(str, counts))


_PUBLISHED: tuple[tuple[str, tuple[int, ...], float, float], ...] = (
    ("fastchess, its issue 807", (30, 6, 18, 0, 6), -168.40, 73.37),
    ("fastchess, its issue 1007", (5, 5, 36, 22, 22), 101.21, 42.63),
    ("fastchess, pull request 1899 of Lynx", (235, 1384, 2521, 1341, 239), -1.06, 4.05),
    ("cutechess, pull request 8 of Pedantic", (332, 352, 316), 5.6, 17.3),
    ("cutechess, pull request 104 of Wahoo", (509, 1058, 396), 20.0, 10.4),
    ("cutechess, pull request 97 of Calvin", (1216, 3939, 1199), 0.9, 5.3),
)
"""Published results: source, counts, Elo and half-width of its interval. Counts are blocks of two
matches with 0 to 2 points in half points, or wins, draws and losses."""
_Scale = Literal["logistic", "normalized"]

_RATIOS: tuple[tuple[str, tuple[int, ...], _Scale, float, float, float], ...] = (
    (
        "fastchess, pull request 1899 of Lynx",
        (235, 1384, 2521, 1341, 239),
        "logistic",
        -5.0,
        0.0,
        1.69,
    ),
    (
        "fastchess, pull request 9 of Zeno",
        (352, 579, 1264, 743, 464),
        "normalized",
        9.0,
        16.0,
        4.60,
    ),
)
"""Published likelihood ratios: source, blocks of two matches with 0 to 2 points in half points,
scale, Elo of both hypotheses, and the LLR."""


def duel(won: int, drawn: int, lost: int) -> list[PlacedMatch]:
    """Return matches of bot a against bot b, of which a has won, drawn and lost the given numbers.

    Each is a separate block. Seats are exchanged from match to match.
    """
    places = [(1, 2)] * won + [(1, 1)] * drawn + [(2, 1)] * lost
    matches = []
    for number, (own, rival) in enumerate(places):
        if number % 2:
            matches.append(PlacedMatch(str(number), ("b", "a"), (rival, own)))
        else:
            matches.append(PlacedMatch(str(number), ("a", "b"), (own, rival)))
    return matches


def pentanomial(counts: Sequence[int]) -> list[PlacedMatch]:
    """Return blocks of two matches of bot a against bot b, by the points that a has in a block.

    `counts` has the numbers of blocks in which a has 0, 1/2, 1, 3/2 and 2 points.
    """
    places = {0: (2, 1), 1: (1, 1), 2: (1, 2)}
    halves = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2))
    return [
        PlacedMatch(f"{points}:{number}", ("a", "b"), places[half])
        for points, count in enumerate(counts)
        for number in range(count)
        for half in halves[points]
    ]


def _choix(seed: int) -> Agreement:
    """Return a comparison with the package choix: Bradley and Terry's model without seats, same prior."""
    bots = names(12)
    dice = np.random.default_rng((seed, 0))
    world = World(dice.normal(size=12).tolist(), dice)
    matches = list(world.play(round_robin(bots, 5, 2)))
    ours = fit(Placements.of(bots, matches, has_effects=False)).parameters
    index = {bot: number for number, bot in enumerate(bots)}
    won = [
        (index[match.players[first]], index[match.players[1 - first]])
        for match in matches
        for first in [match.placements.index(1)]
    ]
    alpha = 1 / (2 * (PRIOR_ELO * NAT_PER_ELO) ** 2)
    theirs = choix.opt_pairwise(12, won, alpha=alpha, method="Newton-CG", tol=1e-12)
    return _worst("12 strengths, no ties", "choix.opt_pairwise", ours, np.asarray(theirs))


def _scipy(seed: int) -> Iterator[Agreement]:
    """Yield comparisons with scipy, which maximizes Davidson's model with seats, pair by pair."""
    for seats, make in ((2, round_robin), (4, groups)):
        bots = names(8)
        dice = np.random.default_rng((seed, seats))
        effects = np.linspace(0.4, -0.4, seats).tolist()
        world = World(dice.normal(size=8).tolist(), dice, step=1.0, seat_effects=effects)
        matches = list(world.play(make(bots, 4, seats)))
        ours = fit(Placements.of(bots, matches)).parameters
        best = minimize(
            _loss, np.zeros(8 + seats + 1), (bots, matches), method="BFGS", options={"gtol": 1e-7}
        )
        yield _worst(
            f"8 strengths, {seats} seats, ties", "scipy.optimize", ours, np.asarray(best.x)
        )


def _loss(values: Floats, bots: Sequence[str], matches: Sequence[PlacedMatch]) -> float:
    index = {bot: number for number, bot in enumerate(bots)}
    rows = []
    for match in matches:
        for one, two in itertools.combinations(range(len(match.players)), 2):
            outcome = np.sign(match.placements[two] - match.placements[one])
            rows.append((index[match.players[one]], index[match.players[two]], one, two, outcome))
    own, rival, one, two, outcome = np.array(rows).T
    x = values[own] + values[8 + one] - values[rival] - values[8 + two]
    all_logs = np.array([x / 2, np.full_like(x, values[-1]), -x / 2])
    logs = np.where(outcome > 0, all_logs[0], np.where(outcome < 0, all_logs[2], all_logs[1]))
    prior = (values[:-1] ** 2).sum() / (2 * (PRIOR_ELO * NAT_PER_ELO) ** 2)
    prior += values[-1] ** 2 / (2 * 10.0**2)
    return float(prior - (logs - np.logaddexp.reduce(all_logs)).sum())


def _worst(what: str, source: str, ours: Floats, theirs: Floats) -> Agreement:
    """Return the pair of numbers that differ most, in Elo.

    Args:
        what: What the numbers are, in words.
        source: Name of the other source.
        ours: Numbers computed here, in natural logarithms of odds.
        theirs: Numbers of the other source, in the same order and unit.
    """
    at = int(np.abs(ours - theirs).argmax())
    return Agreement(what, source, float(ours[at]) / NAT_PER_ELO, float(theirs[at]) / NAT_PER_ELO)
