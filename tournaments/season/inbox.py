"""The folder by which everything enters a season: programs, and what authors and organizers ask for.

A request is a file or folder that its writer renames into place, so that a run sees it whole.
Names with a leading dot are skipped. A run removes a request when the log has it; one that can't be
done is answered in the folder `answers`. After a kill, a request whose id the log has is only
removed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tournaments.season.requests import (
    Submission,
    adopt,
    new_request_id,
    read_submission,
    recover,
)
from tournaments.spec.errors import FolderError
from tournaments.spec.whole_file import replace_file

__all__ = ["Inbox", "Request"]

_REQUEST = re.compile(r"request-([0-9a-f]{32})\.json")
_SUBMIT = re.compile(r"submit-([0-9a-f]{32})")
_MOST_BYTES = 65_536
"""Largest file of a request, in bytes."""


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """What an organizer or an author asks of a season, such as to bench an entry."""

    id: str
    """Id of the request, 32 hexadecimal digits."""
    what: str
    """What is asked for: `bench`, `annul` and so on."""
    path: Path
    """File of the request; it need not exist."""
    entry: str | None = None
    """Name of the entry; None where there is none."""
    author: str | None = None
    """Of a new key: name of the entry's author; None means the known one, or the entry's name."""
    match: int | None = None
    """Number of the match; None where there is none."""
    reason: str = ""
    """Why, for people."""
    by: str = "organizer"
    """Name of the person, or `organizer`."""
    key_sha256: str | None = None
    """SHA-256 of the key that an author showed, or of a new key; None where there is none."""


class Inbox:
    """Reads, writes, removes and answers the requests in the inbox folder of one season.

    Args:
        data: The season's data folder.
    """

    def __init__(self, data: Path) -> None:
        self.path = data / "inbox"
        """Folder of the requests."""
        self.answers = data / "answers"
        """Folder with a file for each request that could not be done."""

    def make(self) -> None:
        """Make the folders of requests and of answers if they do not exist."""
        self.path.mkdir(parents=True, exist_ok=True)
        self.answers.mkdir(parents=True, exist_ok=True)

    def scan(self, received: str) -> list[Request | Submission]:
        """Return all requests, the oldest first; files that are no requests are answered and removed.

        Bare folders and archives that have the name of an entry become submissions.

        Args:
            received: Time at which bare programs are found, UTC, ISO 8601.
        """
        recover(self.path, now_s=time.time())
        for path in sorted(self.path.iterdir()):
            if not path.name.startswith("."):
                adopt(path, received=received)
        found: list[tuple[tuple[int, str], Request | Submission]] = []
        with os.scandir(self.path) as entries:
            for each in entries:
                path = Path(each.path)
                of_request, of_submit = _REQUEST.fullmatch(each.name), _SUBMIT.fullmatch(each.name)
                try:
                    order = (each.stat(follow_symlinks=False).st_mtime_ns, each.name)
                    if of_request is not None:
                        found.append((order, _request_of(of_request[1], path)))
                    elif of_submit is not None:
                        found.append((order, read_submission(path)))
                except FileNotFoundError:  # its writer has taken it back
                    continue
                except (OSError, ValueError, TypeError, KeyError, FolderError) as error:
                    match = of_request or of_submit
                    assert match is not None
                    self.answer(match[1], f"the request can't be read: {error}")
                    self._remove(path)
        return [request for _, request in sorted(found, key=lambda both: both[0])]

    def leave(self, values: Mapping[str, object]) -> str:
        """Write an organizer's or an author's request, and return its id.

        Args:
            values: What the request says, without its id.
        """
        request = new_request_id()
        text = json.dumps({"id": request, **values}, ensure_ascii=False, indent=2)
        self.make()
        replace_file(self.path / f"request-{request}.json", text.encode())
        return request

    def done(self, request: Request | Submission) -> None:
        """Remove a request from the inbox, once the log has it."""
        if isinstance(request, Submission):
            self._remove(request.payload.parent)
        else:
            self._remove(request.path)

    def answer(self, request: str, why: str) -> None:
        """Write down why a request could not be done, for its writer."""
        self.make()
        text = json.dumps({"id": request, "why": why}) + "\n"
        replace_file(self.answers / f"{request}.json", text.encode())

    def answer_to(self, request: str) -> str | None:
        """Return why a request could not be done; None if there is no answer."""
        path = self.answers / f"{request}.json"
        with contextlib.suppress(OSError, ValueError, KeyError):
            return str(json.loads(path.read_text(encoding="utf-8"))["why"])
        return None

    def _remove(self, path: Path) -> None:
        if path.is_dir() and not path.is_symlink():
            # Renamed first: half a request must not be seen after a kill.
            gone = path.with_name(f".gone-{path.name}")
            path.rename(gone)
            shutil.rmtree(gone, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _values(path: Path) -> dict[str, Any]:
    if path.stat().st_size > _MOST_BYTES:
        raise ValueError(f"it has more than {_MOST_BYTES} bytes")
    values = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(values, dict):
        raise TypeError("it must be a JSON object")
    return values


def _request_of(request: str, path: Path) -> Request:
    values = _values(path)
    match = values.get("match")
    if match is not None and type(match) is not int:
        raise ValueError("match must be a whole number")
    return Request(
        request,
        str(values["what"]),
        path,
        entry=_text(values, "entry"),
        author=_text(values, "author"),
        match=match,
        reason=(_text(values, "reason") or "")[:500],
        by=(_text(values, "by") or "organizer")[:100],
        key_sha256=_text(values, "key_sha256"),
    )


def _text(values: Mapping[str, Any], key: str) -> str | None:
    value = values.get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{key} must be a text")
    return value
