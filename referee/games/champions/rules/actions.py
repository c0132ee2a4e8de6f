"""A seat's action as it was read, whatever is in it (CH-4.2 to CH-4.8).

What can be judged by the action alone is judged here; the rest depends on the match and is left to the
phases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.champions import columns as c
from referee.games.champions.columns import Shorts
from referee.games.champions.tables import (
    MAX_EQUIP_ORDERS,
    MAX_FIGHTER_ENTRIES,
    NUM_TURNS,
    NUM_TYPES,
    RefusalCode,
)
from referee.games.champions.wire.records import (
    BAD,
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

__all__ = ["put_order", "read_action"]

_SHORT = 2**15
_BODIES = {Move: c.MOVE, Loot: c.LOOT, Equip: c.EQUIP, Battle: c.BATTLE}


def put_order(action: Action | None, phase: int, loot_actions: int, out: Shorts) -> None:
    """Write an action into a row for `rounds.play`.

    Args:
        action: The action; None is one that did not come in time.
        phase: Where it was asked for.
        loot_actions: Looting actions of a seat in a round.
        out: int16[column], by `columns`.
    """
    out[c.WHOLE] = out[c.COUNT] = out[c.SURPLUS] = 0
    if action is None:
        out[c.WHOLE] = RefusalCode.MISSED_DEADLINE.value
    elif _BODIES.get(type(action)) != phase:
        out[c.WHOLE] = RefusalCode.MALFORMED.value
    elif isinstance(action, Move):
        out[c.ENTRIES : c.ENTRIES + 2] = (_short(action.dr), _short(action.dc))
    elif isinstance(action, Loot):
        read = _count(action.categories, loot_actions, out)
        for index, category in enumerate(action.categories[:read]):
            out[c.ENTRIES + index] = _short(category)
    elif isinstance(action, Equip):
        read = _count(action.orders, MAX_EQUIP_ORDERS, out)
        for index, order in enumerate(action.orders[:read]):
            at = c.ENTRIES + c.O_WIDTH * index
            out[at : at + c.O_WIDTH] = [_short(value) for value in order]
    elif isinstance(action, Battle):
        read = _count(action.fighters, MAX_FIGHTER_ENTRIES, out)
        for index, fighter in enumerate(action.fighters[:read]):
            at = c.ENTRIES + c.FIGHTER_WIDTH * index
            _put_fighter(fighter, out[at : at + c.FIGHTER_WIDTH])


def _put_fighter(fighter: Fighter, out: Shorts) -> None:
    # An absent battle is written as -1, so that no number that was sent may be.
    sent = BAD if fighter.battle is None or fighter.battle < 0 else _short(fighter.battle)
    out[c.F_BATTLE] = -1 if fighter.battle is None else sent
    out[c.F_CHAMPION] = _short(fighter.champion)
    read = min(len(fighter.actions), NUM_TURNS)
    out[c.F_COUNT] = read
    out[c.F_SURPLUS] = _surplus(len(fighter.actions) - read)
    for turn, action in enumerate(fighter.actions[:NUM_TURNS]):
        at = c.F_ACTIONS + c.ACTION_WIDTH * turn
        out[at + c.ACTION] = _short(action.action)
        out[at + c.TARGET] = _short(action.target)
        out[at + c.PREFS] = len(action.prefs) if len(action.prefs) <= NUM_TYPES else NUM_TYPES + 1
        for place, wanted in enumerate(action.prefs[:NUM_TYPES]):
            out[at + c.PREFS + 1 + place] = _short(wanted)


def _count(entries: Sequence[object], bound: int, out: Shorts) -> int:
    read = min(len(entries), bound)
    out[c.COUNT] = read
    out[c.SURPLUS] = _surplus(len(entries) - read)
    return read


def _surplus(elements: int) -> int:
    """A number as 16 bits; no message has room for more elements than they can count."""
    bits = min(elements, c.SURPLUS_MASK)
    return bits - 2 * _SHORT if bits >= _SHORT else bits


def _short(value: int) -> int:
    return value if -_SHORT <= value < _SHORT else BAD


def read_action(value: object) -> Action:
    """The action of a plain value; never fails.

    Its form is one of `{"move": [dr, dc]}`, `{"loot": [category, ...]}`, `{"equip": [order, ...]}` with
    orders `{"kind": 0, "item": 5, "champion": 1, "slot": 2}`, and `{"battle": [entry, ...]}` with
    entries `{"battle": 0, "champion": 1, "set": [{"action": 0, "prefs": [...], "target": 1}, ...]}`.
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
    return value if isinstance(value, int) and not isinstance(value, bool) else BAD
