"""What is left of bots that fork and leave, when those who should clean up are killed themselves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.processes_by_mark import MARK, marked_processes, wait_until_gone
from tests.tournaments.sandboxes import needs_sandbox, sandbox_of

LEAVING = """
import os, time

def stay():
    os.write(tell, b"!")
    time.sleep(1000)

told, tell = os.pipe()
if os.fork() == 0:            # a child like any other
    stay()
if os.fork() == 0:            # one that leaves group and session
    os.setsid()
    stay()
if os.fork() == 0:            # one whose parent ends, as daemons do
    if os.fork() == 0:
        stay()
    os._exit(0)
if os.fork() == 0:            # both
    os.setsid()
    if os.fork() == 0:
        stay()
    os._exit(0)
left = 4
while left:
    left -= len(os.read(told, left))
print("all are there", flush=True)
time.sleep(1000)
"""
LEFT = 5
"""Processes of it that stay."""

RUNNER = """
import asyncio, json, sys
from pathlib import Path
from tournaments.processes.client import SupervisorClient

async def main() -> None:
    supervisor = SupervisorClient.start()
    await supervisor.connect()
    folder, code, env, sandbox = sys.argv[1], *map(json.loads, sys.argv[2:])
    process = await supervisor.run(
        [sys.executable, "-c", code], cwd=Path(folder), env=env, log=Path(folder, "program"), sandbox=sandbox
    )
    print(supervisor._process.pid, flush=True)
    await process.ended

asyncio.run(main())
"""


class Scene:
    """A runner, the supervisor with its guard, and a program that has left processes everywhere."""

    def __init__(self, folder: Path, mark: str, sandbox: list[str]) -> None:
        self.mark = mark
        arguments = [str(folder), *map(json.dumps, (LEAVING, {MARK: mark}, sandbox))]
        self.runner = subprocess.Popen(
            [sys.executable, "-c", RUNNER, *arguments], stdout=subprocess.PIPE, text=True
        )
        assert self.runner.stdout
        self.guard = int(self.runner.stdout.readline())
        children = Path(f"/proc/{self.guard}/task/{self.guard}/children").read_text()
        self.supervisor = int(children)
        while "all are there" not in (folder / "program.stdout").read_text():
            assert self.runner.poll() is None
            time.sleep(0.01)

    @property
    def left(self) -> set[int]:
        """Processes of the program."""
        return marked_processes(self.mark)

    def end(self) -> None:
        """Leave nothing behind, whatever went wrong."""
        self.runner.kill()
        self.runner.wait()
        assert self.runner.stdout
        self.runner.stdout.close()
        for pid in self.left:
            os.kill(pid, signal.SIGKILL)


@pytest.fixture(params=["none", pytest.param("bubblewrap", marks=needs_sandbox)])
def scene(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Scene]:
    """All of them running."""
    sandbox = sandbox_of(tmp_path) if request.param == "bubblewrap" else []
    made = Scene(tmp_path, f"{os.getpid()}-{tmp_path.name}", sandbox)
    yield made
    made.end()


@pytest.mark.parametrize(
    "killed",
    [
        ("runner",),
        ("supervisor",),
        ("guard",),
        ("runner", "supervisor"),
        ("supervisor", "runner"),
        ("runner", "guard"),
    ],
    ids=" and ".join,
)
def test_nothing_is_left(scene: Scene, killed: tuple[str, ...]) -> None:
    """After SIGKILL of any of them, and of runner and supervisor both, all processes end."""
    pids = {
        "runner": scene.runner.pid,
        "supervisor": scene.supervisor,
        "guard": scene.guard,
    }
    before = scene.left
    assert len(before) >= LEFT
    for name in killed:
        os.kill(pids[name], signal.SIGKILL)
    for pid in before | {scene.supervisor, scene.guard}:
        wait_until_gone(pid)
    assert scene.left == set()


@needs_sandbox
def test_nothing_is_left_of_a_sandbox_when_all_are_killed(tmp_path: Path) -> None:
    """In a sandbox nobody needs to be left to clean up."""
    scene = Scene(tmp_path, f"{os.getpid()}-{tmp_path.name}", sandbox_of(tmp_path))
    before = scene.left
    for pid in (scene.guard, scene.supervisor, scene.runner.pid):
        os.kill(pid, signal.SIGKILL)
    for pid in before:
        wait_until_gone(pid)
    scene.end()


def test_daemons_are_left_without_a_sandbox_when_all_are_killed(tmp_path: Path) -> None:
    """What the test above would find if nobody cleaned up: all but the first process, which docs own to."""
    scene = Scene(tmp_path, f"{os.getpid()}-{tmp_path.name}", [])
    main = min(scene.left)
    for number in (signal.SIGSTOP, signal.SIGKILL):  # stopped, none can do a thing before its turn
        for pid in (scene.guard, scene.supervisor, scene.runner.pid):
            os.kill(pid, number)
    wait_until_gone(main)
    left = len(scene.left)
    scene.end()
    assert left == LEFT - 1
