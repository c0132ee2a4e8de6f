"""Converts messages of seats into numbers and back; the numbers' columns are in the module `layout`.

Numbers say as much as the rules need: what means nothing, such as a missing number or a path of no
rooms, is one value that the checks refuse as they refuse the original.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.columns import Ints
from referee.games.proving_grounds.tables import (
    MOST_ITEMS,
    MOST_STASH,
    MOST_STEPS,
    NOBODY,
    NUM_BOARDS,
    Stat,
)
from referee.games.proving_grounds.wire import orders as o
from referee.games.proving_grounds.wire.orders import BAD, Action, Goods, HeroSpec, Orders, Setup
from referee.games.proving_grounds.wire.results import MOST_REFUSALS

__all__ = ["put_message", "read_message"]

_NUMBERS = {kind: 1 + place for place, kind in enumerate(o.ORDER_KINDS.values())}
_CLASSES = (o.BadOrder, *o.ORDER_KINDS.values())
_MOST = 2**31 - 1


def put_message(
    action: Action | None, out: Ints, shape: at.Shape, *, is_setup: bool, max_orders: int
) -> bool:
    """Write a message as numbers; return False if it is too long for them.

    Args:
        action: The message; None counts as unreadable.
        out: int32[column], written; unchanged if the message is too long.
        shape: Sizes of a message.
        is_setup: Whether a setup is asked for, not orders.
        max_orders: Highest number of hero orders that are read.
    """
    numbers = [0] * shape.width
    if is_setup and isinstance(action, Setup):
        _put_setup(action, numbers, shape)
    elif not is_setup and isinstance(action, Orders):
        if not _put_orders(action, numbers, shape, max_orders):
            return False
    else:
        numbers[at.FORM] = at.BAD
    out[:] = numbers
    return True


def _amount(value: int | None) -> int:
    """Return a number as it is, or BAD for one that means nothing."""
    return BAD if value is None or value < 0 else min(int(value), _MOST)


def _put_list(numbers: list[int], first: int, values: Sequence[int | None], most: int) -> None:
    """Write a list's length, then its values as far as there is room for them."""
    numbers[first] = len(values)
    some = [_amount(value) for value in values[:most]]
    numbers[first + 1 : first + 1 + len(some)] = some


def _put_fixed(numbers: list[int], first: int, values: Sequence[int], length: int) -> None:
    """Write a list of fixed length; one of another length is marked as such."""
    if len(values) == length:
        numbers[first : first + length] = map(_amount, values)
    else:
        numbers[first] = at.NO_LIST


def _put_setup(setup: Setup, numbers: list[int], shape: at.Shape) -> None:
    numbers[at.NUM_SPECS] = len(setup.heroes)
    for place, spec in enumerate(setup.heroes[: shape.specs]):
        first = at.SPECS + place * at.SPEC_WIDTH
        numbers[first + at.SPEC_KIND] = _amount(spec.kind)
        _put_fixed(numbers, first + at.IMPROVE, spec.improve, len(Stat))
        _put_list(numbers, first + at.NUM_SPEC_ITEMS, spec.items, MOST_ITEMS)
        numbers[first + at.SPEC_GUARD] = BAD if spec.guard is None else int(bool(spec.guard))
        numbers[first + at.SPEC_POLICY] = _amount(spec.policy)
    _put_list(numbers, shape.num_stash, setup.stash, MOST_STASH)
    _put_fixed(numbers, shape.setup_bids, setup.bids, NUM_BOARDS)


def _put_orders(orders: Orders, numbers: list[int], shape: at.Shape, max_orders: int) -> bool:
    _put_fixed(numbers, at.BIDS, orders.shuffle, NUM_BOARDS)
    numbers[at.NUM_HIRES] = len(orders.hire)
    for place, bid in enumerate(orders.hire[: shape.candidates]):
        first = at.HIRES + 2 * place
        numbers[first : first + 2] = _amount(bid.candidate), _amount(bid.gold)
    _put_list(numbers, shape.num_buys, orders.buy, shape.slots)
    numbers[shape.num_orders] = len(orders.heroes)
    read = orders.heroes[:max_orders]
    if len(read) > shape.entries:
        return False
    for place, order in enumerate(read):
        entry = _entry_of(order, shape)
        if len(entry) > shape.entry_width:
            return False
        first = shape.num_orders + 1 + place * shape.entry_width
        numbers[first : first + len(entry)] = entry
    return True


def _entry_of(order: Any, shape: at.Shape) -> list[int]:
    """Return a hero order as numbers: its kind, the hero, and its other fields in their order."""
    kind = _NUMBERS.get(type(order), 0)
    if not kind:
        return [0, BAD]
    entry = [kind, _amount(order.hero)]
    for name, value in zip(order._fields[1:], order[1:], strict=True):
        if name == "path":
            entry += [len(value), *map(_amount, value)] if 1 <= len(value) <= MOST_STEPS else [0]
        elif name == "gems":
            entry += _gems(value, shape.gems)
        elif name in ("give", "want"):
            entry += _goods(value, shape.gems)
        else:
            entry.append(BAD if value is None else _amount(int(value)))
    return entry


def _gems(gems: Sequence[int], kinds: int) -> list[int]:
    return [_amount(count) for count in gems] if len(gems) == kinds else [BAD] * kinds


def _goods(goods: Goods | None, kinds: int) -> list[int]:
    if goods is None or goods.item < NOBODY:
        return [BAD, NOBODY, *[0] * kinds]
    gems = _gems(goods.gems, kinds) if goods.gems else [0] * kinds
    return [_amount(goods.gold), int(goods.item), *gems]


def read_message(given: Ints, shape: at.Shape, *, is_setup: bool, max_orders: int) -> Action:
    """Return the message that numbers stand for.

    The rules do with it what the kernels do with the numbers.

    Args:
        given: int32[column]: the message as numbers.
        shape: Sizes of a message.
        is_setup: Whether a setup is asked for, not orders.
        max_orders: Highest number of hero orders that are read.
    """
    numbers: list[int] = np.asarray(given).tolist()
    if numbers[at.FORM] != at.READ:
        return o.BAD_MESSAGE
    return _read_setup(numbers, shape) if is_setup else _read_orders(numbers, shape, max_orders)


def _list_at(numbers: list[int], first: int, most: int) -> tuple[int, ...]:
    """Return the list whose length is at `first`; entries beyond `most` are BAD."""
    count = _count(numbers[first], most)
    return (*numbers[first + 1 : first + 1 + min(count, most)], *[BAD] * (count - most))


def _count(count: int, most: int) -> int:
    """Return the length of a list, cut where further refusals are not reported one by one anyway (AM-3)."""
    return min(max(0, count), most + 2 * MOST_REFUSALS)


def _fixed_at(numbers: list[int], first: int, length: int) -> tuple[int, ...]:
    return () if numbers[first] == at.NO_LIST else tuple(numbers[first : first + length])


def _read_setup(numbers: list[int], shape: at.Shape) -> Setup:
    count = _count(numbers[at.NUM_SPECS], shape.specs)
    heroes = []
    for place in range(min(count, shape.specs)):
        first = at.SPECS + place * at.SPEC_WIDTH
        guard = numbers[first + at.SPEC_GUARD]
        heroes.append(
            HeroSpec(
                numbers[first + at.SPEC_KIND],
                _fixed_at(numbers, first + at.IMPROVE, len(Stat)),
                _list_at(numbers, first + at.NUM_SPEC_ITEMS, MOST_ITEMS),
                None if guard < 0 else bool(guard),
                numbers[first + at.SPEC_POLICY],
            )
        )
    heroes += [HeroSpec(BAD)] * (count - shape.specs)
    stash = _list_at(numbers, shape.num_stash, MOST_STASH)
    return Setup(tuple(heroes), stash, _fixed_at(numbers, shape.setup_bids, NUM_BOARDS))


def _read_orders(numbers: list[int], shape: at.Shape, max_orders: int) -> Orders:
    # A negative bid makes the whole list malformed, as a list of another length does.
    bids = tuple(numbers[at.BIDS : at.BIDS + NUM_BOARDS])
    count = _count(numbers[at.NUM_HIRES], shape.candidates)
    hires = [
        o.HireBid(*numbers[at.HIRES + 2 * place : at.HIRES + 2 * place + 2])
        for place in range(min(count, shape.candidates))
    ]
    hires += [o.HireBid(BAD, BAD)] * (count - shape.candidates)
    buys = _list_at(numbers, shape.num_buys, shape.slots)
    count = _count(numbers[shape.num_orders], max_orders)
    heroes: list[Any] = []
    for place in range(min(count, max_orders, shape.entries)):
        first = shape.num_orders + 1 + place * shape.entry_width
        heroes.append(_read_entry(numbers[first : first + shape.entry_width], shape))
    heroes += [o.BadOrder(BAD)] * (count - len(heroes))
    return Orders(bids, tuple(hires), buys, tuple(heroes))


def _read_entry(entry: list[int], shape: at.Shape) -> Any:
    """Return the hero order of an entry; a BadOrder for one of no known kind."""
    if not 1 <= entry[at.KIND] < len(_CLASSES):
        return o.BadOrder(BAD)
    cls: Any = _CLASSES[entry[at.KIND]]
    values: list[Any] = [entry[at.HERO]]
    place = at.FIRST
    for name in cls._fields[1:]:
        if name == "path":
            count = entry[at.NUM_STEPS]
            fits = 1 <= count <= shape.entry_width - at.STEPS
            values.append(tuple(entry[at.STEPS : at.STEPS + count]) if fits else ())
        elif name == "gems":
            values.append(tuple(entry[place : place + shape.gems]))
            place += shape.gems
        elif name in ("give", "want"):
            gems = tuple(entry[place + 2 : place + 2 + shape.gems])
            values.append(Goods(entry[place], gems, entry[place + 1]))
            place += 2 + shape.gems
        elif name == "on":
            values.append(None if entry[place] < 0 else bool(entry[place]))
            place += 1
        else:
            values.append(entry[place])
            place += 1
    return cls(*values)
