"""Requests in a season's inbox: how they are written, and how what authors hand in is found there.

A request is a folder or a file that is renamed into the inbox once it is whole, so that nobody
reads half of one; names with a leading dot are not read. `submit-<id>/` holds `request.json` and
the payload: a folder, or an archive. `request-<id>.json` is a withdrawal by an author, or a request
of the organizer.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import secrets
import shutil
from pathlib import Path
from typing import Any, Literal

from tournaments.season.keys import entry_name_problem
from tournaments.spec.errors import FolderError

__all__ = [
    "Door",
    "Submission",
    "adopt",
    "archive_suffix",
    "entry_in_inbox",
    "has_request",
    "has_withdrawal",
    "inbox_of",
    "is_request_id",
    "new_request_id",
    "put_submission",
    "put_withdrawal",
    "read_submission",
    "recover",
    "submissions_of",
]

Door = Literal["command", "http", "inbox", "attend"]
"""How a submission came in: by `tournament submit` with a path, by the arena, by hand, or by a program
that attends, which has no files here.
"""

_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
_SUFFIXES = (".tar.gz", ".tgz", ".tar", ".zip")
_REQUEST = "request.json"
_PART = re.compile(r"\.submit-([0-9a-f]{32})-[0-9a-f]{8}", re.ASCII)
_LEFT = (".upload-", ".request-")
_OLD_S = 86_400.0
"""Seconds after which nobody is writing any more what is not whole."""


@dataclasses.dataclass(frozen=True, slots=True)
class Submission:
    """What an author has handed in for an entry: id, entry, time, and the folder or archive."""

    id: str
    """Id of the request, 32 hexadecimal digits, chosen by who writes it."""
    entry: str
    """Name of the entry."""
    author: str | None
    """Name of the author; None if the request does not name one."""
    door: Door
    """How it came in."""
    key_sha256: str | None
    """SHA-256 of the key that was presented, 64 hexadecimal digits; None without a key."""
    received: str
    """Time at which all of it had been received, in UTC, such as `2027-03-01T08:00:00Z`."""
    payload: Path
    """The archive or folder that was handed in; of no meaning for a program that attends."""

    def as_json(self) -> dict[str, object]:
        """Return all fields except the payload as a JSON object."""
        values = dataclasses.asdict(self)
        del values["payload"]
        return values


def new_request_id() -> str:
    """Return a new id for a request."""
    return secrets.token_hex(16)


def is_request_id(text: str) -> bool:
    """Return whether a text has the form of a request's id."""
    return _ID.fullmatch(text) is not None


def inbox_of(data: Path) -> Path:
    """Return the inbox of a data folder."""
    return data / "inbox"


def archive_suffix(head: bytes) -> str | None:
    """Return the suffix of an archive by its first bytes; None if they are of no known archive.

    Args:
        head: The first 512 bytes, or all of a shorter file.
    """
    if head.startswith(b"\x1f\x8b"):
        return ".tar.gz"
    if head.startswith(b"PK"):
        return ".zip"
    return ".tar" if head[257:262] == b"ustar" else None


def has_request(inbox: Path, request_id: str) -> bool:
    """Return whether a request with this id waits in the inbox."""
    names = (f"submit-{request_id}", f"request-{request_id}.json")
    return any((inbox / name).exists() for name in names)


def entry_in_inbox(inbox: Path, request_id: str) -> str | None:
    """Return the entry of a request that waits in the inbox; None if none with this id waits."""
    for file in (inbox / f"submit-{request_id}" / _REQUEST, inbox / f"request-{request_id}.json"):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            entry = json.loads(file.read_text(encoding="utf-8")).get("entry")
            return entry if isinstance(entry, str) else None
    return None


def submissions_of(inbox: Path, author: str) -> list[str]:
    """Return the ids of all submissions of an author that wait in the inbox."""
    found = []
    for file in inbox.glob(f"submit-*/{_REQUEST}"):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            if json.loads(file.read_text(encoding="utf-8")).get("author") == author:
                found.append(file.parent.name.removeprefix("submit-"))
    return found


def has_withdrawal(inbox: Path, entry: str) -> bool:
    """Return whether an author's request to withdraw an entry waits in the inbox."""
    for file in inbox.glob("request-*.json"):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            values = json.loads(file.read_text(encoding="utf-8"))
            if values.get("what") == "withdraw" and values.get("entry") == entry:
                return True
    return False


def put_submission(inbox: Path, submission: Submission, *, suffix: str = "") -> None:
    """Put a submission into the inbox; do nothing if one with its id waits there.

    Args:
        inbox: The inbox, which is created if it does not exist.
        submission: The submission; its payload is moved, and must be on the same file system.
        suffix: Suffix of the payload's new name, such as `.zip`; empty for a folder.

    Raises:
        FolderError: The inbox can't be written.
    """
    part = inbox / f".submit-{submission.id}-{secrets.token_hex(4)}"
    try:
        part.mkdir(parents=True)
        # The payload last: a part that has both is whole, and `recover` finishes it.
        _write(part / _REQUEST, submission.as_json())
        submission.payload.rename(part / f"payload{suffix}")
        _flush(part)
        # Of two writers with one id, the first one wins: a folder that is not empty stays.
        with contextlib.suppress(FileExistsError, OSError):
            part.rename(inbox / f"submit-{submission.id}")
        if not has_request(inbox, submission.id):
            raise FolderError(f"{inbox} can't be written: the request can't be renamed there")
        _flush(inbox)
    except OSError as error:
        raise FolderError(f"{inbox} can't be written: {error.strerror}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def put_withdrawal(
    inbox: Path, request_id: str, entry: str, *, key_sha256: str | None, by: str
) -> None:
    """Put an author's request to withdraw an entry into the inbox.

    Args:
        inbox: The inbox, which is created if it does not exist.
        request_id: Id of the request.
        entry: Name of the entry.
        key_sha256: SHA-256 of the key that was presented; None without a key.
        by: The author or organizer that asks, as the log shows it.

    Raises:
        FolderError: The inbox can't be written.
    """
    values = {
        "id": request_id,
        "what": "withdraw",
        "entry": entry,
        "reason": "withdrawn by its author",
        "by": by,
        "key_sha256": key_sha256,
    }
    part = inbox / f".request-{request_id}-{secrets.token_hex(4)}"
    try:
        inbox.mkdir(parents=True, exist_ok=True)
        _write(part, values)
        part.rename(inbox / f"request-{request_id}.json")
        _flush(inbox)
    except OSError as error:
        raise FolderError(f"{inbox} can't be written: {error.strerror}") from None


def read_submission(folder: Path) -> Submission:
    """Return the submission in a folder `submit-<id>` of the inbox.

    Raises:
        FolderError: The request is damaged, or has no payload; the message says what is wrong.
    """
    file = folder / _REQUEST
    try:
        values: Any = json.loads(file.read_text(encoding="utf-8"))
        found = Submission(**values, payload=_payload_in(folder))
    except OSError as error:
        raise FolderError(f"{file} can't be read: {error.strerror}") from None
    except (ValueError, TypeError) as error:
        raise FolderError(f"{file} is damaged: {error}") from None
    texts = (found.id, found.entry, found.received)
    maybe = (found.author, found.key_sha256)
    if not all(isinstance(text, str) for text in texts) or not all(
        text is None or isinstance(text, str) for text in maybe
    ):
        raise FolderError(f"{file} is damaged: a field has another type than text")
    if found.door not in ("command", "http", "inbox"):
        raise FolderError(f"{file}: door must be command, http or inbox, not {found.door!r:.80}")
    if not is_request_id(found.id) or folder.name != f"submit-{found.id}":
        raise FolderError(f"{file}: id must be the one in the folder's name, not {found.id!r:.80}")
    problem = entry_name_problem(found.entry)
    if problem is not None:
        raise FolderError(f"{file}: {problem}")
    return found


def adopt(path: Path, *, received: str) -> Path | None:
    """Turn a bare folder or archive in the inbox, named like an entry, into a submission.

    Nothing is asked of a key: only the organizer's user can write there.

    Args:
        path: The folder or archive, such as `inbox/ann` or `inbox/ann.zip`.
        received: Time at which it was found, in UTC.

    Returns:
        The submission's folder; None if the name is not one of an entry, with or without a suffix.

    Raises:
        FolderError: The inbox can't be written.
    """
    suffix = next((each for each in _SUFFIXES if path.name.endswith(each)), "")
    entry = path.name.removesuffix(suffix)
    is_of_form = (path.is_file() if suffix else path.is_dir()) and not path.is_symlink()
    if not is_of_form or entry_name_problem(entry) is not None or _is_request(path.name):
        return None
    found = Submission(new_request_id(), entry, None, "inbox", None, received, path)
    put_submission(path.parent, found, suffix=".tar.gz" if suffix == ".tgz" else suffix)
    return path.parent / f"submit-{found.id}"


def recover(inbox: Path, *, now_s: float) -> None:
    """Finish what killed writers have left in the inbox, and remove what is old and not whole.

    Args:
        inbox: The inbox.
        now_s: Current time, in seconds since 1970 UTC.
    """
    for path in sorted(inbox.glob(".*")):
        found = _PART.fullmatch(path.name)
        with contextlib.suppress(OSError):
            is_old = now_s - path.lstat().st_mtime > _OLD_S
            if found is not None and _is_whole(path):
                path.rename(inbox / f"submit-{found[1]}")
            elif is_old and (found is not None or path.name.startswith(_LEFT)):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _is_whole(part: Path) -> bool:
    try:
        json.loads((part / _REQUEST).read_text(encoding="utf-8"))
        _payload_in(part)
    except (OSError, ValueError):
        return False
    return True


def _is_request(name: str) -> bool:
    return name.startswith("submit-") and is_request_id(name.removeprefix("submit-"))


def _payload_in(folder: Path) -> Path:
    for name in ("payload", *(f"payload{suffix}" for suffix in _SUFFIXES)):
        path = folder / name
        if path.is_symlink() or not path.exists():
            continue
        if path.is_dir() == (name == "payload"):
            return path
    raise ValueError("there is no payload next to it")


def _write(path: Path, values: object) -> None:
    with path.open("x", encoding="utf-8") as file:
        json.dump(values, file, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())


def _flush(folder: Path) -> None:
    """Flush a folder to the disk, so that names in it that were changed survive a failure of power."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
