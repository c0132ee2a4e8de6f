"""A simultaneous toy that puts seats out: press your luck, and be the last one standing.

Rules: every round each seat that is in stakes from 0 to `ceiling` points, all at once; an answer that
makes no sense or stakes more is a stake of 0. Each seat wins its stake. Then, in seat order, all who
staked more than 0 roll a die of `ceiling` sides and fall if it shows no more than their stake; so
`ceiling` is sure to fall. The match ends when at most one seat is in, or after `rounds` rounds. Seats
that are in are placed by their points, those that fell behind them: first who fell later, then who has
more points. By `by_points` points alone place all seats, and whoever falls is not told its place before the
end. The score is a seat's points. Everybody sees the points, who is in, and who fell in which
round; dice are never shown. The die of seat s in round r (from 1) is the first draw of stream (r, s).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.game import DecisionPoint, Event, GameInfo, Plugin
from referee.core.outcome import GameOutcome, rank
from referee.core.rng import Stream
from tests.helpers.toy_base import (
    Ints,
    ToyAction,
    ToyCodec,
    ToyGame,
    ToyState,
    notice,
    read_number,
    state_base,
)

__all__ = ["SHRINKING", "Fell", "LastConfig", "LastGame", "LastState"]


class LastConfig(GameConfig):
    """Parameters of the toy."""

    rounds: int = Field(default=30, ge=1, le=100)
    """Most rounds in a match."""
    ceiling: int = Field(default=5, ge=1, le=100)
    """The greatest stake."""
    by_points: bool = False
    """Whether who falls may still be placed before who stays in."""


@dataclasses.dataclass
class LastState(ToyState[LastConfig]):
    """A match of the toy."""

    points: Ints
    """int64[seat]; what each seat has won."""
    fell: Ints
    """int64[seat]; the round in which the seat fell, from 1; 0 while it is in."""
    round: Ints
    """int64[1]; rounds played."""


@dataclasses.dataclass(frozen=True, slots=True)
class LastObservation:
    """What a seat may see: all but the dice."""

    seat: int
    round: int
    points: list[int]
    fell: list[int]


@dataclasses.dataclass(frozen=True, slots=True)
class Fell:
    """A seat is out."""

    round: int
    seat: int
    points: int


class LastGame(ToyGame[LastConfig, LastState, LastObservation]):
    """The rules."""

    info = GameInfo("toy_last", "Last One Standing", 1, "Stake, and stay in.", 2, 16, 3)
    config_class = LastConfig

    def start(
        self, config: LastConfig, *, seed: int, num_seats: int
    ) -> tuple[LastState, list[Event]]:
        """Everybody is in."""
        state = LastState(
            *state_base(config, seed),
            points=np.zeros(num_seats, np.int64),
            fell=np.zeros(num_seats, np.int64),
            round=np.zeros(1, np.int64),
        )
        return state, []

    def decision(self, state: LastState) -> DecisionPoint | None:
        """All who are in, every round."""
        inside = np.flatnonzero(state.fell == 0).tolist()
        if len(inside) <= 1 or state.round[0] >= state.config.rounds:
            return None
        return DecisionPoint("stake", tuple(inside))

    def observe(self, state: LastState, seats: Sequence[int]) -> list[LastObservation]:
        """Points and falls."""
        played, points, fell = int(state.round[0]), state.points.tolist(), state.fell.tolist()
        return [LastObservation(seat, played, points, fell) for seat in seats]

    def step(self, state: LastState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """Collect the stakes, then roll for each."""
        state.round[0] += 1
        this_round = int(state.round[0])
        notices, fallen = [], []
        for seat in sorted(actions):
            stake, refusal = read_number(actions[seat], state.config.ceiling)
            if refusal:
                notices.append(notice(refusal, seat))
            state.points[seat] += stake
            if stake and state.roll(state.config.ceiling, this_round, seat) <= stake:
                state.fell[seat] = this_round
                fallen.append(Event(Fell(this_round, seat, int(state.points[seat]))))
        return [*notices, *fallen]

    def eliminated(self, state: LastState) -> Sequence[int]:
        """Whoever fell."""
        return np.flatnonzero(state.fell).tolist()

    def open_exit(self, state: LastState, seat: int) -> int | None:
        """See `Game`."""
        return int(state.fell[seat]) if state.config.by_points else None

    def ranks_exits(self, config: LastConfig) -> bool:
        """See `Game`."""
        return not config.by_points

    def outcome(self, state: LastState) -> GameOutcome:
        """Who is in, then who fell later, then points; or points alone."""
        points, fell = state.points.tolist(), state.fell.tolist()
        if state.config.by_points:
            return GameOutcome(rank([(own,) for own in points]), tuple(points))
        keys = [(int(not out), out, own) for own, out in zip(points, fell, strict=True)]
        return GameOutcome(rank(keys), tuple(points))

    def random_action(self, state: LastState, seat: int, dice: Stream) -> ToyAction:  # noqa: ARG002
        """Any stake; most often the least of a point, so that matches last."""
        return ToyAction(dice.draw(state.config.ceiling + 1) - 1 if dice.draw(4) == 1 else 1)

    def legal_actions(self, state: LastState, seat: int) -> Sequence[ToyAction]:  # noqa: ARG002
        """All stakes."""
        return [ToyAction(stake) for stake in range(state.config.ceiling + 1)]

    def hidden_variants(
        self,
        state: LastState,
        seat: int,  # noqa: ARG002
        dice: Stream,
    ) -> Iterable[LastState]:
        """Another seed."""
        yield self.reseeded(state, dice)


_game = LastGame()
SHRINKING = Plugin(_game, ToyCodec(_game.parse_action), rulebook=__doc__)
