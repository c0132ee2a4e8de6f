"""Uploads for a season: what is received, what is refused before its body is read, and what is shown to whom."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from referee_arena.server import season_access, uploads
from referee_arena.server.submissions import Submissions
from tests.arena.arena import Arena, arena_running
from tests.helpers.patience import come_true, patience
from tests.tournaments.season.hostile_archives import tar_of, zip_of
from tournaments.season.check_files import CheckFiles
from tournaments.season.doors import DoorEntry, Doors, write_doors
from tournaments.season.keys import key_hash
from tournaments.season.requests import read_submission

ANN, BOB = "gr_" + "a" * 52, "gr_" + "b" * 52
ID, OTHER_ID = "0123456789abcdef" * 2, "f" * 32
ARCHIVE = zip_of({"bot.toml": b'name = "a"\n'})
MOST = 5000
TODAY = "2027-03-01"


def doors(**changed: Any) -> Doors:
    """A season that takes submissions for two entries."""
    entries = {
        "Ann": DoorEntry("ann", key_hash(ANN)),
        "bob": DoorEntry("bob", key_hash(BOB), used=2),
    }
    values = {"accepts": True, "why": "", "size": MOST, "unpacked": 9000, "files": 30}
    values |= {"per_day": 3, "day": TODAY, "entries": entries}
    return Doors(**{**values, **changed})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a season."""
    folder = tmp_path / "data"
    folder.mkdir()
    write_doors(folder, doors())
    return folder


@pytest_asyncio.fixture
async def arena(data: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Arena]:
    """An arena that shows the season, and no referee."""
    monkeypatch.setattr(season_access, "FREE", 0)
    monkeypatch.setattr(Submissions, "_today", lambda _: TODAY)
    async with arena_running(tournaments=(data,)) as started:
        yield started


async def put(
    arena: Arena, entry: str = "ann", key: str = ANN, request: str = ID, **more: Any
) -> httpx.Response:
    """Hand in an archive."""
    headers = {"authorization": f"Bearer {key}", "request-id": request, **more.pop("headers", {})}
    path = more.pop("path", f"/api/t/1/entries/{entry}")
    return await arena.browser.put(path, content=more.pop("content", ARCHIVE), headers=headers)


async def get(arena: Arena, path: str, key: str = ANN) -> httpx.Response:
    """Ask as the author of an entry."""
    return await arena.browser.get(path, headers={"authorization": f"Bearer {key}"})


def inbox(data: Path) -> list[str]:
    """Names in the inbox."""
    folder = data / "inbox"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


async def test_an_archive_is_put_into_the_inbox(arena: Arena, data: Path) -> None:
    """With the entry's own name, its author, and the hash of the key."""
    answer = await put(arena)
    assert (answer.status_code, answer.json()) == (202, {"id": ID})
    assert inbox(data) == [f"submit-{ID}"]
    found = read_submission(data / "inbox" / f"submit-{ID}")
    assert (found.entry, found.author, found.door) == ("Ann", "ann", "http")
    assert (found.id, found.key_sha256) == (ID, key_hash(ANN))
    assert found.payload.name == "payload.zip"
    assert found.payload.read_bytes() == ARCHIVE


async def test_a_request_that_comes_again_changes_nothing(arena: Arena, data: Path) -> None:
    """Not even with another body; it is answered as before, also once its check has begun."""
    assert (await put(arena)).status_code == 202
    again = await put(arena, content=tar_of({"a": b"other"}))
    assert (again.status_code, again.json()) == (202, {"id": ID})
    found = read_submission(data / "inbox" / f"submit-{ID}")
    assert found.payload.read_bytes() == ARCHIVE
    CheckFiles.of(data, OTHER_ID).begin({"id": OTHER_ID, "entry": "Ann"})
    assert (await put(arena, request=OTHER_ID)).status_code == 202
    assert inbox(data) == [f"submit-{ID}"]


async def test_an_id_belongs_to_one_entry(arena: Arena, data: Path) -> None:
    """The id of another author's request is no way to hear of it."""
    assert (await put(arena)).status_code == 202
    other = await put(arena, "bob", BOB)
    assert other.status_code == 409
    assert "choose a new one" in other.json()["error"]
    assert inbox(data) == [f"submit-{ID}"]


@pytest.mark.parametrize(
    ("changed", "status", "words"),
    [
        ({"key": "wrong"}, 401, "not the one of this entry"),
        ({"key": BOB}, 401, "not the one of this entry"),
        ({"key": key_hash(ANN)}, 401, "not the one of this entry"),
        ({"entry": "bob"}, 401, "not the one of this entry"),
        ({"entry": "nobody"}, 401, "not the one of this entry"),
        ({"entry": "..%2Fann"}, 403, "Origin"),
        ({"headers": {"authorization": "Basic YTpi"}}, 401, "Authorization: Bearer KEY"),
        ({"headers": {"authorization": "Bearer"}}, 401, "Authorization: Bearer KEY"),
        ({"path": "/api/t/2/entries/ann"}, 404, "shows 1 tournaments"),
        ({"request": ""}, 400, "Request-Id"),
        ({"request": "../../etc/passwd"}, 400, "Request-Id"),
        ({"request": ID.upper()}, 400, "Request-Id"),
        ({"content": b""}, 400, "empty"),
        ({"content": bytes(MOST + 1)}, 413, f"at most {MOST} bytes"),
        ({"content": b"#!/bin/sh\n"}, 415, ".tar.gz, .tar or .zip"),
        ({"headers": {"sec-fetch-site": "cross-site"}}, 403, "Sec-Fetch-Site"),
        ({"headers": {"origin": "https://evil.example"}}, 403, "Origin"),
        ({"headers": {"x-forwarded-for": "192.0.2.7"}}, 403, "over https"),
        ({"headers": {"host": "evil.example"}}, 421, "Host must be"),
    ],
)
async def test_refused_uploads(
    arena: Arena, data: Path, changed: dict[str, Any], status: int, words: str
) -> None:
    """Each with its reason, and nothing is left of it."""
    answer = await put(arena, **changed)
    assert (answer.status_code, answer.text) == (status, answer.text)
    assert words in answer.json()["error"]
    assert ANN not in answer.text
    assert inbox(data) == []


async def test_a_key_is_taken_over_https(arena: Arena, data: Path) -> None:
    """As a proxy of this machine says of a request from elsewhere."""
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
    assert (await put(arena, headers=headers)).status_code == 202
    assert inbox(data) == [f"submit-{ID}"]


async def test_without_a_key_a_change_must_come_from_a_page(arena: Arena) -> None:
    """As all changes must that send no header of their own."""
    answer = await arena.browser.put("/api/t/1/entries/ann", content=ARCHIVE)
    assert answer.status_code == 403
    assert "Origin" in answer.json()["error"]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"accepts": False, "why": "the season is frozen"}, "the season is frozen"),
        ({"accepts": False}, "takes no submissions now"),
        ({"per_day": 0}, "0 submissions a day are the most"),
        ({"entries": {"ann": DoorEntry("a", key_hash(ANN), "expelled")}}, "was expelled"),
        ({"entries": {"ann": DoorEntry("a", key_hash(ANN), used=3)}}, "3 submissions a day"),
    ],
)
async def test_states_and_quotas(
    arena: Arena, data: Path, changed: dict[str, Any], words: str
) -> None:
    """Are checked for every request, as the season has them then."""
    write_doors(data, doors(**changed))
    answer = await put(arena)
    assert answer.status_code == 409
    assert words in answer.json()["error"]
    assert inbox(data) == []


async def test_waiting_submissions_count(arena: Arena, data: Path) -> None:
    """While nobody reads the inbox, an author can't put more into it than a day allows."""
    assert (await put(arena, "bob", BOB)).status_code == 202
    refused = await put(arena, "bob", BOB, OTHER_ID)
    assert (refused.status_code, inbox(data)) == (409, [f"submit-{ID}"])
    # What is being checked has been counted by the season.
    CheckFiles.of(data, ID).begin({"id": ID, "entry": "bob"})
    assert (await put(arena, "bob", BOB, OTHER_ID)).status_code == 202


async def test_another_day_begins_with_all_attempts(arena: Arena, data: Path) -> None:
    """What was used the day before does not count."""
    entries = {"ann": DoorEntry("ann", key_hash(ANN), used=3)}
    write_doors(data, doors(entries=entries, day="2027-02-28"))
    assert (await put(arena)).status_code == 202


async def test_room_on_the_disk(arena: Arena, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the season needs itself is not given away."""
    monkeypatch.setattr(season_access, "FREE", 1 << 62)
    answer = await put(arena)
    assert (answer.status_code, inbox(data)) == (507, [])


async def test_tournaments_without_a_season(arena: Arena, data: Path) -> None:
    """Take nothing."""
    (data / "doors.json").unlink()
    assert (await put(arena)).status_code == 404
    (data / "doors.json").write_text("{")
    broken = await put(arena)
    assert broken.status_code == 503
    assert str(data) not in broken.text


async def raw(arena: Arena, head: str, body: bytes = b"") -> tuple[Any, asyncio.StreamWriter]:
    """Send a request whose body is not all there, and return the connection."""
    port = int(arena.address.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    text = f"PUT /api/t/1/entries/ann HTTP/1.1\r\nhost: 127.0.0.1\r\nrequest-id: {ID}\r\n{head}\r\n"
    writer.write(text.encode() + body)
    await writer.drain()
    return reader, writer


async def status_of(reader: asyncio.StreamReader) -> int:
    """The status of an answer."""
    line = await asyncio.wait_for(reader.readline(), patience())
    return int(line.split()[1])


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (f"authorization: Bearer {BOB}\r\ncontent-length: 1000\r\n", 401),
        (f"authorization: Bearer {ANN}\r\ncontent-length: {MOST + 1}\r\n", 413),
        (f"authorization: Bearer {ANN}\r\ncontent-length: 999999999999\r\n", 413),
        (f"authorization: Bearer {ANN}\r\ntransfer-encoding: chunked\r\n", 411),
        (f"authorization: Bearer {ANN}\r\n", 411),
        (f"authorization: Bearer {ANN}\r\ncontent-length: -5\r\n", 400),
    ],
)
async def test_refused_before_the_body(arena: Arena, data: Path, head: str, status: int) -> None:
    """No byte of the body has been sent when the answer comes."""
    reader, writer = await raw(arena, head)
    assert await status_of(reader) == status
    writer.close()
    assert inbox(data) == []


async def test_a_body_that_stalls(
    arena: Arena, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is given up, and its file removed."""
    monkeypatch.setattr(uploads, "STALL_S", 0.05)
    head = f"authorization: Bearer {ANN}\r\ncontent-length: 1000\r\n"
    reader, writer = await raw(arena, head, b"PK\x03\x04")
    assert await status_of(reader) == 408
    writer.close()
    assert inbox(data) == []


async def test_a_connection_that_breaks_off(arena: Arena, data: Path) -> None:
    """Leaves nothing, and the entry may upload at once again."""
    head = f"authorization: Bearer {ANN}\r\ncontent-length: 1000\r\n"
    _, writer = await raw(arena, head, b"PK\x03\x04")
    await come_true(lambda: inbox(data), "the upload to begin")
    assert (await put(arena, request=OTHER_ID)).status_code == 503
    writer.close()
    await come_true(lambda: not inbox(data), "the upload to end")
    assert (await put(arena)).status_code == 202


async def test_uploads_may_take_longer_than_other_bodies(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not for ever, and only once the key has been found right."""
    monkeypatch.setattr(season_access, "FREE", 0)
    monkeypatch.setattr(Submissions, "_today", lambda _: TODAY)
    time_s = [1000.0]
    async with arena_running(tournaments=(data,), now=lambda: time_s[0]) as arena:
        head = f"authorization: Bearer {ANN}\r\ncontent-length: {len(ARCHIVE)}\r\n"
        reader, writer = await raw(arena, head, ARCHIVE[:10])
        await come_true(lambda: inbox(data), "the upload to begin")
        time_s[0] += 600
        arena.server.places.sweep()
        writer.write(ARCHIVE[10:])
        assert await status_of(reader) == 202
        writer.close()


async def test_an_upload_ends_when_its_time_is_over(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often a byte comes."""
    monkeypatch.setattr(season_access, "FREE", 0)
    monkeypatch.setattr(Submissions, "_today", lambda _: TODAY)
    time_s = [1000.0]
    async with arena_running(tournaments=(data,), now=lambda: time_s[0]) as arena:
        head = f"authorization: Bearer {ANN}\r\ncontent-length: 1000\r\n"
        reader, writer = await raw(arena, head, b"PK\x03\x04")
        await come_true(lambda: inbox(data), "the upload to begin")
        time_s[0] += 901
        arena.server.places.sweep()
        assert await asyncio.wait_for(reader.read(), patience()) == b""
        writer.close()
        await come_true(lambda: not inbox(data), "the upload to end")


async def test_an_author_sees_what_may_be_handed_in(arena: Arena) -> None:
    """Bounds and attempts left."""
    answer = await get(arena, "/api/t/1/entries/BOB", BOB)
    assert answer.json() == {
        "entry": "bob",
        "state": "none",
        "accepts": True,
        "why": "",
        "left": 1,
        "per_day": 3,
        "size": MOST,
        "unpacked": 9000,
        "files": 30,
    }
    assert (await get(arena, "/api/t/1/entries/bob", ANN)).status_code == 401


async def test_withdrawing(arena: Arena, data: Path) -> None:
    """Puts one request into the inbox, however often it is sent."""
    headers = {"authorization": f"Bearer {ANN}", "request-id": ID}
    for _ in range(2):
        answer = await arena.browser.delete("/api/t/1/entries/ann", headers=headers)
        assert (answer.status_code, answer.json()) == (202, {"id": ID})
    assert inbox(data) == [f"request-{ID}.json"]
    values = json.loads((data / "inbox" / f"request-{ID}.json").read_text())
    assert (values["what"], values["entry"], values["by"]) == ("withdraw", "Ann", "ann")
    assert values["key_sha256"] == key_hash(ANN)
    other = await arena.browser.delete(
        "/api/t/1/entries/ann", headers={**headers, "request-id": OTHER_ID}
    )
    assert other.status_code == 409
    assert (await arena.browser.delete("/api/t/1/entries/ann")).status_code == 403


async def test_the_author_alone_follows_a_check(arena: Arena, data: Path) -> None:
    """From the moment that it waits, and line by line."""
    assert (await put(arena)).status_code == 202
    path = f"/api/t/1/checks/{ID}"
    assert (await get(arena, path)).json() == {"begun": False, "lines": []}
    files = CheckFiles.of(data, ID, now=lambda: "then")
    files.begin({"id": ID, "entry": "Ann"})
    files.stage("unpack", "3 files")
    files.build_log.write_text("gcc <b>\n")
    files.refused("build", ["the build failed"])
    first = {"stage": "unpack", "text": "3 files", "time": "then"}
    last = {"result": "refused", "stage": "build", "lines": ["the build failed"], "ours": False}
    assert (await get(arena, path)).json() == {
        "begun": True,
        "lines": [first, {**last, "time": "then"}],
    }
    assert (await get(arena, f"{path}?after=1")).json()["lines"] == [{**last, "time": "then"}]
    log = await get(arena, f"{path}/build.log")
    assert (log.text, log.headers["content-type"]) == ("gcc <b>\n", "text/plain; charset=utf-8")
    for where in (path, f"{path}/build.log", f"/api/t/1/checks/{OTHER_ID}"):
        assert (await get(arena, where, BOB)).status_code == 401
        assert (await arena.browser.get(where)).status_code == 401
    for where in ("protocol.log", "request.json", "..%2F..%2Fdoors.json", "stages.jsonl"):
        assert (await get(arena, f"{path}/{where}")).status_code == 404
    assert (await get(arena, "/api/t/1/checks/..")).status_code == 404


async def test_the_author_alone_reads_logs(arena: Arena, data: Path) -> None:
    """Those of the bots of the entry, and nothing else of the folder."""
    for name in ("2.stderr", "10.stdout", "notes.txt"):
        place = data / "logs" / "Ann" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"this is {name}")
    (data / "logs" / "referee").mkdir()
    (data / "logs" / "referee" / "1.stderr").write_text("secret")
    base = "/api/t/1/entries/ann/logs"
    listed = (await get(arena, base)).json()["logs"]
    assert [each["name"] for each in listed] == ["2.stderr", "10.stdout"]
    assert (await get(arena, f"{base}/2.stderr")).text == "this is 2.stderr"
    assert (await get(arena, f"{base}/2.stderr", BOB)).status_code == 401
    for name in ("notes.txt", "3.stderr", "..%2Freferee%2F1.stderr", "..%2F1.stderr"):
        answer = await get(arena, f"{base}/{name}")
        assert answer.status_code == 404
        assert "secret" not in answer.text
    assert (await get(arena, "/api/t/1/entries/bob/logs", BOB)).json() == {"logs": []}
