"""What authors may read of the check of a submission: its stages, its result, and their output.

The files are in `checks/<id>/` of the data folder: `stages.jsonl` with a line for each report of a
stage, the last one with the result; `build.log`, `play.log` and `protocol.log` with what the
author's programs wrote. They are for authors alone: the log of the season has what counts.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tournaments.season.requests import Submission
from tournaments.spec.errors import FolderError

__all__ = [
    "BUILD_LOG",
    "CHECK_LOGS",
    "PROTOCOL_LOG",
    "PLAY_LOG",
    "CheckFiles",
    "checks_of",
    "utc_now",
]

BUILD_LOG = "build.log"
"""Name of the file with the output of the build."""
PLAY_LOG = "play.log"
"""Name of the file with the output of the program in the match that it was tried in."""
PROTOCOL_LOG = "protocol.log"
"""Name of the file with the output of the program in the scenarios that it was tried in."""
CHECK_LOGS = (BUILD_LOG, PLAY_LOG, PROTOCOL_LOG)
"""Names of all files with output of an author's programs."""
_STAGES = "stages.jsonl"
_REQUEST = "request.json"


def checks_of(data: Path) -> Path:
    """Return the folder of all checks in a data folder."""
    return data / "checks"


def utc_now() -> str:
    """Return the date and time in UTC, to the second, such as `2027-03-01T08:00:00Z`."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclasses.dataclass(frozen=True, slots=True)
class CheckFiles:
    """The files by which an author follows one check: reports of its stages, and output of programs."""

    folder: Path
    """The folder of the check; `of` returns it."""
    now: Callable[[], str] = utc_now
    """Function that returns the date and time in UTC, such as `2027-03-01T08:00:00Z`."""

    @classmethod
    def of(cls, data: Path, request_id: str, now: Callable[[], str] = utc_now) -> CheckFiles:
        """Return the files of the check of a request in a data folder.

        Args:
            data: The data folder.
            request_id: Id of the request.
            now: Returns the date and time in UTC that reports get, such as `2027-03-01T08:00:00Z`.
        """
        return cls(checks_of(data) / request_id, now)

    @property
    def exists(self) -> bool:
        """Whether the check has begun."""
        return (self.folder / _REQUEST).is_file()

    @property
    def build_log(self) -> Path:
        """File with the output of the build."""
        return self.folder / BUILD_LOG

    @property
    def play_log(self) -> Path:
        """File with the output of the program in the match that it was tried in."""
        return self.folder / PLAY_LOG

    def begin(self, request: Submission | dict[str, object]) -> None:
        """Create the files; what an earlier check of this request has reported stays.

        Args:
            request: The submission, or the fields `id` and `entry` of another request.

        Raises:
            FolderError: The files can't be written.
        """
        values = request if isinstance(request, dict) else request.as_json()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / _REQUEST).write_text(json.dumps(values), encoding="utf-8")
            with (self.folder / _STAGES).open("ab+") as stages:
                # A killed check may have left half a line.
                size = stages.seek(0, os.SEEK_END)
                stages.seek(max(0, size - 1))
                if size and stages.read(1) != b"\n":
                    stages.write(b"\n")
        except OSError as error:
            raise FolderError(f"{self.folder} can't be written: {error.strerror}") from None

    def stage(self, stage: str, text: str) -> None:
        """Report what a stage of the check does or has done.

        Args:
            stage: Name of the stage.
            text: What it does or has done, in one line.
        """
        self._add({"stage": stage, "text": text, "time": self.now()})

    def admitted(self, version: int, lines: Sequence[str] = ()) -> None:
        """Report that the submission plays from now on as this version of its entry.

        Args:
            version: Number of the version, from 1.
            lines: Remarks, as sentences for the author.
        """
        self._end({"result": "admitted", "version": version, "lines": list(lines)})

    def unchanged(self, version: int) -> None:
        """Report that the submission has the bytes of the current version, which plays on."""
        self._end({"result": "unchanged", "version": version, "lines": []})

    def refused(self, stage: str, lines: Sequence[str], *, is_ours: bool = False) -> None:
        """Report that the submission is refused.

        Args:
            stage: Stage in which it was refused.
            lines: Reasons, as sentences for the author.
            is_ours: Whether the failure is not the author's, so that it costs no attempt.
        """
        self._end({"result": "refused", "stage": stage, "lines": list(lines), "ours": is_ours})

    def withdrawn(self) -> None:
        """Report that the entry was withdrawn, as its author has asked."""
        self._end({"result": "withdrawn", "lines": []})

    def entry(self) -> str | None:
        """Return the name of the entry that is checked; None if the check has not begun."""
        with contextlib.suppress(OSError, ValueError, AttributeError):
            values: Any = json.loads((self.folder / _REQUEST).read_text(encoding="utf-8"))
            entry = values.get("entry")
            return entry if isinstance(entry, str) else None
        return None

    def lines(self, after: int = 0) -> list[dict[str, Any]]:
        """Return all reports after the first `after` ones; one with `result` is the last.

        A line that is still being written is left out.
        """
        try:
            text = (self.folder / _STAGES).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return []
        found = []
        for line in text.split("\n")[:-1]:
            with contextlib.suppress(ValueError):
                found.append(json.loads(line))
        return found[after:]

    def _end(self, values: dict[str, object]) -> None:
        self._add({**values, "time": self.now()})

    def _add(self, values: dict[str, object]) -> None:
        # A full disk must not end the run: authors lose a line, and the log has the result.
        with (
            contextlib.suppress(OSError),
            (self.folder / _STAGES).open("a", encoding="utf-8") as out,
        ):
            out.write(json.dumps(values) + "\n")
