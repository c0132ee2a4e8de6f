"""Phase 3: the market is sold in the order of the BUY board (PG-5.4)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.checked import Checked, tell_result
from referee.games.proving_grounds.rules.market.boards import seats_of
from referee.games.proving_grounds.rules.play import Play, can_afford
from referee.games.proving_grounds.tables import ITEMS, Board, Cause, Code, Item, OrderList
from referee.games.proving_grounds.wire.events import Bought

__all__ = ["phase_buy"]


def phase_buy(play: Play, messages: Sequence[Checked]) -> None:
    """Each seat takes what it listed, if it is there and can be paid for."""
    by_seat = {checked.seat: checked for checked in messages}
    for seat in seats_of(play.state, Board.BUY):
        for place, slot in by_seat[seat].buy:
            code = _buy(play, seat, slot)
            tell_result(play, seat, OrderList.BUY, place, code)


def _buy(play: Play, seat: int, slot: int) -> Code:
    state = play.state
    item = state.market.item(slot)
    if item == c.NONE:
        return Code.TAKEN
    if not can_afford(state, seat, ITEMS[item].gold):
        return Code.NO_GOLD
    state.market[slot] = c.NONE
    state.stash[seat, item] += 1
    play.pay(seat, -ITEMS[item].gold, Cause.BOUGHT)
    play.tell(Bought(seat, slot, Item(item)))
    return Code.OK
