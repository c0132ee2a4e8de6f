"""Dask clusters of real processes on this machine, for tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.helpers.patience import patience
from tests.tournaments.processes_by_mark import MARK

__all__ = ["Cluster"]


class Cluster:
    """A scheduler and its workers, on ports that the system chooses.

    Args:
        folder: For everything they write.
        mark: Told to all its processes, and by them to theirs.
    """

    def __init__(self, folder: Path, mark: str) -> None:
        self.mark = mark
        self._folder = folder
        self._env = os.environ | {MARK: mark}
        self._file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", ["--port", "0"], {}, log="scheduler")
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        """By name."""

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers.values(), self.scheduler):
            process.kill()  # asked to end, a worker may wait for its scheduler
        for process in (*self.workers.values(), self.scheduler):
            process.wait()

    @property
    def executor(self) -> str:
        """What the command line calls it; waits until the scheduler is up."""
        give_up_at = time.monotonic() + patience(300)
        while not (self._file.is_file() and self._file.read_text()):
            assert self.scheduler.poll() is None
            assert time.monotonic() < give_up_at
            time.sleep(0.05)  # nobody tells of a file that is written
        address: str = json.loads(self._file.read_text())["address"]
        return address.replace("tcp://", "dask://")

    def add_worker(self, name: str, env: Mapping[str, str] | None = None) -> None:
        """Start a worker with one thread; it joins when it is up (see `wait_for`).

        Args:
            name: Its name.
            env: Environment variables in place of this process's.
        """
        assert self.executor
        options = ["--no-nanny", "--nthreads", "1", "--name", name]
        options += ["--local-directory", str(self._folder / name)]
        self.workers[name] = self._start("worker", options, env or {}, log=name)

    def wait_for(self, *names: str) -> None:
        """Wait until the scheduler knows these workers, as their logs tell."""
        give_up_at = time.monotonic() + patience(300)
        while not all("Registered to" in self._log(name).read_text() for name in names):
            assert time.monotonic() < give_up_at
            time.sleep(0.05)  # nobody tells of a file that is written

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.log"

    def _start(
        self, kind: str, options: list[str], env: Mapping[str, str], log: str
    ) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-m", "distributed.cli.dask_" + kind]
        command += ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(self._file)]
        with self._log(log).open("wb") as file:
            streams: dict[str, Any] = {"stdout": file, "stderr": file, "stdin": subprocess.DEVNULL}
            return subprocess.Popen([*command, *options], env={**self._env, **env}, **streams)

    @property
    def pids(self) -> set[int]:
        """Ids of its own processes that should be there."""
        processes = (self.scheduler, *self.workers.values())
        return {process.pid for process in processes if process.poll() is None}
