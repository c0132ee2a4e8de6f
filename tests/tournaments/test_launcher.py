from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import gc
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

import tournaments.bots.launcher as launcher_module
from tests.helpers.patience import paced, patience
from tournaments.bots.launcher import BotLauncher
from tournaments.bots.program import Program
from tournaments.processes.client import SupervisorClient
from tournaments.processes.sandbox import Sandbox
from tournaments.spec.bot_terms import DEFAULT_TERMS, Terms
from tournaments.store.store import Store

TELLS_ALL = """
import os, sys
told = open("told", "w", buffering=1)
print(os.environ["REFEREE_ADDRESS"], os.environ["REFEREE_TOKENS"], file=told)
for line in sys.stdin:
    print(line.strip(), file=told)
print("end", file=told)
"""
"""A bot that writes down everything it is told, to a named pipe."""

DIES = "import sys; token = sys.stdin.readline(); sys.exit(f'no idea what to do with {token}')"
"""A bot that dies of its first seat."""

DIES_ONCE = """
import os, sys
if not os.path.exists("was-here"):
    open("was-here", "w").close()
    sys.stdin.readline()
    os.abort()
"""
"""Makes a bot die of the first seat it ever gets."""


RESTARTS = 2
"""Restarts in a row that bots of these tests have."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store for the records of processes."""
    with contextlib.closing(Store(tmp_path / "t.sqlite", create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["bot"])
        yield opened


class Desk:
    """What a launcher tells: notes, resigned tokens, and which process plays a token's seat."""

    def __init__(self) -> None:
        self.metered: list[tuple[str, int]] = []
        self.meters = asyncio.Event()
        """Unset while the referee takes its time to note which process plays a seat."""
        self.meters.set()
        self.is_metering = asyncio.Event()
        self.notes: list[str] = []
        self.resigned: list[str] = []
        self.all_resigned = asyncio.Event()
        self.has_seen_the_end = asyncio.Event()
        """Set once a process was reported to have ended, and its seats are looked after."""
        self.out: set[str] = set()
        """Tokens of seats that the rules have put out."""

    async def resign(self, token: str) -> None:
        """Take a token down."""
        self.resigned.append(token)
        self.all_resigned.set()

    async def is_out(self, token: str) -> bool:
        """Whether the rules have."""
        self.has_seen_the_end.set()
        return token in self.out

    async def meter(self, token: str, pid: int) -> None:
        """Take down token and process, when that is allowed."""
        self.is_metering.set()
        await self.meters.wait()
        self.metered.append((token, pid))


@contextlib.asynccontextmanager
async def launching(
    store: Store,
    folder: Path,
    code: str,
    desk: Desk,
    *,
    per_match: bool = False,
    terms: Terms = DEFAULT_TERMS,
    sandbox: Sandbox | None = None,
) -> AsyncIterator[BotLauncher]:
    """A launcher of one bot `a` with this Python code; closed at the end."""
    argv, env = (sys.executable, "-c", code), {"PYTHONUNBUFFERED": "1"}
    program = Program("a", argv, folder, env, terms, sandbox)
    supervisor = SupervisorClient.start()
    await supervisor.connect()
    try:
        async with asyncio.TaskGroup() as tasks:
            launcher = BotLauncher(
                [program],
                supervisor=supervisor,
                book=store,
                logs=folder / "logs",
                referee_env={"REFEREE_ADDRESS": "unix:/here"},
                per_match=per_match,
                restarts=RESTARTS,
                first_pause_s=0.0,
                note=desk.notes.append,
                resign=desk.resign,
                is_out=desk.is_out,
                meter=desk.meter,
                tasks=tasks,
            )
            launcher.start()
            yield launcher
            await launcher.close()
    finally:
        await supervisor.close()


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """The named pipe to which a bot tells all."""
    os.mkfifo(tmp_path / "told")
    return tmp_path / "told"


async def lines_of(pipe: Path) -> AsyncIterator[str]:
    """Lines from the next program that opens the pipe, as they come."""
    file = await asyncio.to_thread(pipe.open)
    with file:
        while line := await asyncio.to_thread(file.readline):
            yield line.rstrip()


async def test_one_process_plays_all_matches(tmp_path: Path, pipe: Path, store: Store) -> None:
    """It learns the address, gets one token a line, and ends when its input does."""
    desk = Desk()
    told = lines_of(pipe)
    async with launching(store, tmp_path, TELLS_ALL, desk) as launcher:
        assert await anext(told) == "unix:/here -"
        for token in ("t1", "t2"):
            launcher.take_seat("a", token)
            assert await anext(told) == token
        for token in ("t2", "t1"):
            launcher.leave_seat("a", token, came_through=True)
    assert [line async for line in told] == ["end"]
    assert [(record.code, record.died) for record in store.processes()] == [(0, False)]
    assert desk.notes == []


async def test_a_bot_gets_no_token_before_it_is_metered(
    tmp_path: Path, pipe: Path, store: Store
) -> None:
    """Nor a token that comes while those before it are; each is told of once, with the bot's process."""
    desk = Desk()
    desk.meters.clear()
    told = lines_of(pipe)
    code = TELLS_ALL.replace("import os, sys", "import os, sys; print(os.getpid(), flush=True)")
    async with launching(store, tmp_path, code, desk) as launcher:
        launcher.take_seat("a", "t1")
        assert await anext(told) == "unix:/here -"
        await desk.is_metering.wait()
        launcher.take_seat("a", "t2")
        desk.meters.set()
        assert [await anext(told) for _ in range(2)] == ["t1", "t2"]
        launcher.take_seat("a", "t3")
        assert await anext(told) == "t3"
        for token in ("t1", "t2", "t3"):
            launcher.leave_seat("a", token, came_through=True)
    pid = int((tmp_path / "logs" / "a" / "0001.stdout").read_text())
    assert desk.metered == [("t1", pid), ("t2", pid), ("t3", pid)]


async def test_a_sandbox_that_ends_before_its_bot_begins(tmp_path: Path, store: Store) -> None:
    """Its status is in the database and in the notes, with its words; the bot has not died."""
    bwrap = tmp_path / "bwrap"
    bwrap.write_text("#!/bin/sh\necho 'bwrap: no room' >&2\nexit 7\n")
    bwrap.chmod(0o755)
    desk = Desk()
    async with launching(store, tmp_path, "", desk, sandbox=Sandbox(str(bwrap))) as launcher:
        launcher.take_seat("a", "t1")
        await desk.all_resigned.wait()
        launcher.leave_seat("a", "t1", came_through=False)
    ends = [(record.code, record.died) for record in store.processes()]
    assert ends == [(7, False)] * (1 + RESTARTS)
    why = "bwrap: no room (the sandbox ended before the program began, with exit status 7)"
    assert desk.notes[:-1] == [f"a: can't be started: {why}"] * (1 + RESTARTS)


async def test_a_process_for_every_seat(tmp_path: Path, pipe: Path, store: Store) -> None:
    """With a lifetime of one match, a process gets its one token and the end of its input."""
    desk = Desk()
    async with launching(store, tmp_path, TELLS_ALL, desk, per_match=True) as launcher:
        for token in ("t1", "t2"):
            launcher.take_seat("a", token)
            assert [line async for line in lines_of(pipe)] == ["unix:/here -", token, "end"]
            launcher.leave_seat("a", token, came_through=True)
    assert [record.number for record in store.processes()] == [1, 2]


async def test_a_bot_that_has_played_its_only_match_may_end_first(
    tmp_path: Path, pipe: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its good end, before the runner has heard of the match's, is no death, and nothing follows it."""
    monkeypatch.setattr(launcher_module, "NEWS_S", patience())
    desk = Desk()
    async with launching(store, tmp_path, TELLS_ALL, desk, per_match=True) as launcher:
        launcher.take_seat("a", "t1")
        assert [line async for line in lines_of(pipe)][-1] == "end"
        await desk.has_seen_the_end.wait()
        launcher.leave_seat("a", "t1", came_through=True)
    assert [(record.code, record.died) for record in store.processes()] == [(0, False)]
    assert desk.notes == []


async def test_a_bot_may_leave_when_the_rules_have_put_it_out(
    tmp_path: Path, pipe: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long before its match is over: that is no death, and it is not started again."""
    monkeypatch.setattr(launcher_module, "NEWS_S", 0.0)
    desk = Desk()
    desk.out.add("t1")
    async with launching(store, tmp_path, TELLS_ALL, desk, per_match=True) as launcher:
        launcher.take_seat("a", "t1")
        assert [line async for line in lines_of(pipe)][-1] == "end"
        while not [record for record in store.processes() if record.code is not None]:
            await asyncio.sleep(0.05)  # the store tells nobody
        launcher.leave_seat("a", "t1", came_through=True)
    assert [(record.code, record.died) for record in store.processes()] == [(0, False)]
    assert desk.notes == []
    assert desk.resigned == []


async def test_a_bot_that_died_does_not_get_seats_again_that_are_out(
    tmp_path: Path, pipe: Path, store: Store
) -> None:
    """Only those that are still to be played; when all are out, its end is no death."""
    desk = Desk()
    desk.out.add("t1")
    dies_at_t2 = """
import os, sys
if not os.path.exists("was-here"):
    open("was-here", "w").close()
    sys.stdin.readline()
    sys.stdin.readline()
    os.abort()
"""
    told = lines_of(pipe)
    async with launching(store, tmp_path, dies_at_t2 + TELLS_ALL, desk) as launcher:
        launcher.take_seat("a", "t1")
        launcher.take_seat("a", "t2")
        assert await anext(told) == "unix:/here -"
        assert await anext(told) == "t2"
        launcher.leave_seat("a", "t2", came_through=True)
        launcher.leave_seat("a", "t1", came_through=True)
    assert [line async for line in told] == ["end"]
    assert [(record.code, record.died) for record in store.processes()] == [(-6, True), (0, False)]


FAILS = """
import sys
sys.stdin.readlines()
open("told", "w").close()
sys.exit("my own code failed once")
"""
"""A bot that ends with exit status 1, though not before its input."""


async def test_a_bot_that_failed_but_played_to_the_end(
    tmp_path: Path, pipe: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The news of its match's end may come after its own: it is not started again, and its last words are told."""
    monkeypatch.setattr(launcher_module, "FAILED_NEWS_S", patience())
    desk = Desk()
    told = lines_of(pipe)
    async with launching(store, tmp_path, FAILS, desk, per_match=True) as launcher:
        launcher.take_seat("a", "t")
        assert [line async for line in told] == []
        await desk.has_seen_the_end.wait()
        launcher.leave_seat("a", "t", came_through=True)
    assert [(record.code, record.died) for record in store.processes()] == [(1, False)]
    (note,) = desk.notes
    assert note.startswith("a played to the end, but failed: exit status 1")
    assert note.endswith("its last words: my own code failed once")


async def test_a_bot_that_died_gets_its_open_seats_again(
    tmp_path: Path, pipe: Path, store: Store
) -> None:
    """Started again, it is told the tokens that are still open, and its death is on record."""
    desk = Desk()
    told = lines_of(pipe)
    async with launching(store, tmp_path, DIES_ONCE + TELLS_ALL, desk) as launcher:
        launcher.take_seat("a", "t1")
        assert await anext(told) == "unix:/here -"
        assert await anext(told) == "t1"
        launcher.leave_seat("a", "t1", came_through=True)
    assert [line async for line in told] == ["end"]
    assert [(record.code, record.died) for record in store.processes()] == [(-6, True), (0, False)]
    assert len(desk.notes) == 1
    assert desk.notes[0].startswith("a died: signal 6")


async def test_a_bot_that_keeps_dying_is_given_up(tmp_path: Path, store: Store) -> None:
    """After some restarts in a row its seats, open and to come, are resigned."""
    desk = Desk()
    async with launching(store, tmp_path, DIES, desk) as launcher:
        launcher.take_seat("a", "t1")
        await desk.all_resigned.wait()
        launcher.leave_seat("a", "t1", came_through=False)
        desk.all_resigned.clear()
        launcher.take_seat("a", "t2")
        await desk.all_resigned.wait()
        launcher.leave_seat("a", "t2", came_through=False)
    assert desk.resigned == ["t1", "t2"]
    assert len(store.processes()) == RESTARTS + 1
    assert "its last words: no idea what to do with t1" in desk.notes[0]
    assert desk.notes[-1].startswith(
        f"a is not started again: it died {RESTARTS + 1} times in a row"
    )
    kept = [(tmp_path / "logs" / "a" / f"000{n}.stderr").read_text() for n in (1, RESTARTS + 1)]
    wrote, told = kept[0].split("\n\n\n")
    assert wrote == "no idea what to do with t1"
    assert told == f"[tournament: {desk.notes[0]}]\n"
    assert kept[1].endswith(f"[tournament: {desk.notes[-1]}]\n")


async def test_a_bot_that_does_not_read_its_token(tmp_path: Path, store: Store) -> None:
    """It is killed when its time to start is over, which counts as a death like any other."""
    desk = Desk()
    terms = dataclasses.replace(DEFAULT_TERMS, startup_s=0.1)
    deaf = "import time; time.sleep(1000)"
    async with launching(store, tmp_path, deaf, desk, terms=terms) as launcher:
        launcher.take_seat("a", "t1")
        await desk.all_resigned.wait()
        launcher.leave_seat("a", "t1", came_through=False)
    assert [record.code for record in store.processes()] == [-9] * (RESTARTS + 1)
    assert desk.notes[0].startswith(
        "a died: killed, it took too long to read the token of its first seat, after"
    )


async def test_a_bot_that_waits_for_its_first_token(
    tmp_path: Path, pipe: Path, store: Store
) -> None:
    """Its time to start begins with its first token, and no earlier; a slow game later costs nothing."""
    desk = Desk()
    told = lines_of(pipe)
    startup_s = paced(3.0)
    terms = dataclasses.replace(DEFAULT_TERMS, startup_s=startup_s)
    patient = TELLS_ALL.replace(
        "print(line.strip()", f"import time; time.sleep({startup_s / 2}); print(line.strip()"
    )
    async with launching(store, tmp_path, patient, desk, terms=terms) as launcher:
        assert await anext(told) == "unix:/here -"
        await asyncio.sleep(1.1 * startup_s)  # its time would be over if it had begun
        for token in ("t1", "t2", "t3", "t4"):
            launcher.take_seat("a", token)
        for token in ("t1", "t2", "t3", "t4"):
            assert await anext(told) == token
            launcher.leave_seat("a", token, came_through=True)
    assert desk.notes == []


async def test_a_bot_that_does_not_end(tmp_path: Path, store: Store) -> None:
    """When its last match is over it has some time to end, and is told of if it needs more."""
    desk = Desk()
    terms = dataclasses.replace(DEFAULT_TERMS, idle_s=0.1)
    stays = "import time; time.sleep(1000)"
    async with launching(store, tmp_path, stays, desk, terms=terms):
        pass  # it may not even have been started yet
    assert [record.code for record in store.processes()] == [-15]
    assert desk.notes == ["a is stopped: 0.1s after its last match it is still there"]


async def test_nothing_is_left_to_be_awaited_once_all_comes_down(
    recwarn: pytest.WarningsRecorder,
) -> None:
    """A seat that is taken while the group ends is refused, and Python has nothing to complain of."""
    launcher = BotLauncher.__new__(BotLauncher)

    async def work() -> None:
        raise AssertionError("never begun")

    async with asyncio.TaskGroup() as launcher.tasks:
        pass
    with pytest.raises(RuntimeError):
        launcher.spawn(work())
    gc.collect()
    assert not recwarn.list
