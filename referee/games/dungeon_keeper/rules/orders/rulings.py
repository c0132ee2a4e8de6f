"""Orders are judged and carried out, one after another (DK-4.6 to DK-4.11).

An order that fails a check changes nothing, costs nothing and draws nothing; its code is that of the first
check that it fails. What is checked, and what an order does, is said in `table`.
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
"""Most orders beyond LIMIT or after the end of the match that are reported one by one (DK-4.6)."""


def carry_out_batch(play: Play, batch: o.Batch) -> None:
    """Carry out the orders of a batch one after another, whatever is in them (DK-4.3, DK-4.6).

    Each order gets an `OrderResult`, which is logged before the order's events. Of the orders that are not read
    any more, 32 get one each, then one result says how many followed (DK-4.6). The caller ends the turn.
    """
    if batch.is_bad:
        play.log.append(OrderResult(play.seat, None, Code.BAD_SCHEMA))
    unread = 0
    for place, order in enumerate(batch.orders):
        aim = aim_of(play, order)
        code = _count(play)
        if code is Code.OK:
            code = judge(aim)
        elif unread == MOST_UNREAD:
            play.log.append(OrderResult(play.seat, len(batch.orders) - place, Code.MORE))
            break
        else:
            unread += 1
        play.log.append(OrderResult(play.seat, place, code))
        if code is Code.OK:
            _execute(aim)
            play.moment(play)


def carry_out(play: Play, order: o.Order) -> Code:
    """Carry out an order if it passes its checks.

    Returns:
        OK, or why it was refused; then nothing has changed.
    """
    aim = aim_of(play, order)
    code = judge(aim)
    if code is Code.OK:
        _execute(aim)
    return code


def judge(aim: Aim[o.Order]) -> Code:
    """Return the code an order would get: OK, or that of the first check that it fails (DK-4.7)."""
    ruling = RULINGS.get(type(aim.order))
    if ruling is None:
        return Code.BAD_SCHEMA
    for code, holds in ruling.checks:
        if not holds(aim):
            return code
    return Code.OK


def _count(play: Play) -> Code:
    """Count an order of this turn, unless no more are looked at."""
    match = play.state.match
    if match[c.OVER]:
        return Code.MATCH_OVER
    if match[c.ORDERS] >= play.state.rules[c.MAX_ORDERS]:
        return Code.LIMIT
    match[c.ORDERS] += 1
    return Code.OK


def _execute(aim: Aim[o.Order]) -> None:
    """Take what an order costs, and let it work."""
    ruling = RULINGS[type(aim.order)]
    if ruling.ap is not None:
        _spend_ap(aim.state, aim.at, ruling.ap)
    # Priced before it works: a Source costs by the level that it has now (DK-3.10).
    pay(aim.state, aim.seat, price_of(aim.state, aim.order))
    ruling.effect(aim)


def _spend_ap(state: State, at: int, ap: int) -> None:
    """Spend a unit's action points; under foreign control its next turn has to pay for them (DK-5.51)."""
    unit = state.units[at]
    unit[c.AP] -= ap
    if unit[c.OWNER] != unit[c.CONTROLLER]:
        unit[c.AP_DEBT] += ap
