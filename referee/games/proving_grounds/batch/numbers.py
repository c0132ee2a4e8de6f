"""The rulebook's tables as arrays, for kernels; each is made from `tables` or from the tables of orders."""

from __future__ import annotations

import itertools

import numpy as np

from referee.games.proving_grounds.rules.actions.hero_orders import KINDS
from referee.games.proving_grounds.rules.checked import Phase
from referee.games.proving_grounds.tables import (
    CLASSES,
    CREATURES_TABLE,
    IMPROVEMENT_PRICES,
    ITEMS,
    SPELLS,
    Code,
    HeroClass,
    OrderList,
)
from referee.games.proving_grounds.wire.orders import ORDER_KINDS
from referee.games.proving_grounds.wire.results import Notice, result

__all__ = [
    "CLASS_OF_ORDER",
    "CLASS_PRICES",
    "CLASS_STATS",
    "CREATURES",
    "IMPROVEMENTS",
    "IS_NOTICE",
    "ITEM_VALUES",
    "ITEM_USERS",
    "PHASE_OF_ORDER",
    "SPELL_VALUES",
    "SUMS_OF_WEIGHTS",
]

# Columns of ITEM_VALUES.
KIND, GOLD, IN_SETUP, WEAPON, ABSORB, STRENGTH, DEXTERITY, INITIATIVE, MANA = range(9)
ITEM_VALUES = np.array(
    [
        (
            *(row.kind, row.gold, row.is_in_setup, row.weapon, row.absorb),
            *(row.strength, row.dexterity, row.initiative, row.mana),
        )
        for row in ITEMS
    ],
    np.int32,
)
"""int32[item, column]: values of each item (PG-3.7)."""
ITEM_USERS = np.array([[kind in row.users for kind in HeroClass] for row in ITEMS])
"""bool[item, class]: whether heroes of the class can equip the item (PG-3.7)."""
SUMS_OF_WEIGHTS = np.array(list(itertools.accumulate(row.weight for row in ITEMS)), np.int32)
"""int32[item]: sum of the weights up to and including the item (PG-5.1a)."""

CLASS_PRICES = np.array([row.price for row in CLASSES], np.int32)
"""int32[class]: price of a hero (PG-3.2)."""
CLASS_STATS = np.array([row.stats for row in CLASSES], np.int32)
"""int32[class, stat]: base values of a new hero (PG-3.2)."""
IMPROVEMENTS = np.array(IMPROVEMENT_PRICES, np.int32)
"""int32[value]: price of the point that raises a characteristic to the value (PG-3.3)."""

# Columns of CREATURES.
C_DAMAGE, C_DEXTERITY, C_HIT_POINTS, C_INITIATIVE, C_ABSORB, C_ATTACKS, C_GOLD, C_WATCH = range(8)
CREATURES = np.array(
    [
        (
            *(row.damage, row.dexterity, row.hp, row.initiative),
            *(row.absorb, row.attacks, row.gold, row.watch),
        )
        for row in CREATURES_TABLE
    ],
    np.int32,
)
"""int32[kind, column]: values of each kind of creature (PG-3.4)."""

# Columns of SPELL_VALUES.
S_MANA, S_ITEM, S_ON_HERO = range(3)
SPELL_VALUES = np.array(
    [(row.mana, -1 if row.item is None else row.item, row.is_on_hero) for row in SPELLS], np.int32
)
"""int32[spell, column]: Mana, item (-1 for none) and whether it is cast on a hero (PG-5.9)."""

_ORDERS = [KINDS[kind] for kind in ORDER_KINDS.values()]
PHASE_OF_ORDER = np.array([0, *[kind.phase for kind in _ORDERS]], np.uint8)
"""uint8[kind]: phase of each kind of hero order, by its number in a message; 0 for no kind."""
CLASS_OF_ORDER = np.array(
    [-1, *[-1 if kind.hero_class is None else kind.hero_class for kind in _ORDERS]], np.int32
)
"""int32[kind]: the only class that can be given the order; -1 for all classes (PG-4.6)."""
FREE, TRADE, ACT, MOVE, SEARCH, REST = map(int, Phase)

IS_NOTICE = np.array(
    [isinstance(result(0, OrderList.MESSAGE, 0, None, code), Notice) for code in Code]
)
"""bool[code]: whether a result with this code counts as a mistake of the sender."""
