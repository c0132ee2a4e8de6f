"""What each seat may see (SW-6): all public state (the open table), and the notices about its own last action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from referee.games.swordman.state import State
from referee.games.swordman.tables import FIELDS, NO_FIELD, NUM_FIELDS, ReasonCode
from referee.games.swordman.wire.records import TABLE, Notice, Table
from referee.kit.rows import Seen

__all__ = ["Sight", "observe", "read_notices"]

Sight: TypeAlias = Seen[Table]
"""Observation of one seat; its fields are read from the row of the open table on demand."""


def observe(state: State, seats: Sequence[int]) -> list[Sight]:
    """Return the observations of a single match, in the order of `seats`."""
    row = state.table.tobytes()
    return [Seen(seat, row, read_notices(state, seat), TABLE) for seat in seats]


def read_notices(state: State, seat: int) -> tuple[Notice, ...]:
    """Return a seat's own notices in a single match; no other seat may see them."""
    # The code of the first notice: 0 means that there is none, as notices are written without gaps.
    if not state.notices.item(seat * NUM_FIELDS * 2):
        return ()
    pairs = state.notices[0, seat].tolist()
    return tuple(
        Notice(ReasonCode(code), "" if field == NO_FIELD else FIELDS[field])
        for code, field in pairs
        if code
    )
