"""Matches that are served in this process: what is played, and what is counted."""

from __future__ import annotations

import pytest

from loadtest.bench.served import script, serve
from referee.games.champions import PLUGIN as CHAMPIONS
from referee.games.diceman import PLUGIN as DICEMAN


def test_whole_matches_are_served_as_they_were_drawn() -> None:
    """Every answer is asked for once a match, each match is played once, and all that is told has bytes."""
    scripts = [script(CHAMPIONS, 2, seed) for seed in (1, 2)]
    served = serve(*scripts)
    assert served.matches == 2
    assert served.turns == sum(len(one.answers) for one in scripts) > 2 * 2 * 4
    assert served.num_bytes > 100 * served.turns
    assert served.cpu_s > 0


def test_a_script_may_end_before_the_match() -> None:
    """Then it says which turns are open."""
    drawn = script(DICEMAN, 2, 1, points=3)
    assert sorted(drawn.answers) == [(seat, turn) for seat in (0, 1) for turn in (1, 2, 3)]
    assert drawn.waiting == {(0, 4), (1, 4)}


def test_an_answer_that_is_not_taken_is_an_error() -> None:
    """The measurement would be of something else."""
    drawn = script(DICEMAN, 2, 1)
    drawn.answers[0, 2].turn = 7
    with pytest.raises(RuntimeError, match="does not take all answers"):
        serve(drawn)
