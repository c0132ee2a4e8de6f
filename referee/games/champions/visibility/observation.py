"""Observations: what one seat may see, and what everybody may see (CH-6.1, CH-6.2).

An observation is built up from facts that may be known; nothing is copied first and hidden later.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Annotated

import numpy as np
import numpy.typing as npt
from pydantic import Field

from referee.core.kernel import kernel
from referee.games.champions.columns import Board, Ints
from referee.games.champions.rules.side_by_side import alone
from referee.games.champions.state import State, board_of
from referee.games.champions.tables import MAX_SEATS
from referee.games.champions.visibility.layout import lay_out, most_numbers_of
from referee.games.champions.visibility.sights import NUM_PARTS, new_sights, see_all
from referee.games.champions.wire.fields import Many, MapSize, Round
from referee.games.champions.wire.records import Me, Pair, SeatView, TileReport, TileView
from referee.kit.flat import LazyRecord, read_field
from referee.kit.records import Uncached, fields_of

__all__ = ["NUM_SHARED", "Look", "Observation", "observe", "observe_public"]

NUM_SHARED = 5
"""Number of fields of `Observation` that are the same for all seats; they are the first fields."""

_ALL = np.ones(NUM_PARTS, np.bool_)
_NONE = np.zeros(NUM_PARTS, np.bool_)
_NOBODY = np.zeros(0, np.int64)
_NOTHING = (0, 0, 0, 0)
"""Numbers of a public observation in place of a seat's own fields, all of which are absent or
empty.
"""


class Look:
    """What several seats see of a match at one moment, as the numbers that `lay_out` writes.

    Args:
        numbers: int32[number]: shared numbers, then each seat's own.
        starts: int64[2 + n]: start of the shared numbers, start of each seat's own, and the end of
            the last.
    """

    __slots__ = ("numbers", "starts")

    def __init__(self, numbers: Ints, starts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        self.numbers = numbers
        self.starts = starts


class Observation(LazyRecord):
    """All that a seat may know now (CH-6.2).

    Events, refusals and messages since its last observation are sent together with it.
    """

    round: Round
    """Number of the current round, from 1."""
    phase: Annotated[int, Field(ge=0, le=4)]
    """Number of the open phase; 4 once the match is over."""
    size: MapSize
    """Number of tiles in a row of the map, 4 to 1."""
    stage_age: Many
    """Number of rounds completed at this map size."""
    seats: Annotated[tuple[SeatView, ...], Field(max_length=MAX_SEATS)]
    """All seats as everybody sees them, by index."""
    me: Annotated[Me, Uncached()] | None
    """The observing seat itself. This and all following fields are absent in the public
    observation.
    """
    tile: TileView | None
    """The tile that the seat stands on; absent once the seat is out."""
    my_battles: Annotated[tuple[Pair, ...], Field(max_length=2)]
    """The seat's battles of this round, in the phase BATTLE."""
    report: TileReport | None
    """Report of the seat's tile, in the phase BATTLE, if other seats stand there."""

    __slots__ = ("_values", "look", "place")

    def __init__(self, look: Look, place: int | None) -> None:
        self.look = look
        """The numbers that this observation and others made with it are read from."""
        self.place = place
        """Index of the observing seat among the seats observed together, from 0; None for the
        public observation.
        """
        # Most observations are only encoded, straight from the numbers, and never read.
        self._values: dict[str, object] | None = None

    def _read(self, name: str) -> object:
        if self._values is None:
            # All fields at the first that is read: where one begins follows from those before it.
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
        # `starts[0]` belongs to the shared part, so this seat's own begins at 1 + place.
        start, end = self.look.starts[1 + self.place : 3 + self.place].tolist()
        numbers: list[int] = self.look.numbers[start:end].tolist()
        return numbers


_READERS = {field.name: read_field(field) for field in fields_of(Observation)}


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Return what each of `seats` may know of the match now, in the order of `seats`."""
    if not seats:
        return []
    look = _look(
        state, np.array(seats, np.int64), most_numbers_of(len(seats), len(state.item_kind))
    )
    return [Observation(look, place) for place in range(len(seats))]


def observe_public(state: State) -> Observation:
    """Return what everybody may know; tile classes are not in it, as they follow from the map's size (CH-2.5)."""
    return Observation(_look(state, _NOBODY, most_numbers_of(0, 0)), None)


def _look(state: State, seats: np.ndarray[tuple[int], np.dtype[np.int64]], room: int) -> Look:
    numbers, starts = np.empty(room, np.int32), np.empty(2 + len(seats), np.int64)
    # What everybody sees needs no search of the match.
    _lay_out_all(board_of(state), seats, _ALL if len(seats) else _NONE, numbers, starts)
    # A copy of what is in use: observations are kept for a while, and `room` is for the worst case.
    return Look(numbers[: starts.item(-1)].copy(), starts)


@kernel
def _lay_out_all(
    b: Board,
    seats: npt.NDArray[np.int64],
    wanted: npt.NDArray[np.bool_],
    numbers: Ints,
    starts: npt.NDArray[np.int64],
) -> None:
    """Search a match, and write what seats see into `numbers` and `starts`, as `lay_out` does.

    `wanted` is bool[part]: which parts to search for.
    """
    sights = new_sights(1, len(b.seats), wanted)
    see_all(alone(b), np.zeros(1, np.int64), wanted, sights)
    lay_out(b, sights, seats, numbers, starts)
