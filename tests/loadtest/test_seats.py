"""Counting how groups sit, and fitting strengths to what is played there."""

from __future__ import annotations

import math

import numpy as np
import pytest

from loadtest.seats import _strengths, main


def test_what_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """Four seats: rotations have one neighbour thrice a block and never another; the design has each once."""
    assert main(["--seats", "4", "--matches", "400"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    row = lines.index(["4", "1", "4", "0..3", "50", "%", "3", "4", "1..1", "0", "%", "1"])
    assert lines[row + 2] == ["4", "3", "12", "0..9", "50", "%", "9", "12", "3..3", "0", "%", "0"]
    assert ["4", "3", "12", "0..12", "12", "12", "4..4", "0"] in lines


def test_help_for_the_neighbour_looks_like_strength(capsys: pytest.CaptureFixture[str]) -> None:
    """In rotations round a table always the same one is helped, by 1; in a full set of designs everybody is."""
    main(["--seats", "4", "--matches", "8000"])
    (line,) = (
        line.split()
        for line in capsys.readouterr().out.splitlines()
        if line.split()[:4] == ["4", "3", "next,", "ring"]
    )
    rotations, designs, chance = map(float, line[4:])
    assert rotations == pytest.approx(1, abs=0.1)
    assert designs < 0.1
    assert chance < 0.1


def test_strengths_of_two_and_three() -> None:
    """Three wins to one are odds of 3; with all six orders of three once each, everybody is equal."""
    duel = _strengths(np.array([[0, 1]] * 3 + [[1, 0]]), 2)
    assert duel[0] - duel[1] == pytest.approx(math.log(3))
    orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    assert _strengths(np.array(orders), 3) == pytest.approx(np.zeros(3), abs=1e-9)
