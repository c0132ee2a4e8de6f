"""Converts a seat's action, whatever it contains, to numbers for kernels (CH-4.2 to CH-4.8).

What can be checked by the action alone is checked here; checks that depend on the match are left to
the phases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from struct import Struct
from typing import TypeVar

import numpy as np

from referee.games.champions import columns as c
from referee.games.champions.columns import Ints
from referee.games.champions.rules.orders import MOST_SURPLUS, Orders, miss_order, put_count
from referee.games.champions.tables import (
    MAX_EQUIP_ORDERS,
    MAX_FIGHTER_ENTRIES,
    NUM_TURNS,
    NUM_TYPES,
    RefusalCode,
)
from referee.games.champions.wire.actions import (
    BAD_FORM,
    Action,
    Battle,
    Equip,
    EquipOrder,
    Fighter,
    Loot,
    Move,
    SetAction,
)
from referee.games.champions.wire.fields import BAD

__all__ = ["put_order", "put_orders", "read_action", "read_order"]

_SHORT = 2**15
_NO_PREFS = (0,) * NUM_TYPES
_ROW = Struct(f"={c.SET_WIDTH}h")
_ROW_OF_NOTHING = bytes(_ROW.size)

T = TypeVar("T")
_BODIES = {Move: c.MOVE, Loot: c.LOOT, Equip: c.EQUIP, Battle: c.BATTLE}


def put_order(
    action: Action | None, phase: int, loot_actions: int, orders: Orders, seat: int
) -> None:
    """Write an action of one seat into the arrays of `orders`; see `put_orders`."""
    put_orders({seat: action}, phase, loot_actions, orders)


def put_orders(
    actions: Mapping[int, Action | None], phase: int, loot_actions: int, orders: Orders
) -> None:
    """Write actions into the arrays of `orders`, where `rounds.play` reads them.

    Args:
        actions: Actions by acting seat; None means that none came in time.
        phase: Phase in which the actions were asked for.
        loot_actions: Number of looting actions of a seat in a round.
        orders: Orders of all seats; empty for these seats, as `new_orders` makes them.
    """
    fighters = _Fighters()
    for seat, action in actions.items():
        head = orders.heads[seat]
        if action is None:
            miss_order.plain(orders, seat)
        # Wrong for the phase as a whole, even if each of its parts would be right in another.
        elif _BODIES.get(type(action)) != phase:
            head[c.WHOLE] = RefusalCode.MALFORMED.value
        elif isinstance(action, Move):
            orders.numbers[seat, :2] = [_short(step) for step in action]
        elif isinstance(action, Loot):
            read = _count(action.categories, loot_actions, head, c.COUNT)
            orders.numbers[seat, : len(read)] = [_short(category) for category in read]
        elif isinstance(action, Equip):
            read_orders = _count(action.orders, MAX_EQUIP_ORDERS, head, c.COUNT)
            if read_orders:
                equip = [[_short(value) for value in order] for order in read_orders]
                orders.equip[seat, : len(equip)] = equip
        elif isinstance(action, Battle):
            fighters.add(seat, _count(action.fighters, MAX_FIGHTER_ENTRIES, head, c.COUNT))
    fighters.put(orders)


class _Fighters:
    """Collects fighter entries of all seats, to write them into arrays at once.

    A fighter entry picks a champion for a battle; its set is the champion's actions, one for each turn.
    """

    __slots__ = ("_numbers", "_places", "_rows")

    def __init__(self) -> None:
        self._places: list[int] = []
        """For each entry: its place among those of all seats, each of which has room for the most."""
        self._numbers: list[int] = []
        """Columns of `Orders.fighters` of all entries, one after another."""
        self._rows: list[bytes] = []
        """Rows of `Orders.sets` of all entries, one after another."""

    def add(self, seat: int, fighters: Sequence[Fighter]) -> None:
        """Add all entries of a seat."""
        first = seat * MAX_FIGHTER_ENTRIES
        for place, (battle, champion, actions) in enumerate(fighters, first):
            # An absent battle is written as -1, so that no number that was sent may be.
            sent = -1 if battle is None else BAD if battle < 0 else _short(battle)
            read = min(len(actions), NUM_TURNS)
            surplus = min(len(actions) - read, MOST_SURPLUS)
            self._places.append(place)
            self._numbers += (sent, _short(champion), read, surplus)
            self._rows += map(_row_of, actions[:read])
            # Every set gets all its rows, so that one array can take the sets of all entries.
            if read < NUM_TURNS:
                self._rows.append(_ROW_OF_NOTHING * (NUM_TURNS - read))

    def put(self, orders: Orders) -> None:
        """Write all entries into the arrays of `orders`."""
        if not self._places:
            return
        entries = orders.fighters.reshape(-1, c.FIGHTER_WIDTH)
        sets = orders.sets.reshape(-1, NUM_TURNS, c.SET_WIDTH)
        entries[self._places] = np.array(self._numbers, np.int32).reshape(-1, c.FIGHTER_WIDTH)
        rows = np.frombuffer(b"".join(self._rows), np.int16)
        sets[self._places] = rows.reshape(-1, NUM_TURNS, c.SET_WIDTH)


@lru_cache(maxsize=4096)
def _row_of(action: SetAction) -> bytes:
    """Return one action of a fighter's set, for one turn of a battle, as the bytes of its row in `Orders.sets`."""
    prefs = action.prefs[:NUM_TYPES]
    return _ROW.pack(
        _short(action.action),
        _short(action.target),
        # One more than there are types marks a list that is too long, and is refused.
        min(len(action.prefs), NUM_TYPES + 1),
        *map(_short, prefs),
        *_NO_PREFS[len(prefs) :],
    )


def _count(entries: Sequence[T], bound: int, out: Ints, column: int) -> Sequence[T]:
    """Return the first `bound` entries.

    The number of these entries is written to `column` of `out`, and the number of entries beyond
    them to the next column.
    """
    return entries[: put_count.plain(len(entries), bound, out, column)]


def _short(value: int) -> int:
    # Kernels take int16: a number outside must not wrap into one that has a meaning.
    return value if -_SHORT <= value < _SHORT else BAD


def read_order(orders: Orders, seat: int, phase: int) -> Action:
    """Return the action that `put_order` has written for a seat.

    The order must not be refused as a whole, and its list must not have more entries than the rules read.

    Args:
        orders: Orders of all seats.
        seat: Index of the acting seat.
        phase: Phase of the action.
    """
    count, numbers = int(orders.heads[seat, c.COUNT]), orders.numbers[seat].tolist()
    if phase == c.MOVE:
        return Move(*numbers[:2])
    if phase == c.LOOT:
        return Loot(tuple(numbers[:count]))
    if phase == c.EQUIP:
        return Equip(tuple([EquipOrder(*order) for order in orders.equip[seat, :count].tolist()]))
    fighters, sets = orders.fighters[seat, :count].tolist(), orders.sets[seat, :count].tolist()
    return Battle(tuple([_read_fighter(*each) for each in zip(fighters, sets, strict=True)]))


def _read_fighter(entry: list[int], own_set: list[list[int]]) -> Fighter:
    battle = None if entry[c.FIGHTER_BATTLE] == -1 else entry[c.FIGHTER_BATTLE]
    actions = [
        SetAction(action, target if target >= 0 else BAD, tuple(prefs[:count]))
        for action, target, count, *prefs in own_set[: entry[c.FIGHTER_COUNT]]
    ]
    return Fighter(battle, entry[c.FIGHTER_CHAMPION], tuple(actions))


def read_action(value: object) -> Action:
    """Return the action that a plain value describes; never raises.

    A value that can't be read gives BAD_FORM, an action that the rules refuse.

    The value has one of these forms: `{"move": [dr, dc]}`, `{"loot": [category, ...]}`, `{"equip":
    [order, ...]}` with orders `{"kind": 0, "item": 5, "champion": 1, "slot": 2}`, and `{"battle":
    [entry, ...]}` with entries `{"battle": 0, "champion": 1, "set": [{"action": 0, "prefs": [...],
    "target": 1}, ...]}`.
    """
    if not isinstance(value, Mapping) or len(value) != 1:
        return BAD_FORM
    (name, body), *_ = value.items()
    if not isinstance(body, list | tuple):
        return BAD_FORM
    match name:
        case "move":
            return Move(*[_integer(part) for part in body]) if len(body) == 2 else BAD_FORM
        case "loot":
            return Loot(tuple(_integer(category) for category in body))
        case "equip":
            return Equip(tuple(_equip_order(order) for order in body))
        case "battle":
            return Battle(tuple(_fighter(entry) for entry in body))
    return BAD_FORM


def _equip_order(value: object) -> EquipOrder:
    table = value if isinstance(value, Mapping) else {}
    return EquipOrder(*[_integer(table.get(name)) for name in EquipOrder._fields])


def _fighter(value: object) -> Fighter:
    table = value if isinstance(value, Mapping) else {}
    actions = table.get("set", ())
    battle = _integer(table["battle"]) if "battle" in table else None
    if not isinstance(actions, list | tuple):
        # A set of the wrong form costs this entry, not the whole action.
        return Fighter(battle, BAD)
    return Fighter(battle, _integer(table.get("champion")), tuple(_set_action(a) for a in actions))


def _set_action(value: object) -> SetAction:
    table = value if isinstance(value, Mapping) else {}
    prefs = table.get("prefs", ())
    target = _integer(table.get("target"))
    if not isinstance(prefs, list | tuple):
        return SetAction(_integer(table.get("action")), target, (BAD,))
    return SetAction(_integer(table.get("action")), target, tuple(_integer(p) for p in prefs))


def _integer(value: object) -> int:
    # To Python a bool is an int, but JSON's true is no number.
    return value if isinstance(value, int) and not isinstance(value, bool) else BAD
