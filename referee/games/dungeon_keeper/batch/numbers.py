"""Batches of orders as rows of numbers, as learners give them and kernels read them.

A row has flags and the number of orders, then for each order its kind, counted from 1 as on the
wire, and its fields in the order in which they are declared: numbers as they are, a cell as row and
column, a name by its place from 0. An attack has the target, the cell, and whether the cell counts.
"""

from __future__ import annotations

import enum
import typing
from collections.abc import Sequence

import numpy as np

from referee.core.kernel import borrowing
from referee.games.dungeon_keeper.columns import Ints, Longs
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.reading import checked
from referee.games.dungeon_keeper.rules.places import Place

__all__ = [
    "COUNT",
    "DELTA",
    "END",
    "FIELDS",
    "FIRST",
    "FLAGS",
    "IS_BAD",
    "MOST",
    "NUMBER",
    "ORDER_WIDTH",
    "WIDTH",
    "batch_of",
    "is_good",
    "put_batch",
]

FLAGS, COUNT, FIRST = 0, 1, 2
"""Columns of a batch: its flags, the number of its orders, and the first number of the first one."""
END, DELTA, IS_BAD = 1, 2, 4
"""Flags: the turn ends after the orders; the observation may be a delta; it is no batch at all."""
MOST = 32
"""Most orders of a batch that numbers can say."""
FIELDS = 5
"""Numbers of an order behind its kind."""
ORDER_WIDTH = 1 + FIELDS
WIDTH = FIRST + MOST * ORDER_WIDTH

NUMBER: dict[type[o.Order], int] = {kind: 1 + place for place, kind in enumerate(o.ORDERS)}
"""Number of each kind of order."""
_BAD = -1


def _hints(kind: type[o.Order]) -> dict[str, object]:
    return typing.get_type_hints(kind)


_HINTS = {kind: _hints(kind) for kind in o.ORDERS}


def put_batch(batch: o.Batch, row: Ints) -> bool:
    """Write a batch into a row of numbers; return False, and write nothing, if numbers can't say it.

    That is a batch of more than `MOST` orders, or one with an order that no message has.

    Args:
        batch: The batch.
        row: int32[WIDTH]: written.
    """
    if len(batch.orders) > MOST or not all(map(_is_plain, batch.orders)):
        return False
    row[:] = 0
    row[FLAGS] = END * batch.end_turn + DELTA * batch.delta + IS_BAD * batch.is_bad
    row[COUNT] = len(batch.orders)
    for place, order in enumerate(batch.orders):
        at = FIRST + place * ORDER_WIDTH
        numbers = _numbers_of(order)
        row[at : at + len(numbers)] = numbers
    return True


def _is_plain(order: o.Order) -> bool:
    return order is o.BAD_ORDER or checked(order) is order


def _numbers_of(order: o.Order) -> list[int]:
    if isinstance(order, o.BadOrder):
        return [_BAD]
    if isinstance(order, o.Attack):
        target, cell = order.target or 0, order.cell or Place(0, 0)
        return [NUMBER[o.Attack], order.unit, target, *cell, order.cell is not None]
    numbers = [NUMBER[type(order)]]
    for value in order:
        numbers += value if isinstance(value, Place) else [int(value)]
    return numbers


def batch_of(row: Ints) -> o.Batch:
    """Return the batch that a row of numbers says; orders of impossible numbers are malformed.

    Args:
        row: int32[WIDTH].
    """
    flags, count, *numbers = row.tolist()
    fits = 0 <= count <= MOST
    starts = range(0, count * ORDER_WIDTH if fits else 0, ORDER_WIDTH)
    orders = tuple([_order_of(numbers[at : at + ORDER_WIDTH]) for at in starts])
    is_bad = bool(flags & IS_BAD) or not fits
    return o.Batch(orders, bool(flags & END), bool(flags & DELTA), is_bad)


def _order_of(numbers: Sequence[int]) -> o.Order:
    kind, *values = numbers
    if not 1 <= kind <= len(o.ORDERS):
        return o.BAD_ORDER
    order_type = o.ORDERS[kind - 1]
    if order_type is o.Attack:
        unit, target, row, col, has_cell = values
        if has_cell not in (0, 1):
            return o.BAD_ORDER
        return o.Attack(unit, cell=Place(row, col)) if has_cell else o.Attack(unit, target)
    given = iter(values)
    fields: list[object] = []
    for hint in _HINTS[order_type].values():
        if hint is Place:
            fields.append(Place(next(given), next(given)))
        elif isinstance(hint, type) and issubclass(hint, enum.IntEnum):
            try:
                fields.append(hint(next(given)))
            except ValueError:
                return o.BAD_ORDER
        else:
            fields.append(next(given))
    return checked(order_type(*fields))  # type: ignore[arg-type]  # each field by its hint


# For kernels: a bit for each value that a field may have, if it is one of few; 0 if it is any.


def _allowed() -> Longs:
    """Return int64[kind, field]: which values a field may have, a bit for each; 0 for any number."""
    table = np.zeros((1 + len(o.ORDERS), FIELDS), np.int64)
    for kind, order_type in enumerate(o.ORDERS, 1):
        place = 0
        for name, hint in _HINTS[order_type].items():
            if isinstance(hint, type) and issubclass(hint, enum.IntEnum):
                table[kind, place] = _bits(kind, place, [member.value for member in hint])
            elif name == "direction":
                table[kind, place] = _bits(kind, place, range(64))
            place += 2 if hint is Place else 1
    # An attack is read separately: its last number says whether the cell counts.
    table[NUMBER[o.Attack]] = 0, 0, 0, 0, 0b11
    return table


def _bits(kind: int, place: int, values: Sequence[int]) -> int:
    # Other fields of few values are never wrong at 2: it is a kind of building, unit and so on.
    plain = [kind, *[2] * FIELDS]
    if kind == NUMBER[o.Summon]:
        plain[3] = 0
    bits = 0
    for value in values:
        plain[1 + place] = value
        if not isinstance(_order_of(plain), o.BadOrder):
            bits |= 1 << value
    return bits


_ALLOWED = _allowed()
_EXCHANGE, _NUM_KINDS = NUMBER[o.Exchange], len(o.ORDERS)
_MOST_EXCHANGED = o.MAX_EXCHANGE
_MOST_BITS = 63


@borrowing
def is_good(row: Ints, at: int) -> bool:
    """Return whether an order in numbers has only values that an order of its kind can have (DK-4.9).

    Args:
        row: int32[WIDTH]: the batch.
        at: Index of the order's kind.
    """
    kind = row[at]
    if kind < 1 or kind > _NUM_KINDS:
        return False
    for field in range(FIELDS):
        allowed = _ALLOWED[kind, field]
        if allowed != 0:
            value = row[at + 1 + field]
            if value < 0 or value >= _MOST_BITS or (allowed >> value) & 1 == 0:
                return False
    if kind == _EXCHANGE:
        return bool(1 <= row[at + 2] <= _MOST_EXCHANGED)
    return True
