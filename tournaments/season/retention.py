"""Deletes what a season needs no longer: old replays, copies of replaced programs, and old output.

Replays are deleted only once their digests are in the log, so that a copy elsewhere can still be
checked. The log also has the time of each deletion; which replays are gone follows from it and from the
times at which their matches have ended.
"""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tournaments.season.check_files import checks_of
from tournaments.season.desk import Desk
from tournaments.season.records import MatchStatus, SeasonMatch
from tournaments.season.state import SeasonState
from tournaments.spec.file_digest import file_sha256
from tournaments.store import event_bodies
from tournaments.store.folder import DataFolder

__all__ = [
    "PERIOD_S",
    "Retention",
    "copies_to_play",
    "delete_replays",
    "is_expired",
    "written_at",
]

PERIOD_S = 3600.0
"""Period at which it is looked for what can be deleted, in seconds."""


def is_expired(state: SeasonState, ended_at: str, now: datetime.datetime) -> bool:
    """Return whether the replay of a match of a season, or of one of its stages, is not kept any more.

    Args:
        state: The season.
        ended_at: Time at which the match has ended, UTC, ISO 8601; empty if it has not, or is unknown.
        now: The time, with an offset from UTC.
    """
    season = state.spec.season
    if season is None or season.keep_replays is None or not ended_at:
        return False
    kept = datetime.timedelta(microseconds=season.keep_replays // 1000)
    return datetime.datetime.fromisoformat(ended_at) + kept < now


def delete_replays(paths: Sequence[Path]) -> None:
    """Delete replays, and the traces of language models next to them, which are named MATCH.SEAT.trace.

    Args:
        paths: The replays, named MATCH.replay; any may be gone already.
    """
    gone = {path.stem for path in paths}
    for folder in {path.parent for path in paths}:
        for trace in folder.glob("*.trace"):
            if trace.name.partition(".")[0] in gone:
                trace.unlink(missing_ok=True)
    for path in paths:
        path.unlink(missing_ok=True)


def copies_to_play(state: SeasonState) -> set[str]:
    """Return the digests of all programs that open and further matches may need.

    Args:
        state: The season.
    """
    needed = {entry.current.run for entry in state.entries.values()}
    for match in state.open.values():
        needed |= {state.entries[name].versions[number - 1].run for name, number in match.entries}
    return needed


class Retention:
    """Deletes old replays and replaced copies of programs during one run.

    Args:
        desk: Has the season's state, and writes its log.
        folder: Its data folder.
        note: Called with a line on what was deleted.
    """

    def __init__(self, desk: Desk, folder: DataFolder, note: Callable[[str], None]) -> None:
        self._desk = desk
        self._folder = folder
        self._note = note
        self._looked: datetime.datetime | None = None
        self._seen = 0

    def follow(self) -> None:
        """Delete what may be deleted; do nothing if that was done within the last hour."""
        now = datetime.datetime.fromisoformat(self._desk.at())
        if self._looked is not None and (now - self._looked).total_seconds() < PERIOD_S:
            return
        self._looked = now
        self._delete_copies()
        self._delete_replays(now)
        self._delete_output(now)

    def _delete_copies(self) -> None:
        """Delete copies of versions that were replaced, and that no open match was begun with."""
        state = self._desk.state
        if state.submissions:  # one of them may be what a retired version was
            return
        needed = copies_to_play(state)
        for entry in state.entries.values():
            if entry.stays:  # its copies are those of the organizer's own bots
                needed |= {version.run for version in entry.versions}
        for entry in state.entries.values():
            for version in entry.versions:
                copy = self._folder.programs / version.run
                if version.run not in needed and copy.is_dir():
                    # Renamed first: what has the name of a digest must be whole.
                    gone = copy.with_name(f"part-{version.run}")
                    copy.rename(gone)
                    shutil.rmtree(gone, ignore_errors=True)
                    self._note(f"deleted the copy of version {version.number} of {entry.name}")

    def _delete_replays(self, now: datetime.datetime) -> None:
        season = self._desk.state.spec.season
        if season is None or season.keep_replays is None:
            return
        paths = {
            match.match_id: self._folder.replays / f"{match.match_id}.replay"
            for match in self._expired(now)
        }
        here = {match_id: path for match_id, path in paths.items() if path.is_file()}
        if here:
            known = self._desk.state.replays
            fresh = {name: file_sha256(path) for name, path in here.items() if name not in known}
            body = event_bodies.replays(fresh, deleted_at=self._desk.at())
            self._desk.book.write([body])
        without_result = self._without_result(now)
        delete_replays([*here.values(), *without_result])
        if deleted := len(here) + len(without_result):
            self._note(f"deleted {deleted} replays older than season.keep_replays")

    def _without_result(self, now: datetime.datetime) -> list[Path]:
        """Return the replays that are not kept any more of void attempts and of matches that a check has played.

        The log has no digests of these, and what is old follows from the times of the files.
        """
        state = self._desk.state
        with_result = {match.match_id for match in state.matches if match.end is not None}
        old = [
            path
            for path in self._folder.replays.glob("*.replay")
            if path.stem not in with_result and is_expired(state, written_at(path), now)
        ]
        if not old:
            return []
        # Of a match that has ended since the last run, the log will have the result in a moment.
        open_keys = {match.key for match in state.open.values()}
        ids = self._desk.book.match_ids()
        waiting = {match_id for (key, _), match_id in ids.items() if key in open_keys}
        return sorted(path for path in old if path.stem not in waiting)

    def _delete_output(self, now: datetime.datetime) -> None:
        """Delete what programs, checks and answers have written before `season.keep_output`.

        Nothing in the log is about these files, so none of it says that they are gone.
        """
        season = self._desk.state.spec.season
        assert season is not None, "the file of a season"
        before = now.timestamp() - season.keep_output / 1e9
        old = [path for path in _files_in(self._folder.path / "answers") if _is_older(path, before)]
        stages = [DataFolder(each) for each in _folders_in(self._folder.stages)]
        for folder in (self._folder, *stages):
            for bot in _folders_in(folder.logs):
                old += [path for path in _files_in(bot) if _is_older(path, before)]
        checks = [
            check
            for check in _folders_in(checks_of(self._folder.path))
            if check.name not in self._desk.state.submissions
            and all(_is_older(path, before) for path in _files_in(check))
        ]
        for path in old:
            path.unlink(missing_ok=True)
        for check in checks:
            shutil.rmtree(check, ignore_errors=True)
        if old or checks:
            counts = f"{len(old)} files of output and answers, and {len(checks)} checks"
            self._note(f"deleted {counts} older than season.keep_output")

    def _expired(self, now: datetime.datetime) -> Iterator[SeasonMatch]:
        """Yield matches whose replays are not kept any more, and have not been yielded before.

        Args:
            now: The time, with an offset from UTC.
        """
        matches = self._desk.state.matches
        while self._seen < len(matches):
            match = matches[self._seen]
            # Matches end nearly in the order of their numbers, so that a slow one holds back few others.
            if match.status is not MatchStatus.SPOILED:
                if not is_expired(self._desk.state, match.ended_at, now):
                    return
                yield match
            self._seen += 1


def written_at(path: Path) -> str:
    """Return the time at which a file was written last, UTC, ISO 8601; empty if it is gone."""
    try:
        return datetime.datetime.fromtimestamp(path.stat().st_mtime, datetime.UTC).isoformat()
    except OSError:  # another process has deleted it
        return ""


def _files_in(folder: Path) -> list[Path]:
    return [path for path in _all_in(folder) if path.is_file()]


def _folders_in(folder: Path) -> list[Path]:
    return [path for path in _all_in(folder) if path.is_dir() and not path.is_symlink()]


def _all_in(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:  # not there yet
        return []


def _is_older(path: Path, before: float) -> bool:
    """Return whether a file was written last before a time, in seconds since 1970."""
    try:
        return path.stat().st_mtime < before
    except OSError:  # another process has deleted it
        return False
