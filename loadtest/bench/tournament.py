"""Measures a whole tournament of two Python bots by the real runner: the cost of a match, by process.

Everything counts from the start of the command to its end: the start of processes, the table of
standings, and all that the referee does after a match's end, such as writing its replay.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tournaments.store.store import Store

__all__ = ["FILE", "figures_of", "tournament_figures"]

FILE = """
name = "speed"
game = "diceman"
format = "round_robin"
cycles = {cycles}
parallel = 64
think_slots = 0
sandbox = "none"

[config]
games = 11

[[bots]]
name = "greedy"
house = "greedy"
[[bots]]
name = "random"
house = "random"
"""
"""Configuration of the tournament, for a user who wants speed: many matches at once, no limit on
turns thought about at once, and no sandbox. All else has its default."""


REFEREE = "referee"
"""Name of the tournament's own referee in the list of its processes."""


class TournamentError(Exception):
    """The tournament failed; the text has its output."""


def tournament_figures(matches: int) -> dict[str, float]:
    """Play a tournament.

    Return matches a second, and milliseconds of processor time a match by process.

    Args:
        matches: Number of matches to play, an even number from 2.

    Raises:
        TournamentError: The tournament failed, or some matches have no result.
    """
    with tempfile.TemporaryDirectory(prefix="tournament-bench-") as name:
        file = Path(name, "speed.toml")
        file.write_text(FILE.format(cycles=matches // 2))
        return figures_of(file, matches)


def figures_of(file: Path, matches: int) -> dict[str, float]:
    """Play the tournament `speed` of a file that has `matches` matches.

    Return matches a second, and milliseconds of processor time a match by process.

    Raises:
        TournamentError: The tournament failed, or some matches have no result.
    """
    began = time.monotonic()
    all_s = _run(file)
    took_s = time.monotonic() - began
    database = file.parent / "data" / "speed" / "tournament.sqlite"
    with contextlib.closing(Store(database)) as store:
        played = len(store.matches())
        processes = store.processes()
    if played != matches:
        raise TournamentError(f"{played} of {matches} matches have a result")
    referee_s = sum(each.cpu_s for each in processes if each.program == REFEREE)
    bots_s = sum(each.cpu_s for each in processes if each.program != REFEREE)
    return {
        "tournament_matches_per_s": matches / took_s,
        "tournament_cpu_ms_per_match": 1000 * all_s / matches,
        "tournament_referee_cpu_ms_per_match": 1000 * referee_s / matches,
        "tournament_runner_cpu_ms_per_match": 1000 * (all_s - referee_s - bots_s) / matches,
        "tournament_bots_cpu_ms_per_match": 1000 * bots_s / matches,
    }


def _run(file: Path) -> float:
    """Run a tournament.

    Return the processor time of all its processes in seconds, after they have ended.
    """
    command = [sys.executable, "-P", "-m", "tournaments", "run", str(file)]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
        )
        # In place of `wait`, which returns no times; those of all that it has waited for are in them.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise TournamentError(said.read().decode(errors="replace"))
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    for figure, value in tournament_figures(int(sys.argv[1])).items():
        print(f"{figure:40} {value:8.2f}")
