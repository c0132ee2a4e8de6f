"""Actions in phase 6 that any hero can do, and those of Clerics (PG-5.8)."""

from __future__ import annotations

from typing import Any

from referee.games.proving_grounds.rules.actions.acting import (
    ADJACENT,
    COMPANION,
    SHUT,
    Actor,
    OrderKind,
    heal,
    in_stash,
    mana,
)
from referee.games.proving_grounds.rules.actions.thievery import free_door
from referee.games.proving_grounds.rules.checked import Phase
from referee.games.proving_grounds.rules.heroes import heroes_in, strength_of
from referee.games.proving_grounds.tables import (
    BLESS_MANA,
    CLW_MANA,
    CSW_BONUS,
    CSW_MANA,
    FORCING,
    HeroClass,
    Item,
)
from referee.games.proving_grounds.wire import orders as o

__all__ = ["KINDS"]


def _force(actor: Actor, order: o.Force) -> None:
    """Roll to break the spikes of the door to the order's room; on success free the door."""
    if actor.test(strength_of(actor.state, actor.seat, actor.hero) + FORCING):
        free_door(actor, order.room)


def _potion(actor: Actor, order: o.Potion) -> None:
    """Use up a potion of the stash: the target regains 2d6 hit points."""
    # The order's condition has just found a potion, and actions run one after the other.
    actor.stash[Item.POTION] -= 1
    heal(actor, order.target, actor.dice().d6(2))


def _clw(actor: Actor, order: o.Clw) -> None:
    """Cure light wounds: spend 1 Mana, and the target regains d6 hit points."""
    actor.spend_mana(CLW_MANA)
    heal(actor, order.target, actor.dice().d6())


def _csw(actor: Actor, order: o.Csw) -> None:
    """Cure serious wounds: spend 2 Mana, and the target regains 2d6 + 3 hit points."""
    actor.spend_mana(CSW_MANA)
    heal(actor, order.target, actor.dice().d6(2) + CSW_BONUS)


def _bless(actor: Actor, order: o.Bless) -> None:  # noqa: ARG001
    """Bless all heroes of the seat in the room: attacks hit at +1 in this turn (PG-5.19)."""
    actor.spend_mana(BLESS_MANA)
    # Heroes who are here now: those who leave the room stay blessed, those who come later are not.
    actor.play.blessed.update(heroes_in(actor.state, actor.room, actor.seat))


_ACT, _CLERIC = Phase.ACT, HeroClass.CLERIC
KINDS: dict[type[Any], OrderKind] = {
    o.Force: OrderKind(_ACT, _force, (ADJACENT, SHUT)),
    o.Potion: OrderKind(_ACT, _potion, (COMPANION, in_stash(Item.POTION))),
    o.Clw: OrderKind(_ACT, _clw, (COMPANION, mana(CLW_MANA)), _CLERIC),
    o.Csw: OrderKind(_ACT, _csw, (COMPANION, mana(CSW_MANA)), _CLERIC),
    o.Bless: OrderKind(_ACT, _bless, (mana(BLESS_MANA),), _CLERIC),
}
"""Conditions and effects of the orders of this module, by class of order."""
