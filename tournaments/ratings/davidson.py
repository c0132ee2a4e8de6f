"""Strengths from placements of any number of seats: Davidson's model of each two seats of a match.

Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments",
Journal of the American Statistical Association 65 (1970), equation 2.2, with the order effect of Davidson
and Beaver, "On Extending the Bradley-Terry Model to Incorporate Within-Pair Order Effects", Biometrics 33
(1977), as an effect e of each seat. With r the players' strengths, v the tie parameter and
x = (r_i + e_s) - (r_j + e_t) for i in seat s and j in seat t, the chances that i is placed ahead, level and
behind are as exp(x / 2) : v : exp(-x / 2).

A match of n seats is n (n - 1) / 2 such comparisons. Their likelihoods are multiplied as if they were
independent, which is a composite likelihood (Varin, Reid and Firth, "An Overview of Composite Likelihood
Methods", Statistica Sinica 21, 2011): its maximum is consistent, but says nothing of how certain it is. That
is estimated from the blocks, see `blocks`. For two seats it is the plain likelihood. In e, r and ln v its logarithm
is concave.
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
"""Standard deviation of the normal prior around 0 of every strength and of every seat's effect."""
_PRIOR_LOG_TIE = 10.0
"""Standard deviation of the normal prior around 0 of ln v."""
_MAX_STEPS = 100
_TOLERANCE = 1e-10
_ROUNDING = 1e-14


@dataclasses.dataclass(frozen=True, slots=True)
class PlacedMatch:
    """A match as the model sees it."""

    block: str
    """Key of its block."""
    players: tuple[str, ...]
    """Players in seat order; at least two, all different."""
    placements: tuple[int, ...]
    """Rank of each seat from 1; ties share a rank."""


@dataclasses.dataclass(frozen=True)
class Placements:
    """Matches of one number of seats, as arrays; a pair is two seats of a match, the lower one first."""

    num_players: int
    """How many players there are."""
    players: Ints
    """int64[match, seat]: seated sat there."""
    points: Floats
    """float64[match, pair]: 1 where the pair's first seat was placed ahead, 1/2 level, 0 behind."""
    blocks: Ints
    """int64[match]: number of its block, from 0 in the order of first appearance."""
    has_effects: bool
    """Whether seats have effects; not where all are alike."""
    has_ties: bool
    """Whether ln v is a parameter; without ties the best v is 0, which has no logarithm."""

    @property
    def num_seats(self) -> int:
        """Seats of every match."""
        return int(self.players.shape[1])

    @property
    def num_blocks(self) -> int:
        """How many blocks there are."""
        return int(self.blocks.max(initial=-1)) + 1

    @functools.cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """int64[pair] twice: first and second seat of each pair."""
        first, second = np.triu_indices(self.num_seats, k=1)
        return first, second

    @functools.cached_property
    def signs(self) -> Floats:
        """float64[pair, seat]: 1 at a pair's first seat, -1 at its second."""
        seats = np.eye(self.num_seats)
        signs: Floats = seats[self.pairs[0]] - seats[self.pairs[1]]
        return signs

    @functools.cached_property
    def tied(self) -> Floats:
        """float64[match, pair]: 1 where two seats share a placement."""
        tied: Floats = (self.points == 0.5) * 1.0
        return tied

    @property
    def effects(self) -> slice:
        """Which parameters are effects of seats."""
        num_effects = self.num_seats if self.has_effects else 0
        return slice(self.num_players, self.num_players + num_effects)

    @property
    def num_parameters(self) -> int:
        """Strengths, effects of seats, and ln v if it is one."""
        return int(self.effects.stop) + self.has_ties

    def part(self, here: npt.NDArray[np.bool_]) -> Placements:
        """Return some of the matches, with the parameters of all.

        Args:
            here: bool[match].
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
            players: Names, all different.
            matches: Their matches, all of one number of seats.
            has_effects: Whether seats have effects.

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
    """The parameters that fit best.

    Parameters are in one array, in natural logarithms of odds: the strengths in the order of the
    players, the effects of the seats, and, where any two seats tied, ln v.
    """

    parameters: Floats
    """float64[parameter]."""
    inverse: Floats
    """float64[parameter, parameter]: inverse of minus the second derivative at `parameters`, prior included."""
    placements: Placements
    """What was fitted."""
    terms: Terms
    """What each match adds to the derivatives, without the prior."""

    @property
    def log_tie(self) -> float:
        """The parameter ln v; -infinity if nobody tied."""
        return float(self.parameters[-1]) if self.placements.has_ties else -math.inf


@dataclasses.dataclass(frozen=True, slots=True)
class _Chances:
    """What the model expects of each pair."""

    ahead: Floats
    """float64[match, pair]: chance that its first seat is placed ahead."""
    tie: Floats
    """float64[match, pair]: chance that both share a placement."""
    log_posterior: float
    """Logarithm of the likelihood of all that happened, times the prior."""

    @classmethod
    def of(cls, placements: Placements, parameters: Floats) -> _Chances:
        """Return the chances at some parameters."""
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
    """First and minus second derivatives of each match, by the strength u_s = r + e of its seats and ln v.

    With s the points of a seat against another and d = 1 for a tie, the derivatives by x and ln v are
    s - E s and d - E d, and the second ones are minus the variances and the covariance of s and d.
    """

    by_seat: Floats
    """float64[match, seat]: first derivatives by u."""
    by_tie: Floats
    """float64[match]: first derivative by ln v."""
    seat_seat: Floats
    """float64[match, seat, seat]: minus the second derivatives by u and u."""
    seat_tie: Floats
    """float64[match, seat]: minus those by u and ln v."""
    tie_tie: Floats
    """float64[match]: minus those by ln v and ln v."""

    @classmethod
    def of(cls, placements: Placements, chances: _Chances) -> Terms:
        """Return the terms where the model expects this."""
        ahead, tie = chances.ahead, chances.tie
        # The points of a pair are 1, 1/2 or 0: mean and variance of that variable.
        expected = ahead + tie / 2
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
    """Find the likeliest parameters by Newton's method.

    The prior keeps everything finite where data alone would not, as of somebody seated has won all
    matches; where 100 matches separate two that are nearly equal, it takes less than 0.1 % off.
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
    """Return what the model expects of each pair: float64[match, pair], points of the first seat and chance to tie."""
    chances = _Chances.of(fitted.placements, fitted.parameters)
    return chances.ahead + chances.tie / 2, chances.tie


def log_posterior(placements: Placements, parameters: Floats) -> float:
    """Logarithm of the likelihood of some matches, times the prior.

    Args:
        placements: The matches, which may be a part of those that were fitted.
        parameters: float64[parameter] of the fit.
    """
    return _Chances.of(placements, parameters).log_posterior


def _precision(placements: Placements) -> Floats:
    """float64[parameter]: reciprocal variances of the prior."""
    precision = np.full(placements.num_parameters, 1 / (PRIOR_ELO * NAT_PER_ELO) ** 2)
    precision[placements.effects.stop :] = 1 / _PRIOR_LOG_TIE**2
    return precision


def _derivatives(placements: Placements, terms: Terms) -> tuple[Floats, Floats]:
    """Gradient of the log-likelihood, and minus its second derivative; without the prior."""
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
