"""Makes replays of the journals of matches that have ended, in a thread beside the matches that run.

What has ended while others were written is taken together: the disk is waited for once for all of them.
"""

from __future__ import annotations

import asyncio

from referee.replay.closing import close_journals
from referee.server.lobby.folder import DataFolder
from referee.server.lobby.retention import Retention
from referee.server.process.logs import Log

__all__ = ["Archive"]

TOGETHER = 32
"""Replays that are written together at most."""


class Archive:
    """The replays of one server.

    Args:
        folder: Where journals and replays are.
        retention: Is told of every replay.
    """

    def __init__(self, folder: DataFolder, retention: Retention) -> None:
        self._folder = folder
        self._retention = retention
        self._ended: list[tuple[str, Log]] = []
        """Matches that have ended, and their logs."""
        self._writing: asyncio.Task[None] | None = None

    def add(self, match_id: str, log: Log) -> None:
        """Have the replay of a match written, whose journal is complete."""
        self._ended.append((match_id, log))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def written(self) -> None:
        """Wait until all that was added so far is written."""
        while self._writing is not None:
            await asyncio.wait([self._writing])

    async def _write(self) -> None:
        try:
            while self._ended:
                ended, self._ended = self._ended[:TOGETHER], self._ended[TOGETHER:]
                problems = await asyncio.to_thread(self._close, [match_id for match_id, _ in ended])
                for (_, log), problem in zip(ended, problems, strict=True):
                    if problem is not None:
                        text = "the replay can't be written; the journal stays"
                        log.error(text, exc_info=problem)
        finally:
            self._writing = None

    def _close(self, match_ids: list[str]) -> list[Exception | None]:
        """Write replays, in a thread of its own; return why each can't be written, None of those that are."""
        problems: dict[str, Exception | None] = dict.fromkeys(match_ids)
        folder = self._folder
        # A journal that couldn't be written was set aside.
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
