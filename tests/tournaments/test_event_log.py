"""The log of a tournament as lines: its chain, its signatures, and its file beside the database."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.tournaments.fakes import ended, order_of, pairing_of
from tests.tournaments.stored import play_cup
from tournaments.log import log_file
from tournaments.log.event import chained, parse_line, parse_lines
from tournaments.log.log_file import heal, read_lines
from tournaments.log.signing import Signer, is_signed_by, signer_of
from tournaments.spec.errors import LogError
from tournaments.store import event_book
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a cup of six matches that has been played."""
    return play_cup(tmp_path / "data")


def lines_of(folder: Path) -> list[str]:
    """The lines of a folder's log."""
    return (folder / "tournament.log").read_text().splitlines()


def test_a_hash_covers_the_content_and_the_hash_before() -> None:
    """As the module says it, computed here by hand."""
    first = chained({"type": "opened", "b": 2, "a": "ä"}, None)
    text = '{"a":"ä","b":2,"type":"opened"}'.encode()
    head = b"gamereferee tournament event 1\n"
    digest = hashlib.sha256(head + bytes(32) + len(text).to_bytes(8, "big") + text).digest()
    assert first.line == f"1 {digest.hex()} - {text.decode()}"
    second = chained({}, first)
    assert second.hash == hashlib.sha256(head + digest + bytes(7) + b"\x02{}").hexdigest()
    assert [parse_line(event.line) for event in (first, second)] == [first, second]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "not enough values"),
        (f"one {'0' * 64} - {{}}", "'one' is no number"),
        (f"1 {'0' * 63} - {{}}", "the hash must be 64 hexadecimal digits"),
        (f"1 {'0' * 64} 00 {{}}", "the signature must be 128 hexadecimal digits, or -"),
        (f"1 {'0' * 64} - []", "the content must be a JSON object"),
        (f"1 {'0' * 64} - {{", "Expecting"),
    ],
)
def test_what_is_no_event(line: str, why: str) -> None:
    """The message names the log and the line."""
    with pytest.raises(LogError, match=rf"^cup.log: line 1 is no event: .*{why}"):
        list(parse_lines([line], name="cup.log"))


def test_no_event_can_be_changed_moved_or_left_out(folder: Path) -> None:
    """Each is found where it happens, whatever the content is."""
    lines = lines_of(folder)
    assert [event.number for event in parse_lines(lines, name="log")] == [*range(1, len(lines) + 1)]
    for index, line in enumerate(lines):
        changed = [*lines]
        changed[index] = line[:-2] + (" " if line[-2] != " " else "x") + line[-1]
        with pytest.raises(LogError, match=rf"(event|line) {index + 1} "):
            list(parse_lines(changed, name="log"))
        if index + 1 < len(lines):
            cut = lines[:index] + lines[index + 1 :]
            with pytest.raises(LogError, match=rf"line {index + 1} has event {index + 2}"):
                list(parse_lines(cut, name="log"))
            # Moved, with its number mended.
            moved = [*lines]
            moved[index : index + 2] = [
                f"{index + 1} {lines[index + 1].split(' ', 1)[1]}",
                f"{index + 2} {line.split(' ', 1)[1]}",
            ]
            with pytest.raises(LogError, match=rf"event {index + 1} was changed"):
                list(parse_lines(moved, name="log"))


def test_every_event_is_signed_with_the_key_that_the_first_one_names(folder: Path) -> None:
    """Checked here by the library itself; another hash, key or no signature does not pass."""
    events = list(parse_lines(lines_of(folder), name="log"))
    public = events[0].body["public_key"]
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    for event in events:
        key.verify(bytes.fromhex(event.signature), bytes.fromhex(event.hash))
    assert is_signed_by(events[1], public)
    assert not is_signed_by(events[1], events[0].hash)
    assert not is_signed_by(Signer().signed(chained({}, None)), public)
    swapped = parse_line(events[1].line.replace(events[1].signature, events[0].signature))
    assert not is_signed_by(swapped, public)


def test_the_key_is_kept_from_others(folder: Path) -> None:
    """It is made once, for its owner alone; a damaged one is refused."""
    path = folder / "tournament.key"
    assert path.stat().st_mode & 0o777 == 0o600
    public = signer_of(folder).public_key
    assert public == json.loads(lines_of(folder)[0].split(" ", 3)[3])["public_key"]
    path.write_text("none\n")
    with pytest.raises(LogError, match=r"tournament.key must have a key of 64 hexadecimal digits"):
        signer_of(folder)


def test_a_file_that_a_kill_left_behind_is_completed(folder: Path) -> None:
    """With whole lines missing, a torn one, or no file at all."""
    path, lines = folder / "tournament.log", lines_of(folder)
    whole = path.read_bytes()
    for left in (b"", whole[:100], b"".join(whole.splitlines(keepends=True)[:3]), whole[:-1]):
        path.write_bytes(left)
        heal(path, lines)
        assert path.read_bytes() == whole
    path.unlink()
    heal(path, lines)
    assert path.read_bytes() == whole


def test_a_file_that_differs_from_the_database(folder: Path) -> None:
    """It is left as it is, and the first event that differs is named."""
    path, lines = folder / "tournament.log", lines_of(folder)
    with pytest.raises(
        LogError, match=rf"has event {len(lines)}, and the database ends with event"
    ):
        heal(path, lines[:-1])
    path.write_text("\n".join([*lines[:2], lines[2] + " ", *lines[3:]]) + "\n")
    before = path.read_bytes()
    with pytest.raises(LogError, match=r"the database differ from event 3 on"):
        heal(path, lines)
    assert path.read_bytes() == before


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in which a tournament has begun."""
    with contextlib.closing(Store(tmp_path / "t.sqlite", create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["a", "b"])
        yield opened


def test_a_kill_between_the_database_and_the_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event is in the database with its rows, and the next run writes it to the file."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(event_book, "append_lines", killed)
    with pytest.raises(KeyboardInterrupt):
        store.begin_attempt("key", 1, "m1")
    monkeypatch.undo()
    assert [each.match_id for each in store.attempts()] == ["m1"]
    path = tmp_path / "tournament.log"
    assert len(read_lines(path)) == 1
    store.events.heal()
    assert read_lines(path) == store.events.lines()
    assert parse_line(read_lines(path)[1]).body["id"] == "m1"


def test_a_transaction_that_fails_has_no_event(store: Store, tmp_path: Path) -> None:
    """Neither in the database nor in the file, and the number is used by the next one."""
    pairing = pairing_of(1, "ab")
    order = order_of(pairing)
    store.record(order, pairing, ended(1, 2), match_id="m1", replay=None)
    before = store.events.lines()

    def fail() -> None:
        with store.together():
            store.begin_attempt("another", 1, "m2")
            raise sa.exc.IntegrityError("", {}, Exception("as of a second result"))

    with pytest.raises(sa.exc.IntegrityError):
        fail()
    assert store.events.lines() == before == read_lines(tmp_path / "tournament.log")
    store.begin_attempt("another", 1, "m3")
    assert parse_line(store.events.lines()[-1]).number == len(before) + 1


def test_an_attempt_that_goes_on_is_logged_once(store: Store) -> None:
    """A resumed run writes it down again; only a new match at the referee is an event."""
    for match_id in ("m1", "m1", "m2"):
        store.begin_attempt("key", 1, match_id)
    ids = [parse_line(line).body.get("id") for line in store.events.lines()]
    assert ids == [None, "m1", "m2"]


def test_a_log_needs_a_folder_that_can_be_written(store: Store, tmp_path: Path) -> None:
    """The results are in the database; the error names the file."""
    path = tmp_path / log_file.LOG_FILE
    path.unlink()
    path.mkdir()
    with pytest.raises(LogError, match=r"tournament.log can't be written: Is a directory"):
        store.begin_attempt("key", 1, "m1")
    assert len(store.attempts()) == 1


def test_secrets_are_in_no_event(folder: Path) -> None:
    """A folder's log may be published while matches are played: it has neither secrets nor seeds."""
    with contextlib.closing(Store(DataFolder(folder).database)) as opened:
        seeds = {str(match.pairing.seed) for match in opened.matches()}
    text = (folder / "tournament.log").read_text()
    assert len(seeds) == 3
    assert not [seed for seed in seeds if seed in text]
    assert (folder / "tournament.key").read_text().strip() not in text
