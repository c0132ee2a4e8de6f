"""Bayesian rating after Plackett and Luce, for any number of seats and ties, by openskill."""

from __future__ import annotations

from collections.abc import Sequence

from openskill.models import PlackettLuce as _Model

from tournaments.ratings.base import Rating

__all__ = ["PlackettLuce"]

MU = 25.0
SIGMA = MU / 3
BETA = MU / 6


class PlackettLuce:
    """Algorithm 4 of Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011).

    Journal of Machine Learning Research 12, pages 267 to 300. With strengths N(mu_i, sigma_i^2) and
    c = sqrt(sum_i (sigma_i^2 + beta^2)), the chance that i takes the place for which the set C_q is
    left is p_iq = exp(mu_i / c) / sum_{s in C_q} exp(mu_s / c). A match moves mu_i by Omega_i and
    shrinks sigma_i^2 by the factor 1 - Delta_i, where, summed over the places q down to i's own,

        Omega_i = sigma_i^2 / c * sum_q ([q = i] - p_iq)
        Delta_i = sigma_i / c * sigma_i^2 / c^2 * sum_q p_iq (1 - p_iq)

    and seats that share a placement share its terms. A program's strength does not drift, so tau, by
    which openskill widens sigma before every match, is 0. The result depends on the order of the
    matches: rate them in schedule order.
    """

    def __init__(self) -> None:
        self._model = _Model(mu=MU, sigma=SIGMA, beta=BETA, tau=0.0)

    @property
    def start(self) -> Rating:
        """Rating of a player without any match: mean 25, standard deviation 25/3."""
        return Rating(MU, SIGMA)

    def rate(self, ratings: Sequence[Rating], placements: Sequence[int]) -> tuple[Rating, ...]:
        """Return ratings after a match, in seat order; see `RatingSystem.rate`."""
        teams = [[self._model.create_rating([rating.mu, rating.sigma])] for rating in ratings]
        rated = self._model.rate(teams, ranks=[float(placement) for placement in placements])
        return tuple(Rating(team[0].mu, team[0].sigma) for team in rated)
