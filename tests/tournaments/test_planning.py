from __future__ import annotations

import math

import numpy as np
import pytest

from tests.helpers.tiers import some
from tournaments.ratings import SprtTerms
from tournaments.ratings.planning import Bots, SprtPlan, plan_margin, plan_sprt, splitmix64
from tournaments.ratings.scales import elo_of_score, score_of_elo
from tournaments.spec.errors import PlanError


def test_scales() -> None:
    """The Elo that people know by heart: 75% are 191 points, 400 points are ten to one."""
    assert elo_of_score(0.75) == pytest.approx(190.85, abs=0.01)
    assert score_of_elo(400) == pytest.approx(10 / 11)


def test_splitmix64() -> None:
    """The first words of seed 1234567 are those of the reference program by Vigna."""
    words = splitmix64(np.uint64(1234567), np.arange(3, dtype=np.uint64))
    assert words.tolist() == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_shares_by_hand() -> None:
    """A score of 0.6 with 30% draws wins 45% and loses 25%; blocks are two independent matches."""
    bots = Bots(0.6, 0.3)
    assert bots.shares(1).tolist() == pytest.approx([0.25, 0.3, 0.45])
    by_hand = [0.0625, 0.15, 0.315, 0.27, 0.2025]
    assert bots.shares(2).tolist() == pytest.approx(by_hand)


def test_normalized_difference() -> None:
    """100 normalized points are 100 ln 10 / 800 standard deviations of a match."""
    bots = Bots.of_elo(100, draws=0.4, scale="normalized")
    deviation = math.sqrt(bots.score * (1 - bots.score) - 0.4 / 4)
    assert (bots.score - 0.5) / deviation == pytest.approx(100 * math.log(10) / 800)


def test_seat_effect() -> None:
    """A strong seat makes blocks split: less variance than in matches without it, and the same score."""
    plain, seated = Bots(0.5, 0.0).shares(2), Bots(0.5, 0.0, seat_effect=200).shares(2)
    values = np.linspace(0, 1, 5)
    assert seated @ values == pytest.approx(0.5)
    assert seated[2] > plain[2] == pytest.approx(0.5)


def close(plan: SprtPlan) -> None:
    """Simulation and closed form agree but for chance and what overshoot adds."""
    assert plan.mean == pytest.approx(plan.closed_form, rel=0.15)
    assert list(plan.quantiles.values()) == sorted(plan.quantiles.values())


@pytest.mark.parametrize("scale", some(["logistic", "normalized"], 1))
@pytest.mark.parametrize("elo", some([0, 20, 40], 1))
def test_sprt(elo: float, scale: str) -> None:
    """At elo0, between, and at elo1: 5%, about half, and 95% accept H1, as soon as Wald has it."""
    terms = SprtTerms(0, 40, scale=scale)  # type: ignore[arg-type]
    bots = Bots.of_elo(elo, draws=0.3, scale=scale)
    plan = plan_sprt(bots, terms, tests=400, seed=3)
    close(plan)
    assert plan.accept_h1 is not None
    assert plan.accept_h1 == pytest.approx({0: 0.05, 20: 0.5, 40: 0.95}[int(elo)], abs=0.07)
    assert plan.closed_form_accept_h1 == pytest.approx(plan.accept_h1, abs=0.07)


def test_wald_by_hand() -> None:
    """At elo0, E LLR = (1 - alpha) lower + alpha upper, and a sample adds -(t1 - t0)^2 / 2."""
    terms = SprtTerms(0, 10, alpha=0.05, beta=0.1, statistic="trinomial")
    plan = plan_sprt(Bots(0.5, 0.2), terms, tests=20, seed=0)
    lower, upper = math.log(0.1 / 0.95), math.log(0.9 / 0.05)
    t1 = (1 / (1 + 10 ** (-10 / 400)) - 0.5) / math.sqrt(0.25 - 0.05)
    by_hand = (0.95 * lower + 0.05 * upper) / (-(t1**2) / 2)
    assert plan.closed_form == pytest.approx(by_hand, rel=1e-6)
    assert plan.closed_form_accept_h1 == pytest.approx(0.05)


def test_far_beyond_the_question() -> None:
    """A huge difference is no overflow: all tests accept H1 at once."""
    plan = plan_sprt(Bots.of_elo(600, draws=0, scale="logistic"), SprtTerms(0, 1), tests=20, seed=0)
    assert plan.accept_h1 == 1.0
    assert plan.closed_form_accept_h1 == pytest.approx(1.0)


def test_margin() -> None:
    """Without draws, +-20 Elo take (1.96 * 0.5 / (20 * 0.25 ln 10 / 400))^2 = 1159 matches."""
    plan = plan_margin(Bots(0.5, 0.0), 20, tests=200, seed=1)
    assert plan.closed_form == pytest.approx(1159.4, abs=0.5)
    assert plan.accept_h1 is None
    assert plan.mean == pytest.approx(plan.closed_form, rel=0.03)
    close(plan)


def test_the_same_again() -> None:
    """The same call gives the same numbers, and another seed others."""
    bots, terms = Bots(0.52, 0.1), SprtTerms(0, 30)
    plan = plan_sprt(bots, terms, tests=50, seed=2)
    assert plan == plan_sprt(bots, terms, tests=50, seed=2)
    assert plan != plan_sprt(bots, terms, tests=50, seed=3)


def test_too_much() -> None:
    """What would take hours is refused before it begins."""
    with pytest.raises(PlanError, match="too many to simulate"):
        plan_sprt(Bots(0.5, 0.0), SprtTerms(0, 0.1), tests=1000, seed=0)
