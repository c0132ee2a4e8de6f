"""Events of a match (SW-6.2), in the order of a round (SW-5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.core.game import Event
from referee.core.kernel import inlined
from referee.games.duel import (
    MATCH_OVER,
    NUM_ENDS,
    PLACES,
    Places,
    Points,
    end_rows,
    ends_of_game,
    read_pair,
)
from referee.games.swordman import columns as c
from referee.games.swordman.columns import Ints
from referee.games.swordman.state import State
from referee.games.swordman.tables import NUM_SEATS
from referee.games.swordman.visibility.visibility import read_notices
from referee.games.swordman.wire.records import LAST_ROUND, Round, Setting
from referee.kit.rows import EventsOf, RowEvents, RowOf

__all__ = [
    "ROUND",
    "MatchEnd",
    "Reveal",
    "RoundEnd",
    "derive_ends",
    "notice_events",
    "round_events",
]


class Reveal(NamedTuple):
    """Both settings are shown."""

    settings: tuple[Setting, Setting]
    """What was set, in seat order."""


class RoundEnd(NamedTuple):
    """A round has been played."""

    record: Round
    """Its record."""


class MatchEnd(NamedTuple):
    """The last event of a match."""

    points: Points
    """Game points of both."""
    places: Places
    """Placement of both; equal points share 1 (SW-7.4)."""
    last_round: Round
    """The last round of the match, which comes with no observation any more (SW-6.1)."""


def round_events(state: State) -> RowEvents:
    """Return the public events of the round that has just been played in a single match."""
    return RowEvents(state.table.tobytes(), ROUND)


def notice_events(state: State) -> list[Event]:
    """Return the private notices about each seat's own action in that round; they come before the public events."""
    return [
        Event(notice, (seat,)) for seat in range(NUM_SEATS) for notice in read_notices(state, seat)
    ]


@inlined
def derive_ends(columns: Sequence[int] | Ints) -> tuple[int, ...]:
    """Return the numbers of the events that end a game, as columns after those of the table."""
    return ends_of_game(
        columns[c.RESULT],
        read_pair(columns, c.LIFE_AFTER),
        columns[c.OVER] != 0,
        read_pair(columns, c.POINTS),
    )


_ENDS = end_rows(
    c.TABLE_WIDTH, game=c.GAME, played=c.PLAYED_GAME, result=c.RESULT, life=c.LIFE_AFTER
)
_MATCH_END = RowOf(
    MatchEnd,
    present=c.TABLE_WIDTH + MATCH_OVER,
    points=c.POINTS,
    places=c.TABLE_WIDTH + PLACES,
    last_round=LAST_ROUND,
)
ROUND = EventsOf(
    (RowOf(Reveal, settings=c.SETTINGS), RowOf(RoundEnd, record=LAST_ROUND), *_ENDS, _MATCH_END),
    derive_ends,
    NUM_ENDS,
)
"""Public events of a round."""
