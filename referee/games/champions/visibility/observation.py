"""What one seat may see, and what everybody may (CH-6.1, CH-6.2), built by adding what may be known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Annotated

import numpy as np
from pydantic import Field

from referee.games.champions.columns import Ints
from referee.games.champions.rules.side_by_side import alone
from referee.games.champions.state import State, board_of
from referee.games.champions.tables import MAX_SEATS
from referee.games.champions.visibility.layout import lay_out, most_numbers_of
from referee.games.champions.visibility.sights import NUM_PARTS, new_sights, see_all
from referee.games.champions.wire.records import (
    Many,
    MapSize,
    Me,
    Pair,
    Round,
    SeatView,
    TileReport,
    TileView,
)
from referee.kit.flat import LazyRecord, read_field
from referee.kit.records import ToldOnce, fields_of

__all__ = ["NUM_SHARED", "Look", "Observation", "observe", "observe_public"]

NUM_SHARED = 5
"""Fields that are the same for all seats: the first ones."""

_ALL = np.ones(NUM_PARTS, np.bool_)
_NONE = np.zeros(NUM_PARTS, np.bool_)
_FIRST = np.zeros(1, np.int64)
_NOBODY = np.zeros(0, np.int64)
_NOTHING = (0, 0, 0, 0)
"""Numbers of the fields that are absent in what everybody sees."""


class Look:
    """Numbers of all that some seats see of a match at a moment, as `lay_out` leaves them.

    Args:
        numbers: int32[number].
        starts: int64[2 + n].
    """

    __slots__ = ("numbers", "starts")

    def __init__(self, numbers: Ints, starts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        self.numbers = numbers
        self.starts = starts


class Observation(LazyRecord):
    """All that a seat may know now (CH-6.2).

    Events since its last observation, refusals included, come along with it; so do messages.
    """

    round: Round
    """Round from 1."""
    phase: Annotated[int, Field(ge=0, le=4)]
    """Phase."""
    size: MapSize
    """Tiles in a row of the map, 4 to 1."""
    stage_age: Many
    """Rounds completed at this size."""
    seats: Annotated[tuple[SeatView, ...], Field(max_length=MAX_SEATS)]
    """Every seat."""
    me: Annotated[Me, ToldOnce()] | None
    """The seat itself; this and what follows is absent in what everybody sees."""
    tile: TileView | None
    """Its tile; absent once it is out."""
    my_battles: Annotated[tuple[Pair, ...], Field(max_length=2)]
    """Its battles of this round; in the phase BATTLE."""
    report: TileReport | None
    """Its tile's report; in the phase BATTLE, if others stand there."""

    __slots__ = ("_values", "look", "place")

    def __init__(self, look: Look, place: int | None) -> None:
        self.look = look
        """What is seen, by all that were asked for."""
        self.place = place
        """Which of them this is, from 0; None for what everybody sees."""
        self._values: dict[str, object] | None = None

    def _read(self, name: str) -> object:
        if self._values is None:
            numbers = chain(self._shared(), self._own())
            self._values = {each: read(numbers, {}) for each, read in _READERS.items()}
        return self._values[name]

    def _shared(self) -> Sequence[int]:
        end = self.look.starts.item(1)
        numbers: list[int] = self.look.numbers[:end].tolist()
        return numbers

    def _own(self) -> Sequence[int]:
        if self.place is None:
            return _NOTHING
        start, end = self.look.starts[1 + self.place : 3 + self.place].tolist()
        numbers: list[int] = self.look.numbers[start:end].tolist()
        return numbers


_READERS = {field.name: read_field(field) for field in fields_of(Observation)}


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Observations of a match, in the order of `seats`."""
    if not seats:
        return []
    look = _look(
        state, np.array(seats, np.int64), most_numbers_of(len(seats), len(state.item_kind))
    )
    return [Observation(look, place) for place in range(len(seats))]


def observe_public(state: State) -> Observation:
    """Return what everybody may know; the classes of tiles follow from the size of the map (CH-2.5)."""
    return Observation(_look(state, _NOBODY, most_numbers_of(0, 0)), None)


def _look(state: State, seats: np.ndarray[tuple[int], np.dtype[np.int64]], room: int) -> Look:
    board, wanted = board_of(state), _ALL if len(seats) else _NONE
    sights = new_sights(1, len(state.seats), wanted)
    if len(seats):
        see_all(alone(board), _FIRST, wanted, sights)
    numbers, starts = np.empty(room, np.int32), np.empty(2 + len(seats), np.int64)
    lay_out(board, sights, seats, numbers, starts)
    return Look(numbers[: starts.item(-1)].copy(), starts)
