"""Events of trades between heroes (PG-5.6)."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import NOBODY, Item
from referee.games.proving_grounds.wire.fields import Amount, Gems
from referee.games.proving_grounds.wire.orders import Goods

__all__ = ["OfferMade", "TradeEvent", "Traded"]


class TradeEvent(NamedTuple):
    """Two heroes have traded, or an offer to trade stands for the next turn."""

    giver: Ref
    """Hero who made the offer."""
    taker: Ref
    """Hero to whom the offer was made."""
    give: Goods
    """Goods that the giver gives."""
    want: Goods
    """Goods that the giver gets in return."""


def _trade(giver: Ref, taker: Ref, *goods: Any) -> TradeEvent:
    """Return a trade event from the goods that change hands.

    `goods` are gold, gems and item that the giver gives, then those that he gets from the taker.
    """
    sides = [
        Goods(gold, gems, NOBODY if item is None else item)
        for gold, gems, item in (goods[:3], goods[3:])
    ]
    return TradeEvent(giver, taker, *sides)


class Traded(NamedTuple):
    """Two heroes of different seats have traded."""

    giver: Ref
    """Hero who made the offer."""
    taker: Ref
    """Hero to whom the offer was made."""
    gold: Amount
    """Gold from the giver's treasury to the taker's."""
    gems: Gems
    """Gems from the giver to the taker, by kind."""
    item: Item | None
    """Item from the giver's stash to the taker's; None for no item."""
    got_gold: Amount
    """Gold from the taker's treasury to the giver's."""
    got_gems: Gems
    """Gems from the taker to the giver, by kind."""
    got_item: Item | None
    """Item from the taker's stash to the giver's; None for no item."""

    def on_wire(self) -> TradeEvent:
        """Return the trade as the message that is sent."""
        return _trade(*self)


class OfferMade(NamedTuple):
    """A trade offer stands for one turn; sent to the giver's and the taker's seat (PG-5.6)."""

    giver: Ref
    """Hero who makes the offer."""
    taker: Ref
    """Hero to whom the offer is made."""
    gold: Amount
    """Gold that the giver offers."""
    gems: Gems
    """Gems that the giver offers, by kind."""
    item: Item | None
    """Item that the giver offers; None for no item."""
    want_gold: Amount
    """Gold that the giver wants in return."""
    want_gems: Gems
    """Gems that the giver wants in return, by kind."""
    want_item: Item | None
    """Item that the giver wants in return; None for no item."""

    def on_wire(self) -> TradeEvent:
        """Return the offer as the message that is sent."""
        return _trade(*self)
