"""What a seat may see (SW-6): an open table, and the notices about its own last action."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from referee.games.duel import Pair, read_pair
from referee.games.swordman.actions import Notice
from referee.games.swordman.columns import GAME, LIFE, POINTS, ROUND, read_columns
from referee.games.swordman.records import Round, read_round
from referee.games.swordman.state import State
from referee.games.swordman.tables import FIELDS, NO_FIELD, NUM_FIELDS, ReasonCode

__all__ = ["Observation", "Table", "observe", "read_notices"]


@dataclasses.dataclass(slots=True)
class Table:
    """What everybody may see, always; read out of its row when somebody asks."""

    row: bytes
    """The columns of `columns`, as they were at the time; the codec writes them as they are."""

    _fields = ("game", "round", "life", "points", "last_round")  # for `to_plain`

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
    def last_round(self) -> Round | None:
        """The last round played, of this game or the one before; None before the first."""
        return read_round(read_columns(self.row))


@dataclasses.dataclass(slots=True)
class Observation:
    """What one seat may see (SW-6.1); the config is told along with it by the codec."""

    seat: int
    """The seat it is for."""
    table: Table
    """The open table; one object for both seats of a state."""
    notices: tuple[Notice, ...]
    """What did not count in the seat's own last action."""


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Observations of a single match, in the order of `seats`."""
    table = Table(state.table.tobytes())
    return [Observation(seat, table, read_notices(state, seat)) for seat in seats]


def read_notices(state: State, seat: int) -> tuple[Notice, ...]:
    """A seat's notices in a single match; they are for this seat alone."""
    if not state.notices.item(seat * NUM_FIELDS * 2):
        return ()
    pairs = state.notices[0, seat].tolist()
    return tuple(
        Notice(ReasonCode(code), "" if field == NO_FIELD else FIELDS[field])
        for code, field in pairs
        if code
    )
