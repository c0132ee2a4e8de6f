"""Phase 4: equipment, posture, policy and gems, at once and as often as one likes (PG-4.5, PG-5.5)."""

from __future__ import annotations

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.acting import Actor
from referee.games.proving_grounds.rules.equipment import can_use, knows, take_off, wear, wears
from referee.games.proving_grounds.rules.heroes import entry_room, is_alive, room_of
from referee.games.proving_grounds.tables import ITEMS, Code, Item, ItemKind
from referee.games.proving_grounds.wire import orders as o

__all__ = ["deposit", "equip", "pass_gems", "set_guard", "set_policy", "unequip", "withdraw"]


def equip(actor: Actor, order: o.Equip) -> Code:
    """Put an item of the stash on a hero."""
    state, seat = actor.state, actor.seat
    item = Item(order.item)
    if ITEMS[item].kind == ItemKind.CONSUMABLE:
        return Code.BAD_TARGET
    if not can_use(state, seat, order.hero, item):
        return Code.BAD_CLASS
    if not state.stash.item(seat, item):
        return Code.NO_ITEM
    if ITEMS[item].kind == ItemKind.SPELL and knows(state, seat, order.hero, item):
        return Code.ALREADY
    state.stash[seat, item] -= 1
    wear(state, seat, order.hero, item)
    return Code.OK


def unequip(actor: Actor, order: o.Unequip) -> Code:
    """Take an item off a hero, to the stash."""
    state, seat = actor.state, actor.seat
    if not wears(state, seat, order.hero, Item(order.item)):
        return Code.NO_ITEM
    take_off(state, seat, order.hero, Item(order.item))
    return Code.OK


def set_guard(actor: Actor, order: o.Guard) -> Code:
    """Set whether a hero is on guard."""
    actor.state.heroes[actor.seat, order.hero, c.GUARD] = bool(order.on)
    return Code.OK


def set_policy(actor: Actor, order: o.PolicyOrder) -> Code:
    """Set when a hero leaves a fight."""
    actor.state.heroes[actor.seat, order.hero, c.POLICY] = order.policy
    return Code.OK


def pass_gems(actor: Actor, order: o.Pass) -> Code:
    """Give gems to an own hero in the same room."""
    state, seat = actor.state, actor.seat
    if order.target == order.hero or not is_alive(state, seat, order.target):
        return Code.BAD_TARGET
    if room_of(state, seat, order.hero) != room_of(state, seat, order.target):
        return Code.BAD_TARGET
    return _shift(
        state.hero_gems[seat, order.hero], state.hero_gems[seat, order.target], order.gems
    )


def deposit(actor: Actor, order: o.Deposit) -> Code:
    """Put gems into the vault."""
    state, seat = actor.state, actor.seat
    if room_of(state, seat, order.hero) != entry_room(state, seat):
        return Code.NOT_HOME
    return _shift(state.hero_gems[seat, order.hero], state.vault[seat], order.gems)


def withdraw(actor: Actor, order: o.Withdraw) -> Code:
    """Take gems out of the vault."""
    state, seat = actor.state, actor.seat
    if room_of(state, seat, order.hero) != entry_room(state, seat):
        return Code.NOT_HOME
    return _shift(state.vault[seat], state.hero_gems[seat, order.hero], order.gems)


def _shift(source: c.Shorts, sink: c.Shorts, gems: tuple[int, ...]) -> Code:
    """Move gems, all or none."""
    if any(count > held for count, held in zip(gems, source.tolist(), strict=True)):
        return Code.NO_GOODS
    moved = np.array(gems, np.int16)
    source -= moved
    sink += moved
    return Code.OK
