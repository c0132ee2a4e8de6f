"""What counts of an action (SW-4.4 to SW-4.7), as kernels: orders in, a setting and notices out."""

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
    """Write the setting of one seat into its columns, and what did not count into its notices.

    Args:
        orders: int32[6]: the numbers of an `Action`.
        row: The table.
        at: Column where the setting starts.
        notices: int8[5, 2]: code and field of each notice, all 0 before.
    """
    if orders[FORM]:
        notices[0, 0] = orders[FORM]
        notices[0, 1] = NO_FIELD
        _set_default(row, at)
    else:
        num_notices = _read_powers(orders, row, at, notices)
        _read_places(orders, row, at, notices, num_notices)


@inlined
def _set_default(row: Ints, at: int) -> None:
    """Half the points in the sword, rounded up, the rest in the shield, both in the middle (SW-4.6)."""
    shield = row[POWER] // 2
    row[at + SWORD] = row[POWER] - shield
    row[at + SHIELD] = shield
    row[at + PRIORITY] = 0
    row[at + SWORD_AT] = _middle(row)
    row[at + SHIELD_AT] = _middle(row) if shield else NOWHERE


@inlined
def _read_powers(orders: Ints, row: Ints, at: int, notices: Notices) -> int:
    """Read the powers in their order (SW-4.4); returns the number of notices."""
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
    """Read the locations of what has power (SW-4.5)."""
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
    """Return the middle location, of an even number the higher of the two (SW-2.2)."""
    return row[LOCATIONS] // 2  # type: ignore[no-any-return]  # int32 is int to Numba
