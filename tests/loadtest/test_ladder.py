"""The simulation that judges the ladder."""

from __future__ import annotations

import pytest

from loadtest.ladder import DESIGNS, find, main, settle
from tournaments.pairings import LadderTerms

TERMS = LadderTerms()


def test_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each way of pairing and moment, and one for each way of a newcomer; twice the same."""
    options = ["--seats", "2", "4", "--runs", "2", "--bots", "9", "--matches", "4", "8"]
    told = []
    for _ in range(2):
        assert main([*options, "--before", "4", "--settled", "0.8"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    found, newcomers, distances = told[0].split("\n\n| ")[1:]
    cells = [line.split(" | ") for line in found.split("\n\n")[0].splitlines()[2:]]
    ways = [(2, design) for design in DESIGNS] + [(4, d) for d in DESIGNS if d != "rule 2"]
    assert [tuple(line[:3]) for line in cells] == [
        (f"| {seats}", design, moment) for seats, design in ways for moment in ("4", "8")
    ]
    lines = newcomers.split("\n\n")[0].splitlines()[2:]
    assert [tuple(line.split(" | ")[:2]) for line in lines] == [(f"| {s}", d) for s, d in ways]
    assert [line.split(" | ")[0] for line in distances.splitlines()[2:]] == ["| 4", "| 8"]


@pytest.mark.parametrize("design", list(DESIGNS))
def test_much_play_finds_the_truth(design: str) -> None:
    """After 300 matches a bot most of the best four are known, and nearly all bots lie in their intervals."""
    (found,) = find(design, 8, 2, 4, [300], TERMS)
    assert found.four >= 0.75
    assert found.order > 0.8
    assert found.covered >= 0.75


@pytest.mark.parametrize("seats", [2, 4])
def test_a_newcomer_is_soon_settled(seats: int) -> None:
    """In less than half of the matches that random pairing takes, which gives it no more than its turn."""
    took = {
        design: sum(settle(design, 25, seats, seed, 40, TERMS).known for seed in range(2))
        for design in ("ladder", "random")
    }
    assert took["ladder"] < took["random"] / 2


def test_terms_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    """Another bound settles newcomers sooner."""
    options = [
        "--seats",
        "2",
        "--runs",
        "1",
        "--bots",
        "6",
        "--matches",
        "4",
        "--designs",
        "ladder",
    ]
    own = []
    for bound in ("0.5", "1"):
        assert main([*options, "--before", "8", "--settled", bound]) == 0
        own.append(float(capsys.readouterr().out.splitlines()[-1].split(" | ")[3].split(" ± ")[0]))
    assert own[1] < own[0]
