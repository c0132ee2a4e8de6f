"""Whole tournaments on Dask clusters of real processes, some of which are killed."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.metadata
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.tournaments.clusters import Cluster
from tests.tournaments.cups import STEADY, THREE_STEADY
from tests.tournaments.processes_by_mark import MARK, marked_processes, wait_until_gone
from tournaments.cli import app
from tournaments.store.records import StoredMatch
from tournaments.store.store import Store

pytestmark = pytest.mark.slow

TOURNAMENT = (sys.executable, "-P", "-m", "tournaments")
CYCLES = 25
MATCHES = 2 * 2 * CYCLES

HEAD = """
name = "cup"
sandbox = "none"
game = "diceman"
format = "gauntlet"
challengers = ["one"]
cycles = {cycles}
seed = 7

[config]
games = 1

[time_control]
move_time = "30m"
join_limit = "30m"
"""


@dataclasses.dataclass
class Cup:
    """A tournament file whose data folder is beside it."""

    folder: Path
    mark: str

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.folder / "data" / "cup"

    def start(self, *options: str, command: str = "run", path: str = "") -> subprocess.Popen[str]:
        """Start a command on it, with a folder before the others in which programs are found."""
        return subprocess.Popen(
            [*TOURNAMENT, command, str(self.folder / "cup.toml"), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {MARK: self.mark, "PATH": path + os.environ["PATH"]},
        )

    def finish(self, *options: str, command: str = "run") -> str:
        """Run a command to its end, which must be a good one; what it said."""
        with self.start(*options, command=command) as process:
            out, err = process.communicate()
        assert (process.returncode, err) == (0, ""), out
        return out

    def standings(self) -> object:
        """The table as programs read it."""
        called = CliRunner().invoke(app, ["standings", str(self.data), "--json"])
        return json.loads(called.output)["standings"]

    def matches(self) -> list[StoredMatch]:
        """All results, without what differs from run to run."""
        with contextlib.closing(Store(self.data / "tournament.sqlite")) as store:
            matches = store.matches()
        return [dataclasses.replace(match, match_id="", replay=None) for match in matches]


def new_cup(folder: Path, name: str, *, cycles: int = CYCLES, bots: str = THREE_STEADY) -> Cup:
    """A tournament in a folder of its own."""
    (folder / name).mkdir()
    (folder / name / "cup.toml").write_text(HEAD.format(cycles=cycles) + bots)
    (folder / name / "steady.py").write_text(STEADY)
    return Cup(folder / name, f"{os.getpid()}-{name}")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    """The tournament as it goes on one machine."""
    cup = new_cup(tmp_path_factory.mktemp("cups"), "undisturbed")
    cup.finish()
    return cup


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of three workers."""
    with Cluster(tmp_path_factory.mktemp("cluster"), f"{os.getpid()}-cluster") as cluster:
        for name in ("w1", "w2", "w3"):
            cluster.add_worker(name)
        cluster.wait_for("w1", "w2", "w3")
        yield cluster


def read_until(process: subprocess.Popen[str], text: str) -> str:
    """Lines of a command's output up to the first with this text in it."""
    assert process.stdout is not None
    lines = ""
    while text not in lines:
        line = process.stdout.readline()
        assert line, lines
        lines += line
    return lines


def wait_until_only_the_cluster_is_left(cluster: Cluster) -> None:
    """Wait for the end of all that its workers have started; it must end without being told."""
    for pid in marked_processes(cluster.mark) - cluster.pids:
        wait_until_gone(pid)


def test_a_worker_is_killed(tmp_path: Path, undisturbed: Cup, cluster: Cluster) -> None:
    """Its matches are played elsewhere: a hundred results and a table as on one machine, replays and all."""
    cup = new_cup(tmp_path, "killed")
    with cup.start("--executor", cluster.executor) as runner:
        told = read_until(runner, f"30 of {MATCHES} matches")
        cluster.workers["w2"].kill()
        out, err = runner.communicate()
    told += out
    assert (runner.returncode, err) == (0, ""), told
    assert "worker w2 joins; " in told
    assert "worker w2 is lost; 2 workers, 2 matches at once" in told
    assert cup.matches() == undisturbed.matches()
    assert cup.standings() == undisturbed.standings()
    assert len(cup.matches()) == MATCHES
    wait_until_only_the_cluster_is_left(cluster)
    assert marked_processes(cup.mark) == set()
    assert cup.finish(command="verify").splitlines() == [
        f"{MATCHES} of {MATCHES} replays hold",
        f"{MATCHES} of {MATCHES} results are those of their replays",
    ]
    assert "all matches have been played" in cup.finish("--executor", cluster.executor)
    assert list(cup.data.glob("logs/one/*.stderr"))


def test_workers_that_are_not_fit(tmp_path: Path, cluster: Cluster) -> None:
    """Each is named with what is wrong, gets no match, and the one that is left plays them all."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "steadybot"
    program.write_text(f"#!{sys.executable}\n{STEADY}")
    program.chmod(0o755)
    here = f"{tmp_path / 'bin'}:"
    (tmp_path / "old" / "gamereferee-0.0.1.dist-info").mkdir(parents=True)
    metadata = tmp_path / "old" / "gamereferee-0.0.1.dist-info" / "METADATA"
    metadata.write_text("Metadata-Version: 2.1\nName: gamereferee\nVersion: 0.0.1\n")
    bots = THREE_STEADY.replace("python steady.py 2", "steadybot 2")
    cup = new_cup(tmp_path, "unfit", cycles=1, bots=bots)
    with cup.start("--executor", cluster.executor, path=here) as runner:
        out, err = runner.communicate()
    missing = f"bot two in {cup.folder}: command must begin with a program that is there to be run"
    assert runner.returncode == 1
    assert err.startswith("tournament: no worker of the cluster can play; worker w")
    assert err.endswith(f" is set aside: {missing}, not 'steadybot'\n")
    assert err.count("\n") == 1
    cluster.add_worker("old", {"PYTHONPATH": str(tmp_path / "old")})
    cluster.add_worker("good", {"PATH": here + os.environ["PATH"]})
    cluster.wait_for("old", "good")
    with cup.start("--executor", cluster.executor, path=here, command="resume") as runner:
        told = read_until(runner, "worker good joins")
        out, err = runner.communicate()
    told += out
    assert (runner.returncode, err) == (0, ""), told
    assert f"worker w1 is set aside: {missing}" in told
    own = importlib.metadata.version("gamereferee")
    version = f"it has gamereferee 0.0.1, the organizer has {own}"
    assert f"worker old is set aside: {version}\n" in told
    assert len(cup.matches()) == 4
    wait_until_only_the_cluster_is_left(cluster)


def test_the_scheduler_is_killed(tmp_path: Path, undisturbed: Cup) -> None:
    """The error is one line, nothing is left running, and the rest is played here."""
    cup = new_cup(tmp_path, "scheduler")
    (tmp_path / "cluster").mkdir()
    with Cluster(tmp_path / "cluster", f"{os.getpid()}-alone") as cluster:
        with cup.start("--executor", cluster.executor) as runner:
            read_until(runner, "has no worker yet: waiting")
            cluster.add_worker("late")
            read_until(runner, f"10 of {MATCHES} matches")
            cluster.scheduler.kill()
            _, err = runner.communicate()
        address = cluster.executor.removeprefix("dask://")
        assert err == f"tournament: the Dask scheduler at {address} has gone away\n"
        assert runner.returncode == 1
        for pid in marked_processes(cluster.mark) - {cluster.scheduler.pid}:
            wait_until_gone(pid)
    assert 10 <= len(cup.matches()) < MATCHES
    assert "resuming: " in cup.finish(command="resume")
    assert cup.matches() == undisturbed.matches()


def test_a_scheduler_that_is_not_there(tmp_path: Path) -> None:
    """One line, with the address."""
    cup = new_cup(tmp_path, "nowhere")
    with cup.start("--executor", "dask://127.0.0.1:1") as runner:
        _, err = runner.communicate()
    assert err.startswith("tournament: the Dask scheduler at 127.0.0.1:1 can't be reached: ")
    assert err.count("\n") == 1
    assert runner.returncode == 1
