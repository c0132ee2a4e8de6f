"""`referee attend`: its program gets tokens, and its exit status says how it ended."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import trustme

from gamereferee.v1 import attend_service_pb2 as wire
from tests.cli.command import Ran
from tests.helpers.installed import install
from tests.helpers.patience import come_true
from tests.helpers.toy_games import TOYS
from tests.server.attending import (
    ANN,
    BOB,
    AttendClient,
    Organizer,
    Watched,
    key_of,
    set_attend_limits,
)
from tests.server.proxy import proxy_to
from tests.server.running import Referee, running
from tests.tournaments.remote_season import Helper, helping

WRITES_DOWN = """
import os, sys
with open("told", "a", buffering=1) as told:
    print("start", os.environ["REFEREE_ADDRESS"], os.environ["REFEREE_TOKENS"], file=told)
    for line in sys.stdin:
        print(line.strip(), file=told)
    print("end", file=told)
"""
"""A program that records what it reads, and plays nothing."""
WRITER = (sys.executable, "-c", WRITES_DOWN)


@pytest_asyncio.fixture
async def referee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Referee]:
    """A server of this process, which bears with a helper that this machine is too busy to run."""
    install(monkeypatch, *TOYS)
    set_attend_limits(monkeypatch, sign_of_life_s=5.0)
    async with running(tmp_path) as started:
        yield started


@pytest_asyncio.fixture
async def organizer(referee: Referee) -> Organizer:
    """An organizer who has named the key of ann."""
    organizer = Organizer(referee.channel)
    await organizer.set_keys(key_of(ANN, "ann"))
    return organizer


async def watching(organizer: Organizer) -> Watched:
    """Watches an attendance of nobody."""
    watch = organizer.watch()
    assert await watch.snapshot() == []
    return watch


async def told(helper: Helper, *lines: str) -> None:
    """Wait until the program has been told these lines, in this order."""
    path = helper.folder / "told"
    await come_true(
        lambda: path.exists() and path.read_text().splitlines()[: len(lines)] == list(lines),
        f"{lines} in {path}",
    )


def start_of(referee: Referee) -> str:
    """The first line of the program."""
    return f"start {referee.address} -"


@contextlib.asynccontextmanager
async def with_a_match(
    tmp_path: Path, referee: Referee, organizer: Organizer
) -> AsyncIterator[tuple[Helper, str]]:
    """A helper of ann whose program has one match, and the id of the match."""
    watch = await watching(organizer)
    async with helping(tmp_path / "ann", referee.address, "--", *WRITER) as helper:
        await watch.next()
        made = await referee.create()
        await organizer.assign("ann", made.seat_tokens[0])
        await told(helper, start_of(referee), made.seat_tokens[0])
        yield helper, made.match.match_id


async def test_a_program_gets_its_tokens(
    tmp_path: Path, referee: Referee, organizer: Organizer
) -> None:
    """One process gets all of them; after Ctrl-C open matches are waited for, then it is let go."""
    watch = await watching(organizer)
    words = ("--at-once", "2", "--program-version", "7", "--language", "Python", "--", *WRITER)
    async with helping(tmp_path / "ann", referee.address, *words) as helper:
        change = await watch.next()
        assert (change.info.version, change.info.language) == ("7", "Python")
        assert change.room == wire.AttendRoom(at_once=2)
        await told(helper, start_of(referee))  # before its first match
        made = [await referee.create() for _ in range(2)]
        tokens = [match.seat_tokens[0] for match in made]
        await organizer.assign("ann", *tokens)
        await told(helper, start_of(referee), *tokens)
        await organizer.release(tokens[0])
        await helper.until("match 1 is over")
        await helper.interrupt()
        assert (await watch.next()).room == wire.AttendRoom(at_once=0)
        await helper.until("takes no more matches; 1 match still open")
        await organizer.release(tokens[1])
        assert await helper.status() == 0, helper.errors
        await told(helper, start_of(referee), *tokens, "end")
        change = await watch.next()
        assert (change.kind, change.in_order) == (wire.ATTENDANCE_KIND_DISCONNECTED, True)
        match_id = made[0].match.match_id
        assert f"match 1 begins: toy_bid against 1 other ({match_id})" in helper.lines
        assert helper.lines[-1] == "left after 2 matches"


@pytest.mark.slow
async def test_a_process_a_match(tmp_path: Path, referee: Referee, organizer: Organizer) -> None:
    """With --per-match each token goes to its own process, whose input ends with it."""
    watch = await watching(organizer)
    words = ("--at-once", "2", "--matches", "2", "--per-match", "--", *WRITER)
    async with helping(tmp_path / "ann", referee.address, *words) as helper:
        assert (await watch.next()).room == wire.AttendRoom(at_once=2, further=2)
        tokens = [(await referee.create()).seat_tokens[0] for _ in range(3)]
        await organizer.assign("ann", tokens[0])
        await told(helper, start_of(referee), tokens[0], "end")
        refused = await organizer.assign("ann", *tokens[1:])
        assert len(refused) == 1
        await organizer.release(*tokens[:2])
        assert await helper.status() == 0, helper.errors
        assert helper.lines[-1] == "left after 2 matches"


@pytest.mark.slow
async def test_a_second_ctrl_c(tmp_path: Path, referee: Referee, organizer: Organizer) -> None:
    """It ends the program at once, and the exit status is that of an interrupted command."""
    async with with_a_match(tmp_path, referee, organizer) as (helper, _):
        await helper.interrupt()
        await helper.until("takes no more matches")
        await helper.interrupt()
        assert await helper.status() == 130
        assert helper.lines[-1] == "left with 1 match open"
        assert "end" not in (helper.folder / "told").read_text()


@pytest.mark.slow
async def test_a_program_that_keeps_dying(
    tmp_path: Path, referee: Referee, organizer: Organizer
) -> None:
    """After three restarts its match is resigned, and the helper leaves with status 1."""
    watch = await watching(organizer)
    dies = (sys.executable, "-c", "import sys; sys.stdin.readline(); sys.exit(7)")
    async with helping(tmp_path / "ann", referee.address, "--", *dies) as helper:
        await watch.next()
        made = await referee.create()
        other = referee.stream()
        await other.join(made.seat_tokens[1])
        await organizer.assign("ann", made.seat_tokens[0])
        ended = await other.ended()
        assert [seat.placement for seat in ended.outcome.seats] == [2, 1]
        await organizer.release(made.seat_tokens[0])
        assert await helper.status() == 1
        died = "the program ended with status 7 with 1 open match"
        assert helper.lines.count(died) == 4
        assert "match 1 ended: place 2 of 2 against bot, forfeited (resigned)" in helper.lines


@pytest.mark.slow
async def test_a_program_that_does_not_start(
    tmp_path: Path, referee: Referee, organizer: Organizer
) -> None:
    """A program that fails before it has a match takes none: the helper leaves with status 1."""
    del organizer
    fails = (sys.executable, "-c", "raise SystemExit(3)")
    async with helping(tmp_path / "ann", referee.address, "--", *fails) as helper:
        assert await helper.status() == 1
        assert helper.lines.count("the program ended with status 3 before it had a match") == 4


@pytest.mark.nightly
async def test_an_organizer_who_is_gone(
    tmp_path: Path, referee: Referee, organizer: Organizer
) -> None:
    """A helper that is to leave asks whether its match is over where nobody withdraws the seat."""
    async with with_a_match(tmp_path, referee, organizer) as (helper, match_id):
        await helper.interrupt()
        await helper.until("takes no more matches")
        await referee.abort(match_id, "the organizer is gone")
        assert await helper.status() == 0, helper.errors
        assert helper.lines[-1] == "left after 1 match"


@pytest.mark.slow
async def test_a_broken_stream(tmp_path: Path, referee: Referee, organizer: Organizer) -> None:
    """A token that comes again is not given again; a match that ended meanwhile is over."""
    watch = await watching(organizer)
    async with (
        proxy_to(referee.address, tmp_path) as proxy,
        helping(tmp_path / "ann", proxy.address, "--at-once", "3", "--", *WRITER) as helper,
    ):
        await watch.next()
        tokens = [(await referee.create()).seat_tokens[0] for _ in range(3)]
        await organizer.assign("ann", *tokens[:2])
        start = f"start {proxy.address} -"
        await told(helper, start, *tokens[:2])
        proxy.cut()
        assert (await watch.next()).kind == wire.ATTENDANCE_KIND_DISCONNECTED
        assert (await watch.next()).kind == wire.ATTENDANCE_KIND_CONNECTED
        proxy.cut()
        while (await watch.next()).kind != wire.ATTENDANCE_KIND_DISCONNECTED:
            pass
        await organizer.release(tokens[0])
        await organizer.assign("ann", tokens[2])
        await told(helper, start, *tokens)
        await helper.until("match 1 is over")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "entry", "words"),
    [
        (BOB, "ann", "the referee refuses ann: the organizer knows no such key"),
        (ANN, "bob", "the referee refuses bob: this key has no entry bob"),
    ],
    ids=["key", "entry"],
)
async def test_a_refused_entry(
    tmp_path: Path, referee: Referee, organizer: Organizer, key: str, entry: str, words: str
) -> None:
    """The referee's words are printed, nothing is tried again, and the exit status is 1."""
    del organizer
    folder = tmp_path / "folder"
    async with helping(folder, referee.address, "--", *WRITER, entry=entry, key=key) as helper:
        assert await helper.status() == 1
        assert helper.lines[0].startswith(words)
        assert key not in "".join(helper.lines) + helper.errors


@pytest.mark.slow
async def test_over_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --ca helper and program trust these roots alone; without them the referee is not trusted."""
    install(monkeypatch, *TOYS)
    authority, folder = trustme.CA(), tmp_path / "ann"
    leaf = authority.issue_cert("localhost", "127.0.0.1")
    (tmp_path / "cert.pem").write_bytes(b"".join(each.bytes() for each in leaf.cert_chain_pems))
    (tmp_path / "key.pem").write_bytes(leaf.private_key_pem.bytes())
    folder.mkdir()
    authority.cert_pem.write_to_path(str(folder / "roots.pem"))
    trustme.CA().cert_pem.write_to_path(str(folder / "others.pem"))
    tls: dict[str, Any] = {"tls_cert": tmp_path / "cert.pem", "tls_key": tmp_path / "key.pem"}
    listen = [f"unix:{tmp_path}/referee.sock", "127.0.0.1:0"]
    async with running(tmp_path, listen=listen, organizer_key="secret", **tls) as referee:
        organizer = Organizer(referee.channel, (("authorization", "Bearer secret"),))
        await organizer.set_keys(key_of(ANN, "ann"))
        watch = await watching(organizer)
        address = f"localhost:{referee.server.addresses[1].rpartition(':')[2]}"
        async with helping(folder, address, "--ca", "others.pem", "--", *WRITER) as helper:
            assert await helper.status() == 1
            assert helper.lines[0].startswith("TLS failed: ")
        tells_roots = "import os; open('roots', 'w').write(os.environ['REFEREE_CA']); input()"
        program = (sys.executable, "-c", tells_roots)
        async with helping(folder, address, "--ca", "roots.pem", "--", *program) as helper:
            assert (await watch.next()).entry == "ann"
            roots = folder / "roots"
            await come_true(lambda: roots.exists() and roots.read_text(), "the program's roots")
            assert roots.read_text() == str(folder / "roots.pem")
            await helper.interrupt()
            assert await helper.status() == 0, helper.errors


@pytest.mark.slow
async def test_another_helper(tmp_path: Path, referee: Referee, organizer: Organizer) -> None:
    """A helper whose entry attends elsewhere now leaves, and does not take it back."""
    watch = await watching(organizer)
    async with helping(tmp_path / "ann", referee.address, "--", *WRITER) as helper:
        await watch.next()
        await AttendClient(referee.channel).hello(ANN, "ann")
        assert await helper.status() == 1
        assert "left: another helper attends for ann now, and plays its matches" in helper.lines


@pytest.mark.slow
async def test_a_dismissed_entry(tmp_path: Path, referee: Referee, organizer: Organizer) -> None:
    """It plays its open match to its end, then leaves with status 1."""
    async with with_a_match(tmp_path, referee, organizer) as (helper, match_id):
        await organizer.dismiss("ann", "expelled: two programs in one")
        await helper.until("the referee refuses ann: expelled: two programs in one")
        await referee.abort(match_id, "enough")
        assert await helper.status() == 1
        assert "match 1 is void and does not count: enough" in helper.lines


async def test_a_season_that_is_over(
    tmp_path: Path, referee: Referee, organizer: Organizer
) -> None:
    """The helper says so and leaves with status 0, and does not call again."""
    watch = await watching(organizer)
    async with helping(tmp_path / "ann", referee.address, "--", *WRITER) as helper:
        await watch.next()
        await organizer.dismiss("ann", "the matches of season cup are over", over=True)
        assert await helper.status() == 0
        said = "nothing more to play for ann: the matches of season cup are over"
        assert [line for line in helper.lines if line == said] == [said]


async def test_waiting_for_the_organizer(tmp_path: Path, referee: Referee) -> None:
    """Until keys are named the helper says once why it waits, and comes when they are."""
    organizer = Organizer(referee.channel)
    watch = await watching(organizer)
    async with helping(tmp_path / "ann", referee.address, "--", *WRITER) as helper:
        await helper.until("the organizer takes no remote entries, or not yet")
        await organizer.set_keys(key_of(ANN, "ann"))
        assert (await watch.next()).entry == "ann"
        await helper.until("ann attends at")
        await helper.interrupt()
        assert await helper.status() == 0
        assert sum("trying again" in line for line in helper.lines) == 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--key-file", "key", "--", "python"), "entry must be 1 to 40 ASCII letters"),
        (("--entry", "a b", "--key-file", "key", "--", "python"), "entry must be"),
        (("--entry", "ann", "--", "python"), "key_file must be the file with the entry's key"),
        (("--entry", "ann", "--key-file", "none", "--", "python"), "key_file must be a file that"),
        (("--entry", "ann", "--key-file", "empty", "--", "python"), "with one key in it"),
        (("--entry", "ann", "--key-file", "key"), "program must be given after --"),
        (("--entry", "ann", "--key-file", "key", "--", "no-such"), "program must be a command"),
        (("--give-up-after", "soon", "--", "python"), "give_up_after must be a duration such as"),
    ],
)
def test_wrong_flags(
    referee_here: Callable[..., Ran],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    problem: str,
) -> None:
    """They are named in one line, with exit status 2, and the key is not shown."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key").write_text(ANN)
    (tmp_path / "empty").write_text("\n")
    ran = referee_here("attend", "127.0.0.1:1", *words)
    assert ran.status == 2
    assert problem in ran.err
    assert ANN not in ran.err


@pytest.fixture
def referee_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Runs `referee` with these words in this process."""
    from tests.cli.command import run_here

    return lambda *words: run_here(monkeypatch, capsys, *words)


def test_a_wrong_address(
    referee_here: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address that can't be one is refused before the program starts."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key").write_text(ANN)
    words = ("--entry", "ann", "--key-file", "key", "--", sys.executable, "-c", "print(1)")
    ran = referee_here("attend", "nowhere", *words)
    assert ran.status == 2
    assert "address must be unix:/path or HOST:PORT" in ran.err


async def test_ctrl_c_without_a_referee(tmp_path: Path) -> None:
    """A helper that has never reached its referee leaves at the first Ctrl-C."""
    async with helping(tmp_path / "ann", f"unix:{tmp_path}/none.sock", "--", *WRITER) as helper:
        await helper.until("no stream to")
        await helper.interrupt()
        assert await helper.status() == 0
        assert helper.lines[-1] == "left after 0 matches"
