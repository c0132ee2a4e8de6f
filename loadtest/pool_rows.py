"""`python -m loadtest.pool_rows`: speed of rows (matches side by side) in one process and in several.

Rows are stepped match by match. One process and a pool of processes step the same matches by the
same random legal actions, in turn and several times; after each step all columns but messages and
digests are observed. It prints medians with quartiles of steps a second, in three ways: by the
clock, which means little while other programs use the cores; by the processor time of the busiest
process; and by the longest way, which is the processor time of the owner plus, step by step, that
of the process with the most to do. The longest way is what the clock would show with a core for
each process of the pool.
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from loadtest.bench.scripts import random_actions
from loadtest.figures import Spread, ratios, spread
from referee.core.config import GameConfig, parse_config
from referee.core.rng import Stream
from referee.games import registry
from referee.kit.rollout.columns import ANSWERED, MESSAGE, Actions
from referee.kit.rollout.loop_rows import LoopRows
from referee.kit.rollout.pool_rows import PoolRows
from referee.kit.rollout.rollout import Rollout
from referee.kit.rollout.rows import Rows

__all__ = ["GAMES", "Measured", "Taken", "drawn_actions", "game_rows", "main", "measure"]

_SEED = 22
_DECISIONS = 98
GAMES: dict[str, dict[str, object]] = {
    "dungeon_keeper": {"preset": "small"},
    "proving_grounds": {},
}
"""Games without a special class of rows, with the config under which they are measured."""


class Taken(NamedTuple):
    """Seconds that a number of steps took, measured in three ways."""

    clock: float
    """Seconds that the steps took by the clock."""
    busiest: float
    """Processor seconds of the process with the highest processor time, the owner of the rows
    included.
    """
    way: float
    """Processor seconds of the owner plus, for each step, those of the process of the pool that
    used most in that step.
    """


class Measured(NamedTuple):
    """Samples of one process and of a pool of processes, taken alternately."""

    one: list[Taken]
    """Samples with one process, one for each repetition."""
    pool: list[Taken]
    """Samples with a pool of processes, one for each repetition."""
    decisions: float
    """Mean number of seats that are asked in a step, in all rows together."""


def game_rows(game: str, num_rows: int) -> Rows:
    """Return rows (matches side by side) of a game of `GAMES`, with its default number of seats.

    It can be called in any process.
    """
    plugin = registry.find(game)
    config: GameConfig = parse_config(plugin.game.config_class, GAMES[game])
    seats = plugin.game.info.default_seats
    return LoopRows(plugin, config, num_rows=num_rows, num_seats=seats)


def drawn_actions(game: str, num_rows: int, steps: int) -> list[Actions]:
    """Return random legal actions for the first steps of a rollout, as messages.

    Args:
        game: Name of the game.
        num_rows: Number of matches.
        steps: Number of steps.
    """
    plugin, rows = registry.find(game), game_rows(game, num_rows)
    rollout, dice = Rollout(rows, seed=_SEED), Stream(_SEED, _DECISIONS)
    drawn: list[Actions] = []
    for _ in range(steps):
        drawn.append(random_actions(plugin, rows, rollout.asked(), dice))
        rollout.step(drawn[-1])
    return drawn


def measure(game: str, *, num_rows: int, steps: int, processes: int, times: int) -> Measured:
    """Return the seconds that steps take in one process and in several.

    Args:
        game: One of `GAMES`.
        num_rows: Number of matches at once.
        steps: Number of steps in each sample.
        processes: Number of processes in the pool.
        times: Number of samples of each.
    """
    actions = drawn_actions(game, num_rows, steps)
    make = functools.partial(game_rows, game)
    one, pool = make(num_rows), PoolRows(make, num_rows=num_rows, processes=processes)
    answered = [np.asarray(each[ANSWERED.name]).sum() for each in actions]
    measured = Measured([], [], float(np.mean(answered)))
    try:
        for _ in range(times):
            measured.one.append(_taken(one, actions))
            measured.pool.append(_taken(pool, actions))
    finally:
        pool.close()
    return measured


def _taken(rows: Rows, actions: Sequence[Actions]) -> Taken:
    """Step a rollout of `rows` through all actions from its beginning; return the seconds it took."""
    rollout = Rollout(rows, seed=_SEED)
    names = [column.name for column in rollout.columns]
    names = [name for name in names if name not in {"digest", MESSAGE.name}]
    rollout.observe(names)
    began, used = time.perf_counter(), [_processor_s(rows)]
    for each in actions:
        rollout.step(each)
        rollout.observe(names)
        used.append(_processor_s(rows))
    clock = time.perf_counter() - began
    by_step = np.diff(used, axis=0)
    # Processes of the pool work at the same time, but every step waits for the slowest of them.
    way = by_step[:, 0].sum() + by_step[:, 1:].max(axis=1, initial=0).sum()
    return Taken(clock, float(by_step.sum(axis=0).max()), float(way))


def _processor_s(rows: Rows) -> list[float]:
    """Return the processor seconds of this process, then of each process of the pool, if any."""
    of_pool = rows.processor_s if isinstance(rows, PoolRows) else []
    return [time.process_time(), *of_pool]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure by these command-line arguments and print a table; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.pool_rows", description=__doc__)
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--rows", type=int, default=96, help="matches at once (%(default)s)")
    parser.add_argument("--steps", type=int, default=8, help="of each time (%(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="of the pool (%(default)s)")
    parser.add_argument("--times", type=int, default=5, help="each in turn (%(default)s)")
    options = parser.parse_args(arguments)
    print("| game | decisions a step | measured by | steps/s, one | steps/s, pool | ratio | load |")
    print(f"|{'---|' * 7}")
    for game in options.games:
        measured = measure(
            game,
            num_rows=options.rows,
            steps=options.steps,
            processes=options.processes,
            times=options.times,
        )
        for name in Taken._fields:
            one, pool = (
                [options.steps / getattr(each, name) for each in samples]
                for samples in (measured.one, measured.pool)
            )
            cells = [_formatted(spread(each)) for each in (one, pool, ratios(pool, one))]
            load = f"{os.getloadavg()[0]:.1f}"
            print(
                f"| {' | '.join((game, f'{measured.decisions:.0f}', name, *cells, load))} |",
                flush=True,
            )
    return 0


def _formatted(samples: Spread) -> str:
    return f"{samples.median:.2f} ({samples.low:.2f} to {samples.high:.2f})"


if __name__ == "__main__":
    sys.exit(main())
