"""Market and hire auction (PG-5.1a to PG-5.4).

Phase 0 draws items and candidates for hire, phase 2 auctions the candidates, phase 3 sells the items.
"""

from __future__ import annotations

import bisect
import itertools
from typing import NamedTuple

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.dice import Dice, market_dice
from referee.games.proving_grounds.rules.heroes import add_hero, num_living, price_of
from referee.games.proving_grounds.rules.market.boards import place_of, seats_of
from referee.games.proving_grounds.rules.play import Play, can_afford
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    BEST,
    CLASSES,
    ITEMS,
    MARKET_WEIGHT,
    WORST,
    Board,
    Cause,
    Code,
    HeroClass,
    Item,
    OrderList,
)
from referee.games.proving_grounds.wire.events import Bought, Hired

__all__ = ["draw_market", "is_hire_turn", "phase_buy", "phase_hire"]


def is_hire_turn(state: State) -> bool:
    """Return whether this turn has a hire auction (PG-4.3)."""
    return state.match.item(c.TURN) % state.rules.item(c.HIRE_PERIOD) == 0


def draw_market(state: State) -> None:
    """Draw a new market, then in a hire turn new candidates for hire: phase 0 of a turn (PG-5.1a)."""
    dice = market_dice(state)
    state.market[:] = [_weighed(dice.rand(MARKET_WEIGHT)) for _ in range(len(state.market))]
    state.candidates[:] = c.NONE
    if is_hire_turn(state):
        for candidate in range(len(state.candidates)):
            state.candidates[candidate] = _candidate(dice)


_ENDS = list(itertools.accumulate(row.weight for row in ITEMS))
"""By item, the sum of weights up to and including it. A drawn number stands for the first item
whose sum is greater (PG-5.1a).
"""


def _weighed(drawn: int) -> int:
    """Return the number of the item that the random number `drawn`, from 0 to MARKET_WEIGHT - 1, stands for."""
    return bisect.bisect(_ENDS, drawn)


def _candidate(dice: Dice) -> list[int]:
    kind = HeroClass(dice.rand(len(HeroClass)))
    # From one below the class's value to two above. Class and values are drawn in this order
    # (PG-5.1a).
    stats = [base + dice.rand(4) - 1 for base in CLASSES[kind].stats]
    return [int(kind), *[min(max(stat, WORST), BEST) for stat in stats]]


# Phase 2.


class _Bid(NamedTuple):
    seat: int
    place: int
    """Index of the bid in the seat's list of hire bids."""
    gold: int


def phase_hire(play: Play) -> None:
    """Auction the candidates for hire one after another; a candidate without a valid bid leaves."""
    # One after another, and a winner pays at once: he may lack the gold, or the place in his party,
    # for the next candidate (PG-5.3).
    for candidate in range(len(play.state.candidates)):
        bids = [
            _Bid(checked.seat, place, bid.gold)
            for checked in play.messages
            for place, bid in checked.hire
            if bid.candidate == candidate
        ]
        _auction(play, candidate, bids)


def _auction(play: Play, candidate: int, bids: list[_Bid]) -> None:
    state = play.state
    passing = []
    for bid in bids:
        code = _judge(state, candidate, bid)
        if code == Code.OK:
            passing.append(bid)
        else:
            play.answer(bid.seat, OrderList.HIRE, bid.place, code)
    if not passing:
        return
    # No two ranks are equal: a seat has one bid on a candidate, and the TIE board has no shared places (PG-5.3).
    winner = min(passing, key=lambda bid: _rank(state, bid))
    for bid in passing:
        code = Code.OK if bid is winner else Code.OUTBID
        play.answer(bid.seat, OrderList.HIRE, bid.place, code)
    play.pay(winner.seat, -winner.gold, Cause.HIRED)
    kind, *stats = state.candidates[candidate].tolist()
    hero = add_hero(state, winner.seat, HeroClass(kind), tuple(stats))
    state.candidates[candidate] = c.NONE
    play.tell(Hired(winner.seat, candidate, hero, winner.gold))


def _judge(state: State, candidate: int, bid: _Bid) -> Code:
    if bid.gold < price_of(HeroClass(state.candidates.item(candidate, 0))):
        return Code.BELOW_MIN
    if not can_afford(state, bid.seat, bid.gold):
        return Code.NO_GOLD
    if num_living(state, bid.seat) >= state.rules.item(c.MAX_HEROES):
        return Code.PARTY_FULL
    return Code.OK


def _rank(state: State, bid: _Bid) -> tuple[int, int, int]:
    places = [place_of(state, board, bid.seat) for board in (Board.HIRE, Board.ORDER, Board.TIE)]
    # Lowest wins: the highest bid, then the lower sum of places on HIRE and ORDER, then the higher
    # seat on TIE.
    return -bid.gold, places[0] + places[1], places[2]


# Phase 3.


def phase_buy(play: Play) -> None:
    """Sell each seat the slots that it listed, seats in the order of the BUY board (PG-5.4).

    A slot that is taken, or that the seat cannot pay, is refused.
    """
    for seat in seats_of(play.state, Board.BUY):
        for place, slot in play.messages[seat].buy:
            code = _buy(play, seat, slot)
            play.answer(seat, OrderList.BUY, place, code)


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
