"""Prepares a scenario's matches, with random legal answers, in a separate process from Locust's.

`python -m loadtest.drawn SCENARIO` writes seeds and answers to standard output, pickled. Locust's own
process must not be busy that long.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

from loadtest.scenarios import SCENARIOS, scenario
from referee.capacity.scripts import Script, draw_scripts

__all__ = ["drawn", "main"]

_MATCHES = 8
"""Number of different matches that are prepared; load bots play them again and again."""


def drawn(name: str) -> tuple[Script, ...]:
    """Return prepared matches of a scenario: the seed of each, and random legal answers to its turns.

    Raises:
        ValueError: There is no scenario of that name.
        CalledProcessError: The matches can't be prepared; standard error says why.
    """
    scenario(name)
    command = [sys.executable, "-m", "loadtest.drawn", name]
    root = Path(__file__).parents[1]  # where the package `loadtest` is found
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True)
    scripts: tuple[Script, ...] = pickle.loads(done.stdout)
    return scripts


def main() -> None:
    """Prepare matches of the scenario on the command line, and write them to standard output, pickled."""
    played = SCENARIOS[sys.argv[1]]
    scripts = draw_scripts(
        played.game,
        number=_MATCHES,
        decisions=played.decisions,
        num_seats=played.num_seats,
        config=played.config,
    )
    pickle.dump(scripts, sys.stdout.buffer)


if __name__ == "__main__":
    main()
