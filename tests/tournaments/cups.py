"""Tournaments with real processes, to be stopped and killed by the tests."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import IO

from typer.testing import CliRunner

from tests.helpers.journals import left_of_matches
from tests.tournaments.processes_by_mark import MARK, marked_processes, wait_until_gone
from tournaments.cli import app
from tournaments.spec.store_url import checked_url
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredMatch
from tournaments.store.store import Store

__all__ = ["STEADY", "THREE_STEADY", "Cup", "new_cup", "wait_for_lines"]

STEADY = """
import itertools, sys
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

COMBOS = list(itertools.combinations(range(4), 2))
STEP = int(sys.argv[1])

def steady(observation):
    return Action(dice=COMBOS[(observation.seat + observation.game + STEP * observation.round) % 6])

run(steady, [])
"""
"""A bot whose every choice follows from what it sees."""
THREE_STEADY = """
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
"""Three of it, for a tournament file."""


@dataclasses.dataclass
class Cup:
    """A tournament file whose data folder is beside it."""

    folder: Path
    mark: str
    env: dict[str, str] = dataclasses.field(default_factory=dict)
    """What its commands get besides this process's environment."""

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.folder / "data" / "cup"

    def start(self, *command: str, file_limit: int | None = None) -> subprocess.Popen[str]:
        """Start a command on it, in a process group of its own.

        Args:
            command: A command and its options; none means `run`.
            file_limit: Bytes that a file may grow to; None means any.
        """
        process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-m",
                "tournaments",
                *(command or ("run",)),
                str(self.folder / "cup.toml"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {MARK: self.mark} | self.env,
            start_new_session=True,
        )
        if file_limit:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (file_limit, file_limit))
        return process

    def finish(self, *command: str) -> str:
        """Run a command to its end, which must be a good one; what it said."""
        with self.start(*command) as process:
            out, err = process.communicate()
        assert (process.returncode, err) == (0, ""), out + err
        assert marked_processes(self.mark) == set()
        return out

    def standings(self) -> object:
        """The table as programs read it, without what bots sent in vain: reconnects may repeat a message."""
        called = CliRunner().invoke(app, ["standings", str(self.data), "--json"], env=self.env)
        table = json.loads(called.output)
        table.pop("refusals", None)
        return table

    def store(self) -> Store:
        """Its results, to be read."""
        url = self.env.get("TOURNAMENT_STORE")
        store = None if url is None else checked_url(url)
        return Store(DataFolder(self.data, store=store).database)

    def matches(self) -> list[StoredMatch]:
        """All results, without what differs from run to run."""
        with contextlib.closing(self.store()) as store:
            matches = store.matches()
        return [dataclasses.replace(match, match_id="", replay=None) for match in matches]

    def replays(self) -> int:
        """How many replays there are; no match may be unfinished."""
        left = left_of_matches(self.data / "referee" / "journals")
        assert not left, left
        return len(list((self.data / "referee" / "replays").iterdir()))

    def wait_until_all_are_gone(self) -> None:
        """Wait for the end of all its processes; they must end without being told."""
        while running := marked_processes(self.mark):
            for pid in running:
                wait_until_gone(pid)


def new_cup(folder: Path, name: str, file: str, **others: str) -> Cup:
    """A tournament in a folder of its own.

    Args:
        folder: Where to make that.
        name: Its name.
        file: The tournament file.
        others: Texts of modules beside it, by their names.
    """
    (folder / name).mkdir()
    (folder / name / "cup.toml").write_text(file)
    for module, text in others.items():
        (folder / name / f"{module}.py").write_text(text)
    return Cup(folder / name, f"{os.getpid()}-{name}")


def wait_for_lines(stream: IO[str] | None, lines: int) -> bool:
    """Wait for so many lines of progress, besides those on dice and turns; false if there were fewer."""
    assert stream is not None
    return all(_progress(stream) for _ in range(lines))


def _progress(stream: IO[str]) -> str:
    while (line := stream.readline()).startswith(("dice: ", "turns: ")):
        pass
    return line
