"""What decisions took, of the clock and of the processor, as replays have recorded it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence

from gamereferee.v1 import replay_pb2
from referee.replay.reader import Replay
from referee.replay.render import player_names

__all__ = ["PlayerTimes", "Spread", "player_times", "spread_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Spread:
    """How durations are spread, in microseconds."""

    total: int
    median: int
    p99: int
    """The least that 99 of 100 don't exceed."""
    most: int


@dataclasses.dataclass(frozen=True, slots=True)
class PlayerTimes:
    """The decisions of one player."""

    player: str
    """Its name in the matches; that of the seat if it had none."""
    answered: int
    """Decisions that came in time."""
    missed: int
    """Deadlines that passed."""
    wall: Spread | None
    """What answers were charged; None if there were none."""
    metered: int
    """Decisions, answered or missed, whose processor time is known."""
    cpu: Spread | None
    """Processor time of those; None if there are none."""


def spread_of(values: Sequence[int]) -> Spread | None:
    """Return the spread of values by nearest rank; None of no values."""
    if not values:
        return None
    ordered = sorted(values)

    def rank(percent: int) -> int:
        return ordered[math.ceil(len(ordered) * percent / 100) - 1]

    return Spread(sum(ordered), rank(50), rank(99), ordered[-1])


def player_times(replays: Iterable[Replay]) -> list[PlayerTimes]:
    """Return the decisions of all players of these matches, by name; forfeited seats decide nothing."""
    wall: dict[str, list[int]] = {}
    cpu: dict[str, list[int]] = {}
    missed: dict[str, int] = {}
    for replay in replays:
        names = player_names(replay.header)
        for record in replay.records:
            for action in record.step.actions:
                name = names[action.seat]
                wall.setdefault(name, [])
                if action.kind == replay_pb2.ACTION_KIND_PLAYED:
                    wall[name].append(action.elapsed_us)
                elif action.kind == replay_pb2.ACTION_KIND_DEFAULTED:
                    missed[name] = missed.get(name, 0) + 1
                if action.HasField("cpu_us"):
                    cpu.setdefault(name, []).append(action.cpu_us)
    return [
        PlayerTimes(
            player=name,
            answered=len(wall[name]),
            missed=missed.get(name, 0),
            wall=spread_of(wall[name]),
            metered=len(cpu.get(name, [])),
            cpu=spread_of(cpu.get(name, [])),
        )
        for name in sorted(wall)
    ]
