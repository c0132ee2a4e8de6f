"""Elo ratings of all matches at once, with 95% intervals, for games of two seats.

The model is Davidson's (see `davidson`), on the usual scale: 400 points more mean ten wins for each
loss; draws tell that two are near, and enter no ratio. Intervals come from the observed Fisher
information, widened or narrowed by how much blocks spread. A rating that the results do not bound on
one side, as of somebody who has won everything, is a bound by likelihood ratio and no estimate.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tournaments.ratings.davidson import DavidsonFit, TwoSeatMatch, fit
from tournaments.ratings.scales import NAT_PER_ELO

__all__ = ["EloRatings", "Estimate", "rate_elo"]

Floats = npt.NDArray[np.float64]

Z_95 = 1.959963984540054
"""A normal variable is within this many standard deviations in 95 of 100 cases."""
_BISECTIONS = 50


@dataclasses.dataclass(frozen=True, slots=True)
class Estimate:
    """A number of Elo points, as far as results tell it."""

    value: float | None
    """The likeliest; None where it would be infinite, or where nothing is known."""
    low: float | None
    """Lower end of the 95% interval; None if there is none."""
    high: float | None
    """Upper end of the 95% interval; None if there is none."""


@dataclasses.dataclass(frozen=True, slots=True)
class EloRatings:
    """Ratings of all players of a tournament."""

    players: tuple[str, ...]
    """Names, in order of entry."""
    ratings: tuple[Estimate, ...]
    """Of each player, relative to `zero`."""
    zero: tuple[str, ...]
    """Whose mean rating is 0."""
    seat_effect: Estimate
    """Elo points that seat 0 is worth."""
    draw_ratio: float
    """Chance that a match between equals in equal seats is drawn, by the model; 0..1."""
    spread: float
    """Variance in blocks as a multiple of that of independent matches; below 1, pairing has helped."""
    superiority: tuple[tuple[float | None, ...], ...]
    """Likelihood that the player of the row is stronger than that of the column, 0..1; None if unknown."""

    def likelihood_of_superiority(self, player: str, rival: str) -> float | None:
        """Return how likely `player` is the stronger of the two, 0..1; None if no results connect them."""
        return self.superiority[self.players.index(player)][self.players.index(rival)]


def rate_elo(
    players: Sequence[str], matches: Sequence[TwoSeatMatch], *, anchor: str | None = None
) -> EloRatings:
    """Rate everybody.

    A rating is finite on the lower side if there is a chain of wins and draws from the player down to
    those at 0, and on the upper side if there is one the other way (Ford, "Solution of a Ranking
    Problem from Binary Comparisons", 1957). Without an anchor, the mean of the largest group that is
    finite on both sides is 0; of groups of one size, the one entered first.

    Args:
        players: Names, all different, at least one.
        matches: Their matches, in any order.
        anchor: Whose rating is 0; one of `players`.
    """
    fitted = fit(players, matches)
    reaches = _reachability(players, matches)
    zero = (
        _zero_group(reaches) if anchor is None else np.arange(len(players)) == players.index(anchor)
    )
    ratings = tuple(
        _rating(fitted, reaches, zero, index, has_played=bool(matches))
        for index in range(len(players))
    )
    log_draw = (
        fitted.parameters[-1] if len(fitted.parameters) > fitted.seat_effect + 1 else -math.inf
    )
    return EloRatings(
        players=tuple(players),
        ratings=ratings,
        zero=tuple(player for player, is_in in zip(players, zero, strict=True) if is_in),
        seat_effect=_seat_effect(fitted, matches),
        draw_ratio=1 / (1 + 2 * math.exp(-log_draw)) if math.isfinite(log_draw) else 0.0,
        spread=fitted.spread,
        superiority=_superiority(fitted, reaches),
    )


def _reachability(players: Sequence[str], matches: Sequence[TwoSeatMatch]) -> npt.NDArray[np.bool_]:
    """bool[player, player]: whether wins and draws lead from the row's player to the column's."""
    index = {player: number for number, player in enumerate(players)}
    reaches = np.eye(len(players), dtype=np.bool_)
    for match in matches:
        first, second = (index[player] for player in match.players)
        reaches[first, second] |= match.points > 0
        reaches[second, first] |= match.points < 1
    # Squaring doubles the length of the chains that are seen.
    for _ in range(len(players).bit_length()):
        steps = reaches.astype(np.float32)
        reaches = (steps @ steps) > 0
    return reaches


def _zero_group(reaches: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    groups = reaches & reaches.T
    best: npt.NDArray[np.bool_] = groups[int(groups.sum(axis=1).argmax())]
    return best


def _rating(
    fitted: DavidsonFit,
    reaches: npt.NDArray[np.bool_],
    zero: npt.NDArray[np.bool_],
    index: int,
    *,
    has_played: bool,
) -> Estimate:
    if not has_played:
        return Estimate(None, None, None)
    contrast = np.zeros_like(fitted.parameters)
    contrast[index] = 1.0
    contrast[: len(zero)] -= zero / zero.sum()
    some = int(zero.argmax())
    return _estimate(
        fitted,
        contrast,
        spread=fitted.spread,
        has_low=bool(reaches[index, some]),
        has_high=bool(reaches[some, index]),
    )


def _seat_effect(fitted: DavidsonFit, matches: Sequence[TwoSeatMatch]) -> Estimate:
    contrast = np.zeros_like(fitted.parameters)
    contrast[fitted.seat_effect] = 1.0
    return _estimate(
        fitted,
        contrast,
        spread=fitted.seat_spread,
        has_low=any(match.points > 0 for match in matches),
        has_high=any(match.points < 1 for match in matches),
    )


def _estimate(
    fitted: DavidsonFit, contrast: Floats, *, spread: float, has_low: bool, has_high: bool
) -> Estimate:
    """Return a linear function of the parameters, in Elo points."""
    if has_low and has_high:
        value = float(contrast @ fitted.parameters)
        variance = max(0.0, float(contrast @ fitted.covariance @ contrast))
        margin = Z_95 * math.sqrt(spread * variance)
        return Estimate(
            value / NAT_PER_ELO, (value - margin) / NAT_PER_ELO, (value + margin) / NAT_PER_ELO
        )
    low = _bound(fitted, contrast, towards=-1) if has_low else None
    high = _bound(fitted, contrast, towards=1) if has_high else None
    return Estimate(None, low, high)


def _bound(fitted: DavidsonFit, contrast: Floats, *, towards: int) -> float:
    """Return where a function of the parameters is so far off that the likelihood ratio speaks against it.

    Wilks, "The Large-Sample Distribution of the Likelihood Ratio", 1938: twice the logarithm of the
    ratio exceeds z^2. A block counts as one match here, as nothing tells how its matches are related.
    The other parameters follow as far as their covariance says, which is all the way between two.
    """
    limit = fitted.block_size * Z_95**2 / 2
    line = fitted.covariance @ contrast
    line = line / (contrast @ line)
    start = float(contrast @ fitted.parameters)

    def is_beyond(distance: float) -> bool:
        moved = fitted.parameters + towards * distance * line
        return fitted.log_likelihood - fitted.log_likelihood_at(moved) > limit

    far = 1.0
    while not is_beyond(far):
        far *= 2
    near = 0.0
    for _ in range(_BISECTIONS):
        middle = (near + far) / 2
        near, far = (near, middle) if is_beyond(middle) else (middle, far)
    return (start + towards * far) / NAT_PER_ELO


def _superiority(
    fitted: DavidsonFit, reaches: npt.NDArray[np.bool_]
) -> tuple[tuple[float | None, ...], ...]:
    """For each two players, the chance that their difference is above 0, by the normal approximation.

    Where the difference is not bounded on both sides, the signed root of the likelihood ratio against
    equality takes the place of the difference in standard deviations.
    """
    num = len(reaches)
    rows = [[0.5 if row == column else None for column in range(num)] for row in range(num)]
    for row in range(num):
        for column in range(row):
            if not (reaches[row, column] or reaches[column, row]):
                continue
            is_bounded = bool(reaches[row, column] and reaches[column, row])
            likely = _normal(_deviations(fitted, row, column, is_bounded=is_bounded))
            rows[row][column], rows[column][row] = likely, 1 - likely
    return tuple(map(tuple, rows))


def _deviations(fitted: DavidsonFit, row: int, column: int, *, is_bounded: bool) -> float:
    covariance = fitted.covariance
    difference = float(fitted.parameters[row] - fitted.parameters[column])
    variance = float(
        covariance[row, row] + covariance[column, column] - 2 * covariance[row, column]
    )
    if is_bounded:
        return difference / math.sqrt(fitted.spread * variance)
    line = (covariance[:, row] - covariance[:, column]) / variance
    equal = fitted.log_likelihood_at(fitted.parameters - difference * line)
    root = math.sqrt(2 * max(0.0, fitted.log_likelihood - equal) / fitted.block_size)
    return math.copysign(root, difference)


def _normal(deviations: float) -> float:
    """Return chance that a standard normal variable is below this."""
    return math.erfc(-deviations / math.sqrt(2)) / 2
