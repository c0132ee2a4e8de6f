"""Hero orders: each kind has a row with its phase, its class, its conditions and its effect (PG-4.5, PG-4.6).

Their fields and names are in `wire.orders`. Phases 4 and 6 are here; those of moves, trades, searches and
rests, which depend on each other, are on their own.
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
"""Hero orders by their classes."""


def phase_free(play: Play) -> None:
    """Carry out the free orders of each seat, at once and as they were listed (PG-5.5)."""
    for checked in play.messages:
        for place, order in checked.of(Phase.FREE):
            _carry_out(Actor(play, checked.seat, order.hero, place), order)


def phase_actions(play: Play) -> None:
    """Seats act in the order of the ORDER board, each in the order of its list (PG-5.7)."""
    for seat, place, order in play.orders(Board.ORDER, Phase.ACT):
        # He lives: nothing has killed since the checks but blows at thieves, who have acted by then.
        if _carry_out(Actor(play, seat, order.hero, place), order) == Code.OK:
            play.acted.add((seat, order.hero))


def _carry_out(actor: Actor, order: Any) -> Code:
    kind = KINDS[type(order)]
    code = first_refusal(actor, order, kind.conditions)
    if code == Code.OK and kind.effect is not None:
        kind.effect(actor, order)
    actor.play.answer(actor.seat, OrderList.HEROES, actor.place, code)
    return code
