"""Journals of a server that was stopped or killed: what can be is taken up, and nothing is lost.

A torn tail is cut off and kept beside. What is damaged is set aside whole. What can't be read for now, or
whose replay can't be written, stays where it is, and is tried again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

from gamereferee.v1 import error_pb2, replay_pb2
from referee.replay.closing import close_journal
from referee.replay.errors import ReplayError, UnreadableError
from referee.replay.journal import JournalWriter, broken_path
from referee.replay.lane_journal import append_missing, lane_name, lane_of, mend_lane, read_lane
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
        self._broken: dict[str, str] = {}
        """Lanes whose journals can't be put right, and why."""
        self._doubtful: dict[str, str] = {}
        """Matches that these journals name, and the lane of each."""

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
        self._lanes = self._folder.own_lanes(self._shard)
        for path in self._folder.lanes(self._shard):
            self._read_lane(path, is_own=path in self._lanes)

    def _read_lane(self, path: Path, *, is_own: bool) -> None:
        try:
            content = read_lane(path)
            if is_own and content.bits and not content.problem:
                kept, bits = mend_lane(path)
                self._log.error(
                    "a lane's journal was damaged; it is mended",
                    lane=path.name,
                    bits=bits,
                    kept=kept.name,
                )
            if is_own and content.torn:
                kept = self._folder.cut_tail(path, len(content.data))
                self._log.warning(
                    "a torn tail of a lane's journal is cut off; it is kept",
                    lane=path.name,
                    bytes=content.torn,
                    kept=kept.name,
                )
        except OSError as error:
            self._doubt(path, frozenset(), f"can't be read: {error.strerror}")
            return
        if content.problem:
            self._doubt(path, content.matches, content.problem)
            return
        for match_id, steps in content.steps.items():
            self._stepped.setdefault(match_id, {}).update(steps)

    def _doubt(self, path: Path, matches: frozenset[str], problem: str) -> None:
        """Take up no match that may lack steps which only this lane's journal had."""
        name = lane_name(path)
        self._broken[name] = problem
        self._doubtful |= dict.fromkeys(matches, name)
        self._log.error(
            "a lane's journal is damaged; its matches are set aside",
            lane=path.name,
            reason=problem,
        )

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
            self._put_lanes_away()
        self._tried_again.set()
        self._tried_again = asyncio.Event()
        return count

    def _put_lanes_away(self) -> None:
        """Remove the journals of lanes, whose matches have it all now; keep what could not be put right."""
        for path in self._lanes:
            if lane_name(path) in self._broken:
                with contextlib.suppress(OSError):
                    path.rename(broken_path(path))
            else:
                path.unlink(missing_ok=True)
        self._lanes, self._stepped = [], {}
        self._broken, self._doubtful = {}, {}

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

    def _check_lane(self, path: Path) -> None:
        """Check that no step of a match can be missing.

        Raises:
            ReplayError: Its lane's journal is damaged, so that bots may have seen more than is known here.
        """
        name = lane_of(path)
        if name not in self._broken:
            name = self._doubtful.get(path.stem, "")
        if name in self._broken:
            raise ReplayError(f"{path}: its lane's journal {name} is damaged: {self._broken[name]}")

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
        replay = load(path)
        if replay.end is None:
            self._check_lane(path)
            steps = self._stepped.get(path.stem)
            if steps and append_missing(path, steps, sync=self._folder.sync):
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
