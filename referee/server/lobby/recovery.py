"""Journals of a server that was stopped or killed: what can be is taken up, and nothing is lost.

A torn tail is cut off and kept beside. What is damaged is set aside whole. What can't be read for now, or
whose replay can't be written, stays where it is, and is tried again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from gamereferee.v1 import error_pb2, replay_pb2
from referee.replay.closing import close_journal
from referee.replay.errors import ReplayError, UnreadableError
from referee.replay.journal import JournalWriter, broken_path
from referee.replay.lane_journal import append_missing, read_ticks
from referee.replay.reader import Replay, load
from referee.replay.survey import Tail, survey
from referee.server.lobby.folder import DataFolder
from referee.server.process.logs import get_log
from referee.server.process.shard import Shard
from referee.server.process.status import CallError

__all__ = ["MOST_WAITING", "Recovery"]

MOST_WAITING = 1024
"""Callers who may wait for journals that can't be taken up for now."""


class Recovery:
    """Takes up the matches whose journals are there.

    Args:
        folder: Where they are.
        shard: Which matches are this server's own; None if all are.
        take_up: Lets a match go on that a journal tells of; raises if it can't be simulated again.
    """

    def __init__(
        self,
        folder: DataFolder,
        shard: Shard | None,
        take_up: Callable[[Replay, replay_pb2.SecretRecord, JournalWriter], None],
    ) -> None:
        self.postponed: list[Path] = []
        """Journals that could not be taken up for now."""
        self._folder = folder
        self._shard = shard
        self._take_up = take_up
        self._log = get_log()
        self._tried_again = asyncio.Event()
        self._waiting = 0
        self._lanes: list[Path] = []
        """Journals of lanes that are removed when they are not needed any more."""
        self._stepped: dict[str, dict[int, bytes]] = {}
        """What is in them."""

    def start(self) -> int:
        """Take up all matches; return how many run again.

        A journal that can't be taken up is set aside with the ending `.broken` and logged. One that can't
        be read now, or whose replay can't be written, is tried once more, and then is among `postponed`.
        """
        shard = self._shard
        paths = self._folder.unfinished()
        self.postponed = [path for path in paths if shard is None or shard.owns(path.stem)]
        self._read_lanes()
        count = self.try_again()
        if self.postponed:
            count += self.try_again()
        return count

    def _read_lanes(self) -> None:
        """Read what matches have stepped on lanes and may lack in their own journals."""
        self._stepped, problems = read_ticks(self._folder.lanes(self._shard))
        for problem in problems:
            self._log.error("a lane's journal is damaged; what is behind is lost", where=problem)
        self._lanes = self._folder.own_lanes(self._shard)

    def try_again(self) -> int:
        """Take up what could not be taken up for now; return how many matches run again."""
        count = 0
        paths, self.postponed = self.postponed, []
        for path in paths:
            try:
                count += self._recover(path)
            except (OSError, UnreadableError) as error:
                self._log.warning(
                    "journal can't be taken up for now", journal=path.name, reason=str(error)
                )
                self.postponed.append(path)
            except Exception:  # one bad journal, or a bug it meets, must not keep the others down
                self._set_aside(path)
        if not self.postponed:  # every match has its own steps now
            for path in self._lanes:
                path.unlink(missing_ok=True)
            self._lanes, self._stepped = [], {}
        self._tried_again.set()
        self._tried_again = asyncio.Event()
        return count

    def is_postponed(self, match_id: str) -> bool:
        """Return whether the journal of this match could not be taken up for now."""
        return any(path.stem == match_id for path in self.postponed)

    async def settled(self, match_id: str) -> None:
        """Wait until the journal of this match, if there is one, is taken up or set aside.

        Raises:
            CallError: Too many callers wait.
        """
        if not self.is_postponed(match_id):
            return
        if self._waiting >= MOST_WAITING:
            raise CallError(
                error_pb2.ERROR_REASON_TOO_MANY_CALLS,
                f"{MOST_WAITING} callers wait for journals to be read, which is the most allowed",
            )
        self._waiting += 1
        try:
            while self.is_postponed(match_id):
                await self._tried_again.wait()
        finally:
            self._waiting -= 1

    def _set_aside(self, path: Path) -> None:
        self._log.exception("journal can't be taken up; it is set aside", journal=path.name)
        try:
            path.rename(broken_path(path))
        except OSError as error:
            self._log.warning("it can't be set aside", journal=path.name, reason=str(error))

    def _recover(self, path: Path) -> bool:
        found = survey(path.read_bytes())
        if found.tail is Tail.DAMAGED:
            raise ReplayError(
                f"{path}: record {found.records} at byte {found.whole}: {found.problem}; "
                f"{found.behind} readable records follow"
            )
        if found.tail is Tail.TORN:
            kept = self._folder.cut_tail(path, found.whole)
            self._log.warning(
                "a torn tail is cut off; it is kept",
                journal=path.name,
                bytes=found.length - found.whole,
                kept=kept.name,
            )
        if found.whole == 0:
            path.unlink()
            return False
        steps = self._stepped.get(path.stem)
        if steps:
            append_missing(path, steps, sync=self._folder.sync)
        replay = load(path)
        if replay.end is not None:
            close_journal(path, self._folder.replay_path(replay.header.match_id))
            return False
        if replay.secret is None:
            raise ReplayError(f"{path}: no secret record, so that the match can't go on")
        self._folder.probe()  # so that no match that was well is void because of a disk that is full now
        journal = self._folder.open_journal(path)
        try:
            self._take_up(replay, replay.secret, journal)
        except BaseException:
            journal.close()
            raise
        return True
