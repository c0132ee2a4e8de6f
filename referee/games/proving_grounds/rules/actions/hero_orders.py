"""Hero orders: the table of all kinds, and the phases of free orders and of actions.

Each kind has a row with its phase, class, conditions and effect (PG-4.5, PG-4.6). Fields and names
of orders are in `wire.orders`. Phases 4 and 6 are carried out here. Moves, trades, searches and
rests depend on other heroes' orders, so their phases have separate modules.
"""

from __future__ import annotations

from typing import Any

from referee.games.proving_grounds.rules.actions import cures, free_orders, spells, thievery
from referee.games.proving_grounds.rules.actions.acting import Actor, OrderKind, first_refusal
from referee.games.proving_grounds.rules.checked import Phase
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.tables import Board, Code, HeroClass, OrderList
from referee.games.proving_grounds.wire import orders as o

__all__ = ["KINDS", "phase_actions", "phase_free"]

KINDS: dict[type[Any], OrderKind] = {
    **free_orders.KINDS,
    o.Move: OrderKind(Phase.MOVE),
    o.Trade: OrderKind(Phase.TRADE),
    o.Rest: OrderKind(Phase.REST),
    o.Search: OrderKind(Phase.SEARCH, hero_class=HeroClass.THIEF),
    **cures.KINDS,
    **spells.KINDS,
    **thievery.KINDS,
}
"""Phase, class, conditions and effect of all hero orders, by class of order."""


def phase_free(play: Play) -> None:
    """Carry out the free orders of each seat in list order, each with effect at once (PG-5.5)."""
    for checked in play.messages:
        for place, order in checked.of(Phase.FREE):
            _carry_out(Actor(play, checked.seat, order.hero, place), order)


def phase_actions(play: Play) -> None:
    """Carry out actions by seats in the order of the leader board ORDER, and in list order within a seat (PG-5.7)."""
    for seat, place, order in play.orders(Board.ORDER, Phase.ACT):
        # The hero is alive, as the checks found: since then only a blow at a thief can have killed anybody, and a thief
        # has had his one action by then (PG-5.10).
        if _carry_out(Actor(play, seat, order.hero, place), order) == Code.OK:
            play.acted.add((seat, order.hero))


def _carry_out(actor: Actor, order: Any) -> Code:
    kind = KINDS[type(order)]
    code = first_refusal(actor, order, kind.conditions)
    if code == Code.OK and kind.effect is not None:
        kind.effect(actor, order)
    actor.play.answer(actor.seat, OrderList.HEROES, actor.place, code)
    return code
