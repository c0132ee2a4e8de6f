"""A run whose terminal is closed, or that is stopped before its first match, with real processes."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.patience import wait_until
from tests.tournaments.cups import STEADY, Cup, new_cup, wait_for_lines
from tests.tournaments.processes_by_mark import MARK, marked_processes
from tests.tournaments.test_resume import FILE
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

pytestmark = pytest.mark.slow  # each plays with a referee and four bots

LONG = FILE.replace("cycles = 3", "cycles = 100")  # not over before the signal comes
STUCK = "import pathlib, threading\npathlib.Path('stuck').touch()\nthreading.Event().wait()\n"
BOTH = [signal.SIGTERM, signal.SIGHUP]


def on_terminal(cup: Cup) -> tuple[int, int]:
    """Run it on a terminal of its own; return the process and the terminal's other end."""
    pid, terminal = pty.fork()
    if pid == 0:
        words = [sys.executable, "-P", "-m", "tournaments", "run", str(cup.folder / "cup.toml")]
        os.execve(sys.executable, words, os.environ | {MARK: cup.mark})
    return pid, terminal


def num_matches(cup: Cup) -> int:
    """How many results there are."""
    folder = DataFolder(cup.data)
    if not folder.exists:
        return 0
    with contextlib.closing(Store(folder.database)) as store:
        return 0 if store.tournament() is None else len(store.matches())


def test_a_terminal_that_is_closed(tmp_path: Path) -> None:
    """It ends the run as SIGTERM does, though nothing can be written any more; nothing is lost."""
    cup = new_cup(tmp_path, "closed", LONG, steady=STEADY)
    pid, terminal = on_terminal(cup)
    while num_matches(cup) < 2:
        os.read(terminal, 1 << 16)
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 130
    assert marked_processes(cup.mark) == set()
    assert num_matches(cup) >= 2


def test_it_stays_ignored_under_nohup(tmp_path: Path) -> None:
    """A run that was begun with SIGHUP ignored goes on to its end."""
    cup = new_cup(tmp_path, "nohup", FILE, steady=STEADY)
    words = [sys.executable, "-P", "-m", "tournaments", "run", str(cup.folder / "cup.toml")]
    with subprocess.Popen(
        ["nohup", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {MARK: cup.mark},
    ) as runner:
        assert wait_for_lines(runner.stdout, 1)
        runner.send_signal(signal.SIGHUP)
        runner.communicate()
    assert runner.returncode == 0
    assert len(cup.matches()) == 36


@pytest.mark.parametrize("number", BOTH)
def test_while_a_bot_is_built(tmp_path: Path, number: signal.Signals) -> None:
    """Nothing has been written, and the way on is the file; more signals change nothing of that."""
    built = (
        LONG
        + '[[bots]]\nname = "built"\ncommand = "python steady.py 3"\nbuild = "python stuck.py"\n'
    )
    cup = new_cup(tmp_path, "built", built, steady=STEADY, stuck=STUCK)
    with cup.start() as runner:
        wait_until((cup.folder / "stuck").exists, "a build")
        for each in (number, *BOTH):
            runner.send_signal(each)
        _, err = runner.communicate()
    assert runner.returncode == 130
    assert err == (
        "tournament: stopped before its first match, nothing was written; start it again by its"
        f" file: tournament run {cup.folder / 'cup.toml'}\n"
    )
    assert marked_processes(cup.mark) == set()
    with contextlib.closing(cup.store()) as store:
        assert store.tournament() is None


def test_many_signals(tmp_path: Path) -> None:
    """Those after the first do not break off the end of the run."""
    cup = new_cup(tmp_path, "many", LONG, steady=STEADY)
    with cup.start() as runner:
        assert wait_for_lines(runner.stdout, 1)
        for each in BOTH * 20:
            runner.send_signal(each)
        _, err = runner.communicate()
    assert runner.returncode == 130
    assert err == f"tournament: stopped; go on with: tournament resume {cup.data}\n"
    assert marked_processes(cup.mark) == set()
