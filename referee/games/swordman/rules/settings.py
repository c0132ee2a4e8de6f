"""Kernels that read a seat's action, write the setting that the seat plays, and notices for what was refused.

The rules are SW-4.4 to SW-4.7.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import inlined
from referee.games.swordman.columns import HAS_PRIORITY, LOCATIONS, POWER, Ints
from referee.games.swordman.rules.actions import FORM
from referee.games.swordman.tables import (
    BAD_PLACE,
    BAD_VALUE,
    NO_FIELD,
    NO_PRIORITY,
    NOWHERE,
    NUM_FIELDS,
    OVER_BUDGET,
    POWERS,
    PRIORITY,
    SHIELD,
    SHIELD_AT,
    SWORD,
    SWORD_AT,
)

__all__ = ["Notices", "read_setting"]

Notices = npt.NDArray[np.int8]


@inlined
def read_setting(orders: Ints, row: Ints, at: int, notices: Notices) -> None:
    """Write the setting of one seat into the match's row, and a notice for each part that did not count.

    Args:
        orders: int32[6]: the six numbers of the seat's action, see `numbers_of`.
        row: Row of the match's public numbers (its open table); changed in place.
        at: First column of the seat's setting.
        notices: int8[5, 2]: reason code and field of each notice; all 0 before, changed in place.
    """
    # No field is read then: a missed deadline must not play what the array happens to hold.
    if orders[FORM]:
        notices[0, 0] = orders[FORM]
        notices[0, 1] = NO_FIELD
        _set_default(row, at)
    else:
        num_notices = _read_powers(orders, row, at, notices)
        _read_places(orders, row, at, notices, num_notices)


@inlined
def _set_default(row: Ints, at: int) -> None:
    """Write the default setting (SW-4.6): half the points, rounded up, in the sword.

    The other points are in the shield. Both are in the middle.

    Args:
        row: Row of the match's public numbers (its open table); changed in place.
        at: First column of the seat's setting.
    """
    shield = row[POWER] // 2
    row[at + SWORD] = row[POWER] - shield
    row[at + SHIELD] = shield
    row[at + PRIORITY] = 0
    row[at + SWORD_AT] = _middle(row)
    row[at + SHIELD_AT] = _middle(row) if shield else NOWHERE


@inlined
def _read_powers(orders: Ints, row: Ints, at: int, notices: Notices) -> int:
    """Write the points of sword, shield and priority that count, read in this order (SW-4.4).

    Args:
        orders: int32[6]: the six numbers of the seat's action.
        row: Row of the match's public numbers (its open table); changed in place.
        at: First column of the seat's setting.
        notices: int8[5, 2]: reason code and field of each notice; changed in place.

    Returns:
        Number of notices written, each about a field for which 0 was used instead.
    """
    left = row[POWER]
    num_notices = 0
    for field in range(POWERS):
        value = orders[field]
        code = 0
        if value < 0:
            code = BAD_VALUE
        elif field == PRIORITY and value > 0 and not row[HAS_PRIORITY]:
            code = NO_PRIORITY
        elif value > left:
            code = OVER_BUDGET
        if code:
            value = 0
            notices[num_notices, 0] = code
            notices[num_notices, 1] = field
            num_notices += 1
        row[at + field] = value
        left -= value  # a refused power costs nothing, so later ones can still use the points
    return num_notices


@inlined
def _read_places(orders: Ints, row: Ints, at: int, notices: Notices, num_notices: int) -> None:
    """Write the locations of sword and shield, with -1 for one without points (SW-4.5).

    Args:
        orders: int32[6]: the six numbers of the seat's action.
        row: Row of the match's public numbers (its open table); changed in place.
        at: First column of the seat's setting.
        notices: int8[5, 2]: the seat's notices; changed in place.
        num_notices: Number of notices that are in `notices` already.
    """
    for field in range(SWORD_AT, NUM_FIELDS):
        place = orders[field]
        # Places follow the powers in the same order, so this is the power that the place belongs to. Without power
        # a place is not read, and can't be refused.
        if row[at + field - SWORD_AT] == 0:
            place = NOWHERE
        elif place < 0 or place >= row[LOCATIONS]:
            place = _middle(row)
            notices[num_notices, 0] = BAD_PLACE
            notices[num_notices, 1] = field
            num_notices += 1
        row[at + field] = place


@inlined
def _middle(row: Ints) -> int:
    """Return the middle location; for an even number of locations, the higher of the two (SW-2.2).

    `row` has the match's public numbers, among them the number of locations.
    """
    return row[LOCATIONS] // 2  # type: ignore[no-any-return]  # int32 is int to Numba
