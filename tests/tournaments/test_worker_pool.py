"""Who gets the next match, and what the organizer finds out about workers, without a cluster."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.fakes import FACTS, Silence, ended, spec_of
from tournaments.bots.programs import resolve_programs
from tournaments.cluster import worker as on_worker
from tournaments.cluster.books import Books
from tournaments.cluster.executor import DaskExecutor
from tournaments.cluster.plan import NeededFile, StagePlan, make_plan, own_version, whats_missing
from tournaments.cluster.worker_pool import FAILURES, PooledWorker, WorkerPool
from tournaments.cluster.worker_stage import EndedProcess, WorkerReply
from tournaments.pairings.orders import order_of
from tournaments.play.executor import AttemptOrder, PlayedAttempt
from tournaments.processes.client import Exit
from tournaments.spec.errors import ClusterError
from tournaments.spec.matches import GameFacts
from tournaments.spec.outcomes import EndCause
from tournaments.spec.reading import parse_spec
from tournaments.store.folder import DataFolder
from tournaments.tables.formats import make_scheduler

SPEC = spec_of("ab")
PLAN = StagePlan("run", SPEC, Path("cup.toml"), ())
EXIT = Exit(code=0, cpu_s=1.0, wall_s=2.0, max_rss_kib=3)


async def pool_of(**threads: int) -> WorkerPool:
    """Fit workers by name."""
    pool = WorkerPool()
    for name, count in threads.items():
        pool.add(PooledWorker(name, name, count))
    for worker in pool.workers:
        await pool.admit(worker)
    return pool


async def test_threads_are_shared_out() -> None:
    """The worker that is busy least is next; with no thread free, one is waited for."""
    pool = await pool_of(a=1, b=2)
    taken = [await pool.seize() for _ in range(3)]
    assert [worker.name for worker in taken] == ["a", "b", "b"]
    waiting = asyncio.create_task(pool.seize())
    await asyncio.sleep(0)
    assert not waiting.done()
    await pool.release(taken[1])
    assert (await waiting).name == "b"


async def test_a_lost_worker_gets_nothing() -> None:
    """Whoever waits for its matches is told."""
    pool = await pool_of(a=1, b=1)
    (first, second) = pool.workers
    pool.remove(first)
    assert first.lost.is_set()
    assert await pool.seize() is second
    assert pool.threads == 1
    pool.set_aside(second)
    assert pool.is_hopeless
    pool.remove(second)
    assert not pool.is_hopeless


class FakeFuture:
    """A task that a fake client was given."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def __await__(self) -> Any:
        return asyncio.ensure_future(self._answer).__await__()

    def release(self) -> None:
        """Nothing to let go."""


class FakeClient:
    """A cluster whose workers answer as they are told.

    Args:
        workers: By address: what `greet`, `prepare` and `play` answer there; an exception is raised.
    """

    def __init__(self, workers: Mapping[str, Mapping[str, Any]]) -> None:
        self.workers = dict(workers)
        self.status = "running"
        self.played: list[str] = []
        """Addresses of the workers that were asked to play, in order."""

    async def nthreads(self) -> dict[str, int]:
        """One thread each."""
        return dict.fromkeys(self.workers, 1)

    async def run(
        self, function: Callable[..., Any], *_: Any, workers: list[str], on_error: str
    ) -> dict[str, Any]:
        """What they answer."""
        assert on_error == "return"
        return {address: self.workers[address].get(function.__name__) for address in workers}

    def submit(self, function: Callable[..., Any], worker: str, *_: Any, **options: Any) -> Any:
        """A task of that worker alone."""
        assert function is on_worker.play
        assert (options["workers"], options["allow_other_workers"]) == ([worker], False)
        self.played.append(worker)
        return FakeFuture(self._play(self.workers[worker]["play"]))

    async def _play(self, answer: Any) -> Any:
        if isinstance(answer, asyncio.Event):
            await answer.wait()
        if isinstance(answer, Exception):
            raise answer
        return answer


def fit(name: str, play: Any = None, **others: Any) -> dict[str, Any]:
    """The answers of a worker that can play."""
    return {
        "greet": on_worker.Greeting(name, own_version()),
        "prepare": FACTS,
        "play": play,
    } | others


def outcome(error: str = "", **others: Any) -> WorkerReply:
    """A match that was played, or an error."""
    played = None if error else PlayedAttempt("m1", ended(1, 2), "referee/replays/m1.replay")
    values = {"replay": b"replay", "notes": (), "processes": ()} | others
    return WorkerReply(played=played, error=error, **values)


class Processes:
    """Takes down processes."""

    def __init__(self) -> None:
        self.ended: list[tuple[str, int, Exit, bool]] = []

    def begin_process(self, program: str) -> int:
        """Always the seventh."""
        del program
        return 7

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """Only taken down."""
        self.ended.append((program, number, ended, died))


class Play:
    """An executor on a fake cluster."""

    def __init__(self, folder: Path, client: FakeClient, most: int | None = None) -> None:
        self.client = client
        self.progress = Silence()
        self.processes = Processes()
        books = Books(DataFolder(folder), self.processes, self.progress.note)
        self.executor = DaskExecutor(
            client, "host:1", PLAN, FACTS, most=most, books=books, progress=self.progress
        )

    async def looked(self) -> None:
        """Look once at which workers are there, and greet them."""
        watching = asyncio.create_task(self.executor.watch())
        for _ in range(100):  # nothing here waits for more than a turn of the event loop
            await asyncio.sleep(0)
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching

    async def play(self) -> PlayedAttempt:
        """Play the first match."""
        pairing = make_scheduler(SPEC).due()[0]
        attempt = AttemptOrder(order_of(SPEC, pairing, FACTS.version), "r", "l", None)

        async def begun(_: str) -> None:
            """Write nothing down."""

        return await self.executor.play(attempt, begun)


async def test_everything_that_comes_back_is_kept(tmp_path: Path) -> None:
    """Replay, notes, and processes with their output, as if it had been played here."""
    process = EndedProcess("bot", EXIT, died=True, stdout=b"out", stderr=b"err")
    play = Play(
        tmp_path,
        FakeClient({"a": fit("w1", outcome(notes=("bot died",), processes=(process,)))}),
    )
    await play.looked()
    assert (await play.play()).end == ended(1, 2)
    assert (tmp_path / "referee" / "replays" / "m1.replay").read_bytes() == b"replay"
    assert (tmp_path / "logs" / "bot" / "0007.stdout").read_bytes() == b"out"
    assert (tmp_path / "logs" / "bot" / "0007.stderr").read_bytes() == b"err"
    assert play.processes.ended == [("bot", 7, EXIT, True)]
    joined = "worker w1 joins; 1 worker, 1 match at once"
    assert play.progress.notes == [joined, "worker w1: bot died"]


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (
            {"prepare": GameFacts(version=2, min_seats=2, max_seats=2)},
            "it has version 2 of diceman, the organizer has version 1",
        ),
        (
            {"greet": on_worker.Greeting("w2", "0.0.1")},
            f"it has gamereferee 0.0.1, the organizer has {own_version()}",
        ),
        ({"prepare": "bot b: /b.py is not there"}, "bot b: /b.py is not there"),
        ({"prepare": OSError("gone")}, "gone"),
    ],
)
async def test_a_worker_that_is_not_fit(
    tmp_path: Path, answers: dict[str, Any], problem: str
) -> None:
    """It is named, and gets nothing; if there is no other, it is an error."""
    client = FakeClient({"a": fit("w1", outcome()), "b": fit("w2", outcome(), **answers)})
    play = Play(tmp_path, client)
    await play.looked()
    assert f"worker w2 is set aside: {problem}" in play.progress.notes
    assert play.executor.slots == 1
    await play.play()
    assert client.played == ["a"]
    with pytest.raises(ExceptionGroup) as caught:
        await Play(tmp_path, FakeClient({"b": client.workers["b"]})).looked()
    assert caught.group_contains(ClusterError, match=f"no worker .* w2 is set aside: {problem}")


async def test_a_worker_without_the_package(tmp_path: Path) -> None:
    """Its name is not known, but its address."""
    error = ModuleNotFoundError("No module named 'tournaments'")
    play = Play(tmp_path, FakeClient({"a": fit("w1"), "tcp://b": {"greet": error}}))
    await play.looked()
    problem = "it does not know this package: No module named 'tournaments'"
    assert f"worker tcp://b is set aside: {problem}" in play.progress.notes


async def test_a_match_on_a_lost_worker_is_void(tmp_path: Path) -> None:
    """By failure of the host, so that it is played again."""
    client = FakeClient({"a": fit("w1", asyncio.Event()), "b": fit("w2", outcome())})
    play = Play(tmp_path, client)
    watching = asyncio.create_task(play.executor.watch())
    await play.executor.wait_for_workers()
    playing = asyncio.create_task(play.play())
    await asyncio.sleep(0)
    del client.workers["a"]
    played = await playing
    watching.cancel()
    assert played.end.cause is EndCause.HOST_FAILURE
    assert played.end.text == "worker w1 failed: it is lost"
    assert "worker w1 is lost; 1 worker, 1 match at once" in play.progress.notes
    assert (await play.play()).end == ended(1, 2)


@pytest.mark.parametrize("failing", [outcome("its stage has died"), OSError("no memory")])
async def test_a_worker_that_keeps_failing(tmp_path: Path, failing: object) -> None:
    """It spoils so many attempts in a row, and then no more."""
    client = FakeClient({"a": fit("w1", failing), "b": fit("w2", outcome())})
    play = Play(tmp_path, client)
    await play.looked()
    causes = [(await play.play()).end.cause for _ in range(FAILURES + 2)]
    assert causes == [EndCause.HOST_FAILURE] * FAILURES + [EndCause.RULES] * 2
    assert any(
        note.startswith("worker w1 is set aside: it failed 3 t") for note in play.progress.notes
    )


async def test_a_lost_scheduler(tmp_path: Path) -> None:
    """One error, with its address."""
    play = Play(tmp_path, FakeClient({"a": fit("w1")}))
    play.client.status = "connecting"
    with pytest.raises(ExceptionGroup) as caught:
        await play.looked()
    assert caught.group_contains(ClusterError, match="^the Dask scheduler at host:1 has gone away")


async def test_as_many_at_once_as_threads(tmp_path: Path) -> None:
    """Or as were asked for, if that is less; never none."""
    workers = {address: fit(address) for address in "abc"}
    for most, slots in ((None, 3), (2, 2), (9, 3)):
        play = Play(tmp_path, FakeClient(workers), most)
        assert play.executor.slots == 1
        await play.looked()
        assert play.executor.slots == slots


def test_files_that_must_be_there(tmp_path: Path) -> None:
    """Those that a command names; each is missed by bot and path, and so is another one's content."""
    text = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\n'
    text += '[[bots]]\nname = "a"\nhouse = "greedy"\n'
    text += '[[bots]]\nname = "b"\ncommand = "python bots/b.py --fast data.bin"\n'
    text += '[[bots]]\nname = "c"\ncommand = "./c"\n'
    (tmp_path / "bots").mkdir()
    for name in ("bots/b.py", "data.bin", "c"):
        (tmp_path / name).write_text(name)
    (tmp_path / "c").chmod(0o755)
    file = tmp_path / "cup.toml"
    spec = parse_spec(text, file)
    plan = make_plan("run", spec, file, resolve_programs(spec, file))
    expected = [("b", "bots/b.py"), ("b", "data.bin"), ("c", "c")]
    assert [(n.bot, n.path) for n in plan.needed] == [(b, tmp_path / p) for b, p in expected]
    assert isinstance(plan.needed[0], NeededFile)
    assert whats_missing(plan) is None
    (tmp_path / "data.bin").write_text("another")
    assert whats_missing(plan) == f"bot b: {tmp_path / 'data.bin'} is not the organizer's file"
    (tmp_path / "bots" / "b.py").unlink()
    assert whats_missing(plan) == f"bot b: {tmp_path / 'bots' / 'b.py'} is not there"
