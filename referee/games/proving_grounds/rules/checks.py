"""What can be judged of a message as the turn begins (PG-4.10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.hero_orders import KINDS
from referee.games.proving_grounds.rules.checked import Checked, Given, open_boards, told
from referee.games.proving_grounds.rules.heroes import class_of, is_alive
from referee.games.proving_grounds.rules.market.market import is_hire_turn
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    MOST_STEPS,
    NUM_BOARDS,
    NUM_ITEMS,
    SPELLS,
    Board,
    Code,
    OrderList,
    Policy,
    Spell,
)
from referee.games.proving_grounds.wire import orders as o
from referee.games.proving_grounds.wire.events import bounded
from referee.games.proving_grounds.wire.orders import Action, Goods, HireBid, Orders

__all__ = ["static_checks"]


def static_checks(play: Play, seat: int, message: Action | None) -> Checked:
    """Take what counts of a message; tell the seat what doesn't.

    Args:
        play: A turn that begins.
        seat: The sender.
        message: None, and what is no message of a turn, is the empty message (PG-4.9).
    """
    if not isinstance(message, Orders):
        told(play, seat, OrderList.MESSAGE, 0, Code.BAD_MESSAGE)
        return Checked(seat)
    checked = Checked(seat)
    checked.bids = _bids(play, checked, message.shuffle)
    _check_hire(play, checked, message.hire)
    _check_buy(play, checked, message.buy)
    _check_heroes(play, checked, message.heroes)
    for refused in bounded(seat, checked.refused):
        play.tell(refused, (seat,))
    return checked


def _bids(play: Play, checked: Checked, shuffle: tuple[int, ...]) -> tuple[int, ...]:
    if len(shuffle) != NUM_BOARDS or any(bid < 0 for bid in shuffle):
        checked.refuse(OrderList.SHUFFLE, 0, Code.BAD_FIELD)
        return (0,) * NUM_BOARDS
    counting = open_boards(play.state.match.item(c.TURN))
    for board in Board:
        if shuffle[board] and board not in counting:
            checked.refuse(OrderList.SHUFFLE, board, Code.NOT_OPEN)
    return tuple([bid if board in counting else 0 for board, bid in enumerate(shuffle)])


def _check_hire(play: Play, checked: Checked, bids: tuple[HireBid, ...]) -> None:
    most = len(play.state.candidates)
    for place, bid in enumerate(bids):
        code = Code.OK
        if place >= most:
            code = Code.TOO_MANY
        elif not 0 <= bid.candidate < most or bid.gold < 0:
            code = Code.BAD_FIELD
        elif not is_hire_turn(play.state):
            code = Code.NOT_OPEN
        elif any(bid.candidate == other.candidate for _, other in checked.hire):
            code = Code.DUPLICATE
        if code == Code.OK:
            checked.hire.append((place, bid))
        else:
            checked.refuse(OrderList.HIRE, place, code)


def _check_buy(play: Play, checked: Checked, slots: tuple[int, ...]) -> None:
    most = len(play.state.market)
    for place, slot in enumerate(slots):
        code = Code.OK
        if place >= most:
            code = Code.TOO_MANY
        elif not 0 <= slot < most:
            code = Code.BAD_FIELD
        elif any(slot == other for _, other in checked.buy):
            code = Code.DUPLICATE
        if code == Code.OK:
            checked.buy.append((place, slot))
        else:
            checked.refuse(OrderList.BUY, place, code)


def _check_heroes(play: Play, checked: Checked, orders: tuple[Any, ...]) -> None:
    most = play.state.rules.item(c.MAX_ORDERS)
    busy: set[int] = set()
    for place, order in enumerate(orders):
        code = Code.TOO_MANY if place >= most else _judge(play.state, checked.seat, order, busy)
        if code != Code.OK:
            checked.refuse(OrderList.HEROES, place, code)
            continue
        kind = KINDS[type(order)]
        checked.heroes.setdefault(kind.phase, []).append(Given(place, order))
        if kind.is_action:
            busy.add(order.hero)


def _judge(state: State, seat: int, order: Any, busy: set[int]) -> Code:
    """The first check that an order fails; `busy` are heroes that have an action."""
    if not _is_well_formed(state, seat, order):
        return Code.BAD_FIELD
    if not is_alive(state, seat, order.hero):
        return Code.NO_HERO
    row = KINDS[type(order)]
    if row.hero_class is not None and class_of(state, seat, order.hero) != row.hero_class:
        return Code.BAD_CLASS
    return Code.DUPLICATE if row.is_action and order.hero in busy else Code.OK


def _is_well_formed(state: State, seat: int, order: Any) -> bool:
    if type(order) not in KINDS:
        return False
    if isinstance(order, o.Cast):
        return _is_castable(state, order)
    return all(
        _FIELDS[name](state, seat, value) for name, value in zip(order._fields, order, strict=True)
    )


def _is_castable(state: State, order: o.Cast) -> bool:
    """A spell has a room or a target, as its row says (PG-5.9)."""
    if order.hero < 0 or order.spell not in tuple(Spell):
        return False
    if SPELLS[order.spell].is_on_hero:
        return order.target >= 0
    return _is_room(state, order.room)


def _is_room(state: State, room: int) -> bool:
    return 0 <= room < len(state.rooms)


def _are_gems(state: State, gems: tuple[int, ...]) -> bool:
    return len(gems) == state.vault.shape[1] and all(count >= 0 for count in gems)


def _are_goods(state: State, goods: Goods | None) -> bool:
    if goods is None or goods.gold < 0 or not c.NONE <= goods.item < NUM_ITEMS:
        return False
    return not goods.gems or _are_gems(state, goods.gems)


def _is_path(state: State, path: tuple[int, ...]) -> bool:
    return 1 <= len(path) <= MOST_STEPS and all(_is_room(state, room) for room in path)


_FIELDS: dict[str, Callable[[State, int, Any], bool]] = {
    "hero": lambda _state, _seat, hero: hero >= 0,
    "item": lambda _state, _seat, item: 0 <= item < NUM_ITEMS,
    "on": lambda _state, _seat, on: on is not None,
    "policy": lambda _state, _seat, policy: policy in tuple(Policy),
    "target": lambda _state, _seat, target: target >= 0,
    "gems": lambda state, _seat, gems: _are_gems(state, gems),
    "path": lambda state, _seat, path: _is_path(state, path),
    "with_seat": lambda state, seat, other: 0 <= other < len(state.seats) and other != seat,
    "with_hero": lambda _state, _seat, hero: hero >= 0,
    "give": lambda state, _seat, goods: _are_goods(state, goods),
    "want": lambda state, _seat, goods: _are_goods(state, goods),
    "room": lambda state, _seat, room: _is_room(state, room),
    "gem": lambda state, _seat, gem: 0 <= gem < state.vault.shape[1],
}
"""Whether a field holds what it may, by its name; the state and the sender with it."""
