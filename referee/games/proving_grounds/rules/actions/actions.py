"""Phase 6: actions other than trading, moving, searching and resting (PG-5.7 to PG-5.10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.games.proving_grounds.rules.actions.acting import (
    Actor,
    door_code,
    heal,
    mana_code,
    target_code,
)
from referee.games.proving_grounds.rules.actions.spells import cast
from referee.games.proving_grounds.rules.actions.thievery import (
    disarm,
    free_door,
    scout,
    set_trap,
    spike,
    steal,
    unspike,
)
from referee.games.proving_grounds.rules.checks import Checked, Phase, told
from referee.games.proving_grounds.rules.heroes import heroes_in, is_alive, strength_of
from referee.games.proving_grounds.rules.market.boards import seats_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import is_spiked
from referee.games.proving_grounds.tables import (
    BLESS_MANA,
    CLW_MANA,
    CSW_BONUS,
    CSW_MANA,
    FORCING,
    Board,
    Code,
    Item,
    OrderList,
)
from referee.games.proving_grounds.wire import orders as o

__all__ = ["phase_actions"]


def phase_actions(play: Play, messages: Sequence[Checked]) -> None:
    """Seats act in the order of the ORDER board, each in the order of its list."""
    by_seat = {checked.seat: checked for checked in messages}
    for seat in seats_of(play.state, Board.ORDER):
        for place, order in by_seat[seat].of(Phase.ACT):
            code = _act(Actor(play, seat, order.hero, place), order)
            told(play, seat, OrderList.HEROES, place, code)


def _act(actor: Actor, order: Any) -> Code:
    if not is_alive(actor.state, actor.seat, actor.hero):
        return Code.NO_HERO
    code = _EFFECTS[type(order)](actor, order)
    if code == Code.OK:
        actor.play.acted[actor.seat, actor.hero] = True
    return code


def _force(actor: Actor, order: o.Force) -> Code:
    code = door_code(actor, order.room)
    if code != Code.OK:
        return code
    if not is_spiked(actor.state, actor.room, order.room):
        return Code.NOT_SPIKED
    if actor.test(strength_of(actor.state, actor.seat, actor.hero) + FORCING):
        free_door(actor, order.room)
    return Code.OK


def _potion(actor: Actor, order: o.Potion) -> Code:
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


def _clw(actor: Actor, order: o.Clw) -> Code:
    return _cure(actor, order.target, CLW_MANA, 1, 0)


def _csw(actor: Actor, order: o.Csw) -> Code:
    return _cure(actor, order.target, CSW_MANA, 2, CSW_BONUS)


def _bless(actor: Actor, order: o.Bless) -> Code:  # noqa: ARG001
    code = mana_code(actor, BLESS_MANA)
    if code == Code.OK:
        actor.spend_mana(BLESS_MANA)
        for ref in heroes_in(actor.state, actor.room, actor.seat):
            actor.play.blessed[ref] = True
    return code


_EFFECTS: dict[type[Any], Callable[[Actor, Any], Code]] = {
    o.Force: _force,
    o.Potion: _potion,
    o.Clw: _clw,
    o.Csw: _csw,
    o.Bless: _bless,
    o.Cast: cast,
    o.Spike: spike,
    o.Unspike: unspike,
    o.SetTrap: set_trap,
    o.Disarm: disarm,
    o.Scout: scout,
    o.Steal: steal,
}
"""Actions by the class of their orders."""
