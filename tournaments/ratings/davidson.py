"""Strengths from placements of any number of seats: Davidson's model for each pair of seats.

Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison
Experiments", Journal of the American Statistical Association 65 (1970), equation 2.2, with the
order effect of Davidson and Beaver, "On Extending the Bradley-Terry Model to Incorporate
Within-Pair Order Effects", Biometrics 33 (1977), as an effect e of each seat. With r the players'
strengths, v the tie parameter and x = (r_i + e_s) - (r_j + e_t) for i in seat s and j in seat t,
the chances that i is placed ahead, level and behind are as exp(x / 2) : v : exp(-x / 2).

A match of n seats is n (n - 1) / 2 such comparisons. Their likelihoods are multiplied as if they
were independent, which is a composite likelihood (Varin, Reid and Firth, "An Overview of Composite
Likelihood Methods", Statistica Sinica 21, 2011): its maximum is consistent, but its curvature does
not give the variance, which is estimated from blocks, see `blocks`. For two seats it is the plain
likelihood. In e, r and ln v its logarithm is concave.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tournaments.ratings.scales import NAT_PER_ELO

__all__ = [
    "PRIOR_ELO",
    "DavidsonFit",
    "Floats",
    "Ints",
    "PlacedMatch",
    "Placements",
    "Terms",
    "expectations",
    "fit",
    "log_posterior",
]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

PRIOR_ELO = 1000.0
"""Standard deviation, in Elo, of the normal prior around 0 of every strength and every seat effect."""
_PRIOR_LOG_TIE = 10.0
"""Standard deviation of the normal prior around 0 of ln v, v being the parameter that makes ties
likely.
"""
_MAX_STEPS = 100
_TOLERANCE = 1e-10
_ROUNDING = 1e-14


@dataclasses.dataclass(frozen=True, slots=True)
class PlacedMatch:
    """A match as models of strength use it: block (key of matches that belong together), players, placements."""

    block: str
    """Key of the match's block: of matches that are one sample, such as those of the same players
    in different seats.
    """
    players: tuple[str, ...]
    """Players in seat order; at least two, all different."""
    placements: tuple[int, ...]
    """Rank of each seat from 1; ties share a rank."""


@dataclasses.dataclass(frozen=True)
class Placements:
    """Matches with the same number of seats, as arrays.

    A pair is two seats of a match, the lower seat first.
    """

    num_players: int
    """Number of players that the matches are between."""
    players: Ints
    """int64[match, seat]: index of the player in this seat."""
    points: Floats
    """float64[match, pair]: 1 if the pair's first seat was placed ahead, 1/2 if level, 0 if behind."""
    blocks: Ints
    """int64[match]: index of the match's block (matches that are one sample, such as those of the
    same players), from 0 in the order of first appearance.
    """
    has_effects: bool
    """Whether seats have effects; false if all seats are alike."""
    has_ties: bool
    """Whether ln v, v being the tie parameter, is fitted. Without ties the best v is 0, which has
    no logarithm.
    """

    @property
    def num_seats(self) -> int:
        """Number of seats of every match."""
        return int(self.players.shape[1])

    @property
    def num_blocks(self) -> int:
        """Number of blocks (matches that are one sample) that the matches belong to."""
        return int(self.blocks.max(initial=-1)) + 1

    @functools.cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """int64[pair] twice: index of the first and of the second seat of each pair."""
        first, second = np.triu_indices(self.num_seats, k=1)
        return first, second

    @functools.cached_property
    def signs(self) -> Floats:
        """float64[pair, seat]: 1 at a pair's first seat, -1 at its second, 0 elsewhere."""
        seats = np.eye(self.num_seats)
        signs: Floats = seats[self.pairs[0]] - seats[self.pairs[1]]
        return signs

    @functools.cached_property
    def tied(self) -> Floats:
        """float64[match, pair]: 1 if the pair's seats share a placement, else 0."""
        tied: Floats = (self.points == 0.5) * 1.0
        return tied

    @property
    def effects(self) -> slice:
        """Slice of the parameters that are seat effects; empty if there are none."""
        num_effects = self.num_seats if self.has_effects else 0
        return slice(self.num_players, self.num_players + num_effects)

    @property
    def num_parameters(self) -> int:
        """Number of parameters: strengths, seat effects, and ln v if it is a parameter."""
        return int(self.effects.stop) + self.has_ties

    def part(self, here: npt.NDArray[np.bool_]) -> Placements:
        """Return some of the matches, with the parameters of all matches.

        Args:
            here: bool[match]: whether to keep the match.
        """
        return dataclasses.replace(
            self, players=self.players[here], points=self.points[here], blocks=self.blocks[here]
        )

    @classmethod
    def of(
        cls, players: Sequence[str], matches: Sequence[PlacedMatch], *, has_effects: bool = True
    ) -> Placements:
        """Return matches as arrays.

        Args:
            players: Names of all players, all different.
            matches: Matches of these players, all with the same number of seats.
            has_effects: Whether the model has a parameter for the advantage of each seat.

        Raises:
            ValueError: Matches have different numbers of seats.
        """
        seats = sorted({len(match.players) for match in matches}) or [2]
        if len(seats) > 1:
            raise ValueError(f"matches must have one number of seats, not {seats}")
        index = {player: number for number, player in enumerate(players)}
        numbers: dict[str, int] = {}
        for match in matches:
            numbers.setdefault(match.block, len(numbers))
        seated = [[index[player] for player in match.players] for match in matches]
        # Reshaped, as an array of no matches has no second dimension otherwise.
        ranks = np.array([match.placements for match in matches], np.int64).reshape(-1, seats[0])
        first, second = np.triu_indices(seats[0], k=1)
        points = (1 + np.sign(ranks[:, second] - ranks[:, first])) / 2
        return cls(
            num_players=len(players),
            players=np.array(seated, np.int64).reshape(-1, seats[0]),
            points=points,
            blocks=np.array([numbers[match.block] for match in matches], np.int64),
            has_effects=has_effects,
            has_ties=bool((points == 0.5).any()),
        )


@dataclasses.dataclass(frozen=True, slots=True)
class DavidsonFit:
    """The parameters under which the results are most likely.

    They are in one array, in natural logarithms of odds: the strengths in the order of the players,
    the seat effects, and, if any two seats tied, ln v.
    """

    parameters: Floats
    """float64[parameter]: values that fit best."""
    inverse: Floats
    """float64[parameter, parameter]: inverse of the negated second derivative at `parameters`,
    including the prior.
    """
    placements: Placements
    """Matches that were fitted."""
    terms: Terms
    """Contribution of each match to the derivatives, without the prior."""

    @property
    def log_tie(self) -> float:
        """The parameter ln v, which says how likely ties are; -infinity if no seats tied."""
        return float(self.parameters[-1]) if self.placements.has_ties else -math.inf


@dataclasses.dataclass(frozen=True, slots=True)
class _Chances:
    """Probabilities of the results of each pair, by the model."""

    ahead: Floats
    """float64[match, pair]: probability that the pair's first seat is placed ahead."""
    tie: Floats
    """float64[match, pair]: probability that both seats share a placement."""
    log_posterior: float
    """Logarithm of the product of prior and likelihood of all results."""

    @classmethod
    def of(cls, placements: Placements, parameters: Floats) -> _Chances:
        """Return the probabilities of the results of some matches under some parameters of the model."""
        own = parameters[placements.players]
        if placements.has_effects:
            own = own + parameters[placements.effects]
        first, second = placements.pairs
        x = own[:, first] - own[:, second]
        log_tie = float(parameters[-1]) if placements.has_ties else -math.inf
        # The three weights are e^(x/2), v and e^(-x/2). All are multiplied by exp(-|x| / 2), so that none overflows;
        # the factor cancels in the chances, and is subtracted again in the logarithm.
        size = np.abs(x)
        root = np.exp(-size / 2)
        tie = math.exp(log_tie) * root
        total = 1 + tie + root**2
        value = float(((placements.points - 0.5) * x - size / 2 - np.log(total)).sum())
        if placements.has_ties:
            value += float(placements.tied.sum()) * log_tie
        # A normal prior with mean 0 for every parameter.
        value -= float((_precision(placements) * parameters**2).sum()) / 2
        return cls(np.where(x > 0, 1, root**2) / total, tie / total, value)


@dataclasses.dataclass(frozen=True, slots=True)
class Terms:
    """First and negated second derivatives of each match, by u_s = r + e of its seats and by ln v.

    With s the points of a seat against another and d = 1 for a tie, the derivatives by x and ln v
    are s - E s and d - E d, and the second ones are minus the variances and the covariance of s and
    d.
    """

    by_seat: Floats
    """float64[match, seat]: first derivatives of the log-likelihood by u, the strength plus the
    seat effect of each seat.
    """
    by_tie: Floats
    """float64[match]: first derivative of the log-likelihood by ln v, v being the tie parameter."""
    seat_seat: Floats
    """float64[match, seat, seat]: negated second derivatives of the log-likelihood by u, the
    strength plus the seat effect, of two seats.
    """
    seat_tie: Floats
    """float64[match, seat]: negated second derivatives of the log-likelihood by u, the strength
    plus the seat effect of each seat, and by ln v, v being the tie parameter.
    """
    tie_tie: Floats
    """float64[match]: negated second derivative of the log-likelihood by ln v, v being the tie
    parameter.
    """

    @classmethod
    def of(cls, placements: Placements, chances: _Chances) -> Terms:
        """Return the derivatives of all matches where the model has these probabilities."""
        ahead, tie = chances.ahead, chances.tie
        # The points of a pair are 1, 1/2 or 0: mean and variance of that variable.
        expected = ahead + tie / 2
        # E s^2 - (E s)^2, where s^2 is 1, 1/4 or 0.
        variance = ahead + tie / 4 - expected**2
        mixed = tie * (0.5 - expected)
        first, second = placements.pairs
        seats = range(placements.num_seats)
        seat_seat = np.zeros((len(placements.players), len(seats), len(seats)))
        seat_seat[:, first, second] = -variance
        seat_seat[:, second, first] = -variance
        seat_seat[:, seats, seats] = variance @ np.abs(placements.signs)
        return cls(
            by_seat=(placements.points - expected) @ placements.signs,
            by_tie=(placements.tied - tie).sum(axis=1),
            seat_seat=seat_seat,
            seat_tie=mixed @ placements.signs,
            tie_tie=(tie * (1 - tie)).sum(axis=1),
        )


def fit(placements: Placements) -> DavidsonFit:
    """Return the most likely parameters, found by Newton's method.

    The prior keeps everything finite where data alone would not, as for a player that has won all
    its matches. Where 100 matches separate two nearly equal players, it lowers their difference by
    less than 0.1 %.
    """
    precision = _precision(placements)
    parameters = np.zeros(placements.num_parameters)
    chances = _Chances.of(placements, parameters)
    for _ in range(_MAX_STEPS):
        terms = Terms.of(placements, chances)
        gradient, information = _derivatives(placements, terms)
        gradient -= precision * parameters
        information += np.diag(precision)
        # The prior makes `information` positive definite, even for players without any match.
        step = np.linalg.solve(information, gradient)
        # Half of this is the gain that is left. It can't become smaller than the rounding error of the posterior itself,
        # so with many matches a fixed tolerance would never be reached.
        if gradient @ step < _TOLERANCE - _ROUNDING * chances.log_posterior:
            break
        # Concave, so that a short enough step goes up; the halving ends.
        while (
            ahead := _Chances.of(placements, parameters + step)
        ).log_posterior < chances.log_posterior:
            step /= 2
        parameters, chances = parameters + step, ahead
    inverse = np.asarray(np.linalg.inv(information), np.float64)
    return DavidsonFit(parameters, inverse, placements, terms)


def expectations(fitted: DavidsonFit) -> tuple[Floats, Floats]:
    """Return the points that the model expects of each pair's first seat, and the probability of a tie.

    Both are float64[match, pair].
    """
    chances = _Chances.of(fitted.placements, fitted.parameters)
    return chances.ahead + chances.tie / 2, chances.tie


def log_posterior(placements: Placements, parameters: Floats) -> float:
    """Return the logarithm of the product of prior and likelihood of some matches.

    Args:
        placements: The matches, which may be a part of those that were fitted.
        parameters: float64[parameter], in the order of the fit.
    """
    return _Chances.of(placements, parameters).log_posterior


def _precision(placements: Placements) -> Floats:
    """Return float64[parameter]: reciprocal variances of the prior."""
    precision = np.full(placements.num_parameters, 1 / (PRIOR_ELO * NAT_PER_ELO) ** 2)
    precision[placements.effects.stop :] = 1 / _PRIOR_LOG_TIE**2
    return precision


def _derivatives(placements: Placements, terms: Terms) -> tuple[Floats, Floats]:
    """Return gradient and negated second derivative of the log-likelihood, without the prior.

    Args:
        placements: The matches.
        terms: Derivatives of each match.
    """
    num, seats = placements.num_players, placements.num_seats
    gradient = np.zeros(placements.num_parameters)
    information = np.zeros((len(gradient), len(gradient)))
    seated = placements.players
    gradient[:num] = np.bincount(seated.ravel(), terms.by_seat.ravel(), num)
    # bincount sums the blocks of all matches into one matrix: `+=` with repeated indices would count each cell once.
    cells = seated[:, :, None] * num + seated[:, None, :]
    of_players = np.bincount(cells.ravel(), terms.seat_seat.ravel(), num**2)
    information[:num, :num] = of_players.reshape(num, num)
    if placements.has_effects:
        effects = placements.effects
        gradient[effects] = terms.by_seat.sum(axis=0)
        cells = seated[:, :, None] * seats + np.arange(seats)
        mixed = np.bincount(cells.ravel(), terms.seat_seat.ravel(), num * seats)
        information[:num, effects] = mixed.reshape(num, seats)
        information[effects, :num] = information[:num, effects].T
        information[effects, effects] = terms.seat_seat.sum(axis=0)
    if placements.has_ties:
        gradient[-1] = terms.by_tie.sum()
        information[-1, :num] = np.bincount(seated.ravel(), terms.seat_tie.ravel(), num)
        if placements.has_effects:
            information[-1, placements.effects] = terms.seat_tie.sum(axis=0)
        information[:, -1] = information[-1]
        information[-1, -1] = terms.tie_tie.sum()
    return gradient, information
