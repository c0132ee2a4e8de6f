"""Recovery: resumes the matches of a server that was stopped or killed, from their journals.

A torn tail is cut off and stored in another file. A damaged journal is set aside (renamed) whole. A
journal that can't be read at the moment, or whose replay can't be written, stays where it is and is
tried again. The journal of a lane, with steps of many matches, is repaired if possible. If not,
those matches are void, because bots have seen more of them than the journals hold.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from gamereferee.v1 import error_pb2, replay_pb2
from referee.replay.closing import close_journal
from referee.replay.errors import ReplayError, UnreadableError
from referee.replay.journal import JournalWriter, broken_path, frame
from referee.replay.lane_journal import LANE_SUFFIX, lane_of
from referee.replay.lane_survey import LaneContent, lane_name, mend_lane, mended_data, read_lane
from referee.replay.reader import Replay, load
from referee.replay.survey import Survey, Tail, survey
from referee.server.lobby.folder import DataFolder
from referee.server.process.logs import get_log
from referee.server.process.shard import Shard
from referee.server.process.status import CallError

__all__ = ["MOST_WAITING", "Recovery"]

MOST_WAITING = 1024
"""Highest number of callers that may wait for journals that can't be read at the moment."""


class Recovery:
    """Resumes matches from their journals, and from those of lanes, which play many at once.

    Args:
        folder: Data folder with the journals.
        shard: Part of the matches that this server has; None for all.
        take_up: Resumes the match of a journal. Its last argument, if not empty, is a reason to end
            the match as void. Raises if the match can't be simulated again.
        count: Called with the result of each journal: `resumed`, `closed`, `postponed` or
            `set_aside`.
    """

    def __init__(
        self,
        folder: DataFolder,
        shard: Shard | None,
        take_up: Callable[[Replay, replay_pb2.SecretRecord, JournalWriter, str], None],
        count: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._count = count
        self.postponed: list[Path] = []
        """Paths of journals that could not be read or finished yet and will be tried again."""
        self._folder = folder
        self._shard = shard
        self._take_up = take_up
        self._log = get_log()
        self._tried_again = asyncio.Event()
        self._waiting = 0
        self._lanes: dict[str, LaneContent] = {}
        """Content of each lane's journal (steps of the matches on one lane), by the lane's name."""
        self._unread: list[Path] = []
        """Paths of lanes' journals that were not read yet, or could not be read at the moment."""
        self._damaged: dict[Path, bytes] = {}
        """Content in bytes of lanes' journals that can't be repaired, by path."""

    def start(self) -> int:
        """Resume all unfinished matches; return how many run again.

        A journal whose match can't be resumed is renamed with the ending `.broken` and logged. A
        journal that can't be read at the moment, or whose replay can't be written, is tried once
        more, and is then in `postponed`.
        """
        shard = self._shard
        paths = self._folder.unfinished()
        self.postponed = [path for path in paths if shard is None or shard.owns(path.stem)]
        self._folder.remove_new_lanes(shard)
        self._unread = self._folder.lanes(shard)
        count = self.try_again()
        if self.postponed:
            count += self.try_again()
        return count

    def _read_lanes(self) -> None:
        """Read the steps that matches made on lanes, which their own journals may lack.

        A lane plays many matches at once.
        """
        own = set(self._folder.own_lanes(self._shard))
        unread, self._unread = self._unread, []
        for path in unread:
            try:
                self._lanes[lane_name(path)] = self._read_lane(path, is_own=path in own)
            except OSError as error:
                reason = str(error)
                self._log.warning("a lane's journal can't be read", lane=path.name, reason=reason)
                self._unread.append(path)

    def _read_lane(self, path: Path, *, is_own: bool) -> LaneContent:
        """Return the content of a lane's journal, repaired if possible.

        The file itself is repaired only if it belongs to this part of the matches (`is_own`).

        A lane plays many matches at once.
        """
        name, data = lane_name(path), path.read_bytes()
        found = read_lane(data, name)
        if found.tail is Tail.DAMAGED:
            self._log.error(
                "a lane's journal is damaged",
                lane=path.name,
                byte=found.whole,
                reason=found.problem,
            )
            # In memory first: a file of another part is used as if it were mended, but not changed.
            _, bits, mended = mended_data(data, name)
            if mended.tail is Tail.DAMAGED:
                self._damaged[path] = data
                return mended
            if is_own:
                kept = mend_lane(path).kept
                self._log.warning("it is mended", lane=path.name, bits=bits, kept=kept.name)
            return mended
        if found.tail is Tail.TORN and is_own:
            self._cut_tail(path, found)
        return found

    def try_again(self) -> int:
        """Try to resume the matches of postponed journals; return how many run again."""
        count = 0
        # Lanes first: a match may be continued only with the steps that its own journal lacks.
        self._read_lanes()
        paths, self.postponed = self.postponed, []
        for path in paths:
            try:
                is_resumed = self._recover(path)
                count += is_resumed
                self._count("resumed" if is_resumed else "closed")
            except (OSError, UnreadableError) as error:
                self._log.warning(
                    "journal can't be taken up for now", journal=path.name, reason=str(error)
                )
                self.postponed.append(path)
                self._count("postponed")
            except Exception:  # one bad journal, or a bug it meets, must not keep the others down
                self._set_aside(path)
                self._count("set_aside")
        # Only when no journal is left to take up: one that is tried again later needs the lanes' steps.
        if not self.postponed and not self._unread:
            self._remove_lanes()
        # All callers that wait check again; the new event is for those that then go on waiting.
        self._tried_again.set()
        self._tried_again = asyncio.Event()
        return count

    def _remove_lanes(self) -> None:
        """Remove lanes' journals whose matches all have their steps in their own journals.

        A damaged file is renamed as broken. A file stays if the own journal of one of its matches
        is broken.

        A lane plays many matches at once.
        """
        for path in self._folder.own_lanes(self._shard):
            content = self._lanes.get(lane_name(path))
            if content is None:
                continue  # a new lane, of matches that run again already
            try:
                if path in self._damaged:
                    path.rename(broken_path(path))
                # A match whose own journal is mended later needs its steps.
                elif not any(map(self._folder.is_broken, content.steps)):
                    path.unlink()
            except OSError as error:
                reason = str(error)
                self._log.warning("a lane's journal stays", lane=path.name, reason=reason)
        self._lanes, self._damaged = {}, {}

    def is_postponed(self, match_id: str) -> bool:
        """Return whether the journal of this match could not be read or finished, and is tried again."""
        return any(path.stem == match_id for path in self.postponed)

    async def wait_for(self, match_id: str) -> None:
        """Wait until the journal of this match is no longer postponed: resumed, finished or set aside.

        Raises:
            CallError: Too many callers wait already.
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

    def _cut_tail(self, path: Path, found: Survey | LaneContent) -> None:
        kept = self._folder.cut_tail(path, found.whole)
        self._log.warning(
            "a torn tail is cut off; it is kept",
            journal=path.name,
            bytes=found.length - found.whole,
            kept=kept.name,
        )

    def _recover(self, path: Path) -> bool:
        # Before anything is parsed: only a file whose damage is known may be cut or continued.
        found = survey(path.read_bytes())
        if found.tail is Tail.DAMAGED:
            raise ReplayError(
                f"{path}: record {found.records} at byte {found.whole}: {found.problem}; "
                f"{found.behind} readable records follow"
            )
        if found.tail is Tail.TORN:
            self._cut_tail(path, found)
        # Not even a header: the match was being created, and nobody has got its tokens.
        if found.whole == 0:
            path.unlink()
            return False
        replay = load(path)
        problem = ""
        # The steps of the lane go into the match's own journal before anything else does: records must follow each other,
        # and from then on the match needs its lane's journal no more.
        if replay.end is None:
            problem = self._lane_problem(replay)
            replay, gap = self._completed(replay)
            problem = problem or gap
        if replay.end is not None:
            close_journal(path, self._folder.replay_path(replay.header.match_id))
            return False
        if replay.secret is None:
            raise ReplayError(f"{path}: no secret record, so that the match can't go on")
        # Taking up writes a record. On a disk that is full now that would void a good match: rather try again later.
        self._folder.probe()
        journal = self._folder.open_journal(path)
        try:
            self._take_up(replay, replay.secret, journal, problem)
        except BaseException:
            journal.close()
            raise
        return not problem

    def _lane_problem(self, replay: Replay) -> str:
        """Return why steps that a match made on its lane may be lost; empty if none are.

        `replay` is the match's own journal.

        A lane plays many matches at once.

        Raises:
            UnreadableError: A lane's journal can't be read at the moment, so this can't be decided
                yet.
        """
        match_id = replay.path.stem
        name, names_any = lane_of(replay.records)
        unread = {lane_name(path) for path in self._unread}
        # An earlier version did not write into a match's journal which lane it was on.
        # To go on without the file could lose steps that bots have seen; to wait costs only time.
        if name in unread or (unread and not names_any):
            raise UnreadableError(f"{replay.path}: a lane's journal can't be read for now")
        if name:
            content = self._lanes.get(name)
            if content is None:
                return f"the journal of its lane, {name}{LANE_SUFFIX}, is not there"
            if content.tail is Tail.DAMAGED or not content.nonce:
                problem = content.problem or "no record"
                return f"the journal of its lane, {name}{LANE_SUFFIX}, is damaged: {problem}"
        for path, data in self._damaged.items():
            content = self._lanes[lane_name(path)]
            if not names_any and not content.nonce and content.names(match_id, data):
                return f"the journal of its lane, {path.name}, is damaged: {content.problem}"
        return ""

    def _completed(self, replay: Replay) -> tuple[Replay, str]:
        """Append to a match's journal, read as `replay`, the steps that only a lane's journal has.

        A lane plays many matches at once.

        Returns:
            The journal read again, and a text that names the first step that is in no journal;
            empty if none is missing.
        """
        path = replay.path
        made = sum(record.HasField("step") for record in replay.records)
        steps: dict[int, bytes] = {}
        for content in self._lanes.values():
            steps |= content.steps.get(path.stem, {})
        last, missing = max(steps, default=0), []
        # Without a gap: a step can be simulated only after all before it.
        while made + 1 in steps:
            made += 1
            missing.append(steps[made])
        if missing:
            with path.open("ab") as file:
                file.write(b"".join(map(frame, missing)))
                file.flush()
                if self._folder.sync:
                    os.fsync(file.fileno())
            replay = load(path)
        if made < last:
            return replay, f"step {made + 1} of {last} is in none of the journals"
        return replay, ""
