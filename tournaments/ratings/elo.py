"""Ratings from all matches at once, for any number of seats, on one Elo scale, with 95% intervals.

The scale is that of Elo: of two players in seats of equal worth, one with 400 points more is placed
ahead ten times for each time behind; ties show that two are near, and do not enter this ratio (see
`davidson`). Intervals are estimated from how much blocks differ (see `blocks`), with Student's t
for their degrees of freedom, and are never narrower than the number of blocks allows (see
`small_samples`). If the results do not bound a rating on one side, as for a player that has won
everything, there is no estimate, only a bound by likelihood ratio.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.ratings.blocks import FEW_BLOCKS, Spread, spread_of
from tournaments.ratings.davidson import (
    DavidsonFit,
    Floats,
    PlacedMatch,
    Placements,
    fit,
    log_posterior,
)
from tournaments.ratings.scales import NAT_PER_ELO
from tournaments.ratings.small_samples import LEAST_RATIO, unseen_influences
from tournaments.ratings.student import Z_975, chance_below, t_975
from tournaments.ratings.watching import widening

__all__ = ["NOTHING", "EloRatings", "Estimate", "rate_elo"]

_Flags = npt.NDArray[np.bool_]

_BISECTIONS = 50


@dataclasses.dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number of Elo points, with its 95% intervals."""

    value: float | None
    """Most likely value, in Elo; None if it would be infinite, or if nothing is known."""
    low: float | None
    """Lower end of the 95% interval, in Elo; None if there is none."""
    high: float | None
    """Upper end of the 95% interval, in Elo; None if there is none."""
    watched_low: float | None = None
    """Lower end of the wider interval that holds even if it is read after every block of matches;
    None if there is none.
    """
    watched_high: float | None = None
    """Upper end of the wider interval that holds even if it is read after every block of matches;
    None if there is none.
    """


NOTHING = Estimate(None, None, None)
"""Estimate for a player without matches: neither value nor interval."""


@dataclasses.dataclass(frozen=True, slots=True)
class EloRatings:
    """Elo ratings of all players of a tournament, from blocks (samples, as the same players' matches)."""

    players: tuple[str, ...]
    """Names of the players, in order of entry."""
    ratings: tuple[Estimate, ...]
    """Rating of each player, relative to `zero`, in the order of `players`."""
    zero: tuple[str, ...]
    """Names of the players whose mean rating is 0."""
    seats: tuple[Estimate, ...]
    """Elo points by which each seat is worth more than the mean of the others; empty if all seats
    are alike.
    """
    tie_chance: float
    """Probability that equal players in equal seats tie, by the model; 0 to below 1."""
    num_seats: int
    """Number of seats of every match."""
    num_blocks: int
    """Number of blocks with results."""
    superiority: tuple[tuple[float | None, ...], ...]
    """Likelihood of superiority, 0..1: that the player of the row is stronger than that of the
    column; None if unknown.
    """

    @property
    def is_few(self) -> bool:
        """Whether there are results, but of so few blocks that the intervals are uncertain."""
        return 0 < self.num_blocks < FEW_BLOCKS

    def of(self, player: str) -> Estimate:
        """Return the rating of a player, in Elo relative to `zero`."""
        return self.ratings[self.players.index(player)]

    def likelihood_of_superiority(self, player: str, rival: str) -> float | None:
        """Return how likely `player` is stronger than `rival`, 0..1.

        None if no results connect the two.
        """
        return self.superiority[self.players.index(player)][self.players.index(rival)]

    def chances(self, elo: float) -> tuple[float, float]:
        """Return the probabilities, by the model, of being placed ahead of and of tying with a rival.

        Both players are taken to sit in equal seats.

        Args:
            elo: Elo of the player minus Elo of the rival.
        """
        half = elo * NAT_PER_ELO / 2
        ratio = 2 * self.tie_chance / (1 - self.tie_chance)
        # All terms times exp(-|x| / 2), so that none overflows.
        root = math.exp(-abs(half))
        ahead, tie, behind = (
            (1.0, ratio * root, root**2) if elo > 0 else (root**2, ratio * root, 1.0)
        )
        total = ahead + tie + behind
        return ahead / total, tie / total


def rate_elo(
    players: Sequence[str],
    matches: Sequence[PlacedMatch],
    *,
    anchor: str | None = None,
    has_effects: bool = True,
) -> EloRatings:
    """Return the Elo ratings of all players of a tournament.

    A rating is finite on the lower side if there is a chain of places ahead or shared from the
    player down to the players at 0, and on the upper side if there is a chain the other way (Ford,
    "Solution of a Ranking Problem from Binary Comparisons", 1957). Without an anchor, the mean of
    the largest group that is finite on both sides is 0; of equally large groups, the one entered
    first.

    Args:
        players: Names, all different, at least one.
        matches: Matches of these players, in any order, all with the same number of seats.
        anchor: Name of the player whose rating is 0; None for no anchor.
        has_effects: Whether a seat may be worth more than another.

    Raises:
        ValueError: Matches have different numbers of seats.
    """
    # Chains are found apart from the fit, whose prior makes every strength finite.
    placements = Placements.of(players, matches, has_effects=has_effects)
    fitted = fit(placements)
    reaches = _reachability(placements)
    zero = (
        _zero_group(reaches) if anchor is None else np.arange(len(players)) == players.index(anchor)
    )
    questions = _player_questions(placements, reaches, zero)
    # Players and seats in one list, so that the blocks are gone through once for all of them.
    questions += _seat_questions(placements, reaches)
    contrasts = np.array([question.contrast for question in questions])
    spread = spread_of(fitted, contrasts)
    unseen = unseen_influences(
        fitted, contrasts, np.array([question.num_blocks for question in questions])
    )
    estimates = tuple(
        _estimate(fitted, question, math.sqrt(max(0.0, float(variance))) * t_975(degrees), moves)
        for question, variance, degrees, moves in zip(
            questions,
            np.diagonal(spread.covariance),
            spread.degrees.tolist(),
            unseen.tolist(),
            strict=True,
        )
    )
    tie = math.exp(fitted.log_tie)
    return EloRatings(
        players=tuple(players),
        ratings=estimates[: len(players)],
        zero=tuple(player for player, is_in in zip(players, zero, strict=True) if is_in),
        seats=estimates[len(players) :],
        tie_chance=tie / (2 + tie),
        num_seats=placements.num_seats,
        num_blocks=placements.num_blocks,
        superiority=_superiority(fitted, reaches, spread, unseen),
    )


def _reachability(placements: Placements) -> _Flags:
    """Return bool[player, player]: whether a chain of places ahead or shared leads from row to column."""
    reaches = np.eye(placements.num_players, dtype=np.bool_)
    first, second = (placements.players[:, seats] for seats in placements.pairs)
    # A tie leads both ways: each of the two is level with the other.
    for own, rival, is_down in (
        (first, second, placements.points > 0),
        (second, first, placements.points < 1),
    ):
        reaches[own[is_down], rival[is_down]] = True
    # Squaring doubles the length of the chains that are seen.
    for _ in range(placements.num_players.bit_length()):
        steps = reaches.astype(np.float32)
        reaches = (steps @ steps) > 0
    return reaches


def _zero_group(reaches: _Flags) -> _Flags:
    groups = reaches & reaches.T
    best: _Flags = groups[int(groups.sum(axis=1).argmax())]
    return best


@dataclasses.dataclass(frozen=True, slots=True)
class _Question:
    """An Elo number to be estimated, with what results say about its bounds."""

    contrast: Floats
    """float64[parameter]: coefficients of the linear function of the parameters that is asked for."""
    has_low: bool
    """Whether results bound the number on the lower side."""
    has_high: bool
    """Whether results bound the number on the upper side."""
    num_blocks: int
    """Number of blocks (matches that are one sample, such as those of the same players) that have
    information on the number.
    """


def _player_questions(placements: Placements, reaches: _Flags, zero: _Flags) -> list[_Question]:
    """Return a question for each player: its strength minus the mean strength of the players at 0.

    Args:
        placements: The matches.
        reaches: bool[player, player]: whether a chain of places ahead or shared leads from row to
            column.
        zero: bool[player]: whether a player is one of those whose mean rating is 0.
    """
    num = placements.num_players
    contrasts = np.zeros((num, placements.num_parameters))
    # Only differences of strengths are determined, so each is taken from the group at 0.
    contrasts[:, :num] = np.eye(num) - zero / zero.sum()
    keys = placements.blocks[:, None] * num + placements.players
    blocks_of = np.bincount(np.unique(keys) % num, minlength=num)
    # Any player of the group will do: all of them reach one another.
    some = int(zero.argmax())
    has_any = placements.num_blocks > 0
    return [
        _Question(
            contrasts[player],
            has_low=has_any and bool(reaches[player, some]),
            has_high=has_any and bool(reaches[some, player]),
            num_blocks=int(blocks_of[player]),
        )
        for player in range(num)
    ]


def _seat_questions(placements: Placements, reaches: _Flags) -> list[_Question]:
    """Return a question for each seat: its effect minus the mean of the others.

    The list is empty if the model has no seat effects. Two players of which one is never behind the
    other give no information on seats: any difference of strengths that is large enough explains
    such results.

    Args:
        placements: The matches.
        reaches: bool[player, player]: whether a chain of places ahead or shared leads from row to
            column.
    """
    if not placements.has_effects:
        return []
    num = placements.num_seats
    contrasts = np.zeros((num, placements.num_parameters))
    contrasts[:, placements.effects] = (num * np.eye(num) - 1) / (num - 1)
    first, second = placements.pairs
    own, rival = placements.players[:, first], placements.players[:, second]
    is_told = reaches[own, rival] & reaches[rival, own]
    up, down = is_told & (placements.points > 0), is_told & (placements.points < 1)
    return [
        _Question(
            contrasts[seat],
            has_low=bool(up[:, first == seat].any() or down[:, second == seat].any()),
            has_high=bool(down[:, first == seat].any() or up[:, second == seat].any()),
            num_blocks=placements.num_blocks,
        )
        for seat in range(num)
    ]


def _estimate(
    fitted: DavidsonFit, question: _Question, margin: float, unseen: Sequence[float]
) -> Estimate:
    """Return the estimate that answers a question, in Elo.

    Args:
        fitted: The parameters that fit best.
        question: The question.
        margin: Half-width of the 95% interval from how much blocks (samples of matches) differ, in
            natural logarithms of odds.
        unseen: How far below and above the estimate unseen blocks leave the answer open, in the
            same unit.
    """
    contrast, wider = question.contrast, widening(fitted.placements.num_blocks)
    if not (question.has_low or question.has_high):
        return NOTHING
    # The only player at 0, such as the anchor: 0 by definition, without any uncertainty.
    if not contrast.any():
        return Estimate(0.0, 0.0, 0.0, 0.0, 0.0)
    if not (question.has_low and question.has_high):
        side = -1 if question.has_low else 1
        fixed = _bound(fitted, contrast, LEAST_RATIO, side)
        # A normal variable's log-likelihood falls by z^2 / 2 at z standard deviations.
        ratio = max(LEAST_RATIO, (Z_975 * wider) ** 2 / 2) if wider else LEAST_RATIO
        watched = _bound(fitted, contrast, ratio, side) if wider else None
        if question.has_low:
            return Estimate(None, fixed, None, watched, None)
        return Estimate(None, None, fixed, None, watched)
    value = float(contrast @ fitted.parameters) / NAT_PER_ELO
    # One block has no variance: there is a value, but no interval.
    if question.num_blocks < 2:
        return Estimate(value, None, None)
    below, above = (
        max(margin, _left_open(fitted, contrast, open_, side, margin)) / NAT_PER_ELO
        for open_, side in zip(unseen, (-1, 1), strict=True)
    )
    if wider is None:
        return Estimate(value, value - below, value + above)
    return Estimate(
        value, value - below, value + above, value - wider * below, value + wider * above
    )


def _left_open(
    fitted: DavidsonFit, contrast: Floats, unseen: float, towards: int, margin: float
) -> float:
    """Return how far unseen blocks (samples of matches) leave a function of the parameters open.

    It is the distance on one side.

    Their influence is taken as linear, which goes too far where one result against the trend weighs
    much. The likelihood ratio follows the curve and is a valid bound alone, so the nearer of both
    is used.

    Args:
        fitted: The parameters that fit best.
        contrast: float64[parameter]: coefficients of the function.
        unseen: How far unseen blocks may move the function if their influence is linear, in natural
            logarithms of odds.
        towards: -1 for the lower side, 1 for the upper side.
        margin: Half-width of the 95% interval by variance, in the same unit. If it is at least
            `unseen`, the likelihood ratio is not computed.
    """
    if unseen <= margin:
        return unseen
    end = _bound(fitted, contrast, LEAST_RATIO, towards) * NAT_PER_ELO
    return min(unseen, abs(end - float(contrast @ fitted.parameters)))


def _comparisons(placements: Placements) -> int:
    """Return the highest number of comparisons of one player with others in a block of matches.

    All of them may have the same result.
    """
    largest = int(np.bincount(placements.blocks).max(initial=1))
    return largest * (placements.num_seats - 1)


def _bound(fitted: DavidsonFit, contrast: Floats, ratio: float, towards: int) -> float:
    """Return the end of an interval by likelihood ratio, for a function of the parameters, in Elo.

    A block (a sample of matches) counts as one comparison here, as nothing is known of how those in
    it are related. With the ratio `LEAST_RATIO`, the bound of a player who has won all blocks
    against one rival is that of Clopper and Pearson. The other parameters change as their
    covariance says, which is exact with two players.

    Args:
        fitted: The parameters that fit best.
        contrast: float64[parameter]: coefficients of the function.
        ratio: Logarithm of the likelihood ratio at which the interval ends.
        towards: -1 for the lower end, 1 for the upper end.
    """
    limit = _comparisons(fitted.placements) * ratio
    line = fitted.inverse @ contrast
    # Scaled, so that a step of 1 along the line moves the function by 1.
    line = line / (contrast @ line)
    likelihood = _likelihood_along(fitted, line)
    start = float(contrast @ fitted.parameters)

    def is_beyond(distance: float) -> bool:
        return likelihood(0.0) - likelihood(towards * distance) > limit

    far = 1.0
    # The likelihood falls without bound in this direction, so this doubling ends.
    while not is_beyond(far):
        far *= 2
    near = 0.0
    for _ in range(_BISECTIONS):
        middle = (near + far) / 2
        near, far = (near, middle) if is_beyond(middle) else (middle, far)
    return (start + towards * far) / NAT_PER_ELO


def _likelihood_along(fitted: DavidsonFit, line: Floats) -> Callable[[float], float]:
    """Return a function: log-likelihood, up to a constant, at a distance along a line of parameters.

    The line passes through the best parameters. Matches are left out if none of their players moves
    by a fiftieth of the farthest move: with many seats there are a million comparisons, and a
    player that has won everything is in a few of them.

    Args:
        fitted: The parameters that fit best.
        line: float64[parameter]: direction of the line.
    """
    placements = fitted.placements
    moves = np.abs(line[: placements.num_players])
    moved = moves >= moves.max(initial=0.0) / 50
    part = placements.part(moved[placements.players].any(axis=1))
    return functools.cache(
        lambda distance: log_posterior(part, fitted.parameters + distance * line)
    )


def _superiority(
    fitted: DavidsonFit, reaches: _Flags, spread: Spread, unseen: Floats
) -> tuple[tuple[float | None, ...], ...]:
    """Return for each two players the probability that their strengths' difference is above 0.

    Of the two players' degrees of freedom, the lower number counts, and the difference is at least
    as uncertain as unseen blocks leave it. Where results do not bound the difference on both sides,
    the signed root of the likelihood ratio against equality replaces the difference in standard
    deviations. None if no results connect two players.

    Args:
        fitted: The parameters that fit best; the strengths come first.
        reaches: bool[player, player]: whether a chain of places ahead or shared leads from row to
            column.
        spread: Covariances of the strengths, and their degrees of freedom.
        unseen: float64[player, 2]: how far below and above unseen blocks (samples of matches) may
            move each strength.
    """
    num = len(reaches)
    # None stays where no chain of results connects two players.
    rows = [[0.5 if row == column else None for column in range(num)] for row in range(num)]
    for row in range(num):
        for column in range(row):
            if not (reaches[row, column] or reaches[column, row]):
                continue
            degrees = math.inf
            if reaches[row, column] and reaches[column, row]:
                difference = float(fitted.parameters[row] - fitted.parameters[column])
                degrees = float(min(spread.degrees[row], spread.degrees[column]))
                deviation = math.sqrt(max(0.0, _variance(spread.covariance, row, column)))
                is_ahead = int(difference > 0)
                # Against the leader's lead: how far it may fall, and how far the other may rise.
                left_open = float(unseen[row, 1 - is_ahead] + unseen[column, is_ahead])
                deviation = max(deviation, left_open / t_975(degrees))
                deviations = difference / deviation if deviation > 0 else 0.0
            else:
                deviations = _root_of_ratio(fitted, row, column)
            likely = chance_below(deviations, degrees)
            rows[row][column], rows[column][row] = likely, 1 - likely
    return tuple(map(tuple, rows))


def _root_of_ratio(fitted: DavidsonFit, row: int, column: int) -> float:
    difference = float(fitted.parameters[row] - fitted.parameters[column])
    line = fitted.inverse[:, row] - fitted.inverse[:, column]
    likelihood = _likelihood_along(fitted, line / _variance(fitted.inverse, row, column))
    gain = 2 * max(0.0, likelihood(0.0) - likelihood(-difference))
    return math.copysign(math.sqrt(gain / _comparisons(fitted.placements)), difference)


def _variance(covariance: Floats, row: int, column: int) -> float:
    """Return the variance of the difference of two parameters, given their indices."""
    own = covariance[row, row] + covariance[column, column]
    return float(own - 2 * covariance[row, column])
