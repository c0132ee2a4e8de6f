"""`python -m loadtest.kit_games`: speed of environments of two example games that are made with the kit.

It measures decisions a second of processor time, with a random policy in all seats, all columns
that are arrays, in this process. Both games have their rules written over arrays as well; each is
measured that way and match by match in turns, and the ratio is that of samples taken together.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import statistics
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from unittest import mock

import numpy as np

from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.rows import Rows
from referee_envs import make_vec
from referee_envs.backends import in_process
from referee_envs.opponents import random_policy

__all__ = ["GAMES", "decisions_of", "found_games", "main"]

GAMES = ("connect_four", "leduc")
"""Games of `examples/games` that have their rules written over arrays as well."""
_EXAMPLES = Path(__file__).parents[1] / "examples" / "games"
_WARM_UP = 3


@contextlib.contextmanager
def found_games(games: Sequence[str] = GAMES) -> Iterator[None]:
    """Let example games be found in this process as if they were installed, in the `with` block."""
    with tempfile.TemporaryDirectory(prefix="kit-games-") as folder:
        metadata = Path(folder) / "kit_games-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: kit-games\nVersion: 1.0\n")
        lines = ["[referee.games]"]
        for game in games:
            project = tomllib.loads((_EXAMPLES / game / "pyproject.toml").read_text("utf-8"))
            entries = project["project"]["entry-points"]["referee.games"]
            lines += [f"{name} = {target}" for name, target in entries.items()]
        (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n")
        added = [folder, *(str(_EXAMPLES / game) for game in games)]
        sys.path[:0] = added
        importlib.invalidate_caches()
        try:
            yield
        finally:
            for path in added:
                sys.path.remove(path)


def decisions_of(
    game: str, num_matches: int, make_rows: Callable[..., Rows] = start_rows
) -> Iterator[int]:
    """Step an environment of a game whose seats a random policy plays; yield each step's number of decisions.

    Args:
        game: One of `GAMES`, which must be found.
        num_matches: Number of matches side by side.
        make_rows: Makes the rows of matches, with the arguments of `start_rows`.
    """
    with mock.patch.object(in_process, "start_rows", make_rows):
        num_seats = make_vec(game, seat=None).num_envs
        vector = make_vec(game, num_matches * num_seats, seat=None)
        policy = random_policy(vector.views.form, np.random.default_rng(1))
        seen, infos = vector.reset(seed=1)
    while True:
        decisions = int(infos["asked"].sum())
        seen, _, _, _, infos = vector.step(policy(seen))
        yield decisions


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with these command-line arguments and print a line for each game; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.kit_games", description=__doc__)
    parser.add_argument("--matches", type=int, default=512, help="side by side (%(default)s)")
    parser.add_argument("--steps", type=int, default=100, help="of a sample (%(default)s)")
    parser.add_argument("--repetitions", type=int, default=5, help="samples (%(default)s)")
    options = parser.parse_args(arguments)
    with found_games():
        for game in GAMES:
            over_arrays = decisions_of(game, options.matches)
            one_by_one = decisions_of(game, options.matches, LoopRows)
            fast, slow = [], []
            for _ in range(options.repetitions):
                fast.append(_rate(over_arrays, options.steps))
                slow.append(_rate(one_by_one, max(1, options.steps // 20)))
            ratios = [one / other for one, other in zip(fast, slow, strict=True)]
            print(
                f"{game:14} {_spread(fast)} decisions a processor second over arrays, "
                f"{_spread(slow)} match by match, ratio {_spread(ratios)}",
                flush=True,
            )
    return 0


def _rate(steps: Iterator[int], count: int) -> float:
    """Return decisions a second of processor time of the next `count` steps, after a few others."""
    for _ in range(_WARM_UP):
        next(steps)
    began = time.process_time()
    decisions = sum(next(steps) for _ in range(count))
    return decisions / (time.process_time() - began)


def _spread(values: Sequence[float]) -> str:
    """Return the median and, of more than one value, the quartiles of some values, as text."""
    median = f"{statistics.median(values):,.0f}"
    if len(values) < 2:
        return median
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{median} ({low:,.0f} to {high:,.0f})"


if __name__ == "__main__":
    sys.exit(main())
