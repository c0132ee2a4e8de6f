"""The measurement of games made with the kit plays both forms alike, and says what it has measured."""

from __future__ import annotations

import itertools
import re
import sys

import pytest

from loadtest.kit_games import GAMES, decisions_of, found_games, main
from referee.games import registry
from referee.kit.rollout.loop_rows import LoopRows


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the registry and the search path as they were."""
    monkeypatch.setattr(registry, "find", registry.find.__wrapped__)
    monkeypatch.setattr(sys, "path", [*sys.path])


def test_both_forms_make_the_same_decisions() -> None:
    """Step by step, with ends of matches and the next ones."""
    with found_games():
        for game in GAMES:
            forms = decisions_of(game, 3), decisions_of(game, 3, LoopRows)
            over_arrays, one_by_one = (list(itertools.islice(each, 150)) for each in forms)
            assert over_arrays == one_by_one
            assert 300 < sum(over_arrays) < 450  # a row waits for a step after each match


def test_each_game_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """With both rates and their ratio."""
    assert main(["--matches", "2", "--steps", "2", "--repetitions", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(GAMES)
    for line in lines:
        assert re.search(r"[\d,]+ decisions .* over arrays, [\d,]+ match by match, ratio \d", line)
