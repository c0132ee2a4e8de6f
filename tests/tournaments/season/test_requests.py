"""The inbox: requests are there whole or not at all, and are read back as they were written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tournaments.season.requests import (
    Submission,
    adopt,
    archive_suffix,
    entry_in_inbox,
    has_request,
    has_withdrawal,
    new_request_id,
    put_submission,
    put_withdrawal,
    read_submission,
    recover,
    submissions_of,
)
from tournaments.spec.errors import FolderError

ID = "0123456789abcdef" * 2
WHEN = "2027-03-01T08:00:00Z"


def handed_in(folder: Path, **changed: Any) -> Submission:
    """A submission with an archive."""
    payload = folder / "archive"
    payload.write_bytes(b"PK")
    values: dict[str, Any] = {"id": ID, "entry": "ann", "author": "Ann Onymous", "door": "http"}
    values |= {"key_sha256": "ab" * 32, "received": WHEN, "payload": payload}
    return Submission(**{**values, **changed})


def test_ids_are_new() -> None:
    """32 hexadecimal digits, others each time."""
    one, other = new_request_id(), new_request_id()
    assert len(one) == 32
    assert int(one, 16) != int(other, 16)


def test_a_submission_is_read_as_it_was_written(tmp_path: Path) -> None:
    """With its payload moved next to the request, and no other file left."""
    inbox = tmp_path / "inbox"
    put_submission(inbox, handed_in(tmp_path), suffix=".zip")
    assert [path.name for path in inbox.iterdir()] == [f"submit-{ID}"]
    found = read_submission(inbox / f"submit-{ID}")
    payload = inbox / f"submit-{ID}" / "payload.zip"
    assert found == handed_in(tmp_path, payload=payload)
    assert payload.read_bytes() == b"PK"
    assert has_request(inbox, ID)
    assert entry_in_inbox(inbox, ID) == "ann"
    assert submissions_of(inbox, "Ann Onymous") == [ID]
    assert submissions_of(inbox, "ann") == []


def test_a_folder_may_be_handed_in(tmp_path: Path) -> None:
    """It is the payload as it is."""
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text("")
    put_submission(tmp_path / "inbox", handed_in(tmp_path, payload=bot))
    found = read_submission(tmp_path / "inbox" / f"submit-{ID}")
    assert (found.payload / "bot.toml").is_file()


def test_the_first_of_two_with_one_id_stays(tmp_path: Path) -> None:
    """So that a request may be sent again."""
    inbox = tmp_path / "inbox"
    put_submission(inbox, handed_in(tmp_path), suffix=".zip")
    put_submission(inbox, handed_in(tmp_path, entry="bob"), suffix=".zip")
    assert read_submission(inbox / f"submit-{ID}").entry == "ann"
    assert [path.name for path in inbox.iterdir()] == [f"submit-{ID}"]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ("{", "is damaged"),
        ("[]", "is damaged"),
        ({"id": ID}, "is damaged"),
        ({"entry": "../ann"}, "an entry's name must be"),
        ({"entry": 5}, "another type than text"),
        ({"id": "f" * 32}, "id must be the one in the folder's name"),
        ({"door": "window"}, "door must be command, http or inbox, not 'window'"),
        ({"more": 1}, "is damaged"),
    ],
)
def test_damaged_requests(tmp_path: Path, values: Any, words: str) -> None:
    """Are refused with their file's name."""
    inbox = tmp_path / "inbox"
    put_submission(inbox, handed_in(tmp_path), suffix=".zip")
    file = inbox / f"submit-{ID}" / "request.json"
    if isinstance(values, dict):
        whole = {} if values == {"id": ID} else json.loads(file.read_text())
        values = json.dumps({**whole, **values})
    file.write_text(values)
    with pytest.raises(FolderError, match=words) as caught:
        read_submission(file.parent)
    assert "request.json" in str(caught.value)


def test_a_request_without_payload(tmp_path: Path) -> None:
    """Is refused, and so is one whose payload is a link."""
    inbox = tmp_path / "inbox"
    put_submission(inbox, handed_in(tmp_path), suffix=".zip")
    payload = inbox / f"submit-{ID}" / "payload.zip"
    payload.unlink()
    with pytest.raises(FolderError, match="no payload"):
        read_submission(payload.parent)
    payload.symlink_to("/etc/passwd")
    with pytest.raises(FolderError, match="no payload"):
        read_submission(payload.parent)


def test_withdrawals(tmp_path: Path) -> None:
    """Are requests of one file."""
    inbox = tmp_path / "inbox"
    put_withdrawal(inbox, ID, "ann", key_sha256=None, by="organizer")
    assert [path.name for path in inbox.iterdir()] == [f"request-{ID}.json"]
    assert json.loads((inbox / f"request-{ID}.json").read_text()) == {
        "id": ID,
        "what": "withdraw",
        "entry": "ann",
        "reason": "withdrawn by its author",
        "by": "organizer",
        "key_sha256": None,
    }
    assert has_withdrawal(inbox, "ann")
    assert not has_withdrawal(inbox, "bob")
    assert entry_in_inbox(inbox, ID) == "ann"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ann", "payload"),
        ("Ann-2.1", "payload"),
        ("ann.zip", "payload.zip"),
        ("ann.tar.gz", "payload.tar.gz"),
        ("ann.tgz", "payload.tar.gz"),
        ("ann.tar", "payload.tar"),
    ],
)
def test_bare_names_are_adopted(tmp_path: Path, name: str, expected: str) -> None:
    """A folder or an archive that is named like an entry becomes a submission without a key."""
    path = tmp_path / name
    path.mkdir() if expected == "payload" else path.write_bytes(b"")
    folder = adopt(path, received=WHEN)
    assert folder is not None
    found = read_submission(folder)
    assert (found.door, found.key_sha256, found.author) == ("inbox", None, None)
    assert name.startswith(found.entry)
    assert found.payload.name == expected
    assert not path.exists()


@pytest.mark.parametrize("name", [".ann", "a b", "ann.rar", "notes.txt", f"submit-{ID}", "ann.zip"])
def test_other_names_stay(tmp_path: Path, name: str) -> None:
    """Such as a folder that is named like an archive, or a file without a suffix."""
    path = tmp_path / name
    if name in ("ann.zip", f"submit-{ID}"):
        path.mkdir()
    else:
        path.write_text("")
    assert adopt(path, received=WHEN) is None
    assert path.exists()


@pytest.mark.parametrize(
    ("head", "suffix"),
    [
        (b"\x1f\x8b\x08", ".tar.gz"),
        (b"PK\x05\x06", ".zip"),
        (b"", None),
        (b"BZh9", None),
        (bytes(257) + b"ustar\x00", ".tar"),
    ],
)
def test_archives_by_their_first_bytes(head: bytes, suffix: str | None) -> None:
    """Whatever their names are."""
    assert archive_suffix(head) == suffix


def test_what_a_killed_writer_has_left(tmp_path: Path) -> None:
    """Is finished if it was whole, and else kept for a day: it may be written just now."""
    inbox = tmp_path / "inbox"
    put_submission(inbox, handed_in(tmp_path), suffix=".zip")
    (inbox / f"submit-{ID}").rename(inbox / f".submit-{ID}-00000000")
    half = inbox / f".submit-{'f' * 32}-00000000"
    half.mkdir()
    (half / "request.json").write_text("{}")
    upload, hidden = inbox / ".upload-1", inbox / ".hidden"
    upload.write_text("")
    hidden.write_text("")
    now_s = upload.stat().st_mtime
    recover(inbox, now_s=now_s)
    assert read_submission(inbox / f"submit-{ID}").entry == "ann"
    assert (half.exists(), upload.exists()) == (True, True)
    recover(inbox, now_s=now_s + 90_000)
    assert {path.name for path in inbox.iterdir()} == {f"submit-{ID}", ".hidden"}
