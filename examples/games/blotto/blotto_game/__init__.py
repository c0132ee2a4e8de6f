"""Colonel Blotto: in each round all seats spread their troops over battlefields at the same time."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.info import GameInfo
from referee.core.rng import Stream
from referee.kit.game import Ints, SimpleGame, State, plugin
from referee.kit.records import Record

__all__ = ["INFO", "PLUGIN", "Blotto"]

INFO = GameInfo("blotto", "Colonel Blotto", 1, "Win the most fields.", 2, 8, 2, chance_free=True)

Troops = Annotated[list[Annotated[int, Field(ge=0, le=1000)]], Field(min_length=1, max_length=10)]


class Config(GameConfig):
    """Settings of a match of Colonel Blotto (CB-1)."""

    fields: Annotated[int, Field(ge=1, le=10)] = 5
    """Number of battlefields."""
    troops: Annotated[int, Field(ge=0, le=1000)] = 20
    """Number of troops that each seat has in each round."""
    rounds: Annotated[int, Field(ge=1, le=1000)] = 10
    """Number of rounds in a match."""


class Spread(Record):
    """How a seat spreads its troops over the battlefields (CB-2)."""

    troops: Troops
    """Number of troops on each battlefield; together all troops that the seat has."""


class Seen(Record):
    """What every seat and the public know of a match (CB-4)."""

    round: Annotated[int, Field(ge=0, le=1000)]
    """Number of rounds played."""
    scores: Annotated[list[Annotated[int, Field(ge=0, le=10_000)]], Field(max_length=8)]
    """Number of battlefields that each seat has won alone."""
    last: Annotated[list[Spread], Field(max_length=8)]
    """How each seat spread its troops in the last round; empty before the first."""


class Fought(Record):
    """A round has been played."""

    spreads: Annotated[list[Spread], Field(max_length=8)]
    """How each seat spread its troops."""
    winners: Annotated[list[Annotated[int, Field(ge=-1, le=7)]], Field(max_length=10)]
    """Seat that won each battlefield; -1 if several seats had the most troops there."""


@dataclasses.dataclass(kw_only=True)
class War(State):
    """State of a match of Colonel Blotto: battlefields won, and the troops of the last round."""

    round: Ints
    """int64[1]: number of rounds played."""
    won: Ints
    """int64[seat]: number of battlefields won alone, in all rounds so far."""
    last: Ints
    """int64[seat, field]: troops of each seat on each battlefield in the last round."""


class Blotto(SimpleGame[Config, War, Spread, Seen]):
    """The rules of Colonel Blotto."""

    info = INFO
    config_class = Config
    actions = (Spread,)
    observation = Seen
    events = (Fought,)

    def deal(self, config: Config, table: State) -> War:
        """Return the state before the first round (CB-1)."""
        last = np.zeros((table.num_seats, config.fields), np.int64)
        begun, won = np.zeros(1, np.int64), np.zeros(table.num_seats, np.int64)
        return table.as_state(War, round=begun, won=won, last=last)

    def acting(self, state: War) -> Sequence[int]:
        """Return all seats, which decide at the same time every round.

        The result is empty after the last round (CB-2).
        """
        return range(state.num_seats) if state.round[0] < state.config.rounds else ()

    def see(self, state: War, seat: int) -> Seen:
        """Return what a seat knows: all earlier rounds (CB-4)."""
        last = [Spread.of(troops=each) for each in state.last.tolist()] if state.round[0] else []
        return Seen.of(round=int(state.round[0]), scores=state.won.tolist(), last=last)

    def observe_public(self, state: War) -> Seen:
        """Return what the public knows: the same as every seat (CB-4)."""
        return self.see(state, 0)

    def refuse(self, state: War, seat: int, action: Spread) -> str | None:
        """Return why a spread is illegal: it needs a number for each battlefield, adding up to all troops (CB-2)."""
        if len(action.troops) != state.config.fields:
            return f"WRONG_FIELDS: {len(action.troops)} numbers for {state.config.fields} fields"
        troops = sum(action.troops)
        is_right = troops == state.config.troops
        return None if is_right else f"WRONG_TROOPS: {troops} troops of {state.config.troops}"

    def default_action(self, state: War, seat: int) -> Spread:
        """Return the default action: all troops on the first battlefield (CB-2)."""
        return Spread.of(troops=[state.config.troops] + [0] * (state.config.fields - 1))

    def random_action(self, state: War, seat: int, dice: Stream) -> Spread:
        """Return a spread in which each troop is on a random battlefield."""
        fields = [roll - 1 for roll in dice.roll(state.config.troops, state.config.fields)]
        return Spread.of(troops=[fields.count(field) for field in range(state.config.fields)])

    def play(self, state: War, actions: Mapping[int, Spread]) -> Iterator[Record]:
        """Give each battlefield to the seat with the most troops there.

        Return the event of the round (CB-3).
        """
        state.last[:] = [actions[seat].troops for seat in range(state.num_seats)]
        state.round[0] += 1
        is_most = state.last == state.last.max(axis=0)
        winners = np.where(is_most.sum(axis=0) == 1, is_most.argmax(axis=0), -1).tolist()
        for seat in range(state.num_seats):
            state.won[seat] += winners.count(seat)
        yield Fought.of(spreads=[actions[seat] for seat in range(state.num_seats)], winners=winners)

    def scores(self, state: War) -> Sequence[int]:
        """Return the score of each seat: battlefields won alone (CB-3)."""
        return state.won.tolist()


PLUGIN = plugin(Blotto(), Path(__file__).with_name("RULEBOOK.md").read_text(), kit="1.0")
