"""Builds the histories of ended matches from their replays in a separate process, and keeps those used last."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, TypeVarTuple, Unpack

from referee.core.errors import RefereeError
from referee.replay.frames import Eyes
from referee_arena.scenes.build import Built, build
from referee_arena.server.referee_link import NotShownError

__all__ = ["Archive", "make_executor"]

Args = TypeVarTuple("Args")
Result = TypeVar("Result")

log = logging.getLogger(__name__)
MOST_BUILT = 48
"""Most histories that are kept in memory."""
TRIES = 2
"""Most attempts to build the history of a replay if the process that builds it dies.

The first death may have had another cause than this replay.
"""


def make_executor() -> concurrent.futures.Executor:
    """Return an executor with one process, which is spawned, because a process that uses gRPC must not be forked."""
    context = multiprocessing.get_context("spawn")
    return concurrent.futures.ProcessPoolExecutor(1, mp_context=context)


class Archive:
    """Builds histories of ended matches one after another, in a separate process, and keeps those used last.

    The process gets one replay at a time. So if it dies, that replay is the cause, and waiting requests for other
    replays do not fail.
    """

    def __init__(self) -> None:
        self._built: OrderedDict[tuple[Path, Eyes], Built] = OrderedDict()
        self._building: dict[tuple[Path, Eyes], asyncio.Task[Built]] = {}
        self._turn = asyncio.Lock()
        self._pool: concurrent.futures.Executor | None = None

    @property
    def num_kept(self) -> int:
        """Number of histories that are kept or being rebuilt."""
        return len(self._built) + len(self._building)

    async def find(self, path: Path, eyes: Eyes) -> Built:
        """Return the history of a replay's match from one point of view; build it if it is not kept.

        Raises:
            NotShownError: The file is damaged, of a game that is not known here, or can't be read now.
        """
        key = path, eyes
        built = self._built.get(key)
        if built is not None:
            self._built.move_to_end(key)
            return built
        task = self._building.get(key)
        if task is None:
            task = self._building[key] = asyncio.create_task(self._keep(key))
            task.add_done_callback(lambda done: self._end(key, done))
        # A visitor who leaves must not cancel what others wait for, too.
        return await asyncio.shield(task)

    async def close(self) -> None:
        """End the process, and cancel all requests that wait for a history."""
        for task in self._building.values():
            task.cancel()
        if isinstance(self._pool, concurrent.futures.ProcessPoolExecutor):
            # Its replay may take long, and nobody waits for it; there is no public way to end it.
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)

    def _end(self, key: tuple[Path, Eyes], done: asyncio.Task[Built]) -> None:
        del self._building[key]
        if not done.cancelled():
            done.exception()  # or else asyncio logs that nobody has retrieved it

    async def _keep(self, key: tuple[Path, Eyes]) -> Built:
        built = self._built[key] = await self._build(*key)
        while len(self._built) > MOST_BUILT:
            self._built.popitem(last=False)
        return built

    async def _build(self, path: Path, eyes: Eyes) -> Built:
        return await self.call(build, path, eyes.name)

    async def call(
        self, function: Callable[[Path, Unpack[Args]], Result], path: Path, *arguments: *Args
    ) -> Result:
        """Return what a function returns for a replay, called in the process; nothing of it is kept.

        Args:
            function: A function of a module, whose first argument is the path of a replay.
            path: The replay file.
            *arguments: Further arguments, as plain values.

        Raises:
            NotShownError: The function raises an error, or the process dies at it.
        """
        loop = asyncio.get_running_loop()
        async with self._turn:
            for _ in range(TRIES):
                if self._pool is None:
                    self._pool = make_executor()
                try:
                    return await loop.run_in_executor(self._pool, function, path, *arguments)
                except concurrent.futures.BrokenExecutor as error:
                    log.warning("the process that rebuilds matches has died: %s", error)
                    self._pool.shutdown(wait=False)
                    self._pool = None
                except RefereeError as error:
                    raise NotShownError(500, str(error).removeprefix(f"{path}: ")) from None
                except Exception as error:  # of the game or of its view, which may be anybody's
                    log.exception("a replay can't be shown")
                    text = f"the game's view fails: {type(error).__name__}"
                    raise NotShownError(500, text) from None
        raise NotShownError(503, "the replay could not be read just now")
