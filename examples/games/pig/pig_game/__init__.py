"""Pig: a dice game for two to sixteen seats.

A seat rolls as often as it dares, and a 1 costs the turn's points.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.info import GameInfo
from referee.kit.game import Ints, SimpleGame, State, plugin
from referee.kit.records import Record

__all__ = ["INFO", "PLUGIN", "Pig"]

INFO = GameInfo("pig", "Pig", 1, "Roll as often as you dare.", 2, 16, 4)
MOST = 1000

Seat = Annotated[int, Field(ge=0, le=15)]
Points = Annotated[int, Field(ge=0, le=MOST)]


class Config(GameConfig):
    """Settings of a match of Pig (PI-1)."""

    goal: Annotated[int, Field(ge=10, le=500)] = 50
    """Number of points with which a seat wins."""
    max_rounds: Annotated[int, Field(ge=1, le=200)] = 40
    """Number of rounds after which the match ends."""


class Move(Record):
    """A seat's action: roll the die, or keep the turn's points (PI-2)."""

    roll: bool
    """True to roll the die; false to keep the turn's points."""


class Seen(Record):
    """What every seat and the public know of a match: everything (PI-3)."""

    points: Annotated[list[Points], Field(max_length=16)]
    """Number of points that each seat has kept."""
    at_risk: Points
    """Points rolled in this turn and not kept yet."""
    turn: Seat
    """Index of the seat whose turn it is."""
    round: Annotated[int, Field(ge=0, le=200)]
    """Number of complete rounds played."""


class Rolled(Record):
    """A seat has rolled the die."""

    seat: Seat
    """Seat that has rolled."""
    die: Annotated[int, Field(ge=1, le=6)]
    """Number that the die shows."""


class Kept(Record):
    """A seat's turn has ended, and its points are kept."""

    seat: Seat
    """Seat whose turn has ended."""
    points: Points
    """Points that the seat has kept in all turns so far."""


@dataclasses.dataclass(kw_only=True)
class Sty(State):
    """State of a match of Pig: points kept and at risk, and numbers of turns and rolls."""

    points: Ints
    """int64[seat]: points that each seat has kept."""
    now: Ints
    """int64[3]: number of turns ended, points at risk in this turn, number of rolls in the match."""


class Pig(SimpleGame[Config, Sty, Move, Seen]):
    """The rules of Pig."""

    info = INFO
    config_class = Config
    actions = (Move,)
    observation = Seen
    events = (Rolled, Kept)

    def deal(self, config: Config, table: State) -> Sty:
        """Return the state before the first turn: no seat has points (PI-1)."""
        points, now = np.zeros(table.num_seats, np.int64), np.zeros(3, np.int64)
        return table.as_state(Sty, points=points, now=now)

    def acting(self, state: Sty) -> Sequence[int]:
        """Return the seat whose turn it is.

        The result is empty once a seat has reached the goal or all rounds are over (PI-1).
        """
        most_turns = state.config.max_rounds * state.num_seats
        is_over = state.points.max() >= state.config.goal or state.now[0] >= most_turns
        return () if is_over else (int(state.now[0]) % state.num_seats,)

    def see(self, state: Sty, seat: int) -> Seen:
        """Return what a seat knows: everything (PI-3)."""
        rounds, turn = divmod(int(state.now[0]), state.num_seats)
        points, at_risk = state.points.tolist(), int(state.now[1])
        return Seen.of(points=points, at_risk=at_risk, turn=turn, round=rounds)

    def observe_public(self, state: Sty) -> Seen:
        """Return what the public knows: everything (PI-3)."""
        return self.see(state, 0)

    def legal_actions(self, state: Sty, seat: int) -> Sequence[Move]:
        """Return the two legal actions: to keep, which is the default, and to roll (PI-2)."""
        return [Move.of(roll=False), Move.of(roll=True)]

    def play(self, state: Sty, actions: Mapping[int, Move]) -> Iterator[Record]:
        """Roll the die or end the turn; return the events (PI-2).

        A turn also ends by a 1, which loses the points at risk, and when the goal is reached.
        """
        ((seat, move),) = actions.items()
        if move.roll:
            die = state.roll(6, int(state.now[2]))
            state.now[2] += 1
            state.now[1] += die
            yield Rolled.of(seat=seat, die=die)
            if die > 1 and state.points[seat] + state.now[1] < state.config.goal:
                return
            if die == 1:
                state.now[1] = 0
        state.points[seat] += state.now[1]
        state.now[:2] = state.now[0] + 1, 0
        yield Kept.of(seat=seat, points=int(state.points[seat]))

    def scores(self, state: Sty) -> Sequence[int]:
        """Return the score of each seat: points kept (PI-1)."""
        return state.points.tolist()


PLUGIN = plugin(Pig(), Path(__file__).with_name("RULEBOOK.md").read_text(), kit="1.0")
