"""Actions that everybody and Clerics can do in phase 6 (PG-5.8)."""

from __future__ import annotations

from referee.games.proving_grounds.rules.actions.acting import (
    Actor,
    door_code,
    heal,
    mana_code,
    target_code,
)
from referee.games.proving_grounds.rules.actions.thievery import (
    free_door,
)
from referee.games.proving_grounds.rules.heroes import heroes_in, strength_of
from referee.games.proving_grounds.rules.rooms import is_spiked
from referee.games.proving_grounds.tables import (
    BLESS_MANA,
    CLW_MANA,
    CSW_BONUS,
    CSW_MANA,
    FORCING,
    Code,
    Item,
)
from referee.games.proving_grounds.wire import orders as o

__all__ = ["bless", "clw", "csw", "force", "potion"]


def force(actor: Actor, order: o.Force) -> Code:
    """Break the spikes of a door."""
    code = door_code(actor, order.room)
    if code != Code.OK:
        return code
    if not is_spiked(actor.state, actor.room, order.room):
        return Code.NOT_SPIKED
    if actor.test(strength_of(actor.state, actor.seat, actor.hero) + FORCING):
        free_door(actor, order.room)
    return Code.OK


def potion(actor: Actor, order: o.Potion) -> Code:
    """Heal with a potion out of the stash."""
    code = target_code(actor, order.target)
    if code != Code.OK:
        return code
    stash = actor.state.stash[actor.seat]
    if not stash[Item.POTION]:
        return Code.NO_ITEM
    stash[Item.POTION] -= 1
    heal(actor, order.target, actor.dice().d6(2))
    return Code.OK


def _cure(actor: Actor, target: int, mana: int, dice: int, bonus: int) -> Code:
    code = target_code(actor, target)
    if code == Code.OK:
        code = mana_code(actor, mana)
    if code == Code.OK:
        actor.spend_mana(mana)
        heal(actor, target, actor.dice().d6(dice) + bonus)
    return code


def clw(actor: Actor, order: o.Clw) -> Code:
    """Cure light wounds."""
    return _cure(actor, order.target, CLW_MANA, 1, 0)


def csw(actor: Actor, order: o.Csw) -> Code:
    """Cure serious wounds."""
    return _cure(actor, order.target, CSW_MANA, 2, CSW_BONUS)


def bless(actor: Actor, order: o.Bless) -> Code:  # noqa: ARG001
    """Let the own heroes in the room hit better in this turn."""
    code = mana_code(actor, BLESS_MANA)
    if code == Code.OK:
        actor.spend_mana(BLESS_MANA)
        for ref in heroes_in(actor.state, actor.room, actor.seat):
            actor.play.blessed[ref] = True
    return code
