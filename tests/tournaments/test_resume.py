"""Whole tournaments with real processes, killed in all the ways a machine knows."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest
from typer.testing import CliRunner

from tests.tournaments.processes_by_mark import MARK, marked_processes, wait_until_gone
from tournaments.cli import app
from tournaments.store import Store, StoredMatch

pytestmark = pytest.mark.slow

CYCLES = 3
MATCHES = 4 * 3 * CYCLES

FILE = f"""
name = "cup"
game = "diceman"
format = "round_robin"
cycles = {CYCLES}
seed = 7
parallel = 4
sandbox = "none"

[config]
games = 5

[time_control]
move_time = "60s"
join_limit = "5m"

[[bots]]
name = "greedy"
house = "greedy"
[[bots]]
name = "one"
command = "python steady.py 1"
[[bots]]
name = "two"
command = "python steady.py 2"
[[bots]]
name = "five"
command = ["python", "steady.py", "5"]
"""
STEADY = """
import itertools, sys
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

COMBOS = list(itertools.combinations(range(4), 2))
STEP = int(sys.argv[1])

def steady(observation):
    return Action(dice=COMBOS[(observation.game + STEP * observation.round) % 6])

run(steady, [])
"""
"""A bot whose every choice follows from what it sees."""


@dataclasses.dataclass
class Cup:
    """A tournament file whose data folder is beside it."""

    folder: Path
    mark: str

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.folder / "data" / "cup"

    def start(self, command: str = "run") -> subprocess.Popen[str]:
        """Start a command on it, in a process group of its own."""
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "tournaments", command, str(self.folder / "cup.toml")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {MARK: self.mark},
            start_new_session=True,
        )

    def finish(self, command: str = "run") -> str:
        """Run a command to its end, which must be a good one; what it said."""
        with self.start(command) as process:
            out, err = process.communicate()
        assert (process.returncode, err) == (0, ""), out
        assert marked_processes(self.mark) == set()
        return out

    def standings(self) -> object:
        """The table as programs read it."""
        return json.loads(CliRunner().invoke(app, ["standings", str(self.data), "--json"]).output)

    def matches(self) -> list[StoredMatch]:
        """All results, without what differs from run to run."""
        with contextlib.closing(Store(self.data / "tournament.sqlite")) as store:
            matches = store.matches()
        return [dataclasses.replace(match, match_id="", replay=None) for match in matches]

    def wait_until_all_are_gone(self) -> None:
        """Wait for the end of all its processes; they must end without being told."""
        while running := marked_processes(self.mark):
            for pid in running:
                wait_until_gone(pid)


def new_cup(folder: Path, name: str, file: str = FILE) -> Cup:
    """A tournament in a folder of its own."""
    (folder / name).mkdir()
    (folder / name / "cup.toml").write_text(file)
    (folder / name / "steady.py").write_text(STEADY)
    return Cup(folder / name, f"{os.getpid()}-{name}")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    """The tournament as it goes when nothing goes wrong."""
    cup = new_cup(tmp_path_factory.mktemp("cups"), "undisturbed")
    cup.finish()
    return cup


def wait_for_lines(stream: IO[str] | None, lines: int) -> bool:
    """Wait for so many lines of progress; false if there were fewer."""
    assert stream is not None
    return all(stream.readline() for _ in range(lines))


def check_all_were_played_once(cup: Cup, undisturbed: Cup) -> None:
    """The same table and results as without disturbance, and not one replay more than matches."""
    assert cup.standings() == undisturbed.standings()
    assert cup.matches() == undisturbed.matches()
    assert len(cup.matches()) == MATCHES
    assert len(list((cup.data / "referee" / "replays").iterdir())) == MATCHES
    assert list((cup.data / "referee" / "journals").iterdir()) == []


def test_undisturbed(undisturbed: Cup) -> None:
    """All is played, every replay holds, and running it again plays nothing."""
    assert len(undisturbed.matches()) == MATCHES
    assert undisturbed.finish("verify").splitlines() == [
        f"{MATCHES} of {MATCHES} replays hold",
        f"{MATCHES} of {MATCHES} results are those of their replays",
    ]
    before = undisturbed.standings()
    assert "all matches have been played" in undisturbed.finish("run")
    assert undisturbed.standings() == before


def test_a_forged_result(tmp_path: Path, undisturbed: Cup) -> None:
    """A record that is not what its replay tells is found."""
    shutil.copytree(undisturbed.folder, tmp_path / "forged")
    forged = Cup(tmp_path / "forged", undisturbed.mark)
    database = forged.data / "tournament.sqlite"
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE results SET placement = 3 - placement WHERE seat = 0")
    called = CliRunner().invoke(app, ["verify", str(forged.data)])
    assert called.exit_code == 1
    assert "FAILED match 1: its record is not what its replay tells" in called.output


def test_killed_at_random_moments(tmp_path: Path, undisturbed: Cup) -> None:
    """After each kill -9 of the runner alone, nothing is left; in the end, nothing is missing."""
    cup = new_cup(tmp_path, "killed")
    dice = random.Random(2011)
    killed = 0
    for moment in range(4):
        with cup.start() as runner:
            # While everything comes up, then ever later in the tournament.
            if wait_for_lines(runner.stdout, 2 * moment - 1):
                time.sleep(dice.uniform(0.0, 0.2 if moment else 1.0))
            killed += runner.poll() is None
            runner.kill()
        if moment % 2:  # else the next run has to wait for the end of what this one left
            cup.wait_until_all_are_gone()
    assert killed >= 3
    out = cup.finish("resume")
    assert "resuming: " in out
    check_all_were_played_once(cup, undisturbed)


@pytest.mark.parametrize(
    "keys", ['format = "swiss"', 'format = "knockout"\nlives = 2\nbest_of = 3']
)
def test_killed_where_pairings_depend_on_results(tmp_path: Path, keys: str) -> None:
    """Who meets whom after a kill -9 is who would have met without it."""
    file = FILE.replace(f'format = "round_robin"\ncycles = {CYCLES}', keys)
    assert keys in file
    undisturbed = new_cup(tmp_path, "waves", file)
    undisturbed.finish()
    cup = new_cup(tmp_path, "killed", file)
    for lines in (1, 3):
        with cup.start() as runner:
            assert wait_for_lines(runner.stdout, lines)
            runner.kill()
    cup.finish("resume")
    assert cup.matches() == undisturbed.matches()
    assert cup.standings() == undisturbed.standings()
    assert "all matches have been played" in cup.finish("run")


def test_killed_parties(tmp_path: Path) -> None:
    """A team game's tournament resumes too, and every replay holds."""
    keys = 'format = "team"\nparty_seats = 3\ncycles = 2'
    bots = "".join(
        f'[[bots]]\nname = "{name}"\nhouse = "{name}"\n' for name in ("seeker", "partner")
    )
    head = f'name = "cup"\ngame = "dice_adventure"\nsandbox = "none"\n{keys}\n[config]\nlevels = ["L1", "L2"]\n'
    undisturbed = new_cup(tmp_path, "team", head + bots)
    undisturbed.finish()
    cup = new_cup(tmp_path, "killed", head + bots)
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, 1)
        runner.kill()
    cup.finish("resume")
    assert cup.matches() == undisturbed.matches()
    assert cup.standings() == undisturbed.standings()
    assert cup.finish("verify").splitlines() == [
        "4 of 4 replays hold",
        "4 of 4 results are those of their replays",
    ]


def test_killed_referee(tmp_path: Path, undisturbed: Cup) -> None:
    """The runner starts its referee again, matches and bots go on, and the table is the same."""
    cup = new_cup(tmp_path, "referee")
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, 4)
        for pid in marked_processes(cup.mark):
            if b"serve" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                os.kill(pid, signal.SIGKILL)
        out, err = runner.communicate()
    assert (runner.returncode, err) == (0, ""), err
    assert "the referee died: signal 9" in out
    assert "the referee is started again" in out
    check_all_were_played_once(cup, undisturbed)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped(tmp_path: Path, number: signal.Signals) -> None:
    """Asked to stop, it stops at once, leaves nothing running, and says how to go on."""
    cup = new_cup(tmp_path, f"stopped-{number}")
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, 1)
        runner.send_signal(number)
        _, err = runner.communicate()
    assert runner.returncode == 130
    assert err == f"tournament: stopped; go on with: tournament resume {cup.data}\n"
    assert marked_processes(cup.mark) == set()


def test_a_bot_that_can_not_play(tmp_path: Path) -> None:
    """It forfeits all its matches soon, the others play theirs, and its last words are shown."""
    bots = '[[bots]]\nname = "one"\ncommand = "python steady.py 1"\n'
    bots += '[[bots]]\nname = "broken"\ncommand = ["python", "steady.py", "x"]\n'
    cup = new_cup(tmp_path, "broken", FILE[: FILE.index("[[bots]]")] + bots)
    out = cup.finish()
    assert "its last words: ValueError: invalid literal for int() with base 10: 'x'" in out
    assert "broken died 4 times in mid-match, the last time by exit status 1: see " in out
    assert {match.end.cause.name for match in cup.matches()} == {"FORFEIT"}
    assert [line["forfeits"] for line in cup.standings()["standings"]] == [0, 2 * CYCLES]  # type: ignore[index]
