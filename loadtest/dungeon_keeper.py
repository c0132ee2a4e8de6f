"""`python -m loadtest.dungeon_keeper`: what Dungeon Keeper's engine alone can do, on each size of board.

It prints three tables: whole matches in random play; the observation after one order, whole and as
a delta, with copies of a state; and starts of matches. Times are processor time of one core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from loadtest.bench.dungeon_keeper import begin_us, copy_us, play_matches, played_on, shown
from referee.games.dungeon_keeper.config import DungeonKeeperConfig

__all__ = ["Field", "main"]


class Field(NamedTuple):
    """Size of a match: board, seats, and fog."""

    preset: str
    seats: int
    fog: bool = False

    @property
    def config(self) -> DungeonKeeperConfig:
        """Config of a match of this size."""
        return DungeonKeeperConfig.model_validate({"preset": self.preset, "fog_of_war": self.fog})

    @property
    def name(self) -> str:
        """First three cells of a Markdown row for this size, with bars between them: board, seats, fog."""
        size = self.config.size
        return f"`{self.preset}`, {size}x{size} | {self.seats} | {'yes' if self.fog else 'no'}"


FIELDS = (
    Field("small", 2),
    Field("small", 2, fog=True),
    Field("medium", 2),
    Field("medium", 4),
    Field("standard", 2),
    Field("standard", 8),
    Field("standard", 8, fog=True),
)
_HEADING = "| preset | seats | fog |"
_RULE = "|---|---|---|"


def matches_table(fields: Sequence[Field], seconds: float, most: int) -> Iterator[str]:
    """Yield the lines of a table of whole matches in random play.

    Args:
        fields: Kinds of matches, one for each line.
        seconds: Time to measure each.
        most: Largest number of matches of each.
    """
    names = ("matches", "orders/s", "matches/s", "us an order", "orders a match", "rounds")
    yield f"{_HEADING} {' | '.join(names)} | with drawing: matches/s |"
    yield f"{_RULE}{'---|' * (len(names) + 1)}"
    for field in fields:
        played = play_matches(field.config, field.seats, seconds, most=most)
        cells = (
            f"{played.matches}",
            f"{played.orders_per_s:,.0f}",
            f"{played.matches_per_s:.2f}",
            f"{1e6 * played.step_s / played.orders:.0f}",
            f"{played.orders / played.matches:,.0f}",
            f"{played.rounds / played.matches:.0f}",
            f"{played.matches / (played.step_s + played.draw_s):.2f}",
        )
        yield f"| {field.name} | {' | '.join(cells)} |"


def shown_table(fields: Sequence[Field], seconds: float, rounds: int) -> Iterator[str]:
    """Yield the lines of a table of observations after one order, and of copies of a state.

    Args:
        fields: Kinds of matches, one for each line.
        seconds: Time to measure each.
        rounds: Number of rounds that are played before anything is measured.
    """
    columns = ("bytes", "us to make", "us to encode")
    kinds = [f"{kind}: {column}" for kind in ("whole", "delta") for column in columns]
    yield f"{_HEADING} {' | '.join(kinds)} | copy, us |"
    yield f"{_RULE}{'---|' * (len(kinds) + 1)}"
    for field in fields:
        state = played_on(field.config, field.seats, rounds)
        cells = []
        for delta in (False, True):
            what = shown(field.config, state, seconds, delta=delta)
            cells += [f"{what.num_bytes:,}", f"{what.make_us:.0f}", f"{what.encode_us:.0f}"]
        cells.append(f"{copy_us(state, seconds):.0f}")
        yield f"| {field.name} | {' | '.join(cells)} |"


def begin_table(fields: Sequence[Field], seconds: float) -> Iterator[str]:
    """Yield the lines of a table of starts of matches, which generate their maps."""
    yield f"{_HEADING} ms to begin a match |"
    yield f"{_RULE}---|"
    for field in fields:
        yield f"| {field.name} | {begin_us(field.config, field.seats, seconds) / 1e3:.1f} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure by these command-line arguments and print the tables; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.dungeon_keeper", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of matches of each size")
    parser.add_argument("--matches", type=int, default=1_000_000, help="at most, of each size")
    parser.add_argument("--rounds", type=int, default=40, help="before observations and copies")
    parser.add_argument(
        "--presets", nargs="+", default=[], help="only these; all of them by default"
    )
    options = parser.parse_args(arguments)
    fields = [field for field in FIELDS if not options.presets or field.preset in options.presets]
    short = min(options.seconds, 1.0)
    for table in (
        matches_table(fields, options.seconds, options.matches),
        shown_table(fields, short, options.rounds),
        begin_table(fields, short),
    ):
        for line in table:
            print(line, flush=True)
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
