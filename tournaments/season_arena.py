"""The arena of a season's run: one process that shows its ladder and its stages, while they are played and afterwards.

A season is played in parts, each with its own referee and supervisor. The arena has a separate
supervisor, and finds the referee of each part at the same address; so a page that was opened during
the ladder goes on in the final.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tournaments.play.own_arena import own_arena
from tournaments.play.stage import RefereeAddress
from tournaments.processes.client import SupervisorClient
from tournaments.season.retention import PERIOD_S
from tournaments.stops import cancel_when_stopped, stops_kept
from tournaments.store.folder import DataFolder

__all__ = ["SeasonArena"]


class SeasonArena:
    """Starts and ends the arena of one run of a season.

    Args:
        folder: Data folder of the season.
        referee: Address of the referees of the season and of its stages, of which one runs at a time.
        lock: File descriptor of the data folder's lock, which the arena inherits.
        loops: Runs the event loop.
        note: Called with a line: the arena's address, or what went wrong.
    """

    def __init__(
        self,
        folder: DataFolder,
        referee: RefereeAddress,
        lock: int,
        loops: asyncio.Runner,
        note: Callable[[str], None],
    ) -> None:
        self._folder = folder
        self._referee = referee
        self._lock = lock
        self._loops = loops
        self._note = note
        self._opened = contextlib.AsyncExitStack()
        self.now_and_then: Callable[[], None] = lambda: None
        """Called every `PERIOD_S` while the arena stays after the last match."""

    @contextlib.contextmanager
    def at(self, listen: str) -> Iterator[None]:
        """Run the arena during the block and, if nothing fails in it, afterwards until Ctrl-C.

        Args:
            listen: `HOST:PORT` at which browsers can watch; empty for no arena.
        """
        if not listen:
            yield
            return
        # Before the loop runs, and so before gRPC is loaded.
        supervisor = SupervisorClient.start(keep_open=[self._lock])
        try:
            self._loops.run(self._open(listen, supervisor))
            yield
        except BaseException:
            # With the error, by which the arena knows that nobody waits for Ctrl-C.
            self._loops.run(self._close(*sys.exc_info()))
            raise
        with stops_kept():
            self._loops.run(self._stay())

    async def _open(self, listen: str, supervisor: SupervisorClient) -> None:
        scratch = tempfile.TemporaryDirectory(
            prefix="tournament-arena-", ignore_cleanup_errors=True
        )
        self._opened.enter_context(scratch)
        self._opened.push_async_callback(supervisor.close)
        await supervisor.connect()
        await self._opened.enter_async_context(
            own_arena(
                listen,
                self._folder,
                referee=self._referee.env["REFEREE_ADDRESS"],
                organizer_key=self._referee.organizer_key,
                ca=self._referee.ca,
                supervisor=supervisor,
                scratch=Path(scratch.name),
                note=self._note,
            )
        )

    async def _stay(self) -> None:
        cancel_when_stopped()
        async with asyncio.TaskGroup() as tasks:
            calling = tasks.create_task(self._call_now_and_then())
            await self._opened.aclose()
            calling.cancel()

    async def _call_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(PERIOD_S)
            self.now_and_then()

    async def _close(self, *error: object) -> None:
        await self._opened.__aexit__(*error)  # type: ignore[arg-type]
