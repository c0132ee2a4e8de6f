"""Compares tournaments of two Python bots that take turns in columns with tournaments of the same bots without.

Both kinds are played in turn, so that what else the machine does hits both. Everything counts from
the start of the command to its end, as in `loadtest.bench.tournament`.

    python -m loadtest.tournament_columns [--matches 200] [--pairs 5]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from loadtest.bench.tournament import figures_of

FILE = """
name = "speed"
game = "diceman"
format = "round_robin"
cycles = {cycles}
parallel = {parallel}
think_slots = 0
sandbox = "none"

[config]
games = 11

[[bots]]
name = "one"
command = "python {kind}.py 1"
[[bots]]
name = "two"
command = "python {kind}.py 2"
"""
"""Tournament file; all that it does not name has its default."""
ACT = """
import itertools, sys

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import Bot, run

COMBOS = list(itertools.combinations(range(4), 2))
STEP = int(sys.argv[1])

class Player(Bot):
    game = "diceman"

    def act(self, observation: Observation) -> Action:
        return Action(dice=COMBOS[STEP * observation.round % 6])
"""
"""Bot that decides by the round alone, so that nearly all its time goes to messages."""
COLUMNS = """
    columns = ("table.round",)

    def act_columns(self, turns):
        return (STEP * turns.observed["table.round"] % 6).astype("int8")
"""
"""What makes the bot take turns in columns."""
RUN = "\nrun(Player, [])\n"


def main() -> None:
    """Play tournaments of both kinds in turn, and print medians and the ratios of each pair."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--matches", type=int, default=200, help="matches of a tournament, even")
    parser.add_argument("--pairs", type=int, default=5, help="tournaments of each kind")
    parser.add_argument("--parallel", type=int, default=64, help="matches at once")
    options = parser.parse_args()
    bots = {"act": ACT + RUN, "columns": ACT + COLUMNS + RUN}
    found: dict[str, list[dict[str, float]]] = {kind: [] for kind in bots}
    for pair in range(options.pairs):
        # Each kind is first in every other pair.
        for kind in sorted(bots, reverse=bool(pair % 2)):
            with tempfile.TemporaryDirectory(prefix="tournament-columns-") as name:
                Path(name, f"{kind}.py").write_text(bots[kind])
                file = Path(name, "speed.toml")
                cycles = options.matches // 2
                file.write_text(FILE.format(cycles=cycles, parallel=options.parallel, kind=kind))
                found[kind].append(figures_of(file, options.matches))
    for figure in found["act"][0]:
        act, columns = ([each[figure] for each in found[kind]] for kind in ("act", "columns"))
        ratios = sorted(new / old for old, new in zip(act, columns, strict=True))
        print(
            f"{figure:40} {statistics.median(act):8.2f} {statistics.median(columns):8.2f}"
            f"   x {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


if __name__ == "__main__":
    main()
