"""Draws a scenario's matches in a separate process, since Locust must not wait meanwhile.

`python -m loadtest.drawn SCENARIO` writes them to standard output, pickled.
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
"""Number of matches that are drawn, and then played over and over."""


def drawn(name: str) -> tuple[Script, ...]:
    """Return the drawn matches of a scenario: seeds and answers.

    Raises:
        ValueError: There is no scenario of that name.
        CalledProcessError: The matches can't be drawn; standard error says why.
    """
    scenario(name)
    command = [sys.executable, "-m", "loadtest.drawn", name]
    root = Path(__file__).parents[1]  # where the package `loadtest` is found
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True)
    scripts: tuple[Script, ...] = pickle.loads(done.stdout)
    return scripts


def main() -> None:
    """Draw the matches of the scenario that the command line names, and write them to standard output."""
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
