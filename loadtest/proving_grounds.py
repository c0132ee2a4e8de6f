"""`python -m loadtest.proving_grounds`: speed of Proving Grounds' engine alone, by number of seats.

Prints a table of whole matches in random play: by the rulebook's random bot, and by legal orders of
all kinds. Times are processor time of one core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from loadtest.bench.proving_grounds import WAYS, play_matches

__all__ = ["main"]

_COLUMNS = (
    "orders",
    "seats",
    "matches",
    "turns/s",
    "matches/s",
    "us a turn",
    "turns a match",
    "hero orders a turn",
    "with drawing: matches/s",
)


def row(way: str, num_seats: int, seconds: float, most: int) -> str:
    """Play matches and return a row of the table with their figures.

    Args:
        way: Name of the way in which seats choose their actions.
        num_seats: Number of seats in each match.
        seconds: Processor time to measure for.
        most: Highest number of matches to play.
    """
    played = play_matches(WAYS[way], num_seats, seconds, most=most)
    cells = (
        way,
        num_seats,
        played.matches,
        f"{played.turns_per_s:,.0f}",
        f"{played.matches_per_s:,.1f}",
        f"{1e6 * played.step_s / played.turns:,.0f}",
        f"{played.turns / played.matches:.1f}",
        f"{played.orders / played.turns:.1f}",
        f"{played.matches / (played.step_s + played.draw_s):,.1f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure by these command-line arguments and print a table; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.proving_grounds", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each row (%(default)s)")
    parser.add_argument("--matches", type=int, default=1_000_000, help="at most, of each row")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4, 8], help="numbers of seats")
    parser.add_argument("--orders", nargs="+", choices=list(WAYS), default=list(WAYS), help="kinds")
    options = parser.parse_args(arguments)
    print(f"| {' | '.join(_COLUMNS)} |")
    print(f"|{'---|' * len(_COLUMNS)}")
    for way in options.orders:
        for num_seats in options.seats:
            print(row(way, num_seats, options.seconds, options.matches), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
