from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.tournaments.fakes import FILE
from tournaments import launcher as launcher_module
from tournaments.config import parse_spec
from tournaments.errors import SpecError
from tournaments.launcher import RESTARTS, BotLauncher, Program, resolve_programs
from tournaments.processes import Supervisor
from tournaments.store import Store

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


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store for the records of processes."""
    with contextlib.closing(Store(tmp_path / "t.sqlite", create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["bot"])
        yield opened


class Desk:
    """What a launcher tells: notes and resigned tokens."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.resigned: list[str] = []
        self.all_resigned = asyncio.Event()

    async def resign(self, token: str) -> None:
        """Take a token down."""
        self.resigned.append(token)
        self.all_resigned.set()


@contextlib.asynccontextmanager
async def launching(
    store: Store, folder: Path, code: str, desk: Desk, *, per_match: bool = False
) -> AsyncIterator[BotLauncher]:
    """A launcher of one bot `a` with this Python code; closed at the end."""
    program = Program("a", (sys.executable, "-c", code), folder, {"PYTHONUNBUFFERED": "1"})
    supervisor = Supervisor.start()
    await supervisor.connect()
    try:
        async with asyncio.TaskGroup() as tasks:
            launcher = BotLauncher(
                [program],
                supervisor=supervisor,
                store=store,
                logs=folder / "logs",
                venue_env={"REFEREE_ADDRESS": "unix:/here"},
                per_match=per_match,
                note=desk.notes.append,
                resign=desk.resign,
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
    tmp_path: Path, pipe: Path, store: Store
) -> None:
    """Its good end, before the runner has heard of the match's, is no death, and nothing follows it."""
    desk = Desk()
    async with launching(store, tmp_path, TELLS_ALL, desk, per_match=True) as launcher:
        launcher.take_seat("a", "t1")
        assert [line async for line in lines_of(pipe)][-1] == "end"
        await asyncio.sleep(0.5)  # long enough for the process to be gone and reported
        launcher.leave_seat("a", "t1", came_through=True)
    assert [(record.code, record.died) for record in store.processes()] == [(0, False)]
    assert desk.notes == []


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


async def test_a_bot_that_keeps_dying_is_given_up(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some restarts in a row its seats, open and to come, are resigned."""
    monkeypatch.setattr(launcher_module, "FIRST_PAUSE_S", 0.0)
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
    kept = (tmp_path / "logs" / "a" / "0001.stderr").read_text()
    assert kept == "no idea what to do with t1\n\n"


HEAD = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\n'
OTHER = '[[bots]]\nname = "z"\nhouse = "greedy"\n'


def resolved(bot: str, folder: Path) -> Program:
    """The first program of a tournament whose file is in `folder`."""
    spec = parse_spec(f'{HEAD}[[bots]]\nname = "a"\n{bot}\n{OTHER}', FILE)
    return resolve_programs(spec, folder / "cup.toml")[0]


def test_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is looked up as a shell would, a path from the bot's own folder."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine").write_text("#!/bin/sh\n")
    (tmp_path / "bots" / "mine").chmod(0o755)
    secrets = ("REFEREE_ORGANIZER_KEY", "TOURNAMENT_STORE", "PGPASSWORD")
    for name in secrets:
        monkeypatch.setenv(name, "secret")
    mine = resolved('command = "./mine -x"\ncwd = "bots"\nenv = { DEPTH = "3" }', tmp_path)
    assert mine.argv == (str(tmp_path / "bots" / "mine"), "-x")
    assert mine.cwd == tmp_path / "bots"
    assert mine.env["DEPTH"] == "3"
    assert not mine.env.keys() & set(secrets)
    python = resolved('command = "python bot.py"', tmp_path)
    assert Path(python.argv[0]).parent == Path(sys.executable).parent
    house = resolved('house = "random"', tmp_path)
    assert house.argv[-2:] == ("-m", "referee_bots.diceman.random_bot")


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (
            'command = "no-such-program 3"',
            "bots[0].command must begin with a program that is there to be run, not 'no-such-program'",
        ),
        (
            'command = "./cup.toml"',
            "bots[0].command must begin with a program that is there to be run, not './cup.toml'",
        ),
        ('command = "true"\ncwd = "away"', "bots[0].cwd must be a folder, not 'away'"),
        ('house = "genius"', "bots[0].house must be a baseline bot of diceman, not 'genius'"),
    ],
)
def test_programs_that_are_not_there(tmp_path: Path, bot: str, said: str) -> None:
    """The message names file, key and what was looked for, before anything is started."""
    (tmp_path / "cup.toml").touch()
    with pytest.raises(SpecError) as caught:
        resolved(bot, tmp_path)
    assert str(caught.value) == f"{tmp_path / 'cup.toml'}: {said}"
