"""What each seat may see (SW-6): everybody the open table, and each seat the notices about its own last action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from referee.games.swordman.state import State
from referee.games.swordman.tables import FIELDS, NO_FIELD, NUM_FIELDS, ReasonCode
from referee.games.swordman.wire.records import TABLE, Notice, Table
from referee.kit.rows import Seen

__all__ = ["Sight", "observe", "read_notices"]

Sight: TypeAlias = Seen[Table]
"""An observation, read out of the row of the open table on demand."""


def observe(state: State, seats: Sequence[int]) -> list[Sight]:
    """Observations of a single match, in the order of `seats`."""
    row = state.table.tobytes()
    return [Seen(seat, row, read_notices(state, seat), TABLE) for seat in seats]


def read_notices(state: State, seat: int) -> tuple[Notice, ...]:
    """Return a seat's notices in a single match; they are for this seat alone."""
    if not state.notices.item(seat * NUM_FIELDS * 2):
        return ()
    pairs = state.notices[0, seat].tolist()
    return tuple(
        Notice(ReasonCode(code), "" if field == NO_FIELD else FIELDS[field])
        for code, field in pairs
        if code
    )
