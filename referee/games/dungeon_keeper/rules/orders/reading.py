"""Read batches of orders from plain values; check the fields of each order (DK-4.6, DK-4.9)."""

from __future__ import annotations

import enum
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from referee.games.dungeon_keeper.rules.events import Place
from referee.games.dungeon_keeper.rules.orders.kinds import (
    BAD_BATCH,
    BAD_ORDER,
    MAX_EXCHANGE,
    ORDER_TYPES,
    Attack,
    Batch,
    Build,
    CancelBlessing,
    Exchange,
    FireStream,
    Order,
    Summon,
)
from referee.games.dungeon_keeper.tables import BUILDINGS, DIRECTIONS, STATUSES, SUMMONED

__all__ = ["checked", "read_batch"]

_INT32 = 2**31


def checked(order: Order) -> Order:
    """Return the order, or `BAD_ORDER` if a field has a value that its kind cannot have (DK-4.9).

    For code that makes orders from messages, in which all fields are present and have their types
    already.
    """
    match order:
        case Attack(target=target, cell=cell):
            is_good = (target is None) != (cell is None)
        case Build(building=building):
            is_good = BUILDINGS[building].is_buildable
        case FireStream(direction=direction):
            is_good = 0 <= direction < len(DIRECTIONS)
        case CancelBlessing(buff=buff):
            is_good = STATUSES[buff].is_buff
        case Summon(kind=kind):
            is_good = kind in SUMMONED
        case Exchange(amount=amount):
            is_good = 1 <= amount <= MAX_EXCHANGE
        case _:
            is_good = True
    return order if is_good else BAD_ORDER


def read_batch(value: object) -> Batch:
    """Read a batch from a plain value; never raises.

    The form is `{"orders": [order, ...], "end_turn": true, "delta": false}`, where each of the
    three may be left out. An order is an object with its `type` and its fields, as in
    `{"type": "move", "unit": 100001, "to": [3, 4]}`. None counts as left out, and unknown fields
    are ignored.

    Returns:
        The batch, with `BAD_ORDER` for malformed orders; `BAD_BATCH` if the value is no batch.
    """
    if not isinstance(value, Mapping):
        return BAD_BATCH
    orders, end_turn, delta = (
        default if value.get(name) is None else value[name]
        for name, default in (("orders", ()), ("end_turn", False), ("delta", False))
    )
    if not isinstance(orders, list | tuple):
        return BAD_BATCH
    # Numbers are no truth values here, so that a wrong field can't end a turn.
    if not isinstance(end_turn, bool) or not isinstance(delta, bool):
        return BAD_BATCH
    return Batch(tuple([_order(entry) for entry in orders]), end_turn, delta)


def _order(value: object) -> Order:
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        return BAD_ORDER
    order_type = ORDER_TYPES.get(value["type"])
    if order_type is None:
        return BAD_ORDER
    fields: dict[str, object] = {}
    for name, read in _READERS[order_type].items():
        sent = value.get(name)
        # Only an attack has fields that may be absent; `checked` asks for exactly one of the two.
        if sent is None and name in order_type._field_defaults:
            continue
        fields[name] = read(sent)
        if fields[name] is None:
            return BAD_ORDER
    return checked(order_type(**fields))  # type: ignore[arg-type]  # each reader checks its type


_Reader: TypeAlias = Callable[[object], object]
"""Function that reads a field's plain value; returns None if its type is wrong or it is out of
bounds."""


def _number(value: object) -> int | None:
    # True is a whole number to Python, and none to the rules.
    if isinstance(value, int) and not isinstance(value, bool) and -_INT32 <= value < _INT32:
        return value
    return None


def _place(value: object) -> Place | None:
    if not isinstance(value, list | tuple) or len(value) != len(Place._fields):
        return None
    row, col = (_number(part) for part in value)
    return None if row is None or col is None else Place(row, col)


def _name(members: Iterable[enum.IntEnum]) -> _Reader:
    by_name = {member.name.lower(): member for member in members}
    return lambda value: by_name.get(value) if isinstance(value, str) else None


def _reader(hint: object) -> _Reader:
    # An optional field is a union with None; the other part says how it is read.
    plain = next((part for part in typing.get_args(hint) if part is not type(None)), hint)
    if plain is Place:
        return _place
    if isinstance(plain, type) and issubclass(plain, enum.IntEnum):
        return _name(plain)
    return _number


_READERS = {
    order_type: {name: _reader(hint) for name, hint in typing.get_type_hints(order_type).items()}
    for order_type in ORDER_TYPES.values()
}
"""Function that reads each field, by order type and field name; chosen by the field's
annotation."""
