"""Phase 5: heroes of two seats trade through a door if each offers exactly what the other wants (PG-5.6)."""

from __future__ import annotations

import dataclasses

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.checked import Phase
from referee.games.proving_grounds.rules.heroes import Ref, is_alive, room_of
from referee.games.proving_grounds.rules.play import Play, can_afford
from referee.games.proving_grounds.rules.rooms import is_neighbour
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import Board, Cause, Code, Item, OrderList
from referee.games.proving_grounds.wire.events import OfferMade, Traded
from referee.games.proving_grounds.wire.orders import Goods

__all__ = ["Offer", "phase_trade", "standing_offers", "store_offer"]


@dataclasses.dataclass(slots=True, eq=False)
class Offer:
    """A hero's offer to trade, made in this turn or standing since the last turn."""

    giver: Ref
    taker: Ref
    give: Goods
    """Gold, gems and item that the giver gives, with a number for every kind of gem."""
    want: Goods
    place: int | None
    """Index of the order in its seat's list of hero orders; None for a standing offer."""
    is_settled: bool = False


def standing_offers(state: State) -> list[Offer]:
    """Return the standing offers of the last turn, ordered by seat and id of the offering hero."""
    found = []
    seats, heroes = state.offers[:, :, c.O_STANDS].nonzero()
    for seat, hero in zip(seats.tolist(), heroes.tolist(), strict=True):
        row = state.offers[seat, hero].tolist()
        kinds = state.vault.shape[1]
        gems = row[c.O_GEMS :]
        give = Goods(row[c.O_GIVE_GOLD], tuple(gems[:kinds]), row[c.O_GIVE_ITEM])
        want = Goods(row[c.O_WANT_GOLD], tuple(gems[kinds:]), row[c.O_WANT_ITEM])
        found.append(Offer(Ref(seat, hero), Ref(row[c.O_SEAT], row[c.O_HERO]), give, want, None))
    return found


def store_offer(state: State, offer: Offer, turn: int) -> None:
    """Store an offer in the state as standing, with the turn in which it was made."""
    row = state.offers[offer.giver]
    row[c.O_STANDS] = turn
    row[[c.O_SEAT, c.O_HERO]] = offer.taker
    row[[c.O_GIVE_GOLD, c.O_GIVE_ITEM]] = (offer.give.gold, offer.give.item)
    row[[c.O_WANT_GOLD, c.O_WANT_ITEM]] = (offer.want.gold, offer.want.item)
    row[c.O_GEMS :] = (*offer.give.gems, *offer.want.gems)


def phase_trade(play: Play) -> None:
    """Match this turn's offers with each other and with standing ones, and carry out the trades."""
    offers = _admitted(play)
    standing = standing_offers(play.state) if offers else []
    for offer in offers:
        if offer.is_settled:
            continue
        if not _has_goods(play.state, offer):
            _settle(play, offer, Code.NO_GOODS)
            continue
        # Check the goods again for each offer, for an earlier trade may have taken them (PG-5.6).
        mirror = _mirror(play.state, offer, [*offers, *standing])
        if mirror is not None:
            _exchange(play, offer)
            _settle(play, offer, Code.OK)
            _settle(play, mirror, Code.OK)
    play.state.offers[:] = 0  # standing offers are good for one turn only
    for offer in offers:
        if not offer.is_settled:
            _settle(play, offer, Code.NO_MATCH)
            _let_stand(play, offer)


def _admitted(play: Play) -> list[Offer]:
    """Return this turn's offers between living heroes whose rooms a door joins; refuse all others.

    All are checked before the first trade, so that no trade changes which heroes may offer.
    """
    state, offers = play.state, []
    for seat, place, order in play.orders(Board.ORDER, Phase.TRADE):
        giver, taker = Ref(seat, order.hero), Ref(order.with_seat, order.with_hero)
        if not _can_meet(state, giver, taker):
            play.answer(seat, OrderList.HEROES, place, Code.BAD_TARGET)
            continue
        play.acted.add(giver)  # even if the offer fails (PG-5.6)
        state.offers[giver] = 0  # a new offer takes the place of his standing one
        give, want = _full(state, order.give), _full(state, order.want)
        offers.append(Offer(giver, taker, give, want, place))
    return offers


def _full(state: State, goods: Goods) -> Goods:
    return goods._replace(gems=goods.gems or (0,) * state.vault.shape[1])


def _can_meet(state: State, giver: Ref, taker: Ref) -> bool:
    """Return whether both heroes live and a door, spiked or not, joins their rooms."""
    if not (is_alive(state, *giver) and is_alive(state, *taker)):
        return False
    return is_neighbour(state, room_of(state, *giver), room_of(state, *taker))


def _has_goods(state: State, offer: Offer) -> bool:
    """Return whether the giver still has the gold, gems and item that the offer gives."""
    seat, give = offer.giver.seat, offer.give
    gems: list[int] = state.hero_gems[offer.giver].tolist()
    return (
        can_afford(state, seat, give.gold)
        and all(count <= held for count, held in zip(give.gems, gems, strict=True))
        and (give.item == c.NONE or state.stash.item(seat, give.item) > 0)
    )


def _mirror(state: State, offer: Offer, others: list[Offer]) -> Offer | None:
    """Return the first of the offers `others` that fits `offer`; None without one.

    It is from the taker to the giver, gives what the offer wants and wants what the offer gives.
    """
    # This turn's offers in ORDER-board order, then standing ones: the first that fits is the
    # partner (PG-5.6).
    for other in others:
        if (
            not other.is_settled
            and (other.giver, other.taker) == (offer.taker, offer.giver)
            and (other.give, other.want) == (offer.want, offer.give)
            and _can_meet(state, other.giver, other.taker)
            and _has_goods(state, other)
        ):
            return other
    return None


def _exchange(play: Play, offer: Offer) -> None:
    """Exchange an offer's goods: gems between the heroes, gold and items between their seats."""
    state, giver, taker = play.state, offer.giver, offer.taker
    gems = np.array(offer.want.gems, np.int16) - np.array(offer.give.gems, np.int16)
    state.hero_gems[giver] += gems
    state.hero_gems[taker] -= gems
    for source, sink, item in (
        (giver.seat, taker.seat, offer.give.item),
        (taker.seat, giver.seat, offer.want.item),
    ):
        if item != c.NONE:
            state.stash[source, item] -= 1
            state.stash[sink, item] += 1
    traded = Traded(giver, taker, *_as_told(offer.give), *_as_told(offer.want))
    play.tell(traded, {giver.seat, taker.seat})
    # Pay the difference: one line for each ledger, and none where the gold is equal (PG-5.6).
    play.pay(giver.seat, offer.want.gold - offer.give.gold, Cause.TRADE)
    play.pay(taker.seat, offer.give.gold - offer.want.gold, Cause.TRADE)


def _as_told(goods: Goods) -> tuple[int, tuple[int, ...], Item | None]:
    return goods.gold, goods.gems, None if goods.item == c.NONE else Item(goods.item)


def _settle(play: Play, offer: Offer, code: Code) -> None:
    offer.is_settled = True
    if offer.place is not None:
        play.answer(offer.giver.seat, OrderList.HEROES, offer.place, code)


def _let_stand(play: Play, offer: Offer) -> None:
    """Store an offer without a matching one as standing for the next turn, and report it to both seats."""
    store_offer(play.state, offer, play.state.match.item(c.TURN))
    made = OfferMade(offer.giver, offer.taker, *_as_told(offer.give), *_as_told(offer.want))
    play.tell(made, {offer.giver.seat, offer.taker.seat})
