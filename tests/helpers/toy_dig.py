"""A toy of long turns and teams: a seat digs several times in one turn, under one clock.

Rules: two or four seats; seats 0 and 2 are a team, 1 and 3 the other. Seats take turns in order; in one
turn a seat gives up to `orders` orders, one at a time, each a cell to dig (from 0) or -1 to end the
turn. Digging rolls a d6 and takes that much ore, or what is left of it. An order that names no cell is
refused and lost. A team knows what it has dug, and nothing of the other team. Each seat has `turns`
turns; the team with more ore wins. Ore of cell c is 3d6 of stream (0, c); the die of order k of turn t
is the first draw of stream (1, t, k).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import DecisionPoint, Event, GameInfo, Plugin
from referee.core.outcome import GameOutcome, rank
from referee.core.rng import Stream
from tests.helpers.toy_base import Ints, ToyAction, ToyCodec, ToyGame, ToyState, notice, state_base

__all__ = ["END_TURN", "LONG_TURN", "DigConfig", "DigGame", "DigState", "Dug"]

END_TURN = -1
_DIE = 6


class DigConfig(GameConfig):
    """Parameters of the digging toy."""

    cells: int = Field(default=5, ge=1, le=50)
    """Cells of the field."""
    orders: int = Field(default=3, ge=1, le=10)
    """Orders in one turn."""
    turns: int = Field(default=2, ge=1, le=10)
    """Turns of each seat."""


@dataclasses.dataclass
class DigState(ToyState[DigConfig]):
    """A match of the digging toy."""

    num_seats: Ints
    """int64[1]; 2 or 4."""
    ore: Ints
    """int64[cell]; what is left, never negative."""
    taken: Ints
    """int64[team, cell]; what each team has dug there."""
    turn: Ints
    """int64[1]; turns ended, by all seats together."""
    orders: Ints
    """int64[1]; orders given in the current turn."""


@dataclasses.dataclass(frozen=True, slots=True)
class DigObservation:
    """What a seat may see."""

    seat: int
    turn: int
    orders: int
    taken: list[int]


@dataclasses.dataclass(frozen=True, slots=True)
class Dug:
    """What an order brought in, told to its team."""

    seat: int
    cell: int
    amount: int


@dataclasses.dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat's turn is over, told to everybody."""

    seat: int


class DigGame(ToyGame[DigConfig, DigState, DigObservation]):
    """The rules."""

    info = GameInfo("toy_dig", "Dig", 1, "The team with more ore wins.", 2, 4, 2)
    config_class = DigConfig

    def teams(self, config: DigConfig, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """Even seats against odd ones."""
        return tuple(seat % 2 for seat in range(num_seats))

    def check_seats(self, config: DigConfig, num_seats: int) -> None:  # noqa: ARG002
        """Two or four, so that teams are equal."""
        if num_seats not in (2, 4):
            raise FieldError("num_seats", "2 or 4", num_seats)

    def start(
        self, config: DigConfig, *, seed: int, num_seats: int
    ) -> tuple[DigState, list[Event]]:
        """Lay out the ore."""
        state = DigState(
            *state_base(config, seed),
            num_seats=np.array([num_seats], np.int64),
            ore=np.array([sum(Stream(seed, 0, c).roll(3, _DIE)) for c in range(config.cells)]),
            taken=np.zeros((2, config.cells), np.int64),
            turn=np.zeros(1, np.int64),
            orders=np.zeros(1, np.int64),
        )
        return state, []

    def decision(self, state: DigState) -> DecisionPoint | None:
        """The seat on turn, until its orders are used up."""
        if state.turn[0] == state.config.turns * state.num_seats[0]:
            return None
        return DecisionPoint("dig", (_seat_on_turn(state),), continues=bool(state.orders[0]))

    def observe(self, state: DigState, seats: Sequence[int]) -> list[DigObservation]:
        """What the own team has dug, by cell."""
        turn, orders = int(state.turn[0]), int(state.orders[0])
        return [
            DigObservation(
                s, turn, orders if s == _seat_on_turn(state) else 0, state.taken[s % 2].tolist()
            )
            for s in seats
        ]

    def step(self, state: DigState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """Carry out one order."""
        ((seat, action),) = actions.items()
        cell = END_TURN if action is None else action.value
        events = [] if cell == END_TURN else [_dig(state, seat, cell)]
        state.orders[0] += 1
        if cell == END_TURN or state.orders[0] == state.config.orders:
            state.turn[0] += 1
            state.orders[0] = 0
            events.append(Event(TurnEnded(seat)))
        return events

    def outcome(self, state: DigState) -> GameOutcome:
        """Ore of the team."""
        totals = state.taken.sum(axis=1).tolist()
        scores = tuple(totals[seat % 2] for seat in range(int(state.num_seats[0])))
        sides = self.teams(state.config, len(scores))
        return GameOutcome(rank([(score,) for score in scores], sides), scores)

    def random_action(self, state: DigState, seat: int, dice: Stream) -> ToyAction:  # noqa: ARG002
        """Any cell, and sometimes the end of the turn."""
        return ToyAction(dice.draw(state.config.cells + 1) - 2)

    def hidden_variants(self, state: DigState, seat: int, dice: Stream) -> Iterable[DigState]:
        """Another seed, more ore where no roll can exhaust it, another haul of the other team.

        The last is left out in the last turn, after which the outcome shows it.
        """
        yield self.reseeded(state, dice)
        variant = self.copy(state)
        variant.ore[variant.ore >= _DIE] += dice.draw(9)
        yield variant
        if state.turn[0] + 1 < state.config.turns * state.num_seats[0]:
            variant = self.copy(state)
            variant.taken[1 - seat % 2] += np.array(dice.roll(state.config.cells, 9))
            yield variant


def _seat_on_turn(state: DigState) -> int:
    return int(state.turn[0] % state.num_seats[0])


def _dig(state: DigState, seat: int, cell: int | None) -> Event:
    if cell is None or not 0 <= cell < state.config.cells:
        return notice("NO_SUCH_CELL", seat)
    roll = state.roll(_DIE, 1, int(state.turn[0]), int(state.orders[0]))
    amount = min(roll, int(state.ore[cell]))
    state.ore[cell] -= amount
    state.taken[seat % 2, cell] += amount
    team = tuple(s for s in range(int(state.num_seats[0])) if s % 2 == seat % 2)
    return Event(Dug(seat, cell, amount), team)


_game = DigGame()
LONG_TURN = Plugin(_game, ToyCodec(_game.parse_action), rulebook=__doc__)
