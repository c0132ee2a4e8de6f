"""Random legal orders for tests and load tests; no part of them is ever refused."""

from __future__ import annotations

import numpy as np

from referee.core.kernel import borrowing
from referee.core.rng import draw
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Ints, Shorts, Words, entry_at
from referee.games.dice_adventure.tables import NUM_MEMBERS, STEP_TOKENS

__all__ = ["random_order", "random_orders"]

_QUIET = 4
"""A member makes one ping in one of this many ping windows, on average."""
_NUM_TOKENS = len(STEP_TOKENS)


@borrowing
def random_orders(rules: Shorts, table: Ints, dice: Words, orders: Shorts) -> None:
    """Draw orders for all members that must decide.

    Args:
        rules: int16[column]: the config's parameters (`State.rules`).
        table: int32[party, column]: numbers of the parties and their members (`State.table`).
        dice: uint64[party]: state of the random stream of each party; changed in place.
        orders: int16[party, member, column]: the orders; changed in place.
    """
    for n in range(len(table)):
        if table[n, c.PHASE] != c.DONE:
            state = dice[n]
            members = table[n, c.MEMBERS :].reshape(NUM_MEMBERS, c.MEMBER_WIDTH)
            for member in range(NUM_MEMBERS):
                # Members draw one after another from the party's stream, so the dead must draw nothing.
                if members[member, c.ALIVE]:
                    own = members[member]
                    state = random_order(rules, table[n], own, state, orders[n, member])
            dice[n] = state


@borrowing
def random_order(rules: Shorts, row: Ints, own: Ints, dice: np.uint64, order: Shorts) -> np.uint64:
    """Draw the order of one member; return the next state of the random stream.

    In a ping window, the member pings a random cell once with a chance of 1 in 4, if it has the
    action points. Its plan has as many steps as it has action points, each of them one of the five
    kinds with equal chance.

    Args:
        rules: int16[column]: the config's parameters (`State.rules`).
        row: int32[column]: numbers of the party and its members (a row of `State.table`).
        own: int32[column]: the member's part of `row`.
        dice: State of the random stream.
        order: int16[column]: the order; changed in place.
    """
    ap = own[c.AP]
    order[c.WHOLE] = 0
    order[c.COUNT] = 0
    if row[c.PHASE] == c.PLANNING:
        # As many steps as points: one more would be refused as NO_AP.
        order[c.COUNT] = ap
        for step in range(ap):
            token, dice = draw(dice, _NUM_TOKENS)
            order[entry_at(step, c.TOKEN)] = token - 1
        return dice
    quiet, dice = draw(dice, _QUIET)
    # The quiet draw is made even without points, so that the stream does not depend on them.
    if quiet == 1 and ap >= rules[c.PING_COST]:
        symbol, dice = draw(dice, rules[c.PING_SYMBOLS])
        x, dice = draw(dice, row[c.WIDTH])
        y, dice = draw(dice, row[c.HEIGHT])
        order[c.COUNT] = 1
        order[entry_at(0, c.TOKEN)] = symbol - 1
        order[entry_at(0, c.ENTRY_X)] = x - 1
        order[entry_at(0, c.ENTRY_Y)] = y - 1
    return dice
