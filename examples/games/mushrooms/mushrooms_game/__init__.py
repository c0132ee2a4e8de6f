"""Mushrooms: all seats move over a foggy grid at the same time and collect mushrooms."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from mushrooms_game.view import VIEW
from referee.core.config import GameConfig
from referee.core.game import Event
from referee.core.info import GameInfo
from referee.core.rng import Stream
from referee.kit.game import Ints, SimpleGame, State, plugin
from referee.kit.records import Record

__all__ = ["INFO", "PLUGIN", "Mushrooms"]

INFO = GameInfo("mushrooms", "Mushrooms", 1, "Find more of them, in the fog.", 2, 4, 2)
SIGHT = 2
STEPS = ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1))

Seat = Annotated[int, Field(ge=0, le=3)]
Place = Annotated[int, Field(ge=0, le=14)]


class Config(GameConfig):
    """Settings of a match of Mushrooms (MU-1)."""

    size: Annotated[int, Field(ge=5, le=15)] = 9
    """Number of rows of the square forest, and of columns."""
    turns: Annotated[int, Field(ge=1, le=200)] = 30
    """Number of turns in a match."""


class Way(enum.IntEnum):
    """Directions in which a seat can move (MU-3)."""

    STAY = 0
    UP = 1
    RIGHT = 2
    DOWN = 3
    LEFT = 4


class Go(Record):
    """A seat's action: move one cell, or stay (MU-3)."""

    way: Way
    """Direction of the move."""


class Spot(Record):
    """Position of a seat that is in sight."""

    seat: Seat
    """Index of the seat in sight."""
    row: Place
    """Row of the seat in sight, from 0 at the top."""
    column: Place
    """Column of the seat in sight, from 0 on the left."""


class Seen(Record):
    """What a seat knows of a match (MU-5)."""

    seat: Seat
    """Index of the observing seat."""
    forest: Annotated[list[Annotated[int, Field(ge=-1, le=1)]], Field(max_length=225)]
    """Content of each cell, row by row: -1 fog, 0 nothing, 1 a mushroom."""
    spots: Annotated[list[Spot], Field(max_length=4)]
    """Positions of all seats in sight, the observing one included, ascending by seat."""
    found: Annotated[int, Field(ge=0, le=225)]
    """Number of mushrooms that the observing seat has collected."""
    turns_left: Annotated[int, Field(ge=0, le=200)]
    """Number of turns that remain, the current one included."""


class Found(Record):
    """The seat has found a mushroom; only this seat gets the event."""

    row: Place
    """Row in which the mushroom was found."""
    column: Place
    """Column in which the mushroom was found."""


@dataclasses.dataclass(kw_only=True)
class Forest(State):
    """State of a match of Mushrooms: where mushrooms and seats are, and what was collected."""

    mushrooms: Ints
    """int64[row, column]: 1 where a mushroom grows, else 0."""
    at: Ints
    """int64[seat, 2]: row and column of each seat."""
    found: Ints
    """int64[seat]: number of mushrooms that each seat has collected."""
    turn: Ints
    """int64[1]: number of turns that are over."""


class Mushrooms(SimpleGame[Config, Forest, Go, Seen]):
    """The rules of Mushrooms."""

    info = INFO
    config_class = Config
    actions = (Go,)
    observation = Seen
    events = (Found,)

    def deal(self, config: Config, table: State) -> Forest:
        """Return the state with each seat in its corner, and mushrooms at random places (MU-1, MU-2)."""
        size, last = config.size, config.size - 1
        corners = np.array([(0, 0), (last, last), (0, last), (last, 0)])
        mushrooms = np.zeros((size, size), np.int64)
        cells = [cell for cell in np.ndindex(size, size) if {*cell} - {0, last}]
        for place in table.shuffled(len(cells))[: size * size // 3]:
            mushrooms[cells[place]] = 1
        return table.as_state(
            Forest,
            mushrooms=mushrooms,
            at=corners[: table.num_seats],
            found=np.zeros(table.num_seats, np.int64),
            turn=np.zeros(1, np.int64),
        )

    def acting(self, state: Forest) -> Sequence[int]:
        """Return all seats, which decide at the same time every turn.

        The result is empty after the last turn (MU-3, MU-6).
        """
        return range(state.num_seats) if state.turn[0] < state.config.turns else ()

    def see(self, state: Forest, seat: int) -> Seen:
        """Return what a seat knows: the cells and seats near its position (MU-5)."""
        near = _distances(state, seat) <= SIGHT
        spots = [
            Spot.of(seat=other, row=row, column=column)
            for other, (row, column) in enumerate(state.at.tolist())
            if near[row, column]
        ]
        return Seen.of(
            seat=seat,
            forest=np.where(near, state.mushrooms, -1).ravel().tolist(),
            spots=spots,
            found=int(state.found[seat]),
            turns_left=state.config.turns - int(state.turn[0]),
        )

    def legal_actions(self, state: Forest, seat: int) -> Sequence[Go]:
        """Return the moves that stay inside the forest; to stay in place is the default (MU-3)."""
        last = state.config.size - 1
        ends = state.at[seat] + STEPS
        return [Go.of(way=way) for way in Way if ends[way].min() >= 0 and ends[way].max() <= last]

    def play(self, state: Forest, actions: Mapping[int, Go]) -> Iterator[Event]:
        """Move all seats; a seat alone in a cell with a mushroom collects it.

        Return an event for each mushroom collected (MU-3, MU-4).
        """
        for seat, go in actions.items():
            state.at[seat] += STEPS[go.way]
        places = [tuple(place) for place in state.at.tolist()]
        for seat, (row, column) in enumerate(places):
            if state.mushrooms[row, column] and places.count((row, column)) == 1:
                state.mushrooms[row, column] = 0
                state.found[seat] += 1
                yield Event(Found.of(row=row, column=column), (seat,))
        state.turn += 1

    def scores(self, state: Forest) -> Sequence[int]:
        """Return the score of each seat: mushrooms collected (MU-6)."""
        return state.found.tolist()

    def redraw(self, state: Forest, seat: int, dice: Stream) -> Forest | None:
        """Return a copy in which all that is far from a seat is at new random places.

        That is mushrooms, and seats that can't be in sight after the next step. One step away a
        seat sees cells at a distance of 3, and seats that have moved there from a distance of 4.
        Before the last step None is returned, because that step shows what every seat has found
        (MU-5).
        """
        if state.config.turns - state.turn[0] <= 1:
            return None
        drawn = self.copy(state)
        distances = _distances(state, seat)
        is_far = distances > SIGHT + 1
        growth = state.mushrooms[is_far].tolist()
        dice.shuffle(growth)
        drawn.mushrooms[is_far] = growth
        far = np.argwhere(distances > SIGHT + 2).tolist()
        for other, (row, column) in enumerate(state.at.tolist()):
            if distances[row, column] > SIGHT + 2:
                drawn.at[other] = far[dice.draw(len(far)) - 1]
        return drawn


def _distances(state: Forest, seat: int) -> Ints:
    """Return the distance of each cell from a seat: the larger of the distances by row and by column."""
    rows, columns = np.indices(state.mushrooms.shape)
    row, column = state.at[seat]
    return np.maximum(abs(rows - row), abs(columns - column))


PLUGIN = plugin(
    Mushrooms(), Path(__file__).with_name("RULEBOOK.md").read_text(), kit="1.0", view=VIEW
)
