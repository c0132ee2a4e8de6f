"""Judge orders and carry them out, one after another (DK-4.6 to DK-4.11).

An order that fails a check changes nothing, costs nothing and draws no dice; its code is that of
the first check that fails. The checks and effects of each kind of order are in `table`.
"""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.economy.prices import pay, price_of
from referee.games.dungeon_keeper.rules.events import OrderResult
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.aims import Aim, aim_of
from referee.games.dungeon_keeper.rules.orders.table import RULINGS
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Code

__all__ = ["MOST_UNREAD", "carry_out", "carry_out_batch", "judge"]

MOST_UNREAD = 32
"""Number of orders in a batch refused as LIMIT or MATCH_OVER that get a separate result each
(DK-4.6)."""


def carry_out_batch(play: Play, batch: o.Batch) -> None:
    """Carry out a batch's orders one after another; malformed ones are refused (DK-4.3, DK-4.6).

    The result of each order is logged before its events. Of the orders refused as LIMIT or
    MATCH_OVER, 32 get a result each, then one result with MORE says how many followed (DK-4.6). The
    caller ends the turn.
    """
    if batch.is_bad:
        play.log.append(OrderResult(play.seat, None, Code.BAD_SCHEMA))
    unread = 0
    for place, order in enumerate(batch.orders):
        # Aimed only now: an earlier order of the batch may have moved, killed or hidden what this
        # one names (DK-4.3).
        aim = aim_of(play, order)
        code = _count(play)
        if code is Code.OK:
            code = judge(aim)
        elif unread == MOST_UNREAD:
            play.log.append(OrderResult(play.seat, len(batch.orders) - place, Code.MORE))
            break
        else:
            unread += 1
        # Before the effect: a roll is sent with an event of its own order, and the result marks
        # where an order begins (DK-6.22).
        play.log.append(OrderResult(play.seat, place, code))
        if code is Code.OK:
            _execute(aim)
            # No order may start before this: under fog, seats get this order's events by what they
            # see right after it (DK-6.21).
            play.moment(play)


def carry_out(play: Play, order: o.Order) -> Code:
    """Carry out one order if it passes its checks; log its events, but no result.

    Returns:
        OK, or the code with which it was refused; then nothing has changed.
    """
    aim = aim_of(play, order)
    code = judge(aim)
    if code is Code.OK:
        _execute(aim)
    return code


def judge(aim: Aim[o.Order]) -> Code:
    """Return the code that an order would get: OK, or that of the first failing check (DK-4.7)."""
    ruling = RULINGS.get(type(aim.order))
    if ruling is None:
        return Code.BAD_SCHEMA
    for code, holds in ruling.checks:
        if not holds(aim):
            return code
    return Code.OK


def _count(play: Play) -> Code:
    """Count an order of this turn; return OK if it may be checked, else the code with which it is refused.

    MATCH_OVER after the end of the match, LIMIT if the turn has had as many orders as it may.
    """
    match = play.state.match
    if match[c.OVER]:
        return Code.MATCH_OVER
    if match[c.ORDERS] >= play.state.rules[c.MAX_ORDERS]:
        return Code.LIMIT
    # Refused orders count as well, so a flood of them ends at the limit (DK-4.6).
    match[c.ORDERS] += 1
    return Code.OK


def _execute(aim: Aim[o.Order]) -> None:
    """Pay the action points and price of an order that passed its checks; apply its effect."""
    ruling = RULINGS[type(aim.order)]
    if ruling.ap is not None:
        _spend_ap(aim.state, aim.at, ruling.ap)
    # Priced before it works: a Source costs by the level that it has now (DK-3.10).
    pay(aim.state, aim.seat, price_of(aim.state, aim.order))
    # The effect comes last, since it may remove the paying unit, or end the match.
    ruling.effect(aim)


def _spend_ap(state: State, at: int, ap: int) -> None:
    """Spend `ap` action points of the unit in row `at`.

    Under foreign control they are also a debt, which its owner's next turn start takes off
    (DK-5.51).
    """
    unit = state.units[at]
    unit[c.AP] -= ap
    if unit[c.OWNER] != unit[c.CONTROLLER]:
        unit[c.AP_DEBT] += ap
