"""Phase 2: candidates go to the highest bid (PG-5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.checked import Checked, tell_result
from referee.games.proving_grounds.rules.heroes import add_hero, num_living, price_of
from referee.games.proving_grounds.rules.market.boards import place_of
from referee.games.proving_grounds.rules.play import Play, can_afford
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import Board, Cause, Code, HeroClass, OrderList
from referee.games.proving_grounds.wire.events import Hired

__all__ = ["phase_hire"]


class _Bid(NamedTuple):
    seat: int
    place: int
    """In the seat's list."""
    gold: int


def phase_hire(play: Play, messages: Sequence[Checked]) -> None:
    """Auction the candidates one after another; those whom nobody hires leave."""
    for candidate in range(len(play.state.candidates)):
        bids = [
            _Bid(checked.seat, place, bid.gold)
            for checked in messages
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
            tell_result(play, bid.seat, OrderList.HIRE, bid.place, code)
    if not passing:
        return
    winner = min(passing, key=lambda bid: _rank(state, bid))
    for bid in passing:
        code = Code.OK if bid is winner else Code.OUTBID
        tell_result(play, bid.seat, OrderList.HIRE, bid.place, code)
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
    return -bid.gold, places[0] + places[1], places[2]
