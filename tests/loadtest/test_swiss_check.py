"""Swiss rounds against another implementation: few of the states that the command compares."""

from __future__ import annotations

import collections
import json

import pytest

from loadtest.swiss_check import State, check, main


def test_rounds_are_the_best() -> None:
    """On states of tournaments and on drawn ones, with odd numbers among them."""
    counts = check(48, seed=3, most=14)
    assert sum(count.states for count in counts.values()) == 48
    assert counts["drawn"].states == 12
    for count in counts.values():
        assert count.equal == count.states
        assert 0 < count.odd < count.states


def test_costs() -> None:
    """By hand: c sits out again with 2 points; a and b meet for the third time, 1 1/2 points apart."""
    state = State.new(5)
    a, b, c, d, e = state.players
    state.scores = {a: 3.0, b: 1.5, c: 2.0, d: 4.0, e: 0.5}
    for one, other in ((a, b), (b, a)):
        state.met[one][other] = 2
    state.byes = collections.Counter({c: 1})
    assert state.costs(([(a, b), (d, e)], c)) == (1, 1, 2, 1, 2.0, 1.5**2 + 3.5**2)
    assert state.costs(([(a, b)], None))[0] == 3


def test_a_round_without_a_rematch_may_be_impossible() -> None:
    """Of four, one who has met all others must meet one again; of five it can sit out."""
    for count, impossible in ((4, True), (5, False)):
        state = State.new(count)
        first, *others = state.players
        for other in others:
            state.met[first][other] = state.met[other][first] = 1
        assert state.needs_rematch() is impossible


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A table, or the same as JSON, and a status."""
    arguments = ["--states", "8", "--most", "8", "--seed", "1"]
    assert main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["all"]["states"] == told["all"]["equal"] == 8
    assert main(arguments) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.split()[:2] == ["all", "8"]
