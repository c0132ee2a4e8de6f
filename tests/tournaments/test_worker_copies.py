"""Copies of programs travel to workers: whole, by their digests, once, and no longer kept than needed."""

from __future__ import annotations

import dataclasses
import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tournaments.bots.copies import digest_of, keep_copy, list_files
from tournaments.bots.entry_programs import EntryProgram
from tournaments.cluster import shipping
from tournaments.cluster.shipping import Ask, SeasonPrograms, send_copies
from tournaments.cluster.worker_copies import CopyPart, WorkerCopies, copies_in


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The copy of a program with a folder, a link, a program to run, and a file of a known time."""
    home = tmp_path / "home"
    (home / "data" / "empty").mkdir(parents=True)
    (home / "bot.py").write_text("print(1)")
    (home / "run.sh").write_text("#!/bin/sh\n")
    (home / "run.sh").chmod(0o755)
    (home / "data" / "weights").write_bytes(bytes(range(256)) * 50)
    os.utime(home / "data" / "weights", ns=(10**18, 10**18 + 500_000_000))
    (home / "latest").symlink_to("data/weights")
    (home / "system").symlink_to("/etc/passwd")
    copy, _ = keep_copy(home, tmp_path / "programs")
    return copy


class Worker:
    """A worker that answers at once, and notes what it was asked."""

    def __init__(self, folder: Path) -> None:
        self._self = SimpleNamespace(address=f"tcp://{folder}", local_directory=str(folder))
        self.asked: list[str] = []
        self.spoil: Callable[[CopyPart], CopyPart] = lambda part: part

    async def ask(self, function: Callable[..., Awaitable[object]], *args: Any) -> object:
        """Run a function on it, as Dask does."""
        self.asked.append(function.__name__)
        if isinstance(args[-1], CopyPart):
            args = (*args[:-1], self.spoil(args[-1]))
        return await function(*args, dask_worker=self._self)


def programs(kept: Path, *needed: str) -> SeasonPrograms:
    """The programs of a season, one of which is the copy."""
    program = EntryProgram("ann", 2, kept.name, Path("/somewhere"))
    return SeasonPrograms("s1", kept.parent, {"ann@2": program}, {"greedy": 3}, lambda: needed)


def ask_of(worker: Worker) -> Ask:
    """How it is asked."""
    return worker.ask


async def test_a_copy_is_sent_once_and_as_it_is(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With links, empty folders, times and what may be run; a worker that begins again still has it."""
    monkeypatch.setattr(shipping, "PART_BYTES", 4096)
    worker, season = Worker(tmp_path / "worker"), programs(kept)
    (program,) = season.of(["ann@2", "greedy@3"])
    assert await send_copies([program], season, ask_of(worker)) is None
    assert worker.asked.count("take_copy") > 2
    there = copies_in(tmp_path / "worker", "s1") / kept.name
    assert digest_of(list_files(there)) == kept.name
    assert (there / "data" / "empty").is_dir()
    assert os.access(there / "run.sh", os.X_OK)
    assert (there / "latest").readlink() == Path("data/weights")
    assert (there / "data" / "weights").stat().st_mtime_ns == 10**18 + 500_000_000
    worker.asked.clear()
    assert await send_copies([program], season, ask_of(worker)) is None
    assert worker.asked == ["lacking"]
    assert WorkerCopies(there.parent).lacking([kept.name]) == []
    assert [path.name for path in there.parent.iterdir()] == [kept.name]


async def test_a_copy_that_came_as_another(tmp_path: Path, kept: Path) -> None:
    """It is not kept, and the reason names both digests."""
    worker, season = Worker(tmp_path / "worker"), programs(kept)
    worker.spoil = lambda part: dataclasses.replace(
        part, data=part.data.replace(b"print(1)", b"print(2)")
    )
    problem = await send_copies(season.of(["ann@2"]), season, ask_of(worker))
    assert problem is not None
    assert problem.startswith(f"the copy {kept.name} came as ")
    assert not (copies_in(tmp_path / "worker", "s1") / kept.name).exists()


async def test_a_copy_that_was_changed_or_is_not_needed(tmp_path: Path, kept: Path) -> None:
    """The first is sent again, the second deleted when another one comes."""
    folder = copies_in(tmp_path / "worker", "s1")
    for name in ("f" * 64, "e" * 64, kept.name):
        shutil.copytree(kept, folder / name, symlinks=True)
    (folder / kept.name / "bot.py").write_text("print(2)")
    worker, season = Worker(tmp_path / "worker"), programs(kept, "e" * 64)
    assert await send_copies(season.of(["ann@2"]), season, ask_of(worker)) is None
    assert {path.name for path in folder.iterdir()} == {kept.name, "e" * 64}
    assert (folder / kept.name / "bot.py").read_text() == "print(1)"


async def test_a_worker_that_does_not_answer(kept: Path) -> None:
    """What it said in place of an answer is the reason."""

    async def ask(*_: object) -> object:
        return OSError("connection lost")

    season = programs(kept)
    assert await send_copies(season.of(["ann@2"]), season, ask) == "connection lost"


def test_which_programs_workers_can_start(kept: Path) -> None:
    """What was handed in, and the current version of a program of the file."""
    season = programs(kept)
    labels = ("ann@2", "ann", "greedy@3", "greedy", "greedy@2", "bob")
    assert [label for label in labels if season.can_start(label)] == ["ann@2", "greedy@3"]
