"""`tournament submit`, against an arena that is real and a season's run that is played by the test."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from referee_arena.server import season_access
from tests.arena.arena import Arena, arena_running
from tests.helpers.patience import patience
from tests.tournaments.calling import Caller
from tournaments.season.check_files import CheckFiles, utc_now
from tournaments.season.doors import DoorEntry, Doors, write_doors
from tournaments.season.keys import key_hash, new_key
from tournaments.season.requests import read_submission
from tournaments.season.unpacker import unpack
from tournaments.season.web_door import NotReachedError, RefusedCallError, WebDoor
from tournaments.spec.errors import TournamentError

KEY = new_key()
SEASON = """
name = "cup"
game = "diceman"
format = "ladder"
seats = 2
sandbox = "none"
data = "data"
[season]
[entries]
files = 5
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a season with one key, next to its file, a bot and its key."""
    (tmp_path / "cup.toml").write_text(SEASON)
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.toml").write_text('name = "a"\ncommand = "true"\n')
    (tmp_path / "ann.key").write_text(KEY)
    folder = tmp_path / "data"
    folder.mkdir()
    write_season(folder)
    return folder


def write_season(folder: Path, *, accepts: bool = True, why: str = "", used: int = 0) -> None:
    """Keys and bounds, as the season's run writes them."""
    entries = {"ann": DoorEntry("ann", key_hash(KEY), used=used)}
    write_doors(
        folder,
        Doors(
            accepts=accepts,
            why=why,
            size=10_000,
            unpacked=10_000,
            files=5,
            per_day=5,
            day=utc_now()[:10],
            entries=entries,
        ),
    )


@pytest_asyncio.fixture
async def arena(data: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Arena]:
    """An arena that shows the season."""
    monkeypatch.setattr(season_access, "FREE", 0)
    async with arena_running(tournaments=(data,)) as started:
        yield started


@pytest.fixture
def caller(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Caller:
    """Calls the command in this process, next to the season's file."""
    monkeypatch.chdir(data.parent)
    return Caller(monkeypatch, capsys)


async def call(folder: Path, season: str, *options: str) -> tuple[int, str, str]:
    """Call the command in a folder; return its exit status and what it printed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "tournaments", "submit", season, *options),
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), patience())
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def played_by(data: Path, check: Callable[[CheckFiles, Path], None]) -> None:
    """Take every request from the inbox, as a season's run does."""
    while True:
        for path in (data / "inbox").glob("[!.]*"):
            request_id = path.stem.partition("-")[2]
            files = CheckFiles.of(data, request_id)
            if not files.exists:
                files.begin({"id": request_id, "entry": "ann"})
                check(files, path)
        await asyncio.sleep(0.01)  # a poll: nobody announces a file


async def with_season(
    data: Path, check: Callable[[CheckFiles, Path], None], *call_: str
) -> tuple[int, str, str]:
    """Call the command while the season's run works."""
    playing = asyncio.create_task(played_by(data, check))
    try:
        return await call(data.parent, *call_)
    finally:
        playing.cancel()


def admit(files: CheckFiles, path: Path) -> None:
    """Admit whatever comes."""
    del path
    files.stage("unpack", "1 file \x1b[31m")
    files.admitted(3, ["answered 5 times"])


def refuse(files: CheckFiles, path: Path) -> None:
    """Refuse whatever comes, in the build."""
    del path
    files.build_log.write_text("gcc: not found\n")
    files.refused("build", ["the build failed: exit status 1"])


OPTIONS = ("--entry", "ann", "--key-file", "ann.key")


async def test_a_bot_is_admitted(arena: Arena, data: Path, tmp_path: Path) -> None:
    """Every stage is shown as it happens, harmless for a terminal, and the status is 0."""
    season = f"{arena.address}/t/1"
    status, out, err = await with_season(data, admit, season, *OPTIONS, "bot")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "receive   sending 1 files and folders, 28 bytes; 5 of 5 left today"
    assert lines[-3:] == [
        "unpack    1 file ?[31m",
        "admitted: ann plays from now on as version 3",
        "  answered 5 times",
    ]
    (folder,) = (data / "inbox").iterdir()
    (tmp_path / "unpacked").mkdir()
    payload = read_submission(folder).payload
    unpack(payload, tmp_path / "unpacked", most_bytes=1000, most_files=5)
    assert [path.name for path in (tmp_path / "unpacked").iterdir()] == ["bot.toml"]


@pytest.mark.slow
async def test_a_bot_is_refused(arena: Arena, data: Path, tmp_path: Path) -> None:
    """With reasons and status 1; all output can be fetched afterwards, with the bots' logs."""
    season = f"{arena.address}/t/1"
    status, out, err = await with_season(data, refuse, season, *OPTIONS, "bot")
    assert (status, err) == (1, "")
    assert "refused in the stage build\n  the build failed: exit status 1\n" in out
    (folder,) = (data / "inbox").iterdir()
    check = folder.name.removeprefix("submit-")
    assert f"--logs --check {check}" in out
    (data / "logs" / "ann").mkdir(parents=True)
    (data / "logs" / "ann" / "0001.stderr").write_text("my words")
    status, out, err = await call(tmp_path, season, *OPTIONS, "--logs", "--check", check, "logs")
    assert (status, out, err) == (0, "2 logs in logs\n", "")
    assert (tmp_path / "logs" / "build.log").read_text() == "gcc: not found\n"
    assert (tmp_path / "logs" / "0001.stderr").read_text() == "my words"
    again = await call(tmp_path, season, *OPTIONS, "--check", check)
    assert again[0] == 1
    assert "refused in the stage build" in again[1]


async def test_an_entry_is_withdrawn(arena: Arena, data: Path) -> None:
    """By its key."""

    def withdraw(files: CheckFiles, path: Path) -> None:
        assert path.name.startswith("request-")
        files.withdrawn()

    season = f"{arena.address}/t/1"
    status, out, err = await with_season(data, withdraw, season, *OPTIONS, "--withdraw")
    assert (status, err) == (0, "")
    assert "withdrawn: ann is paired no more; its matches so far count\n" in out


@pytest.mark.slow
async def test_a_path_in_place_of_an_address(data: Path, tmp_path: Path) -> None:
    """Does the same on the organizer's machine, with a key or without."""
    status, out, err = await with_season(data, admit, "cup.toml", *OPTIONS, "bot")
    assert (status, err) == (0, "")
    assert "; 5 of 5 left today" in out
    status, out, err = await with_season(data, refuse, "cup.toml", "--entry", "bob", "bot")
    assert (status, err) == (1, "")
    doors = {read_submission(path).door for path in (data / "inbox").iterdir()}
    assert doors == {"command"}
    status, out, err = await call(tmp_path, "cup.toml", *OPTIONS, "--no-wait", "bot")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].startswith("received as ")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--entry", "bob", "--key-file", "ann.key", "bot"), "the key is not the one of"),
        ((*OPTIONS, "cup.toml"), "must be the folder of a bot"),
        ((*OPTIONS, "no-such-folder"), "must be the folder of a bot"),
        (OPTIONS, "give the folder of the bot"),
        (("--entry", "ann", "--key-file", "cup.toml", "bot"), "must hold a key"),
        (("--entry", "ann", "--key-file", "none.key", "bot"), "can't be read"),
        (("--entry", "a/b", "--key-file", "ann.key", "bot"), "an entry's name must be"),
        (("--entry", "referee", "bot"), "an entry's name must not be referee"),
        ((*OPTIONS, "--check", "1", "bot"), "--check must be 32 hexadecimal digits"),
    ],
)
def test_mistakes_of_a_call(
    data: Path, caller: Caller, options: tuple[str, ...], words: str
) -> None:
    """Are one line on standard error, with status 2, and nothing is handed in."""
    called = caller("submit", "cup.toml", *options)
    assert (called.status, called.out) == (2, "")
    assert words in called.err
    assert len(called.err.splitlines()) == 1
    assert not (data / "inbox").exists()


@pytest.mark.parametrize(
    ("season", "words"),
    [
        ("http://cup.example.org/t/1", "must begin with https://"),
        ("https://cup.example.org/", "https://HOST/t/NUMBER"),
        ("ftp://cup.example.org/t/1", "https://HOST/t/NUMBER"),
        ("https://cup.example.org:port/t/1", "can't be used"),
        ("no-such-file.toml", "no such file"),
    ],
)
def test_mistakes_in_addresses(data: Path, caller: Caller, season: str, words: str) -> None:
    """No key leaves this machine before the address is known to be safe."""
    called = caller("submit", season, *OPTIONS, "bot")
    assert (called.status, called.out) == (2, "")
    assert words in called.err
    assert KEY not in called.err
    assert not (data / "inbox").exists()


@pytest.mark.slow
async def test_what_the_season_refuses_is_not_sent(
    arena: Arena, data: Path, tmp_path: Path
) -> None:
    """Its reasons are shown, with status 1 or, for a fault of the folder, 2."""
    season = f"{arena.address}/t/1"
    write_season(data, accepts=False, why="the season is frozen since Monday")
    status, _, err = await call(tmp_path, season, *OPTIONS, "bot")
    assert (status, err) == (1, "tournament: the season is frozen since Monday\n")
    write_season(data, used=5)
    status, _, err = await call(tmp_path, season, *OPTIONS, "bot")
    assert status == 1
    assert "all 5 submissions of today are used" in err
    write_season(data)
    (tmp_path / "bot" / "link").symlink_to("bot.toml")
    status, _, err = await call(tmp_path, season, *OPTIONS, "bot")
    assert status == 2
    assert "link is a symbolic link" in err
    (tmp_path / "ann.key").write_text(new_key())
    status, _, err = await call(tmp_path, season, *OPTIONS, "bot")
    assert status == 1
    assert "the key is not the one of this entry" in err
    assert not (data / "inbox").exists()


async def lossy(arena: Arena, losses: list[str]) -> asyncio.Server:
    """A way to the arena that loses connections: before a request, in it, or its answer."""
    port = int(arena.address.rpartition(":")[2])

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loss = losses.pop(0) if losses else "none"
        if loss != "before":
            request = await reader.read(1 << 16)
            there, out = await asyncio.open_connection("127.0.0.1", port)
            out.write(request[:200] if loss == "within" else request)
            if loss == "within":
                out.close()
            else:
                while b"\r\n\r\n" not in request or not await _is_whole(request):
                    more = await reader.read(1 << 16)
                    request += more
                    out.write(more)
                answer = await there.read(1 << 16)
                if loss == "none":
                    writer.write(answer)
                    writer.write(await there.read())
                out.close()
        writer.transport.abort() if loss != "none" else writer.close()

    return await asyncio.start_server(serve, "127.0.0.1", 0)


async def _is_whole(request: bytes) -> bool:
    head, _, body = request.partition(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return len(body) >= int(value)
    return True


async def test_lost_connections(arena: Arena, data: Path, tmp_path: Path) -> None:
    """A request is sent again until it is answered, and received once."""
    losses = ["before", "within", "answer", "answer"]
    server = await lossy(arena, losses)
    port = server.sockets[0].getsockname()[1]
    noted: list[str] = []
    door = WebDoor(
        f"http://127.0.0.1:{port}/t/1", "ann", KEY, note=noted.append, sleep=lambda _: None
    )
    archive = tmp_path / "bot.zip"
    archive.write_bytes(b"PK\x03\x04" + bytes(100))
    with archive.open("rb") as file:
        await asyncio.to_thread(door.submit, "a" * 32, file, 104)
    assert losses == []
    assert len(noted) == 4
    assert all("trying again" in line for line in noted)
    (folder,) = (data / "inbox").iterdir()
    assert read_submission(folder).payload.read_bytes() == archive.read_bytes()
    server.close()


def test_a_season_that_is_gone() -> None:
    """It is given up after ten minutes without an answer, by the clock that it was given."""
    now_s = [0.0]

    def sleep(seconds: float) -> None:
        now_s[0] += seconds

    # Nobody listens at port 1 of this machine.
    door = WebDoor("http://127.0.0.1:1/t/1", "ann", KEY, sleep=sleep, now=lambda: now_s[0])
    with pytest.raises(NotReachedError, match=r"127\.0\.0\.1 can't be reached"):
        door.bounds()
    assert 600 < now_s[0] < 640


async def test_another_server(data: Path) -> None:
    """An answer that is none of an arena is refused, and a redirect is not followed."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        is_first = b"/t/1/" in head
        line = b"200 OK" if is_first else b"302 Found\r\nlocation: http://127.0.0.1:1/"
        writer.write(b"HTTP/1.1 %b\r\ncontent-length: 2\r\nconnection: close\r\n\r\n[]" % line)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    for number, words in ((1, "not one of a season's arena"), (2, "status 302")):
        door = WebDoor(f"http://127.0.0.1:{port}/t/{number}", "ann", KEY)
        with pytest.raises(RefusedCallError, match=words):
            await asyncio.to_thread(door.bounds)
    server.close()
    with pytest.raises(TournamentError, match="--ca can't be used"):
        WebDoor("https://cup.example.org/t/1", "ann", KEY, ca=data / "none.pem")
