"""Mushrooms: a grid in the fog, on which all go at once."""

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
    """What can be set (MU-1)."""

    size: Annotated[int, Field(ge=5, le=15)] = 9
    """Rows and columns."""
    turns: Annotated[int, Field(ge=1, le=200)] = 30
    """Turns in a match."""


class Way(enum.IntEnum):
    """Where to (MU-3)."""

    STAY = 0
    UP = 1
    RIGHT = 2
    DOWN = 3
    LEFT = 4


class Go(Record):
    """A decision (MU-3)."""

    way: Way
    """Where to."""


class Spot(Record):
    """A seat that is in sight."""

    seat: Seat
    """Which."""
    row: Place
    """Where."""
    column: Place
    """Where."""


class Seen(Record):
    """What a seat may see (MU-5)."""

    seat: Seat
    """Its own number."""
    forest: Annotated[list[Annotated[int, Field(ge=-1, le=1)]], Field(max_length=225)]
    """By cell, row by row: -1 fog, 0 nothing, 1 a mushroom."""
    spots: Annotated[list[Spot], Field(max_length=4)]
    """Seats in sight, itself included, ascending."""
    found: Annotated[int, Field(ge=0, le=225)]
    """Mushrooms that it has."""
    turns_left: Annotated[int, Field(ge=0, le=200)]
    """Turns to come, this one included."""


class Found(Record):
    """The seat has found a mushroom; no other seat gets this event."""

    row: Place
    """Where."""
    column: Place
    """Where."""


@dataclasses.dataclass(kw_only=True)
class Forest(State):
    """A match."""

    mushrooms: Ints
    """int64[row, column]; 1 where one grows."""
    at: Ints
    """int64[seat, 2]; row and column."""
    found: Ints
    """int64[seat]; mushrooms taken."""
    turn: Ints
    """int64[1]; turns over."""


class Mushrooms(SimpleGame[Config, Forest, Go, Seen]):
    """The rules."""

    info = INFO
    config_class = Config
    actions = (Go,)
    observation = Seen
    events = (Found,)

    def deal(self, config: Config, table: State) -> Forest:
        """Everybody is in a corner, and mushrooms grow (MU-1, MU-2)."""
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
        """Return all seats at once, every turn (MU-3, MU-6)."""
        return range(state.num_seats) if state.turn[0] < state.config.turns else ()

    def see(self, state: Forest, seat: int) -> Seen:
        """Return what is near (MU-5)."""
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
        """Return all ways that stay in the forest; to stay is the default (MU-3)."""
        last = state.config.size - 1
        ends = state.at[seat] + STEPS
        return [Go.of(way=way) for way in Way if ends[way].min() >= 0 and ends[way].max() <= last]

    def play(self, state: Forest, actions: Mapping[int, Go]) -> Iterator[Event]:
        """Go, and find what grows where nobody else is (MU-3, MU-4)."""
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
        """Return mushrooms found (MU-6)."""
        return state.found.tolist()

    def redraw(self, state: Forest, seat: int, dice: Stream) -> Forest | None:
        """Put what is far away elsewhere: mushrooms, and seats that can't come into sight with the next step.

        One step away a seat sees cells at a distance of 3, and seats that have moved there from 4 away. Before
        the last step nothing is drawn, as that step shows what everybody has found (MU-5).
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
    """Return how far each cell is from a seat, by row or by column, whichever is more."""
    rows, columns = np.indices(state.mushrooms.shape)
    row, column = state.at[seat]
    return np.maximum(abs(rows - row), abs(columns - column))


PLUGIN = plugin(
    Mushrooms(), Path(__file__).with_name("RULEBOOK.md").read_text(), kit="1.0", view=VIEW
)
