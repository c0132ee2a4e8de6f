"""What each seat may see (DM-6): all public state (the open table), and the notices about its own last action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from referee.games.diceman.state import State
from referee.games.diceman.tables import MAX_NOTICES, NUM_SEATS, ReasonCode
from referee.games.diceman.wire.records import TABLE, Notice, Table
from referee.kit.rows import Seen

__all__ = ["Sight", "observe", "read_notices"]

Sight: TypeAlias = Seen[Table]
"""Observation of one seat; its fields are read from the row of the open table on demand."""


def observe(state: State, seats: Sequence[int]) -> list[Sight]:
    """Return the observations of a single match, in the order of `seats`."""
    row = state.table.tobytes()
    # One comparison of bytes is cheaper than reading the notices of both seats at every step.
    if state.notices.tobytes() == _NO_NOTICES:
        return [Seen(seat, row, (), TABLE) for seat in seats]
    return [Seen(seat, row, read_notices(state, seat), TABLE) for seat in seats]


_NO_NOTICES = bytes(NUM_SEATS * MAX_NOTICES * 2)
"""Bytes of `State.notices` when neither seat has a notice, which is nearly always."""


def read_notices(state: State, seat: int) -> tuple[Notice, ...]:
    """Return a seat's own notices in a single match; no other seat may see them."""
    pairs = state.notices[0, seat].tolist()
    return tuple(Notice(ReasonCode(code), index) for code, index in pairs if code)
