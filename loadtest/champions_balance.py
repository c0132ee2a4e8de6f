"""`python -m loadtest.champions_balance`: how long matches of Champions last, and whether seats are equal.

Plays whole matches with random actions in kernels alone, and prints for each number of seats the rounds
that matches took, the share that reached the cap, and each seat's share of wins with its standard error.
Seeds are 0, 1, 2 and so on, so that the tables come out the same everywhere.

    python -m loadtest.champions_balance --matches 10000 --lengths 5 4 3
    python -m loadtest.champions_balance --matches 400 --sizes 8 16 --search 2 5 12

`--search` plays every choice of three of these lengths, for 4x4, 3x3 and 2x2, and tells the share at the cap.
`loadtest.champions_sparring` does the same with bots.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from loadtest.figures import share_interval
from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from referee.games.champions import columns as c
from referee.games.champions.config import STAGE_LENGTHS, ChampionsConfig
from referee.games.champions.simulation import play_out

__all__ = ["Figures", "capped_cell", "figures_of", "main", "search"]

MOST_ERRORS = 5
"""Standard errors that no seat's share of wins may be off by."""
_DECISIONS = 99


class Figures(NamedTuple):
    """What matches of one number of seats came to."""

    rounds: npt.NDArray[np.int64]
    """int64[match]: rounds of each match."""
    capped: npt.NDArray[np.bool_]
    """bool[match]: whether several were in play at the cap."""
    wins: npt.NDArray[np.float64]
    """float64[match, seat]: 1 for a win, a fair part of it for one that is shared."""

    @property
    def errors(self) -> npt.NDArray[np.float64]:
        """float64[seat]: standard error of the share of wins."""
        deviation: npt.NDArray[np.float64] = self.wins.std(axis=0, ddof=1)
        return deviation / math.sqrt(len(self.wins))

    @property
    def off(self) -> npt.NDArray[np.float64]:
        """float64[seat]: standard errors that the share of wins is off one in `seats`."""
        off: npt.NDArray[np.float64] = self.wins.mean(axis=0) - 1 / self.wins.shape[1]
        return off / self.errors


def figures_of(
    num_seats: int, matches: int, lengths: Sequence[int] = STAGE_LENGTHS, first: int = 0
) -> Figures:
    """Play matches by the default config but for the stages.

    Args:
        num_seats: Seats.
        matches: How many, at least 2.
        lengths: Most rounds on 4x4, 3x3 and 2x2.
        first: Seed of the first.
    """
    game = PLUGIN.game
    config = parse_config(ChampionsConfig, {"stage_lengths": list(lengths)})
    rounds = np.zeros(matches, np.int64)
    capped = np.zeros(matches, np.bool_)
    wins = np.zeros((matches, num_seats), np.float64)
    for number in range(matches):
        seed = first + number
        state, _ = game.start(config, seed=seed, num_seats=num_seats)
        play_out(state, Stream(seed, _DECISIONS))
        rounds[number] = state.match[c.ROUND]
        capped[number] = state.seats[:, c.ALIVE].sum() > 1
        winners = np.array(game.outcome(state).placements) == 1
        wins[number] = winners / winners.sum()
    return Figures(rounds, capped, wins)


def capped_cell(capped: int, matches: int) -> str:
    """The share of matches at the cap, with its 95% interval by Wilson."""
    low, high = share_interval(capped, matches)
    return f"{100 * capped / matches:.2f} % ({100 * low:.2f} to {100 * high:.2f})"


def length_row(num_seats: int, figures: Figures) -> str:
    """A row of the table of lengths."""
    marks = np.percentile(figures.rounds, [0, 5, 25, 50, 75, 95, 100]).astype(int).tolist()
    cells = [
        num_seats,
        f"{figures.rounds.mean():.1f}",
        *marks,
        capped_cell(int(figures.capped.sum()), len(figures.capped)),
    ]
    cells += [f"{np.abs(figures.off).max():.1f}"]
    return f"| {' | '.join(map(str, cells))} |"


def seat_row(num_seats: int, figures: Figures) -> str:
    """A row of the table of seats: each one's share of wins, and the standard error."""
    shares = [f"{100 * share:.2f}" for share in figures.wins.mean(axis=0)]
    error = f"{100 * figures.errors.mean():.2f}"
    return f"| {num_seats} | {100 / num_seats:.2f} | {error} | {', '.join(shares)} |"


def search(sizes: Sequence[int], matches: int, lengths: Sequence[int]) -> Iterator[str]:
    """The table of the shares at the cap, line by line: a row for every three of the lengths."""
    yield f"| lengths | {' | '.join(f'{size} seats' for size in sizes)} |"
    yield "|---" * (1 + len(sizes)) + "|"
    for chosen in itertools.product(lengths, repeat=3):
        cells = [
            capped_cell(int(figures_of(size, matches, chosen).capped.sum()), matches)
            for size in sizes
        ]
        yield f"| {', '.join(map(str, chosen))} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print; the exit status is 1 if a seat is off its share."""
    parser = argparse.ArgumentParser(
        prog="python -m loadtest.champions_balance", description=__doc__
    )
    parser.add_argument("--matches", type=int, default=10_000, help="of each size (%(default)s)")
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[2, 4, 9, 16], help="numbers of seats"
    )
    parser.add_argument(
        "--lengths", type=int, nargs=3, default=STAGE_LENGTHS, help="of 4x4, 3x3 and 2x2"
    )
    parser.add_argument("--first", type=int, default=0, help="seed of the first (%(default)s)")
    parser.add_argument("--search", type=int, nargs="+", help="lengths to try in all places")
    options = parser.parse_args(arguments)
    if options.search:
        for line in search(options.sizes, options.matches, options.search):
            print(line, flush=True)
        return 0
    results = {}
    for num_seats in options.sizes:
        began = time.process_time()
        results[num_seats] = figures_of(num_seats, options.matches, options.lengths, options.first)
        spent = time.process_time() - began
        print(f"{num_seats} seats: {spent:.0f} s of processor time", file=sys.stderr, flush=True)
    print(
        "| seats | mean rounds | least | 5 % | 25 % | median | 75 % | 95 % | most | at the cap | most off |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    print("\n".join(length_row(*result) for result in results.items()))
    print(
        "\n| seats | fair share of wins, % | standard error | share of wins of seats 0, 1, 2, ..., % |"
    )
    print("|---|---|---|---|")
    print("\n".join(seat_row(*result) for result in results.items()))
    return int(any(np.abs(figures.off).max() > MOST_ERRORS for figures in results.values()))


if __name__ == "__main__":
    sys.exit(main())
