"""A game for tests of the kit: guess a number, with two kinds of actions and an enum."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.game import Event
from referee.core.info import GameInfo
from referee.kit.game import Ints, SimpleGame, State
from referee.kit.records import Record

__all__ = ["Config", "Guess", "GuessState", "Pass", "Seen", "Side", "Try"]


class Config(GameConfig):
    """What can be set."""

    most: Annotated[int, Field(ge=2, le=100)] = 6
    """Greatest number."""


class Side(enum.IntEnum):
    """Where a guess lies."""

    BELOW = 1
    """Below the half."""
    ABOVE = 2
    """Above the half."""


class Try(Record):
    """Guess."""

    number: Annotated[int, Field(ge=1, le=100)]
    """The guess."""
    side: Side | None = None
    """Where the seat thinks the number lies."""


class Pass(Record):
    """Do nothing."""


class Seen(Record):
    """What a seat sees."""

    own: Annotated[int, Field(ge=0, le=100)]
    """Its number for the others; 0 once it is guessed."""


class Tried(Record):
    """A seat has guessed."""

    seat: Annotated[int, Field(ge=0, le=3)]
    """Which."""
    action: Try
    """What."""


@dataclasses.dataclass(kw_only=True)
class GuessState(State):
    """A match."""

    numbers: Ints
    """int64[seat]; the number of each."""
    turns: Ints
    """int64[1]; turns left."""


class Guess(SimpleGame[Config, GuessState, Record, Seen]):
    """The rules."""

    info = GameInfo("guess", "Guess", 1, "Guess a number.", 2, 4, 2)
    config_class = Config
    actions = (Try, Pass)
    observation = Seen
    events = (Tried,)

    def deal(self, config: Config, table: State) -> GuessState:
        """A number each."""
        numbers = [table.roll(config.most, seat) for seat in range(table.num_seats)]
        return GuessState(numbers=np.array(numbers), turns=np.full(1, 3))

    def acting(self, state: GuessState) -> Sequence[int]:
        """All, three times."""
        return range(state.num_seats) if state.turns[0] else ()

    def see(self, state: GuessState, seat: int) -> Seen:
        """The own number."""
        return Seen.of(own=int(state.numbers[seat]))

    def legal_actions(self, state: GuessState, seat: int) -> Sequence[Record]:  # noqa: ARG002
        """Pass, or guess."""
        return [Pass(), *(Try.of(number=n, side=None) for n in range(1, state.config.most + 1))]

    def refuse(self, state: GuessState, seat: int, action: Record) -> str | None:  # noqa: ARG002
        """A number that there is."""
        too_high = isinstance(action, Try) and action.number > state.config.most
        return "TOO_HIGH" if too_high else None

    def play(self, state: GuessState, actions: Mapping[int, Record]) -> Iterator[Record | Event]:
        """A guess is told to its seat, and a hit to all."""
        state.turns -= 1
        for seat, action in actions.items():
            other = (seat + 1) % state.num_seats
            if isinstance(action, Try):
                told = Tried.of(seat=seat, action=action)
                hit = state.numbers[other] == action.number
                state.numbers[other] *= not hit
                yield told if hit else Event(told, (seat,))

    def scores(self, state: GuessState) -> Sequence[int]:
        """1 for a number that nobody has guessed."""
        return [int(number > 0) for number in state.numbers]

    def unseen(self, state: GuessState, seat: int) -> Mapping[str, Sequence[int]]:
        """The numbers of the others."""
        return {"numbers": [other for other in range(state.num_seats) if other != seat]}
