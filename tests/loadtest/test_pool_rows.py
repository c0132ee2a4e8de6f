"""The measurement of rows in several processes, in its smallest size."""

from __future__ import annotations

import numpy as np
import pytest

from loadtest.pool_rows import drawn_actions, game_rows, main
from referee.kit.rollout.rollout import Rollout


def test_what_is_measured_is_legal_play_of_asked_seats() -> None:
    """Nothing is refused, and who is asked answers."""
    actions = drawn_actions("proving_grounds", 1, 3)
    rollout = Rollout(game_rows("proving_grounds", 1), seed=22)
    for each in actions:
        assert np.asarray(each["answered"]).tolist() == rollout.asked().tolist()
        assert not rollout.step(each).refused.any()


@pytest.mark.slow
def test_a_table_tells_one_process_and_several(capsys: pytest.CaptureFixture[str]) -> None:
    """Three ways to measure, each with both and their ratio."""
    words = ["--games", "proving_grounds", "--rows", "2", "--steps", "2", "--times", "1"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[2] for line in lines[2:]] == ["clock", "busiest", "way"]
    for line in lines[2:]:
        one, pool, ratio = (float(cell.split()[0]) for cell in line.split(" | ")[3:6])
        assert ratio == pytest.approx(pool / one, rel=0.5, abs=0.02)
