"""Simulations of ratings, in their smallest size: who measures is measured here."""

from __future__ import annotations

import numpy as np
import pytest
import typer.testing

from loadtest.statistics.__main__ import app
from loadtest.statistics.coverage import measure_one
from loadtest.statistics.worlds import DESIGNS, Design, World, names, round_robin


def test_chances_of_a_world() -> None:
    """Without ties and for two, it is ln 3 that wins three of four: 3000 matches are within 0.03."""
    world = World([np.log(3), 0.0], np.random.default_rng(1))
    won = sum(world.placements(str(n), names(2)) == (1, 2) for n in range(3000))
    assert won / 3000 == pytest.approx(0.75, abs=0.03)


def test_luck_of_a_block() -> None:
    """Equals in a block of many matches: shared luck decides half of them alike, whoever sits where."""
    world = World([0.0, 0.0], np.random.default_rng(1), luck="shared")
    first, second = names(2)
    shares = []
    for block in range(40):
        places = [world.placements(str(block), players) for players in [(first, second)] * 50]
        shares.append(sum(place == (1, 2) for place in places) / 50)
    # About 1/4 or 3/4: a variance of 1/16, where matches without anything in common have 1/4 / 50.
    assert np.var(shares) > 0.03
    assert np.mean(shares) == pytest.approx(0.5, abs=0.2)


@pytest.mark.parametrize("step", [0.0, 1.0])
def test_ties_are_steps(step: float) -> None:
    """Performances that are not cut never tie."""
    world = World([0.0] * 4, np.random.default_rng(1), step=step)
    places = [world.placements(str(n), names(4)) for n in range(100)]
    assert any(len(set(place)) < 4 for place in places) == (step > 0)


def test_coverage_of_one_design() -> None:
    """A duel of 20 blocks: all is counted, and the interval holds in most of 60 runs."""
    design = Design("duel", 2, 2, 20, round_robin)
    found = measure_one(design, "own", 0.0, 60, np.random.default_rng(5))
    assert (found.blocks, found.ties, found.open) == (20, 0.0, 0.0)
    assert 0.85 < found.ratings <= 1.0
    assert found.scale == pytest.approx(1.0, abs=0.1)


def test_designs_are_small_or_large() -> None:
    """Each format with about 20 blocks and, but for some, with about 500."""
    for design in DESIGNS:
        scheduler = design.scheduler()
        assert scheduler.total is None or (scheduler.total < 400) == design.is_small


@pytest.mark.parametrize(
    "command", [["scale", "--comparisons", "400"], ["speed", "--bots", "20", "--matches", "40"]]
)
def test_commands(command: list[str]) -> None:
    """They print a line for each number of seats."""
    result = typer.testing.CliRunner().invoke(app, command)
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()][-1] == "16"
