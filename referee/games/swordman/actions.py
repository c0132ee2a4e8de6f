"""Swordman's action: five numbers as they were sent (SW-4.2), before the rules have looked at them.

What of it counts depends on the match's config and is found out by a kernel, in `settings`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from referee.core.rng import Stream
from referee.games.swordman.columns import HAS_PRIORITY, LOCATIONS, POWER, Ints
from referee.games.swordman.tables import FIELDS, NUM_FIELDS, POWERS, ReasonCode

__all__ = [
    "BAD_FORM",
    "DEFAULT",
    "FORM",
    "NO_NUMBER",
    "ORDER_WIDTH",
    "Action",
    "Notice",
    "orders_of",
    "parse_action",
    "random_action",
]

NO_NUMBER = -1
"""Stands for a value that is no integer, a location that is missing, and anything below 0."""
FORM = NUM_FIELDS
"""Place of `form` among the numbers of an action, behind the five fields."""
ORDER_WIDTH = NUM_FIELDS + 1
"""Numbers of an action."""
_MOST = 2**31 - 1
"""Stands for any number above it: the wire and the kernels carry 32 bits, and no rule allows as many."""


class Notice(NamedTuple):
    """What did not count in a seat's own action; told to that seat alone."""

    code: ReasonCode
    """The reason."""
    field: str
    """Name of the field, or empty if it is about the whole."""


class Action(NamedTuple):
    """A seat's answer, -1..2^31-1 in each field."""

    sword: int = 0
    """Points in the sword."""
    shield: int = 0
    """Points in the shield."""
    priority: int = 0
    """Points in priority."""
    sword_at: int = NO_NUMBER
    """Location of the sword."""
    shield_at: int = NO_NUMBER
    """Location of the shield."""
    form: int = 0
    """0, or the code of NO_ACTION or BAD_FORM; then no field is looked at."""


DEFAULT = Action(form=ReasonCode.NO_ACTION.value)
"""What a missed deadline plays (SW-4.6)."""
BAD_FORM = Action(form=ReasonCode.BAD_FORM.value)
"""What counts for a value that is no object with named fields (SW-4.7)."""


def parse_action(value: object) -> Action:
    """The action of a plain value: an object, of which only the five fields are looked at."""
    if not isinstance(value, Mapping):
        return BAD_FORM
    powers = (_number(value.get(name, 0)) for name in FIELDS[:POWERS])
    places = (_number(value.get(name)) for name in FIELDS[POWERS:])
    return Action(*powers, *places)


def _number(value: object) -> int:
    """An integer from 0, or -1 for whatever else it is (SW-4.4.1)."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return NO_NUMBER
    return min(value, _MOST)


_pack_orders = struct.Struct(f"{2 * ORDER_WIDTH}i").pack


def orders_of(first: Action, second: Action) -> Ints:
    """The actions of a single match as int32[1, seat, 6], made in half the time that `np.array` takes."""
    return np.ndarray(
        (1, 2, ORDER_WIDTH), dtype=np.int32, buffer=bytearray(_pack_orders(*first, *second))
    )


def random_action(row: Ints, dice: Stream) -> Action:
    """All points in a split drawn uniformly, and both locations (SW-9.1).

    Args:
        row: The table of a match.
        dice: What it is drawn with.
    """
    power, locations = row.item(POWER), row.item(LOCATIONS)
    if row.item(HAS_PRIORITY):
        # Two bars among the points split them in three, every split as likely as any other.
        first = dice.draw(power + 2)
        second = dice.draw(power + 1)
        low, high = (first, second + 1) if first <= second else (second, first)
        sword, shield = low - 1, high - low - 1
    else:
        sword = dice.draw(power + 1) - 1
        shield = power - sword
    priority = power - sword - shield
    return Action(sword, shield, priority, dice.draw(locations) - 1, dice.draw(locations) - 1)
