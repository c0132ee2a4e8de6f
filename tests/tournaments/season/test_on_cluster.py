"""A season on a cluster of real processes: programs are sent to workers, one of which is killed, as is the run."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.helpers.patience import wait_until
from tests.tournaments.clusters import Cluster
from tests.tournaments.cups import STEADY, Cup, new_cup
from tests.tournaments.processes_by_mark import marked_processes, wait_until_gone
from tests.tournaments.season.test_door_to_table import keep_results_in
from tests.tournaments.season.test_played import command, logged
from tournaments.log.event import parse_line
from tournaments.store.records import id_at_worker

SEASON = """{store}name = "cup"
game = "diceman"
format = "ladder"
sandbox = "none"
executor = "{executor}"
[config]
games = 3
[time_control]
move_time = "30m"
join_limit = "30m"
[season]
first_matches = 2
keep_replays = "1d"
[[bots]]
name = "greedy"
house = "greedy"
[[stages]]
name = "final"
format = "round_robin"
top = 2
"""


@pytest.mark.slow
@pytest.mark.nightly
def test_a_season_on_a_cluster(
    tmp_path: Path, store_url: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lost worker's match is void and played again; what is handed in plays on workers, also the final.

    So with results in SQLite, and in PostgreSQL by a line of the file.
    """
    store = keep_results_in(store_url, monkeypatch)
    (tmp_path / "cluster").mkdir()
    with Cluster(tmp_path / "cluster", f"{os.getpid()}-cluster") as cluster:
        for name in ("w1", "w2"):
            cluster.add_worker(name)
        cup = new_cup(tmp_path, "season", SEASON.format(store=store, executor=cluster.executor))
        cluster.wait_for("w1", "w2")
        with cup.start() as killed:
            wait_until(lambda: (cup.data / "inbox").is_dir(), "the inbox")
            for name, step in (("ann", 1), ("bob", 5)):
                hand_in(cup, name, step)
            wait_until(lambda: logged(cup, "ended") >= 6, "six matches")
            os.kill(killed.pid, signal.SIGKILL)
        cup.wait_until_all_are_gone()

        with cup.start() as run:
            before = logged(cup, "ended")
            wait_until(lambda: logged(cup, "ended") >= before + 2, "two more matches")
            hold = cup.folder / "hold"
            hold.touch()  # no match ends from now on, so that one is lost for certain
            wait_until(lambda: is_played_by(cup, "w2"), "a match on w2")
            cluster.workers["w2"].kill()
            wait_until(lambda: logged(cup, "void") >= 1, "a match that is lost with its worker")
            hold.unlink()
            before = logged(cup, "ended")
            wait_until(lambda: logged(cup, "ended") >= before + 2, "two more matches")
            closed = command(cup, "close", "--reason", "enough")
            assert (closed.returncode, closed.stderr) == (0, "")
            out, err = run.communicate()
            assert run.returncode == 0, out + err
        assert "worker w2 is lost; 1 worker, 1 match at once" in out
        for pid in marked_processes(cluster.mark) - cluster.pids:
            wait_until_gone(pid)
        copies = list((tmp_path / "cluster" / "w1").glob("dask-scratch-space/worker-*/copies-*/*"))
        assert len(copies) == 2
    lines = (cup.data / "tournament.log").read_text().splitlines()
    bodies = [parse_line(line).body for line in lines]
    ended = [body for body in bodies if body["type"] == "ended"]
    assert len({body["match"] for body in ended}) == len(ended)
    void = next(body for body in bodies if body["type"] == "void")
    assert (void["cause"], void["id"], void["again"]) == ("HOST_FAILURE", "", True)
    # The loss cost the match one attempt, and not those that would have begun meanwhile.
    assert (void["match"], 2) in {(body["match"], body["attempt"]) for body in ended}
    (stage,) = [body for body in bodies if body["type"] == "stage_ended"]
    assert len(stage["order"]) == 2
    assert (cup.data / "tournament.sqlite").exists() == (store_url is None)
    audit = command(cup, "audit")
    assert audit.returncode == 0, audit.stdout + audit.stderr
    assert f"{len(ended)} results are those of their replays" in audit.stdout


def is_played_by(cup: Cup, worker: str) -> bool:
    """Whether a worker has an attempt whose result is not there yet."""
    with contextlib.closing(cup.store()) as store:
        return any(each.match_id == id_at_worker(worker) for each in store.attempts())


def hand_in(cup: Cup, name: str, step: int) -> None:
    """Put a program into the inbox, as a git hook does; it does not answer while there is a file `hold`."""
    inbox = cup.data / "inbox"
    hidden = inbox / f".{name}"
    hidden.mkdir()
    manifest = f'name = "{name}"\ncommand = ["{sys.executable}", "bot.py", "{step}"]\n'
    (hidden / "bot.toml").write_text(manifest)
    waits = f"    while os.path.exists({str(cup.folder / 'hold')!r}):\n        time.sleep(0.05)\n"
    program = STEADY.replace("import itertools, sys", "import itertools, os, sys, time")
    program = program.replace("    return Action", f"{waits}    return Action")
    (hidden / "bot.py").write_text(program)
    hidden.rename(inbox / name)
