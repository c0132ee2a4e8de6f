"""Who wins Dungeon Keeper by acting first, and how its matches end: what `later_mana` was chosen by.

    python -m loadtest.dungeon_keeper_balance --maps 1000 --later-mana 0 4 8
    python -m loadtest.dungeon_keeper_balance --preset medium --seats 4 --maps 100
    python -m loadtest.dungeon_keeper_balance --game-version 1 --maps 1000

Equal bots play each map, seeds 0, 1 and so on, with fixed seating: seat i has the i-th base and the i-th
turn. The planner draws no dice of its own, so that with the players exchanged a map gives the same match
again; it is played once and stands for both orders. A win is the first place, shared by those who tie for
it. Shares are given with their 95 % intervals by Wilson's formula, each map being one trial. Rows follow
each other as they are ready, and what --seconds of processor time allow is played: every value of
`later_mana` on one map before the next map, so that the values are compared on the same maps.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from loadtest.dungeon_keeper_baselines import GAME, PRESETS, Played, play_match
from loadtest.figures import share_interval
from loadtest.workers import process_pool
from referee_bots import names

__all__ = ["Balance", "main"]

SIGN_OF_LIFE = 50
"""Matches after which the table is shown as it stands, on stderr."""


class Balance:
    """What the matches under one value of `later_mana` came to.

    Args:
        seats: Seats of each match.
    """

    def __init__(self, seats: int) -> None:
        self._wins = [0.0] * seats
        self._played: list[Played] = []

    def add(self, played: Played) -> None:
        """Count a match."""
        self._played.append(played)
        self._wins = [sum(pair) for pair in zip(self._wins, played.wins, strict=True)]

    def cells(self) -> list[str]:
        """The row of the table, without the value it is of."""
        trials = len(self._played)
        rounds = sorted(played.rounds for played in self._played)
        return [
            str(trials),
            _share(self._wins[0], trials),
            " ".join(f"{100 * wins / trials:.1f}" for wins in self._wins),
            _share(sum(played.is_capped for played in self._played), trials),
            _share(sum(played.has_waned for played in self._played), trials),
            f"{sum(rounds) / trials:.1f}, {rounds[-1]}",
        ]


_HEAD = (
    "later_mana", "maps", "first to act wins, %", "wins by place, %", "at the cap, %",
    "ended by waning, %", "rounds: mean, most",
)  # fmt: skip


def _share(count: float, trials: int) -> str:
    low, high = share_interval(count, trials)
    return f"{100 * count / trials:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def _table(balances: Mapping[int | None, Balance]) -> Iterable[str]:
    yield f"| {' | '.join(_HEAD)} |"
    yield "|---" * len(_HEAD) + "|"
    for mana, balance in balances.items():
        yield f"| {'none' if mana is None else mana} | {' | '.join(balance.cells())} |"


def _play(
    bots: Sequence[str], settings: dict[str, object], version: int, job: tuple[int, int | None]
) -> tuple[Played, float]:
    """One match, and the seconds of the processor that it took."""
    seed, mana = job
    more = {} if mana is None else {"later_mana": mana}
    begun = time.process_time()
    played = play_match(bots, seed, {**settings, **more}, version)
    return played, time.process_time() - begun


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the arguments say, and print what it came to; return the exit status."""
    options = _parser().parse_args(arguments)
    values: list[int | None] = [None] if options.game_version == 1 else options.later_mana
    settings: dict[str, object] = {"preset": options.preset, "seating": "fixed"}
    if options.waning_round is not None:
        settings["waning_round"] = options.waning_round
    bots = [options.bots[seat % len(options.bots)] for seat in range(options.seats)]
    play = functools.partial(_play, bots, settings, options.game_version)
    seeds = range(options.first, options.first + options.maps)
    jobs = [(seed, mana) for seed in seeds for mana in values]
    balances = {mana: Balance(options.seats) for mana in values}
    spent_s = 0.0
    with process_pool(options.processes) as pool:
        for number, (job, result) in enumerate(zip(jobs, pool.map(play, jobs), strict=True), 1):
            balances[job[1]].add(result[0])
            spent_s += result[1]
            if number % SIGN_OF_LIFE == 0:
                print(*_table(balances), sep="\n", file=sys.stderr, flush=True)
            if spent_s > options.seconds and number % len(values) == 0:
                pool.shutdown(cancel_futures=True)
                break
    print(*_table(balances), sep="\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser: Any = argparse.ArgumentParser(
        prog="python -m loadtest.dungeon_keeper_balance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--maps", type=int, default=100, help="how many (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first (%(default)s)")
    parser.add_argument("--seats", type=int, default=2, help="seats of each (%(default)s)")
    parser.add_argument("--preset", choices=PRESETS, default="small", help="size (%(default)s)")
    parser.add_argument(
        "--later-mana", type=int, nargs="+", default=[0], help="values (%(default)s)"
    )
    parser.add_argument("--waning-round", type=int, help="another than the preset's")
    parser.add_argument(
        "--game-version", type=int, default=0, help="of the rules; 0 for the newest"
    )
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["planner"],
        choices=names(GAME),
        help="who plays, seat by seat",
    )
    parser.add_argument(
        "--seconds", type=float, default=7200, help="of the processor at most (%(default)s)"
    )
    parser.add_argument("--processes", type=int, default=1, help="at once (%(default)s)")
    built: argparse.ArgumentParser = parser
    return built


if __name__ == "__main__":
    raise SystemExit(main())
