"""Pig: a game of dice for two to sixteen; roll as often as you dare."""

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
    """What can be set (PI-1)."""

    goal: Annotated[int, Field(ge=10, le=500)] = 50
    """Points that win."""
    max_rounds: Annotated[int, Field(ge=1, le=200)] = 40
    """Rounds after which the match is over."""


class Move(Record):
    """A decision (PI-2)."""

    roll: bool
    """Whether to roll; else the turn's points are kept."""


class Seen(Record):
    """What everybody may know: all (PI-3)."""

    points: Annotated[list[Points], Field(max_length=16)]
    """Points that each seat has kept."""
    at_risk: Points
    """Points of this turn, not kept yet."""
    turn: Seat
    """Whose turn it is."""
    round: Annotated[int, Field(ge=0, le=200)]
    """Rounds played in full."""


class Rolled(Record):
    """A die has been rolled."""

    seat: Seat
    """By whom."""
    die: Annotated[int, Field(ge=1, le=6)]
    """What it shows."""


class Kept(Record):
    """A seat has kept its turn's points."""

    seat: Seat
    """Which."""
    points: Points
    """How many it has now."""


@dataclasses.dataclass(kw_only=True)
class Sty(State):
    """A match."""

    points: Ints
    """int64[seat]; points kept."""
    now: Ints
    """int64[3]; turns ended, points at risk, rolls of the match."""


class Pig(SimpleGame[Config, Sty, Move, Seen]):
    """The rules."""

    info = INFO
    config_class = Config
    actions = (Move,)
    observation = Seen
    events = (Rolled, Kept)

    def deal(self, config: Config, table: State) -> Sty:
        """Nobody has anything (PI-1)."""
        points, now = np.zeros(table.num_seats, np.int64), np.zeros(3, np.int64)
        return table.as_state(Sty, points=points, now=now)

    def acting(self, state: Sty) -> Sequence[int]:
        """Return seats in turn, until one has reached the goal or the rounds are over (PI-1)."""
        most_turns = state.config.max_rounds * state.num_seats
        is_over = state.points.max() >= state.config.goal or state.now[0] >= most_turns
        return () if is_over else (int(state.now[0]) % state.num_seats,)

    def see(self, state: Sty, seat: int) -> Seen:
        """Return all (PI-3)."""
        rounds, turn = divmod(int(state.now[0]), state.num_seats)
        points, at_risk = state.points.tolist(), int(state.now[1])
        return Seen.of(points=points, at_risk=at_risk, turn=turn, round=rounds)

    def observe_public(self, state: Sty) -> Seen:
        """Return the same for everybody (PI-3)."""
        return self.see(state, 0)

    def legal_actions(self, state: Sty, seat: int) -> Sequence[Move]:
        """To keep, which is the default, or to roll (PI-2)."""
        return [Move.of(roll=False), Move.of(roll=True)]

    def play(self, state: Sty, actions: Mapping[int, Move]) -> Iterator[Record]:
        """Roll or keep (PI-2)."""
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
        """Return points kept (PI-1)."""
        return state.points.tolist()


PLUGIN = plugin(Pig(), Path(__file__).with_name("RULEBOOK.md").read_text(), kit="1.0")
