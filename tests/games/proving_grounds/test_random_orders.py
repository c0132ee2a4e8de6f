"""Random actions: of every kind, never wrong by themselves, and playable whatever the config is."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.rules.actions.hero_orders import KINDS
from referee.games.proving_grounds.tables import Code, Spell
from referee.games.proving_grounds.wire.events import Hired, Notice, Result
from referee.games.proving_grounds.wire.orders import Cast, Orders
from referee.testing.play import play_randomly
from referee.testing.samples import is_notice

GAME = PLUGIN.game

RICH = {"start_gold": 1000, "end_pct": 0, "hire_period": 1}


def test_every_kind_of_order_is_given_and_done() -> None:
    """Over some matches of rich seats: each kind of hero order, each spell, bids, hires and purchases."""
    config = parse_config(ProvingGroundsConfig, RICH)
    done: Counter[str] = Counter()
    for seed in range(8):
        state, _ = GAME.start(config, seed=seed, num_seats=2)
        dice = Stream(seed, 20)
        while (point := GAME.decision(state)) is not None:
            actions = {seat: GAME.random_action(state, seat, dice) for seat in point.seats}
            for event in GAME.step(state, actions):
                body = event.body
                assert not isinstance(body, Notice), (body, actions[body.seat])
                done["hired"] += isinstance(body, Hired)
                if isinstance(body, Result) and body.code == Code.OK:
                    done[body.part.name] += 1
                    action = actions[body.seat]
                    if body.part.name == "HEROES" and isinstance(action, Orders):
                        order = action.heroes[body.place]
                        done[type(order).__name__] += 1
                        if isinstance(order, Cast):
                            done[Spell(order.spell).name] += 1
    kinds = {kind.__name__ for kind in KINDS} | {spell.name for spell in Spell}
    wanted = kinds | {"SHUFFLE", "HIRE", "BUY", "hired"}
    assert not {name for name in wanted if not done[name]}, done


@pytest.mark.parametrize(
    "values",
    [
        {"start_gold": 30, "max_heroes": 1, "hire_period": 1},
        {"max_orders": 8, "max_heroes": 12, "start_gold": 1000},
        {"sector_width": 2, "sector_depth": 2, "end_rooms": 0, "combat_round_cap": 5},
        {"trap_pct": 100, "hire_period": 20, "max_turns": 500, "end_pct": 1},
    ],
    ids=["poor", "few orders", "small", "long"],
)
def test_never_refused(values: dict[str, object]) -> None:
    """Under other configs than the default, too."""
    config = parse_config(ProvingGroundsConfig, values)
    for seed in range(2):
        state, events = GAME.start(config, seed=seed, num_seats=3)
        events += play_randomly(GAME, state, Stream(seed, 21))
        assert not [event for event in events if is_notice(event)]
