"""Makes replays from the journals of ended matches, in a thread while other matches run.

Matches that end while replays are being written form the next group. All replays of a group wait
for the disk only once.
"""

from __future__ import annotations

import asyncio

from referee.replay.closing import close_journals
from referee.server.lobby.folder import DataFolder
from referee.server.lobby.retention import Retention
from referee.server.process.logs import Log

__all__ = ["Archive"]

TOGETHER = 32
"""Highest number of replays that are written as one group."""


class Archive:
    """Writes the replays of one server's ended matches.

    Args:
        folder: Data folder with journals and replays.
        retention: Notified of every replay that was written, to remove old ones.
    """

    def __init__(self, folder: DataFolder, retention: Retention) -> None:
        self._folder = folder
        self._retention = retention
        self._ended: list[tuple[str, Log]] = []
        """Ids and logs of ended matches that have no replay yet."""
        self._closing: dict[str, asyncio.Future[None]] = {}
        """By match id: done when the replay of an ended match is written, or can't be."""
        self._writing: asyncio.Task[None] | None = None

    def add(self, match_id: str, log: Log) -> None:
        """Write the replay of an ended match in the background; return without waiting for it.

        The match's journal must be complete. If the replay can't be written, `log` gets a line that
        says so.
        """
        self._ended.append((match_id, log))
        self._closing[match_id] = asyncio.get_running_loop().create_future()
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    @property
    def unwritten(self) -> int:
        """Number of ended matches whose replays are not written yet."""
        return len(self._closing)

    async def closed(self, match_id: str) -> None:
        """Wait until the replay of this match is written or can't be; return at once for any other match."""
        if closing := self._closing.get(match_id):
            await asyncio.wait(
                [closing]
            )  # not cancelled with its caller: others may wait for it too

    async def written(self) -> None:
        """Wait until no replay is left to write."""
        while self._writing is not None:
            await asyncio.wait([self._writing])

    async def _write(self) -> None:
        try:
            while self._ended:
                # Matches that end from here on are in the next group.
                ended, self._ended = self._ended[:TOGETHER], self._ended[TOGETHER:]
                problems = await asyncio.to_thread(self._close, [match_id for match_id, _ in ended])
                for (match_id, log), problem in zip(ended, problems, strict=True):
                    self._closing.pop(match_id).set_result(None)
                    if problem is not None:
                        text = "the replay can't be written; the journal stays"
                        log.error(text, exc_info=problem)
        finally:
            self._writing = None
            while self._closing:  # none is left, except after an error that nobody expected
                self._closing.popitem()[1].set_result(None)

    def _close(self, match_ids: list[str]) -> list[Exception | None]:
        """Write the replays of these matches.

        Runs in a thread.

        Returns:
            For each match the error that kept its replay from being written; None if it was
            written.
        """
        problems: dict[str, Exception | None] = dict.fromkeys(match_ids)
        folder = self._folder
        # The journal of a match that couldn't be written was set aside.
        there = [each for each in match_ids if folder.journal_path(each).exists()]
        paths = [(folder.journal_path(each), folder.replay_path(each)) for each in there]
        problems.update(zip(there, close_journals(paths), strict=True))
        for match_id in there:
            if problems[match_id] is None:
                try:
                    self._retention.wrote(folder.replay_path(match_id))
                except OSError as error:
                    problems[match_id] = error
        return list(problems.values())
