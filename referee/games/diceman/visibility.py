"""What a seat may see (DM-6): an open table, and the notices about its own last action."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from referee.games.diceman.actions import Notice
from referee.games.diceman.columns import (
    GAME,
    LIFE,
    PICK_COUNTS,
    POINTS,
    ROUND,
    read_columns,
)
from referee.games.diceman.records import Round, read_round
from referee.games.diceman.state import State
from referee.games.diceman.tables import MAX_NOTICES, NUM_COMBOS, NUM_SEATS, ReasonCode
from referee.games.duel import Pair, read_pair

__all__ = ["Observation", "Table", "observe", "read_notices"]


@dataclasses.dataclass(slots=True)
class Table:
    """What everybody may see, always; read out of its row when somebody asks."""

    row: bytes
    """The columns of `columns`, as they were at the time; the codec writes them as they are."""

    _fields = ("game", "round", "life", "points", "pick_counts", "last_round")  # for `to_plain`

    @property
    def game(self) -> int:
        """Current game, from 1."""
        return read_columns(self.row)[GAME]

    @property
    def round(self) -> int:
        """Current round, from 1."""
        return read_columns(self.row)[ROUND]

    @property
    def life(self) -> Pair:
        """Life of both."""
        return read_pair(read_columns(self.row), LIFE)

    @property
    def points(self) -> Pair:
        """Game points of both."""
        return read_pair(read_columns(self.row), POINTS)

    @property
    def pick_counts(self) -> tuple[tuple[int, ...], ...]:
        """Choices of both in the match so far, by combination id."""
        starts = range(PICK_COUNTS, PICK_COUNTS + NUM_SEATS * NUM_COMBOS, NUM_COMBOS)
        return tuple(read_columns(self.row)[start : start + NUM_COMBOS] for start in starts)

    @property
    def last_round(self) -> Round | None:
        """The last round played, of this game or the one before; None before the first."""
        return read_round(read_columns(self.row))


@dataclasses.dataclass(slots=True)
class Observation:
    """What one seat may see (DM-6.1); the config is told along with it by the codec."""

    seat: int
    """The seat it is for."""
    table: Table
    """The open table; one object for both seats of a state."""
    notices: tuple[Notice, ...]
    """What did not count in the seat's own last action."""


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Observations of a single match, in the order of `seats`."""
    table = Table(state.table.tobytes())
    if state.notices.tobytes() == _NO_NOTICES:
        return [Observation(seat, table, ()) for seat in seats]
    return [Observation(seat, table, read_notices(state, seat)) for seat in seats]


_NO_NOTICES = bytes(NUM_SEATS * MAX_NOTICES * 2)
"""The bytes of `State.notices` at nearly all times."""


def read_notices(state: State, seat: int) -> tuple[Notice, ...]:
    """A seat's notices in a single match; they are for this seat alone."""
    pairs = state.notices[0, seat].tolist()
    return tuple(Notice(ReasonCode(code), index) for code, index in pairs if code)
