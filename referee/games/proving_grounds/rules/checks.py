"""Checks of a seat's message against the state at the start of the turn (PG-4.10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.hero_orders import KINDS
from referee.games.proving_grounds.rules.checked import Checked, open_boards
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
)
from referee.games.proving_grounds.wire import orders as o
from referee.games.proving_grounds.wire.events import bounded
from referee.games.proving_grounds.wire.orders import Action, Goods, HireBid, Orders
from referee.kit.records import RecordField, Scalar, fields_of

__all__ = ["static_checks"]


def static_checks(play: Play, seat: int, message: Action | None) -> Checked:
    """Return the valid parts of a message, and report each refused part to the seat.

    Args:
        play: A turn in which nothing has happened yet.
        seat: Index of the seat that sent the message.
        message: None or a message of another kind counts as the empty message (PG-4.9).
    """
    state, checked = play.state, Checked(seat)
    if not isinstance(message, Orders):
        play.answer(seat, OrderList.MESSAGE, 0, Code.BAD_MESSAGE)
        return checked
    checked.bids = _bids(state, checked, message.shuffle)
    checked.hire = _passed(state, checked, OrderList.HIRE, message.hire)
    checked.buy = _passed(state, checked, OrderList.BUY, message.buy)
    for place, order in _passed(state, checked, OrderList.HEROES, message.heroes):
        checked.heroes.setdefault(KINDS[type(order)].phase, []).append((place, order))
    for refused in bounded(seat, checked.refused, checked.untold):
        play.tell(refused, (seat,))
    return checked


def _passed(
    state: State, checked: Checked, part: OrderList, entries: tuple[Any, ...]
) -> list[tuple[int, Any]]:
    """Return the valid entries of a list in a message, each with its index; refuse the others.

    Args:
        state: State of the match.
        checked: The seat's message, to which refusals are added.
        part: Name of the list.
        entries: Its entries.
    """
    if not entries:
        return []
    most_of, judge = _LISTS[part]
    most = most_of(state)
    # One set for the whole list: the first entry for a candidate, slot or hero counts, later ones
    # are DUPLICATE (PG-4.10).
    taken: set[int] = set()
    passed = []
    for place, entry in enumerate(entries[:most]):
        code = judge(state, checked.seat, entry, taken)
        if code == Code.OK:
            passed.append((place, entry))
        else:
            checked.refuse(part, place, code)
    checked.refuse_surplus(part, most, len(entries))
    return passed


def _bids(state: State, checked: Checked, shuffle: tuple[int, ...]) -> tuple[int, ...]:
    # A malformed list counts as five zeros: none of its bids may be charged (PG-4.10).
    if len(shuffle) != NUM_BOARDS or min(shuffle) < 0:
        checked.refuse(OrderList.SHUFFLE, 0, Code.BAD_FIELD)
        return (0,) * NUM_BOARDS
    if not any(shuffle):
        return shuffle
    counting = open_boards(state.match.item(c.TURN))
    for board in Board:
        if shuffle[board] and board not in counting:
            checked.refuse(OrderList.SHUFFLE, board, Code.NOT_OPEN)
    return tuple([bid if board in counting else 0 for board, bid in enumerate(shuffle)])


def _judge_bid(state: State, seat: int, bid: HireBid, taken: set[int]) -> Code:  # noqa: ARG001
    if not (0 <= bid.candidate < len(state.candidates) and bid.gold >= 0):
        return Code.BAD_FIELD
    if not is_hire_turn(state):
        return Code.NOT_OPEN
    return _take(bid.candidate, taken)


def _judge_slot(state: State, seat: int, slot: int, taken: set[int]) -> Code:  # noqa: ARG001
    return _take(slot, taken) if 0 <= slot < len(state.market) else Code.BAD_FIELD


def _judge_order(state: State, seat: int, order: Any, taken: set[int]) -> Code:
    """Return the code of the first check that a hero order fails; OK if it passes.

    `taken` holds ids of heroes that have an action; the order's hero is added if it is an action.
    """
    # The order of these checks decides which code is reported (PG-4.10). Form comes first, for the
    # checks after it use the order's fields.
    if not _is_well_formed(state, seat, order):
        return Code.BAD_FIELD
    if not is_alive(state, seat, order.hero):
        return Code.NO_HERO
    kind = KINDS[type(order)]
    if kind.hero_class is not None and kind.hero_class != class_of(state, seat, order.hero):
        return Code.BAD_CLASS
    return _take(order.hero, taken) if kind.is_action else Code.OK


def _take(number: int, taken: set[int]) -> Code:
    """Mark a number (of a candidate for hire, market slot or hero) as taken; return DUPLICATE if it was already, else OK."""
    if number in taken:
        return Code.DUPLICATE
    taken.add(number)
    return Code.OK


_LISTS: dict[OrderList, tuple[Callable[[State], int], Callable[[State, int, Any, set[int]], Code]]]
_LISTS = {
    OrderList.HIRE: (lambda state: len(state.candidates), _judge_bid),
    OrderList.BUY: (lambda state: len(state.market), _judge_slot),
    OrderList.HEROES: (lambda state: state.rules.item(c.MAX_ORDERS), _judge_order),
}
"""By list of a message: the highest number of entries that are read, and the check of one entry."""


def _is_well_formed(state: State, seat: int, order: Any) -> bool:
    if type(order) not in KINDS:
        return False
    unused = _unused_field(order) if isinstance(order, o.Cast) else None
    for (name, is_valid), value in zip(_FIELDS[type(order)], order, strict=True):
        # `order` begins with the hero's id, so `_FIELDS` must have the fields in the record's
        # order.
        if name != unused and not is_valid(state, seat, value):
            return False
    return True


def _unused_field(order: o.Cast) -> str:
    """Return the name of the field that the order's spell ignores, `room` or `target` (PG-5.9).

    A spell needs only one of the two, so the other one may have any value.
    """
    is_on_hero = 0 <= order.spell < len(SPELLS) and SPELLS[order.spell].is_on_hero
    return "room" if is_on_hero else "target"


def _judge_of(field: RecordField) -> _Judge:
    """Return the function that checks a field's value: against the match, else against the field's declaration."""
    if field.name in _IN_MATCH:
        return _IN_MATCH[field.name]
    if field.kind.scalar is Scalar.CHOICE and field.kind.cls is not None:
        num_members = len(field.kind.cls.__members__)
        return lambda _state, _seat, value: bool(0 <= value < num_members)
    # A missing value is None or BAD, which is negative; 0 is a value.
    return lambda _state, _seat, value: value is not None and bool(value >= 0)


def _is_room(state: State, room: int) -> bool:
    return 0 <= room < len(state.rooms)


def _are_gems(state: State, gems: tuple[int, ...]) -> bool:
    return len(gems) == state.vault.shape[1] and min(gems) >= 0


def _are_goods(state: State, goods: Goods | None) -> bool:
    return (
        goods is not None
        and goods.gold >= 0
        and c.NONE <= goods.item < NUM_ITEMS
        and (not goods.gems or _are_gems(state, goods.gems))
    )


def _is_path(state: State, path: tuple[int, ...]) -> bool:
    return 1 <= len(path) <= MOST_STEPS and all(_is_room(state, room) for room in path)


_Judge: TypeAlias = Callable[[State, int, Any], bool]
_IN_MATCH: dict[str, _Judge] = {
    "gems": lambda state, _seat, gems: _are_gems(state, gems),
    "path": lambda state, _seat, path: _is_path(state, path),
    "with_seat": lambda state, seat, other: 0 <= other < len(state.seats) and other != seat,
    "give": lambda state, _seat, goods: _are_goods(state, goods),
    "want": lambda state, _seat, goods: _are_goods(state, goods),
    "room": lambda state, _seat, room: _is_room(state, room),
    "gem": lambda state, _seat, gem: 0 <= gem < state.vault.shape[1],
}
"""Checks of fields whose bounds depend on the match and the sender, by the field's name.

For other fields the bounds in the declarations of the records apply.
"""
_FIELDS = {kind: [(field.name, _judge_of(field)) for field in fields_of(kind)] for kind in KINDS}
"""Name and check of each field of each kind of hero order, by class of order."""
