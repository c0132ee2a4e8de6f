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
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tournaments.season.keys import entry_name_problem

__all__ = ["Handed", "Inbox", "Request", "new_request_id"]

_REQUEST = re.compile(r"request-([0-9a-f]{32})\.json")
_SUBMIT = re.compile(r"submit-([0-9a-f]{32})")
_ARCHIVES = (".tar.gz", ".tar", ".zip")
_ADOPTED = ".adopt-"
"""Prefix of a folder that is being made of a bare program; it is completed after a kill."""
_MOST_BYTES = 65_536
"""Largest file of a request, in bytes."""


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """What an organizer or an author asks for."""

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


@dataclasses.dataclass(frozen=True, slots=True)
class Handed:
    """A program that was handed in."""

    id: str
    """Id of the request, 32 hexadecimal digits."""
    entry: str
    """Name of the entry."""
    path: Path
    """Folder of the request."""
    author: str | None = None
    """Name of the author; None where the key or an earlier submission says it."""
    door: str = "inbox"
    """How it came: `http`, `command` or `inbox`."""
    key_sha256: str | None = None
    """SHA-256 of the key that was shown; None if there was none."""
    received: str | None = None
    """Time at which it was received, UTC, ISO 8601; None if unknown."""

    @property
    def payload(self) -> Path:
        """Folder or archive with the program; it need not exist."""
        found = sorted(self.path.glob("payload*"))
        return found[0] if found else self.path / "payload"


def new_request_id() -> str:
    """Return 32 random hexadecimal digits."""
    return secrets.token_hex(16)


class Inbox:
    """The inbox of one season.

    Args:
        data: The season's data folder.
    """

    def __init__(self, data: Path) -> None:
        self.path = data / "inbox"
        """Folder of the requests."""
        self.answers = data / "answers"
        """Folder with a file for each request that could not be done."""

    def make(self) -> None:
        """Make the folders if there are none."""
        self.path.mkdir(parents=True, exist_ok=True)
        self.answers.mkdir(parents=True, exist_ok=True)

    def scan(self) -> list[Request | Handed]:
        """Return all requests, the oldest first; files that are no requests are answered and removed.

        Bare folders and archives that have the name of an entry become requests.
        """
        self._adopt()
        found: list[tuple[tuple[int, str], Request | Handed]] = []
        with os.scandir(self.path) as entries:
            for each in entries:
                path = Path(each.path)
                of_request, of_submit = _REQUEST.fullmatch(each.name), _SUBMIT.fullmatch(each.name)
                try:
                    order = (each.stat(follow_symlinks=False).st_mtime_ns, each.name)
                    if of_request is not None:
                        found.append((order, _request_of(of_request[1], path)))
                    elif of_submit is not None:
                        found.append((order, _handed_of(of_submit[1], path)))
                except FileNotFoundError:  # its writer has taken it back
                    continue
                except (OSError, ValueError, TypeError, KeyError) as error:
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
        name = f"request-{request}.json"
        with (self.path / f".{name}").open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        (self.path / f".{name}").rename(self.path / name)
        return request

    def done(self, request: Request | Handed) -> None:
        """Remove a request that the log has."""
        self._remove(request.path)

    def answer(self, request: str, why: str) -> None:
        """Write down why a request could not be done, for its writer."""
        self.make()
        part = self.answers / f".{request}.json"
        part.write_text(json.dumps({"id": request, "why": why}) + "\n", encoding="utf-8")
        part.rename(self.answers / f"{request}.json")

    def answer_to(self, request: str) -> str | None:
        """Return why a request could not be done; None if there is no answer."""
        path = self.answers / f"{request}.json"
        with contextlib.suppress(OSError, ValueError, KeyError):
            return str(json.loads(path.read_text(encoding="utf-8"))["why"])
        return None

    def _adopt(self) -> None:
        """Make requests of bare programs, also of those that a kill has left half made."""
        for path in sorted(self.path.iterdir()):
            if path.name.startswith(_ADOPTED):
                self._finish(path)
            elif not path.name.startswith(".") and (entry := _bare_entry(path)) is not None:
                made = self.path / f"{_ADOPTED}{new_request_id()}"
                made.mkdir()
                suffix = path.name.removeprefix(entry)
                values = {"entry": entry, "author": None, "door": "inbox", "key_sha256": None}
                (made / "request.json").write_text(json.dumps(values), encoding="utf-8")
                path.rename(made / f"payload{suffix}")
                self._finish(made)

    def _finish(self, made: Path) -> None:
        if any(made.glob("payload*")):
            made.rename(self.path / made.name.replace(_ADOPTED, "submit-"))
        else:  # killed before the program was moved: it is still where it was
            shutil.rmtree(made, ignore_errors=True)

    def _remove(self, path: Path) -> None:
        if path.is_dir() and not path.is_symlink():
            # Renamed first: half a request must not be seen after a kill.
            gone = path.with_name(f".gone-{path.name}")
            path.rename(gone)
            shutil.rmtree(gone, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _bare_entry(path: Path) -> str | None:
    """Return the entry that a bare folder or archive is named like; None if it is none."""
    if _REQUEST.fullmatch(path.name) or _SUBMIT.fullmatch(path.name):
        return None
    name = path.name
    if path.is_dir() and not path.is_symlink():
        return name if entry_name_problem(name) is None else None
    for suffix in _ARCHIVES:
        if name.endswith(suffix) and path.is_file():
            entry = name.removesuffix(suffix)
            return entry if entry_name_problem(entry) is None else None
    return None


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


def _handed_of(request: str, path: Path) -> Handed:
    values = _values(path / "request.json")
    entry = str(values["entry"])
    problem = entry_name_problem(entry)
    if problem is not None:
        raise ValueError(problem)
    return Handed(
        request,
        entry,
        path,
        author=_text(values, "author"),
        door=_text(values, "door") or "inbox",
        key_sha256=_text(values, "key_sha256"),
        received=_text(values, "received"),
    )


def _text(values: Mapping[str, Any], key: str) -> str | None:
    value = values.get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{key} must be a text")
    return value
