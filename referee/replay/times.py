"""Computes wall time and processor time of players' decisions from what replays have recorded."""

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
    """Total, median, 99th percentile and maximum of durations, in microseconds."""

    total: int
    median: int
    p99: int
    """99th percentile by nearest rank: the smallest duration that 99 % of the durations do not
    exceed.
    """
    most: int


@dataclasses.dataclass(frozen=True, slots=True)
class PlayerTimes:
    """Number of one player's decisions, and how long they took: wall time and processor time."""

    player: str
    """The player's name in the matches, or its seat's name, such as `seat 0`, if it had none."""
    answered: int
    """Number of decisions that were answered in time."""
    missed: int
    """Number of turns that were missed or given up."""
    wall: Spread | None
    """Times charged for answers; None if there were no answers."""
    metered: int
    """Number of decisions, answered or missed, whose processor time was metered."""
    cpu: Spread | None
    """Processor times of the metered decisions; None if there were none."""


def spread_of(values: Sequence[int]) -> Spread | None:
    """Return the distribution of values, with percentiles by nearest rank.

    None if there are no values.
    """
    if not values:
        return None
    ordered = sorted(values)

    def rank(percent: int) -> int:
        return ordered[math.ceil(len(ordered) * percent / 100) - 1]

    return Spread(sum(ordered), rank(50), rank(99), ordered[-1])


def player_times(replays: Iterable[Replay]) -> list[PlayerTimes]:
    """Return decision times of all players in these matches, sorted by name.

    Actions of forfeited seats are not counted.
    """
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
