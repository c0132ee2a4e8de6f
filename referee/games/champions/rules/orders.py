"""An order row read back as an action: what `actions.put_order` writes, the other way round."""

from __future__ import annotations

from referee.games.champions import columns as c
from referee.games.champions.columns import Shorts
from referee.games.champions.wire.records import (
    BAD,
    Action,
    Battle,
    Equip,
    EquipOrder,
    Fighter,
    Loot,
    Move,
    SetAction,
)

__all__ = ["read_order"]


def read_order(order: Shorts, phase: int) -> Action:
    """The action of a row that was written whole.

    Args:
        order: int16[column].
        phase: What it is for.
    """
    row: list[int] = order.tolist()
    count = row[c.COUNT]
    if phase == c.MOVE:
        return Move(*row[c.ENTRIES : c.ENTRIES + 2])
    if phase == c.LOOT:
        return Loot(tuple(row[c.ENTRIES : c.ENTRIES + count]))
    if phase == c.EQUIP:
        return Equip(tuple([EquipOrder(*_entry(row, n, c.O_WIDTH)) for n in range(count)]))
    return Battle(tuple([_fighter(_entry(row, n, c.FIGHTER_WIDTH)) for n in range(count)]))


def _entry(row: list[int], number: int, width: int) -> list[int]:
    at = c.ENTRIES + width * number
    return row[at : at + width]


def _fighter(entry: list[int]) -> Fighter:
    battle = None if entry[c.F_BATTLE] == -1 else entry[c.F_BATTLE]
    actions = []
    for turn in range(entry[c.F_COUNT]):
        at = c.F_ACTIONS + c.ACTION_WIDTH * turn
        prefs = entry[at + c.PREFS + 1 : at + c.PREFS + 1 + entry[at + c.PREFS]]
        target = entry[at + c.TARGET] if entry[at + c.TARGET] >= 0 else BAD
        actions.append(SetAction(entry[at + c.ACTION], target, tuple(prefs)))
    return Fighter(battle, entry[c.F_CHAMPION], tuple(actions))
