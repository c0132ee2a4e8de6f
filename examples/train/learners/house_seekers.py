"""Plans of the house bot `seeker` of Dice Adventure, for a learner to imitate."""

from __future__ import annotations

import numpy as np

from learners.adventure_features import STOP, UNEXPLORED, View
from learners.network import Array
from referee_bots.dice_adventure.seeker_bot import SeekerBot
from referee_bots.dice_adventure.view import Seen
from referee_bots.dice_adventure.view import View as BotView

__all__ = ["seeker_plans"]

CODES = ("??", "##", "..", "**", "C1", "C2", "C3", "K1", "K2", "K3", "R1", "T1", "M1", "M2", "M3")
"""Two-character code of each kind of cell, as bots see it on the map, by the kind's number in
columns; for the default types of pieces.
"""
TOKENS = "UDLRW"
_SEEKER = SeekerBot(0)


def seeker_plans(view: View, asked: Array) -> Array:
    """Return the plan of the house bot `seeker` for seats that must decide.

    Args:
        view: Observations of all seats, as columns with an entry for each seat.
        asked: bool[seat]: whether the seat must decide.

    Returns:
        int8[seat, step]: steps of each plan, with `STOP` after the last one.
    """
    plans = np.full((len(view.x), 6), STOP, np.int8)
    for seat in np.flatnonzero(asked).tolist():
        tokens = _SEEKER.plan(_seen_by(view, seat))
        plans[seat, : len(tokens)] = [TOKENS.index(token) for token in tokens]
    return plans


def _seen_by(view: View, seat: int) -> BotView:
    width, height = int(view.width[seat]), int(view.height[seat])
    grid = view.grid[seat]
    codes = {
        (x, y): CODES[grid[y, x]]
        for y in range(height)
        for x in range(width)
        if grid[y, x] != UNEXPLORED
    }
    monsters = {
        (int(view.monsters_x[seat, place]), int(view.monsters_y[seat, place])): ["M1"]
        for place in range(view.num_monsters[seat])
    }
    return BotView(
        member=int(view.char[seat]) - 1,
        level=0,
        round=int(view.round[seat]),
        size=(width, height),
        codes=codes,
        monsters=monsters,
        at=(int(view.x[seat]), int(view.y[seat])),
        ap=int(view.ap[seat]),
        party=tuple(Seen(bool(key), None) for key in view.keys[seat]),
        pings=(),
    )
