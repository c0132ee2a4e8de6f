"""What is for sale, and who is for hire (PG-5.1a)."""

from __future__ import annotations

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.dice import Dice, market_dice
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    BEST,
    CLASSES,
    ITEMS,
    MARKET_WEIGHT,
    WORST,
    HeroClass,
    Item,
)

__all__ = ["draw_market", "is_hire_turn"]


def is_hire_turn(state: State) -> bool:
    """Whether this turn has a hire auction (PG-4.3)."""
    return state.match.item(c.TURN) % state.rules.item(c.HIRE_PERIOD) == 0


def draw_market(state: State) -> None:
    """Phase 0 of a turn: the market anew, then the candidates of a hire turn."""
    dice = market_dice(state)
    for slot in range(len(state.market)):
        state.market[slot] = int(_weighed(dice.rand(MARKET_WEIGHT)))
    state.candidates[:] = c.NONE
    if is_hire_turn(state):
        for candidate in range(len(state.candidates)):
            state.candidates[candidate] = _candidate(dice)


def _weighed(word: int) -> Item:
    for item, row in zip(Item, ITEMS, strict=True):
        if word < row.weight:
            return item
        word -= row.weight
    raise ValueError("the weights add up to MARKET_WEIGHT")


def _candidate(dice: Dice) -> list[int]:
    kind = HeroClass(dice.rand(len(HeroClass)))
    stats = [base + dice.rand(4) - 1 for base in CLASSES[kind].stats]
    return [int(kind), *[min(max(stat, WORST), BEST) for stat in stats]]
