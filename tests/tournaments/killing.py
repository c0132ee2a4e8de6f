"""Kills a tournament's runner with `kill -9` again and again, and checks what comes out.

`python -m tests.tournaments.killing --kills 200` does so for longer than the tests do. Moments are
drawn at random: while everything comes up, at any match, and while everything is brought down. What
has been killed is resumed until it is over; then results, table and replays must be those of an
undisturbed run, and no process may be left.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import dataclasses
import os
import random
import re
import select
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import sqlalchemy as sa

from tests.helpers.postgres import postgres_server
from tests.tournaments.cups import Cup, new_cup
from tournaments.spec.errors import FolderError
from tournaments.store.schema import ATTEMPTS

__all__ = ["Campaign"]

MATCHES = 20
FILE = f"""
name = "cup"
game = "diceman"
format = "round_robin"
cycles = {MATCHES // 2}
seed = 7
parallel = 3
sandbox = "none"
[config]
games = 1
[time_control]
move_time = "30m"
join_limit = "30m"
[[bots]]
name = "one"
house = "greedy"
[[bots]]
name = "two"
house = "greedy"
"""
"""Bots whose every choice follows from what they see, and matches of some 20 ms."""
MOMENTS = {"coming up": 0.4, "playing": 0.45, "going down": 0.15}
"""Share of the kills that are tried at each stage of a run."""


@dataclasses.dataclass
class Campaign:
    """Kills on one kind of database.

    Args:
        folder: Where to put the tournaments.
        new_url: Makes a PostgreSQL database and returns its URL; None: SQLite.
        seed: What moments are drawn from.
    """

    folder: Path
    new_url: Callable[[], str] | None
    seed: int
    hit: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    """How many runs were killed before, while and after matches were played."""
    tournaments: int = 0
    """How many were played to their end."""

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)
        self._undisturbed = new_cup(self.folder, "undisturbed", FILE)
        self._time_run()

    def __str__(self) -> str:
        stages = ", ".join(f"{self.hit[stage]} {stage}" for stage in ("before", "while", "after"))
        return f"{self.kills} kills ({stages} matches) of {self.tournaments} tournaments"

    @property
    def kills(self) -> int:
        """How many runs were killed."""
        return self.hit.total()

    def kill(self, kills: int) -> None:
        """Play tournaments and kill their runs, so often at least; check each in its end."""
        while self.kills < kills:
            self.tournaments += 1
            cup = new_cup(self.folder, f"killed-{self.tournaments}", FILE)
            if self.new_url is not None:
                cup.env = {"TOURNAMENT_STORE": self.new_url()}
            while self.kills < kills and self._kill_one_run(cup):
                pass
            self._check(cup)

    def _time_run(self) -> None:
        """Play without disturbance, to know what comes out and how long everything takes."""
        with self._undisturbed.start() as runner:
            began = time.monotonic()
            assert _wait_until_played(runner.stdout, 1)
            self._up_s = time.monotonic() - began
            assert _wait_until_played(runner.stdout, MATCHES)
            played = time.monotonic()
            self._gap_s = 3 * (played - began - self._up_s) / MATCHES
            runner.communicate()
            self._down_s = time.monotonic() - played
        assert runner.returncode == 0

    def _kill_one_run(self, cup: Cup) -> bool:
        """Start a run and kill it some time; tell whether that came before its end."""
        stage = self._dice.choices(list(MOMENTS), list(MOMENTS.values()))[0]
        share = self._dice.random()
        before = _results(cup)
        # `resume` needs something that was begun; until then the command is `run`.
        with cup.start("run" if before is None else "resume") as runner:
            left = MATCHES - (before or 0)
            match stage:
                case "coming up":
                    assert runner.stdout is not None
                    # Not longer than it takes: how long that is depends on what else runs.
                    select.select([runner.stdout], [], [], share * self._up_s)
                case "playing":
                    _wait_until_played(runner.stdout, (before or 0) + 1 + int(share * (left - 2)))
                    time.sleep(self._dice.random() * self._gap_s)
                case _:
                    _wait_until_played(runner.stdout, MATCHES)
                    time.sleep(share * self._down_s)
            was_running = runner.poll() is None
            if was_running:
                # Its own group, as a shell kills a job; the others are in groups of their own.
                os.killpg(runner.pid, signal.SIGKILL)
            err = runner.communicate()[1]
        assert err == "", err
        if not was_running or runner.returncode != -signal.SIGKILL:
            return False
        self.hit[_stage_of(cup, before or 0)] += 1
        if self._dice.random() < 0.5:  # else the next run has to wait for what this one left
            cup.wait_until_all_are_gone()
        return True

    def _check(self, cup: Cup) -> None:
        """Play it to its end, and see that it is as if nothing had happened."""
        cup.finish("run" if _results(cup) is None else "resume")
        assert cup.matches() == self._undisturbed.matches()
        assert cup.standings() == self._undisturbed.standings()
        assert cup.replays() == MATCHES
        # Exit status 0: chain, signatures, schedule, replays and rows agree after all kills.
        assert f"holds  events: {MATCHES} results, " in cup.finish("audit")


def _wait_until_played(stream: IO[str] | None, matches: int) -> bool:
    """Wait until a line of progress tells of so many matches; false if none does."""
    assert stream is not None
    played = (re.match(r"(\d+) of \d+ matches$", line) for line in stream)
    return any(found and int(found[1]) >= matches for found in played)


def _results(cup: Cup) -> int | None:
    """How many matches have a result; None if nothing has begun."""
    try:
        with contextlib.closing(cup.store()) as store:
            return None if store.tournament() is None else len(store.matches())
    except FolderError:
        return None


def _stage_of(cup: Cup, results_before: int) -> str:
    """What a run was doing that has been killed, by what it left."""
    results = _results(cup)
    if results is None:
        return "before"
    if results == MATCHES:
        return "after"
    with contextlib.closing(cup.store()) as store, store._database.reading() as connection:
        attempts = connection.scalar(sa.select(sa.func.count()).select_from(ATTEMPTS)) or 0
    return "while" if attempts > results and results > results_before else "before"


def main() -> None:
    """Kill on both kinds of database, and tell how it went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=100, help="on each database")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with postgres_server() as server, tempfile.TemporaryDirectory() as folder:
        for name, new_url in {"SQLite": None, "PostgreSQL": server.new_database}.items():
            began = time.monotonic()
            (Path(folder) / name).mkdir()
            campaign = Campaign(Path(folder) / name, new_url, options.seed)
            campaign.kill(options.kills)
            print(f"{name}: {campaign} in {time.monotonic() - began:.0f}s: nothing lost")


if __name__ == "__main__":
    main()
