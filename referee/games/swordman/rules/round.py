"""A round of Swordman: settings, blows, damage, end check (SW-5, SW-7) as kernels over any number of matches.

The rules of a round are here; `settings` decides which parts of an action count. Events are made
afterwards, from the columns in which each round leaves its result (`columns`).
"""

from __future__ import annotations

from referee.core.kernel import inlined, kernel
from referee.games.duel import close_round
from referee.games.swordman.columns import (
    BLOW,
    FIRST,
    FULL_LIFE,
    GAME,
    GUARD_OFF,
    GUARD_ON,
    LANDED,
    LIFE,
    LIFE_AFTER,
    LIFE_BEFORE,
    OVER,
    PLAYED_GAME,
    PLAYED_ROUND,
    RESULT,
    ROUND,
    SETTINGS,
    Ints,
)
from referee.games.swordman.rules.settings import Notices, read_setting
from referee.games.swordman.state import State
from referee.games.swordman.tables import (
    NUM_FIELDS,
    PRIORITY,
    SHIELD,
    SHIELD_AT,
    SWORD,
    SWORD_AT,
)

__all__ = ["play_round"]


def play_round(state: State, orders: Ints) -> None:
    """Play one round of every match that is not over.

    Args:
        state: The matches; changed in place, and so are their notices.
        orders: int32[match, seat, 6]: the six numbers of each seat's action, see `numbers_of`.
    """
    _play_rounds(orders, state.table, state.notices)


@kernel
def _play_rounds(orders: Ints, table: Ints, notices: Notices) -> None:
    """Play one round in each match that is not over, in the order of SW-5.1.

    Args:
        orders: int32[match, seat, 6]: the six numbers of each seat's action, see `numbers_of`.
        table: Public state of the matches, as in `State`; changed in place.
        notices: Notices about refused parts, as in `State`; written.
    """
    for n in range(len(orders)):
        row = table[n]
        if row[OVER]:
            continue
        # Notices are about the last action alone; `read_setting` writes only those that there are.
        notices[n] = 0
        _open(row)
        for seat in range(2):
            read_setting(orders[n, seat], row, SETTINGS + NUM_FIELDS * seat, notices[n, seat])
        _strike(row)
        close_round(row, LIFE_AFTER, RESULT, FULL_LIFE)  # SW-7.1 to SW-7.3


@inlined
def _open(row: Ints) -> None:
    """Write the first columns of the last round into the match's `row`: game, number, and lives before it (SW-3.2)."""
    row[PLAYED_GAME] = row[GAME]
    row[PLAYED_ROUND] = row[ROUND]
    for seat in range(2):
        row[LIFE_BEFORE + seat] = row[LIFE + seat]


@inlined
def _strike(row: Ints) -> None:
    """Compute both blows, then deal them: at the same time, or the higher priority first (SW-5.3, SW-5.5).

    The match's `row` has the settings of both seats; the results are written into it.
    """
    mine, theirs = SETTINGS, SETTINGS + NUM_FIELDS
    blow_0 = _blow(row, mine, theirs)
    blow_1 = _blow(row, theirs, mine)
    lead = row[mine + PRIORITY] - row[theirs + PRIORITY]  # only its sign counts (SW-5.6)
    life_0 = max(0, row[LIFE_BEFORE] - blow_1)
    life_1 = max(0, row[LIFE_BEFORE + 1] - blow_0)
    landed_0 = lead >= 0 or life_0 > 0
    landed_1 = lead <= 0 or life_1 > 0

    row[BLOW], row[BLOW + 1] = blow_0, blow_1
    row[LANDED], row[LANDED + 1] = landed_0, landed_1
    row[FIRST] = 0 if lead > 0 else 1 if lead < 0 else -1
    row[LIFE_AFTER] = life_0 if landed_1 else row[LIFE_BEFORE]
    row[LIFE_AFTER + 1] = life_1 if landed_0 else row[LIFE_BEFORE + 1]


@inlined
def _blow(row: Ints, own: int, rival: int) -> int:
    """Return the sword points of a seat that the rival's shield does not stop (SW-5.3, SW-5.4).

    A sword without points deals nothing, and a shield without points stops nothing, wherever they are.

    Args:
        row: Row of the match's public numbers (its open table).
        own: First column of the seat's setting.
        rival: First column of the rival's setting.
    """
    shield = row[rival + SHIELD]
    if row[own + SWORD_AT] == row[rival + SHIELD_AT]:
        cover = row[GUARD_ON] * shield
    elif row[GUARD_OFF]:
        # Division rounded up, in integers: floats would not be the same on every machine.
        cover = (shield + row[GUARD_OFF] - 1) // row[GUARD_OFF]
    else:
        cover = 0
    past: int = max(0, row[own + SWORD] - cover)
    return past
