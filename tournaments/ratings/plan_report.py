"""Forecast of how many matches a comparison takes: its options on the command line, and its report."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Literal

import rich.console

from tournaments.ratings import SprtTerms
from tournaments.ratings.planning import Bots, SprtPlan, plan_margin, plan_sprt
from tournaments.spec.errors import PlanError

__all__ = ["Question", "print_plan", "read_question"]

_FINEST = 0.1
"""Smallest difference or margin that can be asked for, in Elo; smaller ones take too many matches."""


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A question about two bots: how many matches a sequential test or an interval needs."""

    bots: Bots
    """The two bots with their assumed strengths and draws."""
    terms: SprtTerms | None
    """The sequential test; None if `margin` is given."""
    margin: float | None
    """Wanted half-width of a 95% interval, in Elo; None if `terms` is given."""

    def plan(self, *, tests: int, seed: int) -> SprtPlan:
        """Return a forecast of how many matches the answer takes.

        See `tournaments.ratings.planning`.

        Args:
            tests: Number of tests or tournaments to simulate.
            seed: Seed of the simulation.

        Raises:
            PlanError: That is too much to simulate.
        """
        if self.terms is not None:
            return plan_sprt(self.bots, self.terms, tests=tests, seed=seed)
        assert self.margin is not None
        return plan_margin(self.bots, self.margin, tests=tests, seed=seed)


def read_question(
    *,
    elo: float,
    draws: float,
    seat_effect: float,
    elo0: float | None,
    elo1: float | None,
    alpha: float,
    beta: float,
    scale: Literal["logistic", "normalized"],
    statistic: Literal["pentanomial", "trinomial"],
    margin: float | None,
) -> Question:
    """Check the options of `tournament simulate`, and return them as a question; see the command's help.

    Raises:
        PlanError: An option breaks its bound, or the options contradict each other.
    """
    given = {"elo": elo, "seat-effect": seat_effect, "elo0": elo0, "elo1": elo1}
    for name, value in given.items():
        if value is not None and not -1000 <= value <= 1000:
            raise PlanError(f"--{name} must be from -1000 to 1000, not {value:g}")
    for name, risk in {"alpha": alpha, "beta": beta}.items():
        if not 0.0001 <= risk < 0.5:
            raise PlanError(f"--{name} must be from 0.0001 to below 0.5, not {risk:g}")
    if math.isnan(draws):
        raise PlanError("--draws must be from 0 to below 1, not nan")
    bots = Bots.of_elo(elo, draws=draws, scale=scale, seat_effect=seat_effect)
    if margin is not None:
        if elo0 is not None or elo1 is not None:
            raise PlanError("give either --margin or --elo0 and --elo1, not both")
        if scale != "logistic":
            raise PlanError(f"--margin is in logistic Elo, not in {scale}")
        if not _FINEST <= margin <= 1000:
            raise PlanError(f"--margin must be from {_FINEST} to 1000, not {margin:g}")
        return Question(bots, None, margin)
    if elo0 is None or elo1 is None:
        raise PlanError("give --elo0 and --elo1 for a sequential test, or --margin for an interval")
    if elo1 - elo0 < _FINEST:
        raise PlanError(f"--elo1 must be at least {elo0 + _FINEST:g}, not {elo1:g}")
    return Question(bots, SprtTerms(elo0, elo1, alpha, beta, scale, statistic), None)


def print_plan(
    question: Question, plan: SprtPlan, console: rich.console.Console, *, as_json: bool
) -> None:
    """Print the forecast that answers a question, for people or as one JSON object."""
    if as_json:
        values = dataclasses.asdict(question) | {"matches": dataclasses.asdict(plan)}
        console.print(json.dumps(values, indent=2), soft_wrap=True, highlight=False, markup=False)
        return
    for line in _lines(question, plan):
        console.print(line, soft_wrap=True, highlight=False, markup=False)


def _lines(question: Question, plan: SprtPlan) -> list[str]:
    terms = question.terms
    asked = f"95% interval of +-{question.margin} Elo"
    if terms is not None:
        asked = f"SPRT of {terms.scale} Elo {terms.elo0:g} against {terms.elo1:g}, "
        asked += f"alpha {terms.alpha:g}, beta {terms.beta:g}, {terms.statistic}"
    quantiles = ", ".join(f"{percent}%: {most}" for percent, most in plan.quantiles.items())
    lines = [
        f"{asked}; expected score {question.bots.score:.4f}, draws {question.bots.draws:g}",
        f"matches: {plan.mean:.0f} on average of {plan.tests} simulated tests"
        f" ({plan.closed_form:.0f} by the closed form)",
        f"matches that a share of the tests needs at most: {quantiles}",
    ]
    if plan.accept_h1 is not None:
        lines.append(
            f"H1 is accepted in {100 * plan.accept_h1:.1f}% of the tests"
            f" ({100 * (plan.closed_form_accept_h1 or 0):.1f}% by the closed form)"
        )
    return lines
