"""Phase 4, free orders: equipment, posture, policy and gems (PG-4.5, PG-5.5).

A hero may have any number of them; each has its effect at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.acting import Actor, OrderKind, is_companion
from referee.games.proving_grounds.rules.checked import Phase
from referee.games.proving_grounds.rules.equipment import can_use, knows, take_off, wear, wears
from referee.games.proving_grounds.rules.heroes import entry_room
from referee.games.proving_grounds.tables import ITEMS, Code, Item, ItemKind
from referee.games.proving_grounds.wire import orders as o

__all__ = ["KINDS"]

_ITEMS = tuple(Item)
"""Members of Item by number; an index here is much faster than calling the class."""

# Conditions.


def _is_equipment(actor: Actor, order: o.Equip) -> bool:  # noqa: ARG001
    return ITEMS[order.item].kind != ItemKind.CONSUMABLE


def _can_use(actor: Actor, order: o.Equip) -> bool:
    return can_use(actor.state, *actor.ref, _ITEMS[order.item])


def _is_in_stash(actor: Actor, order: o.Equip) -> bool:
    return bool(actor.stash[order.item])


def _is_new_to_hero(actor: Actor, order: o.Equip) -> bool:
    """Return False for a spell that the hero already knows, else True.

    Items that are not spells replace the item in their slot.
    """
    item = _ITEMS[order.item]
    return ITEMS[item].kind != ItemKind.SPELL or not knows(actor.state, *actor.ref, item)


def _has_equipped(actor: Actor, order: o.Unequip) -> bool:
    return wears(actor.state, *actor.ref, _ITEMS[order.item])


def _is_other_companion(actor: Actor, order: o.Pass) -> bool:
    return order.target != order.hero and is_companion(actor, order)


def _is_at_home(actor: Actor, order: o.Deposit | o.Withdraw) -> bool:  # noqa: ARG001
    return actor.room == entry_room(actor.state, actor.seat)


def _carries_gems(actor: Actor, order: o.Pass | o.Deposit) -> bool:
    return _are_there(order.gems, actor.gems)


def _vault_holds_gems(actor: Actor, order: o.Withdraw) -> bool:
    return _are_there(order.gems, actor.state.vault[actor.seat])


def _are_there(gems: tuple[int, ...], source: c.Shorts) -> bool:
    return all(count <= held for count, held in zip(gems, source.tolist(), strict=True))


# Effects.


def _equip(actor: Actor, order: o.Equip) -> None:
    """Put an item from the seat's stash on the hero; the item in its slot returns to the stash."""
    # Out of the stash before `wear`, which puts the former item of the slot into it.
    actor.stash[order.item] -= 1
    wear(actor.state, *actor.ref, _ITEMS[order.item])


def _unequip(actor: Actor, order: o.Unequip) -> None:
    """Take an item off the hero and put it into the seat's stash."""
    take_off(actor.state, *actor.ref, _ITEMS[order.item])


def _set_guard(actor: Actor, order: o.Guard) -> None:
    """Set whether the hero is on guard, so that he draws more attacks in fights."""
    actor.row[c.GUARD] = bool(order.on)


def _set_policy(actor: Actor, order: o.PolicyOrder) -> None:
    """Set the hero's retreat policy, which says when he leaves a fight."""
    actor.row[c.POLICY] = order.policy


def _pass_on(actor: Actor, order: o.Pass) -> None:
    """Give gems of the hero to another hero of his seat in the same room."""
    _shift(actor.gems, actor.state.hero_gems[actor.seat, order.target], order.gems)


def _deposit(actor: Actor, order: o.Deposit) -> None:
    """Put gems of the hero into his seat's vault, where no other seat can take them."""
    _shift(actor.gems, actor.state.vault[actor.seat], order.gems)


def _withdraw(actor: Actor, order: o.Withdraw) -> None:
    """Take gems out of the seat's vault and give them to the hero."""
    _shift(actor.state.vault[actor.seat], actor.gems, order.gems)


def _shift(source: c.Shorts, sink: c.Shorts, gems: tuple[int, ...]) -> None:
    moved = np.array(gems, np.int16)
    # In place, for both are views of the state's arrays.
    source -= moved
    sink += moved


_FREE, _AT_HOME = Phase.FREE, (Code.NOT_HOME, _is_at_home)
_CARRIED, _IN_VAULT = (Code.NO_GOODS, _carries_gems), (Code.NO_GOODS, _vault_holds_gems)
# The first that fails names the code: an item that the class cannot use is BAD_CLASS, in the stash
# or not.
_EQUIPPABLE = (
    (Code.BAD_TARGET, _is_equipment),
    (Code.BAD_CLASS, _can_use),
    (Code.NO_ITEM, _is_in_stash),
    (Code.ALREADY, _is_new_to_hero),
)
KINDS: dict[type[Any], OrderKind] = {
    o.Equip: OrderKind(_FREE, _equip, _EQUIPPABLE),
    o.Unequip: OrderKind(_FREE, _unequip, ((Code.NO_ITEM, _has_equipped),)),
    o.Guard: OrderKind(_FREE, _set_guard),
    o.PolicyOrder: OrderKind(_FREE, _set_policy),
    o.Pass: OrderKind(_FREE, _pass_on, ((Code.BAD_TARGET, _is_other_companion), _CARRIED)),
    o.Deposit: OrderKind(_FREE, _deposit, (_AT_HOME, _CARRIED)),
    o.Withdraw: OrderKind(_FREE, _withdraw, (_AT_HOME, _IN_VAULT)),
}
"""Conditions and effects of the free orders, by class of order."""
