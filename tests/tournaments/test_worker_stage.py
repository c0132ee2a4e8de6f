"""A worker's stage by itself, with real processes and without Dask."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tournaments.processes_by_mark import MARK, marked_processes, wait_until_gone
from tournaments.bots.programs import resolve_programs
from tournaments.cluster import worker_stage
from tournaments.cluster.plan import make_plan
from tournaments.cluster.worker_stage import StageError, WorkerStage
from tournaments.pairings.orders import order_of
from tournaments.play.executor import AttemptOrder
from tournaments.spec.config import TournamentSpec
from tournaments.spec.matches import GameFacts
from tournaments.spec.reading import parse_spec
from tournaments.tables.formats import make_scheduler

pytestmark = pytest.mark.slow

FACTS = GameFacts(version=1, min_seats=2, max_seats=2, versions=(1,))
FILE = """
name = "cup"
game = "diceman"
format = "round_robin"
[config]
games = 1
[[bots]]
name = "greedy"
house = "greedy"
[[bots]]
name = "crash"
command = ["sh", "-c", "echo going down >&2; exit 3"]
"""


def spec_of(folder: Path, text: str = FILE) -> TournamentSpec:
    """The tournament, its file in this folder."""
    return parse_spec(text, folder / "cup.toml")


def attempt(spec: TournamentSpec, number: int = 1) -> AttemptOrder:
    """An attempt at its first match."""
    pairing = make_scheduler(spec).due()[0]
    return AttemptOrder(
        order_of(spec, pairing, FACTS.version), f"request-{number}", "a match", None
    )


@contextlib.asynccontextmanager
async def stage(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str = FILE
) -> AsyncIterator[tuple[WorkerStage, str]]:
    """A stage, and the mark of all its processes."""
    mark = f"{os.getpid()}-{folder.name}"
    monkeypatch.setenv(MARK, mark)
    spec = spec_of(folder, text)
    file = folder / "cup.toml"
    plan = make_plan("run", spec, file, resolve_programs(spec, file))
    stage = WorkerStage(plan, folder / "worker")
    try:
        yield stage, mark
    finally:
        await stage.close()
        monkeypatch.delenv(MARK)
        assert marked_processes(mark) - {os.getpid()} == set()
        assert list((folder / "worker").glob("*")) == []


async def test_what_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end, the replay, and the notes, ends and last words of processes."""
    async with stage(tmp_path, monkeypatch) as (opened, _):
        assert await opened.open() == FACTS
        outcome = await opened.play(attempt(spec_of(tmp_path)))
        assert outcome.error == ""
        assert outcome.played is not None
        assert outcome.played.replay == f"referee/replays/{outcome.played.match_id}.replay"
        assert outcome.played.end.cause.name == "FORFEIT"
        assert len(outcome.replay) > 100
        assert any(note.startswith("crash is not started again") for note in outcome.notes)
        # One that had just been started when the match ended is killed, which is no death of its own.
        crashes = [each for each in outcome.processes if each.program == "crash" and each.died]
        assert len(crashes) > 1
        for crash in crashes:
            assert crash.ended.code == 3
            wrote, told = crash.stderr.split(b"\n\n", 1)
            assert wrote == b"going down"
            assert told.startswith(b"[tournament: crash died: exit status 3 ")
        last = await opened.close()
        assert last.played is None
        assert {each.program for each in last.processes} - {"crash"} == {"greedy", "referee"}
        assert not any(process.died for process in last.processes)


def _command(pid: int) -> bytes:
    """The command line of a process; nothing if it has just ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


async def test_a_stage_that_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything on it ends, and the next attempt brings up another."""
    async with stage(tmp_path, monkeypatch) as (opened, mark):
        await opened.open()
        running = marked_processes(mark) - {os.getpid()}
        for pid in [
            pid for pid in running if b"tournaments.cluster.stage_process" in _command(pid)
        ]:
            os.kill(pid, signal.SIGKILL)
        for pid in running:
            await asyncio.to_thread(wait_until_gone, pid)
        outcomes = [await opened.play(attempt(spec_of(tmp_path), n)) for n in (1, 2)]
        assert outcomes[-1].error == ""
        assert outcomes[-1].played is not None
        assert {outcome.error for outcome in outcomes} <= {"", "its stage has died"}


async def test_an_idle_stage_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the organizer's machine has died; a later attempt brings it up again."""
    async with stage(tmp_path, monkeypatch) as (opened, mark):
        await opened.open()
        monkeypatch.setattr(worker_stage, "IDLE_S", 0.1)
        await opened.play(attempt(spec_of(tmp_path)))
        for pid in marked_processes(mark) - {os.getpid()}:
            await asyncio.to_thread(wait_until_gone, pid)
        assert list((tmp_path / "worker").glob("*")) == []
        outcome = await opened.play(attempt(spec_of(tmp_path), 2))
        assert outcome.played is not None


async def test_an_attempt_that_comes_while_an_idle_stage_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is played on another stage."""
    async with stage(tmp_path, monkeypatch) as (opened, _):
        facts = await opened.open()
        opened._end_if_idle()  # as its timer does, at the worst moment
        assert await opened.open() == facts
        outcome = await opened.play(attempt(spec_of(tmp_path)))
        assert (outcome.error, outcome.played is not None) == ("", True)


async def test_a_stage_that_does_not_come_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error is the one that an organizer would read."""
    text = FILE.replace("diceman", "chess").replace('house = "greedy"', 'command = "true"')
    async with stage(tmp_path, monkeypatch, text) as (opened, _):
        with pytest.raises(StageError, match="the referee refuses: unknown game 'chess'"):
            await opened.open()
