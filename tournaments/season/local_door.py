"""A season whose data folder this user may write: its authors' requests go straight into the inbox."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from tournaments.season.check_files import CheckFiles, utc_now
from tournaments.season.doors import Doors, read_doors
from tournaments.season.keys import key_hash
from tournaments.season.requests import (
    Submission,
    archive_suffix,
    inbox_of,
    put_submission,
    put_withdrawal,
)
from tournaments.season.season_door import EntryBounds, SeasonDoor
from tournaments.spec.errors import FolderError, SpecError
from tournaments.spec.reading import load_spec
from tournaments.store.folder import folder_of

__all__ = ["LocalDoor"]

_HEAD = 512


class LocalDoor(SeasonDoor):
    """A season of which this user may write the data folder.

    Args:
        file: The season's file.
        entry: Name of the entry.
        key: Key of the entry; None, for the organizer, to hand in without one.

    Raises:
        SpecError: The file can't be used, or is not one of a season.
        FolderError: The key is not the one of this entry.
    """

    def __init__(self, file: Path, entry: str, key: str | None) -> None:
        spec = load_spec(file)
        if spec.season is None:
            raise SpecError(file, "must be the file of a season, with a table [season]")
        self._data = folder_of(spec, file, None).path
        self._spec, self._entry = spec, entry
        self._key_sha256 = None if key is None else key_hash(key)
        self._author: str | None = None
        doors = self._doors()
        if key is not None and doors is not None:
            found = doors.entry_of(entry, key)
            if found is None:
                raise FolderError(f"the key is not the one of {entry}")
            self._entry, self._author = found[0], found[1].author

    def bounds(self) -> EntryBounds:
        """Return whether the entry's author may hand in a program now, how often, and of what size."""
        doors, bounds = self._doors(), self._spec.entries
        left = None
        if doors is not None and self._author is not None:
            left = doors.left(doors.entries[self._entry], utc_now()[:10])
        accepts = doors is None or doors.accepts
        why = "" if doors is None else doors.why
        return EntryBounds(
            accepts, why, left, bounds.per_day, bounds.size, bounds.unpacked, bounds.files
        )

    def submit(self, request_id: str, archive: IO[bytes], size: int) -> None:
        """Put an archive into the season's inbox, as a submission of the entry.

        Args:
            request_id: Id of the submission.
            archive: The archive, of which everything that follows is read.
            size: Not used.
        """
        del size  # all of it is copied
        inbox, key = inbox_of(self._data), self._key_sha256
        payload = inbox / f".upload-{request_id}"
        try:
            inbox.mkdir(parents=True, exist_ok=True)
            head = archive.read(_HEAD)
            with payload.open("wb") as out:
                out.write(head)
                shutil.copyfileobj(archive, out)
                out.flush()
                os.fsync(out.fileno())
        except OSError as error:
            raise FolderError(f"{inbox} can't be written: {error.strerror}") from None
        found = Submission(
            request_id, self._entry, self._author, "command", key, utc_now(), payload
        )
        put_submission(inbox, found, suffix=archive_suffix(head) or "")

    def withdraw(self, request_id: str) -> None:
        """Put a request to withdraw the entry into the inbox."""
        by = self._author or "organizer"
        put_withdrawal(
            inbox_of(self._data), request_id, self._entry, key_sha256=self._key_sha256, by=by
        )

    def reports(self, request_id: str, after: int) -> Sequence[dict[str, Any]]:
        """Return the reports of a request's check, except the first `after` ones."""
        return self._files(request_id).lines(after)

    def logs(self) -> list[str]:
        """Return the names of the logs of the entry's bots, the newest last."""
        folder = self._data / "logs" / self._entry
        return sorted(path.name for path in folder.glob("*.std*"))

    def log(self, name: str) -> str:
        """Return the text of one log of the entry's bots.

        Args:
            name: Name of the log, one of `logs()`.
        """
        path = self._data / "logs" / self._entry / name
        return path.read_text(encoding="utf-8", errors="replace")

    def check_log(self, request_id: str, name: str) -> str | None:
        """Return the output of an author's program in a check; None if the check has none.

        Args:
            request_id: Id of the request whose check it is.
            name: Name of the output's file, one of `CHECK_LOGS`.
        """
        path = self._files(request_id).folder / name
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None

    def _files(self, request_id: str) -> CheckFiles:
        return CheckFiles.of(self._data, request_id)

    def _doors(self) -> Doors | None:
        return read_doors(self._data)
