"""Tables of the rules as arrays and whole numbers, for kernels; all of them follow from `tables` and `RULINGS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.games.dungeon_keeper.columns import Longs
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.table import RULINGS
from referee.games.dungeon_keeper.tables import (
    ARTIFACTS,
    BUILDINGS,
    CHANCES,
    DIRECTIONS,
    EXCHANGE_MANA,
    SPELLS,
    STATUSES,
    UNITS,
    Item,
)

__all__ = [
    "ABILITIES",
    "ABILITY_OF",
    "AP",
    "AP_OF",
    "ARTIFACT_AP",
    "ARTIFACT_ATTACK",
    "ARTIFACT_DEFENCE",
    "ARTIFACT_HP",
    "ARTIFACT_PRICE",
    "ATTACK",
    "BUILDING_DEFENCE",
    "BUILDING_HP",
    "BUILDING_PRICE",
    "BY_UNIT",
    "CHANCE",
    "COLS",
    "DEFENCE",
    "HP",
    "IS_CURSE",
    "IS_WORKER",
    "MANA_OF",
    "PARENT",
    "REPAIR",
    "ROWS",
    "RUNE_OF",
    "SPELL_CATEGORY",
    "SPELL_PRICE",
    "SPELL_RESEARCH",
    "SPELL_RUNES",
    "SPELL_STATUS",
    "STATUS_ATTACK",
    "STATUS_DEFENCE",
    "UNIT_PRICE",
    "UPKEEP",
    "VALUE",
    "NO_ARTIFACT_ITEM",
]

_Table: TypeAlias = npt.NDArray[np.int64]


def _of(rows: dict[int, Any], value: Callable[[Any], Any]) -> _Table:
    return np.array([value(row) for _, row in sorted(rows.items())], np.int64)


def _none(value: int | None) -> int:
    return -1 if value is None else int(value)


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


# Of units, by kind (DK-3.7). Prices have the order of the columns of stocks: gold, iron, taldear, mana.
ABILITIES = _of(UNITS, lambda row: int(row.abilities))
ATTACK, DEFENCE = _of(UNITS, lambda row: row.attack), _of(UNITS, lambda row: row.defence)
HP, AP = _of(UNITS, lambda row: row.hp), _of(UNITS, lambda row: row.ap)
UPKEEP, VALUE = _of(UNITS, lambda row: row.upkeep), _of(UNITS, lambda row: row.value)
IS_WORKER = _of(UNITS, lambda row: row.is_worker)
PARENT, RUNE_OF = _of(UNITS, lambda row: _none(row.parent)), _of(UNITS, lambda row: _none(row.rune))
UNIT_PRICE = _of(UNITS, lambda row: (row.gold, 0, 0, row.mana))

# Of buildings, by kind (DK-3.9).
BUILDING_HP = _of(BUILDINGS, lambda row: row.hp)
BUILDING_DEFENCE, REPAIR = (
    _of(BUILDINGS, lambda row: row.defence),
    _of(BUILDINGS, lambda row: row.repair),
)
BUILDING_PRICE = _of(BUILDINGS, lambda row: (row.gold, row.iron, 0, row.mana))

# Of artifacts (DK-3.11).
ARTIFACT_PRICE = _of(ARTIFACTS, lambda row: (row.gold, row.iron, row.taldear, 0))
ARTIFACT_ATTACK, ARTIFACT_DEFENCE = (
    _of(ARTIFACTS, lambda row: row.attack),
    _of(ARTIFACTS, lambda row: row.defence),
)
ARTIFACT_HP, ARTIFACT_AP = _of(ARTIFACTS, lambda row: row.hp), _of(ARTIFACTS, lambda row: row.ap)

# Of spells (DK-3.12).
SPELL_RESEARCH, SPELL_PRICE = (
    _of(SPELLS, lambda row: row.research),
    _of(SPELLS, lambda row: row.cast),
)
SPELL_RUNES = _of(SPELLS, lambda row: _set(row.runes))
SPELL_CATEGORY = _of(SPELLS, lambda row: int(row.category))
SPELL_STATUS = _of(SPELLS, lambda row: _none(row.status))

# Of statuses (DK-5.40, DK-5.45), rolls and resources.
STATUS_ATTACK = _of(STATUSES, lambda row: row.attack)
STATUS_DEFENCE = _of(STATUSES, lambda row: row.defence)
IS_CURSE = _of(STATUSES, lambda row: row.is_curse)
CHANCE = _of(CHANCES, int)
MANA_OF: Longs = np.array(EXCHANGE_MANA, np.int64)
ROWS = np.array([row for row, _ in DIRECTIONS], np.int64)
COLS = np.array([col for _, col in DIRECTIONS], np.int64)

# Of orders, by their numbers (DK-4.10, DK-4.11); place 0 is no order.
BY_UNIT = np.array([0, *(RULINGS[kind].ap is not None for kind in o.ORDERS)], np.int64)
AP_OF = np.array([0, *(RULINGS[kind].ap or 0 for kind in o.ORDERS)], np.int64)
ABILITY_OF = np.array([0, *(int(RULINGS[kind].ability or 0) for kind in o.ORDERS)], np.int64)
NO_ARTIFACT_ITEM = int(Item.SWORD)
