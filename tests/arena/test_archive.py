"""The process that rebuilds ended matches: nobody's request breaks it for others, and nothing is left of any."""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import os
import signal
from pathlib import Path

import pytest

from referee.core.errors import FieldError
from referee.replay.errors import ReplayError
from referee.replay.frames import Eyes
from referee_arena.scenes.build import Built
from referee_arena.server import archive as module
from referee_arena.server.archive import Archive
from referee_arena.server.referee_link import NotShownError

PUBLIC = Eyes(is_public=True)


class Process(concurrent.futures.Executor):
    """A pool of one process that is not there: it does what its replays are named after.

    Args:
        made: All there have been.
    """

    def __init__(self, made: list[Process]) -> None:
        self.asked: list[str] = []
        self._made = made
        made.append(self)

    def submit(self, fn, /, path, eyes):  # type: ignore[no-untyped-def,override]
        """Do at once what a file's name says."""
        del fn, eyes
        self.asked.append(path.name)
        future: concurrent.futures.Future[Built] = concurrent.futures.Future()
        if path.name == "deadly" or (path.name == "unlucky" and len(self._made) == 1):
            future.set_exception(concurrent.futures.BrokenExecutor("killed"))
        elif path.name == "damaged":
            future.set_exception(ReplayError("damaged: no header"))
        elif path.name == "strange":
            future.set_exception(ZeroDivisionError("a view"))
        else:
            future.set_result(Built(path.name, (), 2))
        return future


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """Pools that the archive has made."""
    pools: list[Process] = []
    monkeypatch.setattr(module, "make_executor", functools.partial(Process, pools))
    return pools


async def _found(archive: Archive, name: str) -> object:
    try:
        return (await archive.find(Path(name), PUBLIC)).index_json
    except NotShownError as error:
        return error.status


async def test_a_replay_that_kills_the_process_fails_alone(
    made: list[Process], caplog: pytest.LogCaptureFixture
) -> None:
    """The others wait behind it and are answered; there is one new process for each that died."""
    archive = Archive()
    names = ["one", "deadly", "two", "three", "damaged", "four"]
    told = await asyncio.gather(*[_found(archive, name) for name in names])
    assert told == ["one", 503, "two", "three", 500, "four"]
    assert [pool.asked for pool in made] == [
        ["one", "deadly"],
        ["deadly"],
        ["two", "three", "damaged", "four"],
    ]
    assert [r.getMessage() for r in caplog.records] == [
        "the process that rebuilds matches has died: killed"
    ] * 2
    await archive.close()


async def test_a_process_that_somebody_else_kills_is_tried_again(made: list[Process]) -> None:
    """The machine may have had no memory for a moment."""
    archive = Archive()
    assert await _found(archive, "unlucky") == "unlucky"
    assert len(made) == 2
    await archive.close()


async def test_nothing_is_kept_of_what_fails(
    made: list[Process], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is kept does not grow with the names that visitors ask for."""
    monkeypatch.setattr(module, "MOST_BUILT", 3)
    archive = Archive()
    for number in range(20):
        assert await _found(archive, "damaged") == 500
        assert await _found(archive, "strange") == 500
        assert await _found(archive, f"match {number}") == f"match {number}"
    assert archive.num_kept == 3
    assert len(made) == 1
    assert "a view" in caplog.text
    await archive.close()


async def test_one_replay_is_rebuilt_once_for_all_who_ask(made: list[Process]) -> None:
    """Those who come while it is made wait for it; one who leaves ends nothing."""
    archive = Archive()
    leaving = asyncio.create_task(archive.find(Path("one"), PUBLIC))
    waiting = [asyncio.create_task(archive.find(Path("one"), PUBLIC)) for _ in range(3)]
    await asyncio.sleep(0)
    leaving.cancel()
    assert {built.index_json for built in await asyncio.gather(*waiting)} == {"one"}
    assert made[0].asked == ["one"]
    assert archive.num_kept == 1
    await archive.close()


def _raise(error: Exception) -> None:
    raise error


async def test_a_process_outlives_our_errors_and_is_replaced_when_it_dies(tmp_path: Path) -> None:
    """With a process of its own, as an arena has it."""
    archive = Archive()
    path = tmp_path / "none.replay"
    assert await _found(archive, str(path)) == 500
    pool = archive._pool
    assert isinstance(pool, concurrent.futures.ProcessPoolExecutor)
    error = FieldError("eyes", "public", "nobody")
    with pytest.raises(FieldError, match="eyes must be public"):
        await asyncio.get_running_loop().run_in_executor(pool, _raise, error)
    assert await _found(archive, str(path)) == 500
    assert archive._pool is pool
    (process,) = pool._processes.values()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    assert await _found(archive, str(path)) == 500
    await archive.close()
