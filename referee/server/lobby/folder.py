"""Data folder of a server: journals of unfinished matches, replays of ended ones.

This module knows where files are, and keeps other servers out. What is in the files is up to
`referee.replay`.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
from pathlib import Path

from google.protobuf.message import DecodeError

from gamereferee.v1 import replay_pb2
from referee.core import os_limits
from referee.core.errors import FieldError
from referee.core.rng import secret_bytes
from referee.replay.journal import (
    BROKEN_SUFFIX,
    JOURNAL_SUFFIX,
    REPLAY_SUFFIX,
    TORN_SUFFIX,
    JournalWriter,
    OpenJournals,
    free_path,
)
from referee.replay.lane_journal import LANE_SUFFIX, NEW_SUFFIX, LaneJournal
from referee.server.process.shard import Shard

__all__ = ["DataFolder", "is_match_id", "most_journals"]

_PROBE_BYTES = 4096
"""Number of bytes written to test the disk: more than a match writes when it is resumed."""
_PROBE = ".probe"
_MATCH_ID = re.compile(r"[a-z0-9]{1,40}")


def _part(shard: Shard) -> str:
    """Return how names of lanes' journals begin for one shard (one worker's part of the matches).

    A lane plays many matches at once.
    """
    return f"{shard.index}-of-{shard.count}-"


def is_match_id(text: str) -> bool:
    """Return whether a text has the form of a match id, which makes it safe as a file name."""
    return _MATCH_ID.fullmatch(text) is not None


def most_journals(open_files: int) -> int:
    """Return how many journals may be open at once: a quarter of `open_files`, this process's limit, at least 1."""
    return max(1, open_files // 4)


class DataFolder:
    """Data folder of a server, locked against other servers until `release`.

    Args:
        path: Path of the folder; it is created if absent.
        sync: Whether writes of journals wait for the disk.
        is_locked: Whether the router has already checked and locked the folder.

    Raises:
        FieldError: The folder can't be written, or another server uses it.
    """

    def __init__(self, path: Path, *, sync: bool, is_locked: bool = False) -> None:
        self.journals = path / "journals"
        """Subfolder with the journals of matches that have not ended."""
        self.replays = path / "replays"
        """Subfolder with the replays of ended matches."""
        self._released = path / "released"
        """Subfolder with an empty file for each match whose withheld reveal (seed data of its dice)
        was released.
        """
        self._requests = path / "requests"
        """Subfolder with request id and token key (from which seat tokens are derived) of each
        match made with a request id. These files outlive the match's journal.
        """
        self.sync = sync
        """Whether writes of journals wait for the disk."""
        self._open = OpenJournals(most_journals(os_limits.open_files()))
        self.lock = -1 if is_locked else self._take(path)
        """Descriptor of the locked file; it keeps other servers out while any process has it open.
        -1 if the router holds it, or after `release`.
        """

    def _take(self, path: Path) -> int:
        try:
            # For the owner only: journals hold seeds and the keys of tokens.
            self.journals.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.replays.mkdir(exist_ok=True)
            self.probe()
            lock = os.open(path / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as error:
            bound = f"a folder that can be written ({error.strerror})"
            raise FieldError("data_dir", bound, str(path)) from error
        try:
            # The lock ends with the process, however it dies, so no stale lock is ever left.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise FieldError("data_dir", "a folder that no other server uses", str(path)) from None
        self._remove_probes()
        return lock

    def _remove_probes(self) -> None:
        """Remove files left by servers that were killed during `probe`.

        Older servers used a new name for each.
        """
        for left in self.journals.glob(f"{_PROBE}*"):
            with contextlib.suppress(OSError):
                left.unlink()

    def probe(self) -> None:
        """Check that a journal could be written now.

        All processes of a server use the same file name, so that kills leave no more than one file.
        It does no harm to unlink the file while another process writes it.

        Raises:
            OSError: The disk is full or gone, or too many files are open.
        """
        probe = self.journals / _PROBE
        try:
            probe.write_bytes(bytes(_PROBE_BYTES))
        finally:
            probe.unlink(missing_ok=True)

    def release(self) -> None:
        """Let other servers use the folder; do nothing if it was released already."""
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1

    def journal_path(self, match_id: str) -> Path:
        """Return the path of a match's journal, whether it exists or not."""
        return self.journals / f"{match_id}{JOURNAL_SUFFIX}"

    def replay_path(self, match_id: str) -> Path:
        """Return the path of a match's replay, whether it exists or not."""
        return self.replays / f"{match_id}{REPLAY_SUFFIX}"

    def record_paths(self, match_id: str) -> tuple[Path, Path]:
        """Return the paths at which the records of a match may be: its journal, then its replay.

        A match that ends gets its replay first and loses its journal then.
        """
        return self.journal_path(match_id), self.replay_path(match_id)

    def find_replay(self, match_id: str) -> Path | None:
        """Return the path of a match's replay; None if it does not exist or the text is no match id."""
        if not is_match_id(match_id):
            return None
        path = self.replay_path(match_id)
        return path if path.is_file() else None

    def release_reveal(self, match_id: str) -> None:
        """Record for good that a match's withheld reveal (seed data of its dice) was released.

        Raises:
            OSError: The record can't be written.
        """
        mark = self._released / match_id
        self._released.mkdir(exist_ok=True)
        with mark.open("wb") as file:
            os.fsync(file.fileno())

    def is_released(self, match_id: str) -> bool:
        """Return whether a match's withheld reveal (seed data of its dice) was released."""
        # The id may come from a caller: it must not name a file outside the folder.
        return is_match_id(match_id) and (self._released / match_id).exists()

    def forget_release(self, match_id: str) -> None:
        """Remove the record that a match's reveal (seed data of its dice) was released.

        Called after the match's replay was removed.
        """
        (self._released / match_id).unlink(missing_ok=True)

    def keep_request(self, match_id: str, secret: replay_pb2.SecretRecord) -> None:
        """Copy request id and token key from a match's secret record to a file that outlives the match.

        Seat tokens are derived from the token key. If the file exists already, it stays unchanged.

        Raises:
            OSError: The file can't be written.
        """
        self._requests.mkdir(exist_ok=True, mode=0o700)
        path, new = self._requests / match_id, self._requests / f"{match_id}.new"
        # A match that is resumed has the file already.
        if not path.exists():
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                # Not the seed: it may be held back beyond the match's end.
                kept = replay_pb2.SecretRecord(
                    request_id=secret.request_id, token_key=secret.token_key
                )
                file.write(kept.SerializeToString())
            # Written under another name first: a kill must not leave half a file under this one.
            new.rename(path)

    def request_of(self, match_id: str) -> replay_pb2.SecretRecord | None:
        """Return the request id and token key stored for a match; None if there are none.

        Seat tokens are derived from the token key.
        """
        try:
            data = (self._requests / match_id).read_bytes()
            return replay_pb2.SecretRecord.FromString(data)
        except (OSError, DecodeError):
            return None

    def forget_request(self, match_id: str) -> None:
        """Remove the stored request id of a match. A repeated request then makes a new match."""
        (self._requests / match_id).unlink(missing_ok=True)

    def kept_requests(self, shard: Shard | None, most: int) -> dict[str, str]:
        """Return the matches with stored request ids, as match id by request id.

        Remove the stored ids of matches with neither journal nor replay, and of ended matches that
        are not among the newest.

        Args:
            shard: Part of the matches that the server has; None if all.
            most: Number of newest matches whose request ids are kept after their end. Those of
                matches that have a journal are all kept.
        """
        found = []
        for path in self._requests.glob("*"):
            if is_match_id(path.name) and (shard is None or shard.owns(path.name)):
                with contextlib.suppress(OSError):
                    found.append((path.stat().st_mtime_ns, path.name))
        requests: dict[str, str] = {}
        # From the newest on, so that `number` counts those that are kept first.
        for number, (_, match_id) in enumerate(sorted(found, reverse=True)):
            has_journal = self.journal_path(match_id).exists()
            is_kept = has_journal or (number < most and self.find_replay(match_id) is not None)
            if is_kept and (secret := self.request_of(match_id)):
                requests.setdefault(secret.request_id, match_id)
            elif not has_journal:
                self.forget_request(match_id)
        return requests

    def unfinished(self) -> list[Path]:
        """Return the paths of all journals of matches in the folder."""
        return sorted(self.journals.glob(f"*{JOURNAL_SUFFIX}"))

    def lanes(self, shard: Shard | None) -> list[Path]:
        """Return the paths of the journals of lanes, which play many matches at once.

        Those of this server's other workers are left out.

        Args:
            shard: Part of the matches that the server has; None if all.
        """
        paths = sorted(self.journals.glob(f"*{LANE_SUFFIX}"))
        if shard is None:
            return paths
        # Files of a server with another number of workers, or with none, may have matches of every
        # part: all workers read those.
        parts = [_part(Shard(index, shard.count)) for index in range(shard.count)]
        others = tuple(part for index, part in enumerate(parts) if index != shard.index)
        return [path for path in paths if not path.name.startswith(others)]

    def own_lanes(self, shard: Shard | None) -> list[Path]:
        """Return the paths of lanes' journals whose names say that they belong to this shard alone.

        A lane plays many matches at once. A shard is one worker's part of the matches; None stands
        for all matches.
        """
        part = "" if shard is None else _part(shard)
        # Only these may be changed or removed: other workers may be reading the others just now.
        return [path for path in self.lanes(shard) if path.name.startswith(part)]

    def remove_new_lanes(self, shard: Shard | None) -> None:
        """Remove new files of this shard's lanes' journals that a killed server did not put in place.

        A lane's journal holds the steps of many matches. It is replaced by a new, empty one when
        all steps are in the matches' own journals.
        """
        part = "" if shard is None else _part(shard)
        for left in self.journals.glob(f"{part}*{LANE_SUFFIX}{NEW_SUFFIX}"):
            with contextlib.suppress(OSError):
                left.unlink()

    def is_broken(self, match_id: str) -> bool:
        """Return whether a journal of this match was renamed as broken and may still be repaired."""
        name = f"{match_id}{JOURNAL_SUFFIX}{BROKEN_SUFFIX}"
        return (self.journals / name).exists()

    def lane_journal(self, shard: Shard | None) -> LaneJournal:
        """Create and return the journal of a new lane, which plays many matches at once.

        Args:
            shard: Part of the matches that can be on the lane; None if there are no parts.

        Raises:
            OSError: The file can't be created; nothing of it remains.
        """
        part = "" if shard is None else _part(shard)
        path = self.journals / f"{part}{secret_bytes(8).hex()}{LANE_SUFFIX}"
        return LaneJournal(path, sync=self.sync, journals=self._open)

    def new_journal(
        self, header: replay_pb2.HeaderRecord, secret: replay_pb2.SecretRecord
    ) -> JournalWriter:
        """Create and return the journal of a new match, with its header and secret written.

        Raises:
            OSError: The file can't be written; nothing of it remains.
        """
        path = self.journal_path(header.match_id)
        try:
            journal = self.open_journal(path)
            journal.append(replay_pb2.Record(header=header).SerializeToString())
            journal.append(replay_pb2.Record(secret=secret).SerializeToString())
            journal.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return journal

    def open_journal(self, path: Path) -> JournalWriter:
        """Open and return a match's journal, to append records.

        Raises:
            OSError: The file can't be opened for writing.
        """
        return JournalWriter(path, sync=self.sync, journals=self._open)

    def cut_tail(self, path: Path, whole: int) -> Path:
        """Cut off a journal's torn tail, and store the tail in another file in the same folder.

        Args:
            path: Path of the journal.
            whole: Number of bytes of the journal that stay.

        Returns:
            Path of the file with the tail.

        Raises:
            OSError: The tail can't be stored; the journal is unchanged.
        """
        kept = free_path(path.with_name(path.name + TORN_SUFFIX))
        with path.open("rb+") as journal:
            journal.seek(whole)
            # The tail is stored before the journal is cut, so that a kill in between loses nothing.
            descriptor = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(journal.read())
                file.flush()
                if self.sync:
                    os.fsync(file.fileno())
            journal.truncate(whole)
        return kept
