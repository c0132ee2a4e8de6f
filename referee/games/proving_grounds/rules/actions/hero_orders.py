"""Hero orders, each kind in one row: when it is carried out, who can do it, and what it does (PG-4.5, PG-4.6).

Their fields and names are in `wire.orders`. Phases 4 and 6 are here; those of moves, trades, searches and
rests, which depend on each other, are on their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from referee.games.proving_grounds.rules.actions import cures, free_orders, spells, thievery
from referee.games.proving_grounds.rules.actions.acting import Actor
from referee.games.proving_grounds.rules.checked import Checked, Phase, told
from referee.games.proving_grounds.rules.heroes import is_alive
from referee.games.proving_grounds.rules.market.boards import seats_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.tables import Board, Code, HeroClass, OrderList
from referee.games.proving_grounds.wire import orders as o

__all__ = ["KINDS", "OrderKind", "phase_actions", "phase_free"]


class OrderKind(NamedTuple):
    """A row of the tables of hero orders (PG-4.5, PG-4.6)."""

    phase: Phase
    effect: Callable[[Actor, Any], Code] | None = None
    """What it does; None where its phase says that."""
    hero_class: HeroClass | None = None
    """Who alone can do it; None for everybody."""

    @property
    def is_action(self) -> bool:
        """Whether a hero has one of these a turn."""
        return self.phase != Phase.FREE


_FREE, _ACT = Phase.FREE, Phase.ACT
_CLERIC, _WIZARD, _THIEF = HeroClass.CLERIC, HeroClass.WIZARD, HeroClass.THIEF
KINDS: dict[type[Any], OrderKind] = {
    o.Equip: OrderKind(_FREE, free_orders.equip),
    o.Unequip: OrderKind(_FREE, free_orders.unequip),
    o.Guard: OrderKind(_FREE, free_orders.set_guard),
    o.PolicyOrder: OrderKind(_FREE, free_orders.set_policy),
    o.Pass: OrderKind(_FREE, free_orders.pass_gems),
    o.Deposit: OrderKind(_FREE, free_orders.deposit),
    o.Withdraw: OrderKind(_FREE, free_orders.withdraw),
    o.Move: OrderKind(Phase.MOVE),
    o.Trade: OrderKind(Phase.TRADE),
    o.Rest: OrderKind(Phase.REST),
    o.Force: OrderKind(_ACT, cures.force),
    o.Potion: OrderKind(_ACT, cures.potion),
    o.Clw: OrderKind(_ACT, cures.clw, _CLERIC),
    o.Csw: OrderKind(_ACT, cures.csw, _CLERIC),
    o.Bless: OrderKind(_ACT, cures.bless, _CLERIC),
    o.Cast: OrderKind(_ACT, spells.cast, _WIZARD),
    o.Search: OrderKind(Phase.SEARCH, hero_class=_THIEF),
    o.Spike: OrderKind(_ACT, thievery.spike, _THIEF),
    o.Unspike: OrderKind(_ACT, thievery.unspike, _THIEF),
    o.SetTrap: OrderKind(_ACT, thievery.set_trap, _THIEF),
    o.Disarm: OrderKind(_ACT, thievery.disarm, _THIEF),
    o.Scout: OrderKind(_ACT, thievery.scout, _THIEF),
    o.Steal: OrderKind(_ACT, thievery.steal, _THIEF),
}
"""Hero orders by their classes."""


def phase_free(play: Play, messages: Sequence[Checked]) -> None:
    """Carry out the free orders of each seat, at once and as they were listed (PG-5.5)."""
    for checked in messages:
        for place, order in checked.of(Phase.FREE):
            _carry_out(Actor(play, checked.seat, order.hero, place), order)


def phase_actions(play: Play, messages: Sequence[Checked]) -> None:
    """Seats act in the order of the ORDER board, each in the order of its list (PG-5.7)."""
    by_seat = {checked.seat: checked for checked in messages}
    for seat in seats_of(play.state, Board.ORDER):
        for place, order in by_seat[seat].of(Phase.ACT):
            actor = Actor(play, seat, order.hero, place)
            if not is_alive(play.state, seat, order.hero):
                told(play, seat, OrderList.HEROES, place, Code.NO_HERO)
            elif _carry_out(actor, order) == Code.OK:
                play.acted[seat, order.hero] = True


def _carry_out(actor: Actor, order: Any) -> Code:
    effect = KINDS[type(order)].effect
    assert effect is not None
    code = effect(actor, order)
    told(actor.play, actor.seat, OrderList.HEROES, actor.place, code)
    return code
