"""What a seat may see (DM-6): an open table, and the notices about its own last action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.diceman.actions import Notice
from referee.games.diceman.records import Pair, Round, read_round
from referee.games.diceman.state import State
from referee.games.diceman.tables import ReasonCode

__all__ = ["Observation", "Table", "observe", "read_notices", "read_table"]

Counts = tuple[int, int, int, int, int, int]


class Table(NamedTuple):
    """What everybody may see, always."""

    game: int
    """Current game, from 1."""
    round: int
    """Current round, from 1."""
    life: Pair
    """Life of both."""
    points: Pair
    """Game points of both."""
    pick_counts: tuple[Counts, Counts]
    """Choices of both in the match so far, by combination id."""
    last_round: Round | None
    """The last round played, of this game or the one before; None before the first."""


class Observation(NamedTuple):
    """What one seat may see (DM-6.1); the config is told along with it by the codec."""

    seat: int
    """The seat it is for."""
    table: Table
    """The open table; one object for both seats of a state."""
    notices: tuple[Notice, ...]
    """What did not count in the seat's own last action."""


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Observations of a single match, in the order of `seats`."""
    table = read_table(state)
    return [Observation(seat, table, read_notices(state, seat)) for seat in seats]


def read_table(state: State) -> Table:
    """The open table of a single match."""
    life_0, life_1 = state.life[0].tolist()
    points_0, points_1 = state.points[0].tolist()
    counts_0, counts_1 = state.pick_counts[0].tolist()
    return Table(
        game=state.game.item(0),
        round=state.round.item(0),
        life=(life_0, life_1),
        points=(points_0, points_1),
        pick_counts=(tuple(counts_0), tuple(counts_1)),
        last_round=read_round(tuple(state.last_round[0].tolist())),
    )


def read_notices(state: State, seat: int) -> tuple[Notice, ...]:
    """A seat's notices in a single match; they are for this seat alone."""
    if not state.notices[0, seat, 0, 0]:
        return ()
    pairs = state.notices[0, seat].tolist()
    return tuple(Notice(ReasonCode(code), index) for code, index in pairs if code)
