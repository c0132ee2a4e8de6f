"""The phase procedure against the closed form of DM-5.12, over every case there is."""

from __future__ import annotations

import numpy as np
import pytest

from referee.games.diceman.columns import LIFE
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.round import play_round
from referee.games.diceman.state import new_state
from tests.games.diceman.reference import COMBOS, both_dealt, roll_pairs

CASES = list(roll_pairs())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scope", "more", "equal", "total"),
    [("phase", 33_658, 13_340, 185_155), ("so_far", 34_480, 11_696, 165_595)],  # DM-5.12
)
def test_phases_agree_with_the_closed_form(scope: str, more: int, equal: int, total: int) -> None:
    """All 80,656 cases in one kernel call, each with its own script, and the sums of the rulebook."""
    state = new_state(DicemanConfig.model_validate({"magic_scope": scope}), [0] * len(CASES))
    scripts = [
        [4, 0, *(a[die] for die in COMBOS[combo_a]), *(b[die] for die in COMBOS[combo_b])]
        for combo_a, a, combo_b, b in CASES
    ]
    state.script = np.array(scripts, dtype=np.int32)
    play_round(state, np.array([(case[0], case[2]) for case in CASES], dtype=np.int8))

    dealt = 20 - state.table[:, [LIFE + 1, LIFE]]
    expected = [both_dealt(a, b, so_far=scope == "so_far") for _, a, _, b in CASES]

    assert len(CASES) == 80_656
    assert dealt.tolist() == [list(pair) for pair in expected]
    assert int((dealt[:, 0] > dealt[:, 1]).sum()) == more
    assert int((dealt[:, 0] == dealt[:, 1]).sum()) == equal
    assert int(dealt[:, 0].sum()) == total
