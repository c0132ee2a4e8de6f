"""`python -m loadtest.proving_grounds_balance`: how long matches last, what ends them, and who wins.

Plays whole matches of Proving Grounds with equal random play in all seats, and prints the turns that matches
took, the share that each end condition ended, and each seat's share of wins with its standard error. Seeds
are 0, 1, 2 and so on, so that the tables come out the same everywhere, whatever number of processes plays.
"""

from __future__ import annotations

import argparse
import collections
import functools
import math
import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from loadtest.bench.proving_grounds import WAYS, Match, play_match
from loadtest.workers import process_pool
from referee.games.proving_grounds.tables import EndCause

__all__ = ["SeatShare", "main", "shares_of"]

MOST_ERRORS = 5
"""Standard errors that no seat's share of wins may be off by."""
_CHUNK = 10


class SeatShare(NamedTuple):
    """How often a seat wins."""

    share: float
    """0..1."""
    error: float
    """Standard error of the share, if wins fall to seats at random."""
    off: float
    """Standard errors that the share is off the fair one."""


def shares_of(winners: Sequence[int], num_seats: int) -> list[SeatShare]:
    """Each seat's share of wins, against one in `num_seats`.

    The standard error is that of the fair share, sqrt(p (1 - p) / n), which doesn't depend on the outcome.

    Args:
        winners: The winner of each match, at least one.
        num_seats: Seats.
    """
    wins = collections.Counter(winners)
    fair = 1 / num_seats
    error = math.sqrt(fair * (1 - fair) / len(winners))
    return [
        SeatShare(wins[seat] / len(winners), error, (wins[seat] / len(winners) - fair) / error)
        for seat in range(num_seats)
    ]


def length_row(num_seats: int, played: Sequence[Match]) -> str:
    """A row of the table of lengths."""
    turns = [match.turns for match in played]
    marks = np.percentile(turns, [0, 5, 25, 50, 75, 95, 100], method="nearest").astype(int).tolist()
    cells = [num_seats, len(played), f"{np.mean(turns):.1f}", *marks]
    return f"| {' | '.join(map(str, cells))} |"


def end_row(num_seats: int, played: Sequence[Match]) -> str:
    """A row of the table of end conditions, with rooms entered and heroes living at the end."""
    causes = collections.Counter(match.cause for match in played)
    cells = [f"{100 * causes[cause] / len(played):.2f} %" for cause in EndCause]
    cells.append(f"{np.mean([match.rooms for match in played]):.1f}")
    cells.append(f"{np.mean([match.living for match in played]) / num_seats:.2f}")
    return f"| {num_seats} | {' | '.join(cells)} |"


def seat_row(num_seats: int, played: Sequence[Match]) -> str:
    """A row of the table of seats."""
    shares = shares_of([match.winner for match in played], num_seats)
    told = ", ".join(f"{100 * seat.share:.2f}" for seat in shares)
    off = max(abs(seat.off) for seat in shares)
    return f"| {num_seats} | {100 / num_seats:.2f} | {100 * shares[0].error:.2f} | {told} | {off:.1f} |"


def _numbered(way: str, num_seats: int, seed: int) -> Match:
    return play_match(WAYS[way], num_seats, seed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print; the exit status is 1 if a seat is off its share."""
    parser = argparse.ArgumentParser(
        prog="python -m loadtest.proving_grounds_balance", description=__doc__
    )
    parser.add_argument("--matches", type=int, default=4000, help="of each size (%(default)s)")
    parser.add_argument("--seats", type=int, nargs="+", default=[4], help="numbers of seats")
    parser.add_argument("--orders", choices=list(WAYS), default="wander", help="(%(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="at once (%(default)s)")
    options = parser.parse_args(arguments)
    results: dict[int, list[Match]] = {}
    with process_pool(options.processes) as pool:
        for num_seats in options.seats:
            play = functools.partial(_numbered, options.orders, num_seats)
            results[num_seats] = list(pool.map(play, range(options.matches), chunksize=_CHUNK))
            print(f"{num_seats} seats are played", file=sys.stderr, flush=True)
    _print_tables(results)
    shares = [
        seat
        for num_seats, played in results.items()
        for seat in shares_of([match.winner for match in played], num_seats)
    ]
    return int(any(abs(seat.off) > MOST_ERRORS for seat in shares))


def _print_tables(results: dict[int, list[Match]]) -> None:
    names = ("matches", "mean turns", "least", "5 %", "25 %", "median", "75 %", "95 %", "most")
    ends = [cause.name for cause in EndCause] + ["rooms entered", "heroes left a seat"]
    seats = ("fair share of wins, %", "standard error", "share of wins of seats 0, 1, ..., %")
    for columns, to_row in (
        (names, length_row),
        (ends, end_row),
        ((*seats, "most off, errors"), seat_row),
    ):
        print(f"| seats | {' | '.join(columns)} |")
        print(f"|---|{'---|' * len(columns)}")
        for num_seats, played in results.items():
            print(to_row(num_seats, played))
        print()


if __name__ == "__main__":
    sys.exit(main())
