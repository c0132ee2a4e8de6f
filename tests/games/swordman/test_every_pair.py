"""The kernel against the plain reference, over every pair of settings that spends all points."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from referee.games.swordman.columns import BLOW, FIRST, LANDED, LIFE, LIFE_AFTER, LIFE_BEFORE
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.round import play_round
from referee.games.swordman.state import new_state
from tests.games.swordman.reference import Rules, Set, strike
from tests.helpers.tiers import some

RULES = [
    Rules(power=6),
    Rules(power=6, locations=2, guard_on=1, guard_off=0),
    Rules(power=5, locations=4, guard_on=2, guard_off=3),
    Rules(power=10, priority=False, guard_off=1),
]


def settings(rules: Rules) -> list[Set]:
    """All settings that spend all points."""
    found = set()
    for sword, shield in product(range(rules.power + 1), repeat=2):
        priority = rules.power - sword - shield
        if priority < 0 or (priority > 0 and not rules.priority):
            continue
        swords = range(rules.locations) if sword else [-1]
        shields = range(rules.locations) if shield else [-1]
        found |= {Set(sword, shield, priority, at, cover) for at in swords for cover in shields}
    return sorted(found, key=lambda s: (s.sword, s.shield, s.sword_at, s.shield_at))


@pytest.mark.parametrize("life", some([(3, 4), ((20, 20),), ((1, 6),)], 1), ids=str)
@pytest.mark.parametrize("rules", RULES, ids=["default", "plain", "four places", "no priority"])
def test_rounds_agree_with_the_reference(rules: Rules, life: tuple[int, int]) -> None:
    """All pairs in one kernel call: blows, who struck first, whose blow was dealt, lives."""
    pairs = list(product(settings(rules), repeat=2))
    config = SwordmanConfig(
        power=rules.power,
        priority=rules.priority,
        locations=rules.locations,
        guard_on=rules.guard_on,
        guard_off=rules.guard_off,
    )
    state = new_state(config, len(pairs))
    state.table[:, LIFE : LIFE + 2] = life
    orders = [[(s.sword, s.shield, s.priority, s.sword_at, s.shield_at, 0) for s in pair]
              for pair in pairs]  # fmt: skip
    play_round(state, np.array(orders, dtype=np.int32))

    assert not state.notices.any()
    assert (state.table[:, LIFE_BEFORE : LIFE_BEFORE + 2] == life).all()
    expected = [strike(rules, a, b, life) for a, b in pairs]
    assert state.table[:, BLOW : BLOW + 2].tolist() == [list(one.blow) for one in expected]
    assert state.table[:, FIRST].tolist() == [one.first for one in expected]
    assert state.table[:, LANDED : LANDED + 2].tolist() == [list(one.landed) for one in expected]
    lives = state.table[:, LIFE_AFTER : LIFE_AFTER + 2]
    assert lives.tolist() == [list(one.life) for one in expected]
    assert len({one.life for one in expected}) > 5
    assert {one.first for one in expected} == ({-1, 0, 1} if rules.priority else {-1})
