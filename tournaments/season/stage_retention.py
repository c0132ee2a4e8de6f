"""Deletes old replays of a season's stages, as `retention` does those of the season itself.

When a match of a stage has ended is in the stage's log; how long replays are kept, and when they are
deleted, in the season's.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
from collections.abc import Callable, Iterator
from pathlib import Path

from tournaments.log.event import parse_line
from tournaments.season.desk import Desk
from tournaments.season.retention import PERIOD_S, delete_replays, is_expired, written_at
from tournaments.spec.file_digest import file_sha256
from tournaments.spec.stage_file import stage_name
from tournaments.store import event_bodies
from tournaments.store.event_book import EventBook
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["StageRetention"]

_AT_ONCE = 10_000
"""Number of events that are read from the database at a time."""


@dataclasses.dataclass(slots=True)
class _Read:
    """What the log of a stage has, as far as it was read."""

    last: int = 0
    """Number of the last event that was read."""
    ended: dict[str, str] = dataclasses.field(default_factory=dict)
    """Time of the end of each match with a result, by the match's id."""
    digests: set[str] = dataclasses.field(default_factory=set)
    """Ids of the matches whose replays have a digest in the log."""


class StageRetention:
    """Deletes old replays of a season's stages during one run.

    Args:
        desk: Has the season's state.
        folder: Data folder of the season.
        note: Called with a line on what was deleted.
    """

    def __init__(self, desk: Desk, folder: DataFolder, note: Callable[[str], None]) -> None:
        self._desk = desk
        self._folder = folder
        self._note = note
        self._looked: datetime.datetime | None = None
        self._read: dict[str, _Read] = {}

    def follow(self, playing: EventBook | None) -> None:
        """Delete what may be deleted; do nothing if that was done within the last hour.

        Args:
            playing: Log of the stage that is being played, open for writing; None if there is none.
                A stage that has begun and is not over stays as it is without it.
        """
        now = datetime.datetime.fromisoformat(self._desk.at())
        if self._looked is not None and (now - self._looked).total_seconds() < PERIOD_S:
            return
        self._looked = now
        state = self._desk.state
        for stage in state.stages.begun:
            folder = self._folder.stage(stage.name, stage_name(state.spec.name, stage.name))
            if stage.skipped or not any(_replays_in(folder)):
                continue
            if not stage.is_over:
                if playing is not None:
                    self._delete(stage.name, folder, playing, now, is_over=False)
                continue
            # All its replays got their digests when it ended.
            with contextlib.closing(Store(folder.database)) as store:
                self._delete(stage.name, folder, store.events, now, is_over=True)

    def _delete(
        self,
        stage: str,
        folder: DataFolder,
        book: EventBook,
        now: datetime.datetime,
        *,
        is_over: bool,
    ) -> None:
        read, state = self._read.setdefault(stage, _Read()), self._desk.state
        _read_on(book, read)
        expired = {
            match_id: path
            for match_id, path in _replays_in(folder)
            if is_expired(state, read.ended.get(match_id, ""), now)
        }
        fresh = {
            match_id: file_sha256(path)
            for match_id, path in expired.items()
            if not is_over and match_id not in read.digests
        }
        if fresh:
            book.add([event_bodies.replays(fresh)])
        known = read.digests | fresh.keys()
        gone = [path for match_id, path in expired.items() if match_id in known]
        if gone:
            self._desk.book.write([event_bodies.replays({}, deleted_at=self._desk.at())])
        if is_over:  # all that has no result now never gets one: void attempts
            gone += [
                path
                for match_id, path in _replays_in(folder)
                if match_id not in read.ended and is_expired(state, written_at(path), now)
            ]
        delete_replays(gone)
        if gone:
            count = len(gone)
            self._note(f"deleted {count} replays of stage {stage} older than season.keep_replays")


def _replays_in(folder: DataFolder) -> Iterator[tuple[str, Path]]:
    """Yield match id and path of each replay in the data folder of a stage, in the order of the ids."""
    for path in sorted(folder.replays.glob("*.replay")):
        yield path.stem, path


def _read_on(book: EventBook, read: _Read) -> None:
    while lines := book.lines_after(read.last, _AT_ONCE):
        for line in lines:
            event = parse_line(line)
            body = event.body
            read.last = event.number
            if body["type"] == "ended":
                read.ended[body["id"]] = body["at"]
            elif body["type"] == "replays":
                read.digests |= body["sha256"].keys()
