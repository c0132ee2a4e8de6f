"""The buffers of a step have room for whatever happens in it."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.core.config import parse_config
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.wire.records import Encounter

GAME = PLUGIN.game
SIDE = 32
"""Cells in a row and rows of the largest map (DA-2.8)."""
OTHERS = ("C1", "C2", "C3", "K1", "K2", "K3", "**")
MOST_PIECES = SIDE * SIDE - len(OTHERS)
MIGHTY = {"die": 20, "modifier": 20}
MONSTERS = [
    {"code": "M1", "steps": 5, "hunt": 10, **MIGHTY},
    {"code": "R1", "die": 0, "modifier": 1},
]
WEAK = {"ap": 12, "hearts": 9, "monster_die": 0, "monster_modifier": 0}
STATS = {"dwarf": WEAK, "giant": WEAK, "human": WEAK}


def start(fields: dict[str, Any], **values: Any) -> State:
    """A party on the largest map, which is full of monsters."""
    codes = [*OTHERS, *["M1"] * MOST_PIECES]
    rows = ["".join(codes[SIDE * row : SIDE * (row + 1)]) for row in range(SIDE)]
    levels = [{"map": "\n".join(rows)}]
    config = parse_config(
        DiceAdventureConfig, {"levels": levels, "types": MONSTERS, "stats": STATS, **values}
    )
    state: State = GAME.parse_state(config, 3, {"parties": [fields]})
    return state


def step(state: State, *orders: dict[str, Any]) -> list[Any]:
    """Bodies of the events of a step."""
    events = GAME.step(state, {seat: GAME.parse_action(order) for seat, order in enumerate(orders)})
    return [event.body for event in events]


def test_the_fullest_step() -> None:
    """One after another the members lose against all monsters there can be, then in each of five sub-steps.

    That is eight of the nine times that a piece can roll in a step: the ninth would be a won encounter.
    """
    pieces = [{"pos": [10, 10]}] * MOST_PIECES
    members = [{"pos": [9, 10]}, {"pos": [11, 10]}, {"pos": [10, 9]}]
    state = start({"members": members, "pieces": pieces}, ping_windows=0)
    plans = [["R"], ["W", "L"], ["W", "W", "D"]]
    told = step(state, *[{"plan": plan} for plan in plans])

    met = [body for body in told if isinstance(body, Encounter)]
    assert [body.success for body in met] == [False] * len(met)
    assert [len(body.pieces) for body in met if body.phase == "action"] == [MOST_PIECES] * 3
    rolls = sum(len(body.pieces) for body in met if body.phase == "monster")
    assert rolls == 5 * MOST_PIECES
    size, width = state.log.item(0, c.LOG_SIZE), state.log.shape[1]
    assert 2 * 8 * MOST_PIECES < size <= width <= np.iinfo(state.log.dtype).max


def test_the_most_pings() -> None:
    """Twelve of each member in a round."""
    state = start({}, ping_windows=6)
    pings = {"pings": [{"symbol": "A", "x": 0, "y": 0}] * 2}
    for _ in range(6):
        step(state, pings, pings, pings)
    seen = GAME.observe(state, [0])[0]
    assert (seen.phase, len(seen.pings), seen.me.ap) == ("planning", 36, 0)
    assert len(seen.pings) == state.pings.shape[1]
