"""Phase 4: equipment, posture, policy and gems, at once and as often as one likes (PG-4.5, PG-5.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.checks import Checked, Phase, told
from referee.games.proving_grounds.rules.equipment import can_use, knows, take_off, wear, wears
from referee.games.proving_grounds.rules.heroes import entry_room, is_alive, room_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import ITEMS, Code, Item, ItemKind, OrderList
from referee.games.proving_grounds.wire import orders as o

__all__ = ["phase_free"]


def phase_free(play: Play, messages: Sequence[Checked]) -> None:
    """Carry out the free orders of each seat, as they were listed."""
    for checked in messages:
        for place, order in checked.of(Phase.FREE):
            code = _EFFECTS[type(order)](play.state, checked.seat, order)
            told(play, checked.seat, OrderList.HEROES, place, code)


def _equip(state: State, seat: int, order: o.Equip) -> Code:
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


def _unequip(state: State, seat: int, order: o.Unequip) -> Code:
    if not wears(state, seat, order.hero, Item(order.item)):
        return Code.NO_ITEM
    take_off(state, seat, order.hero, Item(order.item))
    return Code.OK


def _guard(state: State, seat: int, order: o.Guard) -> Code:
    state.heroes[seat, order.hero, c.GUARD] = bool(order.on)
    return Code.OK


def _policy(state: State, seat: int, order: o.PolicyOrder) -> Code:
    state.heroes[seat, order.hero, c.POLICY] = order.policy
    return Code.OK


def _pass(state: State, seat: int, order: o.Pass) -> Code:
    if order.target == order.hero or not is_alive(state, seat, order.target):
        return Code.BAD_TARGET
    if room_of(state, seat, order.hero) != room_of(state, seat, order.target):
        return Code.BAD_TARGET
    return _shift(
        state.hero_gems[seat, order.hero], state.hero_gems[seat, order.target], order.gems
    )


def _deposit(state: State, seat: int, order: o.Deposit) -> Code:
    if room_of(state, seat, order.hero) != entry_room(state, seat):
        return Code.NOT_HOME
    return _shift(state.hero_gems[seat, order.hero], state.vault[seat], order.gems)


def _withdraw(state: State, seat: int, order: o.Withdraw) -> Code:
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


_EFFECTS: dict[type[Any], Callable[[State, int, Any], Code]] = {
    o.Equip: _equip,
    o.Unequip: _unequip,
    o.Guard: _guard,
    o.PolicyOrder: _policy,
    o.Pass: _pass,
    o.Deposit: _deposit,
    o.Withdraw: _withdraw,
}
"""Free orders by their class."""
