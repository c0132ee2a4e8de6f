"""A run that is refused changes nothing, whatever refuses it: the same tournament can be played on as it was."""

from __future__ import annotations

import contextlib
import dataclasses
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.tournaments.calling import Caller
from tests.tournaments.fakes import FACTS, FakeBots, FakeReferee, Silence, ended
from tests.tournaments.playing_out import favourites
from tests.tournaments.sandboxes import needs_sandbox
from tests.tournaments.test_begun_before import FILE as BEFORE
from tests.tournaments.test_begun_before import fill
from tournaments.bots.copies import sha256_of
from tournaments.opening import Opening
from tournaments.pairings.orders import order_of
from tournaments.play.executor import LocalExecutor
from tournaments.play.runner import Runner
from tournaments.processes.client import Exit
from tournaments.spec.errors import FolderError, RefusedError
from tournaments.spec.matches import MatchOrder, OpenMatch
from tournaments.spec.reading import load_spec
from tournaments.store.find import find
from tournaments.store.folder import DataFolder
from tournaments.store.records import PlayRecord, StoredVersion
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

HEAD = """
name = "cup"
game = "diceman"
format = "FORMAT"
rounds = 2
seed = 7
sandbox = "none"
config = { games = 1 }
"""
BOT = '[[bots]]\nname = "NAME"\ncommand = "python NAME.py"\n'
LATE = '[[bots]]\nname = "late"\n'


def content(folder: DataFolder) -> list[str]:
    """All that is in the database, as SQL, and its version with it."""
    if not folder.file.is_file():
        return []
    with contextlib.closing(sqlite3.connect(folder.file)) as connection:
        return list(connection.iterdump())


class Cup:
    """A ladder of a and b whose first match has been played, and the second begun."""

    def __init__(self, path: Path, *, begun: bool = True) -> None:
        self.path = path
        self.file = path / "cup.toml"
        self.folder = DataFolder(path / "data" / "cup")
        for name in "ab":
            (path / f"{name}.py").write_text(f"# {name}\n")
        self.write()
        if begun:
            self._begin()

    def _begin(self) -> None:
        self.folder.path.mkdir(parents=True)
        with contextlib.closing(Store(self.folder.database, create=True)) as store:
            spec = load_spec(self.file)
            opening = Opening(store, spec, self.file)
            files = {name: {f"{name}.py": sha256_of(self.path / f"{name}.py")} for name in "ab"}
            opening.add([StoredVersion(name, 1, "0" * 64, "", files[name], START) for name in "ab"])
            opening.accept()
            first, second = make_scheduler(spec, opening.schedule).due()
            play = PlayRecord("2030", None, None, None, None, (1, 1))
            for pairing in (first, second):
                order = order_of(spec, pairing, 1)
                store.begin_attempt(order.key, 1, f"m{pairing.number}")
                store.programs.begin(order.key, 1, pairing.players, play)
            order = order_of(spec, first, 1)
            store.record(order, first, ended(*favourites(first)), match_id="m1", replay=None)

    def write(self, late: str = "", rounds: int = 2) -> None:
        """Write its file, with a newcomer's lines behind the others."""
        text = HEAD.replace("FORMAT", "ladder").replace("rounds = 2", f"rounds = {rounds}")
        text += "".join(BOT.replace("NAME", name) for name in "ab")
        self.file.write_text(text + (LATE + late if late else ""))


START: dict[str, object] = {"argv": [], "env": {}, "terms": {}, "copy": None}


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    """A tournament that has begun."""
    return Cup(tmp_path)


@dataclasses.dataclass(frozen=True, slots=True)
class Way:
    """A way in which a run is refused whose file has grown."""

    said: str
    """Part of the message."""
    late: str = 'command = "python a.py"\n'
    """What the file says of a newcomer."""
    changes: tuple[str, str] = ("", "")
    """Words in the file that become others."""
    is_new_bot: bool = False
    """Whether a bot's own file has changed."""
    options: tuple[str, ...] = ()
    """Of the command."""
    has_sandbox: bool = True
    """Whether this machine has one."""


WAYS = {
    "build": Way("the build of late failed", 'command = "python a.py"\nbuild = "false"\n'),
    "changed": Way(
        "bot a has changed since", changes=("rounds = 2", "rounds = 3"), is_new_bot=True
    ),
    "program": Way("must begin with a program that is there", 'command = "no-such-program"\n'),
    "script": Way("must run a script that is there", 'command = "python no_such_script.py"\n'),
    "manifest": Way("manifest must be a file", 'manifest = "no/bot.toml"\n'),
    "folder": Way("cwd must be a folder", 'command = "python a.py"\ncwd = "no"\n'),
    "house": Way("house must be one of", 'house = "nobody"\n'),
    "renamed": Way("bots that have begun can't be removed", changes=('"a"', '"c"')),
    "config": Way("config.games was 1 and is 2", changes=("games = 1", "games = 2")),
    "sandbox": Way(
        "the sandbox needs bubblewrap", options=("--sandbox", "bubblewrap"), has_sandbox=False
    ),
    "network": Way(
        "sandbox.network must be true",
        options=("--referee", "127.0.0.1:1", "--sandbox", "bubblewrap"),
    ),
    "cluster": Way("Dask", options=("--executor", "dask://127.0.0.1:1")),
    "web": Way("--web-listen must be", options=("--web", "--web-listen", "nowhere")),
    "ca": Way("CA file no.pem can't be read", options=("--referee", "[::1]:1", "--ca", "no.pem")),
}


def with_marks(ways: dict[str, Way]) -> list[object]:
    """Parameters; where the network is to be refused a sandbox must be there."""
    return [
        pytest.param(way, id=name, marks=[needs_sandbox] if name == "network" else [])
        for name, way in ways.items()
    ]


def refuse(cup: Cup, way: Way, call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run it in a way in which it is refused."""
    cup.write(way.late)
    cup.file.write_text(cup.file.read_text().replace(*way.changes))
    if way.is_new_bot:
        (cup.path / "a.py").write_text("# better\n")
    with monkeypatch.context() as context:
        if not way.has_sandbox:
            context.setattr("tournaments.processes.sandbox._candidates", lambda: ())
        called = call("run", cup.file, *way.options)
    assert called.status in (1, 2)
    assert way.said in called.err


@pytest.mark.parametrize("way", with_marks(WAYS))
def test_nothing_is_changed(
    cup: Cup, call: Caller, monkeypatch: pytest.MonkeyPatch, way: Way
) -> None:
    """Neither file, dice, growth, bots nor programs; taken back, it can be played on as it was."""
    before = content(cup.folder)
    refuse(cup, way, call, monkeypatch)
    assert content(cup.folder) == before


FIRST = {name: way for name, way in WAYS.items() if name not in ("changed", "renamed", "config")}


@pytest.mark.parametrize("way", with_marks(FIRST))
def test_a_first_run_writes_nothing(
    tmp_path: Path, call: Caller, monkeypatch: pytest.MonkeyPatch, way: Way
) -> None:
    """There is no tournament afterwards, and the next run is not kept from beginning one."""
    cup = Cup(tmp_path, begun=False)
    refuse(cup, way, call, monkeypatch)
    with cup.folder.lock(), contextlib.closing(Store(cup.folder.database, create=True)) as store:
        assert (store.tournament(), store.processes()) == (None, [])
    spec, file, _ = find(cup.file, None, None, to_play=True)  # as `resume` does
    assert (spec.name, file) == ("cup", cup.file)
    with pytest.raises(FolderError, match="there is no tournament in"):
        find(cup.file, None, None)


@pytest.mark.parametrize("way", ["build", "program"])
def test_old_tables_stay(tmp_path: Path, call: Caller, way: str) -> None:
    """What the program of the last release has left can still be played on by that."""
    file = tmp_path / "cup.toml"
    file.write_text(BEFORE.read_text())
    folder = DataFolder(tmp_path / "data" / "cup")
    folder.path.mkdir(parents=True)
    fill(folder)
    late = {"build": 'command = "true"\nbuild = "false"\n', "program": 'command = "none-such"\n'}
    file.write_text(file.read_text() + LATE + late[way])
    before = content(folder)
    assert any("tournament_schema" in line and "0011" in line for line in before)
    called = call("run", file)
    assert called.status in (1, 2)
    assert content(folder) == before


class Refusing(FakeReferee):
    """Makes no match: the config is not to its liking, or the organizer's key is another."""

    async def create(self, order: MatchOrder, *, request_id: str, label: str) -> OpenMatch:
        """Refuse."""
        del order, request_id, label
        raise RefusedError("the referee refuses: config.games must be from 1 to 99")


@pytest.mark.parametrize("referee", [Refusing, FakeReferee])
async def test_the_first_match_is_made_before_anything_is_written(
    cup: Cup, referee: type[FakeReferee]
) -> None:
    """A referee that makes none leaves nothing changed; one that does has the tournament grow."""
    cup.write('command = "python a.py"\n', rounds=3)
    before = content(cup.folder)
    spec = load_spec(cup.file)
    progress = Silence()
    with contextlib.closing(Store(cup.folder.database, create=True, upgrade=False)) as store:
        opening = Opening(store, spec, cup.file, note=progress.note)
        opening.add([StoredVersion("late", 1, "0" * 64, "", {}, START)])
        number = opening.begin_process("late")
        opening.fit(FACTS)
        runner = Runner(
            spec,
            FACTS,
            scheduler=make_scheduler(spec, opening.schedule),
            executor=LocalExecutor(referee(), FakeBots(), slots=2, replay_folder=None),
            store=store,
            progress=progress,
            opening=opening,
        )
        if referee is Refusing:
            with pytest.raises(RefusedError):
                await runner.run()
            opening.end_process("late", number, Exit(1, 0.5, 0.5, 0), died=True)
            assert content(cup.folder) == before
            assert progress.notes == []
            return
        await runner.run()
        opening.end_process("late", number, Exit(1, 0.5, 0.5, 0), died=True)
        assert store.entries.names() == ["a", "b", "late"]
        assert store.schedule() == opening.schedule
        assert [each.label for each in store.programs.versions()] == ["a", "b", "late"]
        [process] = store.processes()
        assert (process.program, process.number, process.code) == ("late", 1, 1)
    assert progress.notes[0] == "added after match 2: bot late; rounds from 2 to 3"


def test_all_of_it_or_nothing(cup: Cup) -> None:
    """What fails at the last of it takes back what was written before."""
    cup.write('command = "python a.py"\n', rounds=3)
    before = content(cup.folder)
    twice = [StoredVersion("late", 1, "0" * 64, "", {}, START)] * 2
    with contextlib.closing(Store(cup.folder.database, create=True, upgrade=False)) as store:
        opening = Opening(store, load_spec(cup.file), cup.file)
        opening.add(twice)
        with pytest.raises(sa.exc.IntegrityError):
            opening.accept()
        assert not opening.is_accepted
    assert content(cup.folder) == before


async def test_a_first_run_begins_with_its_first_match(tmp_path: Path) -> None:
    """Its id, which the referee knows its matches by, is the one that is written down."""
    cup = Cup(tmp_path, begun=False)
    cup.folder.path.mkdir(parents=True)
    spec = load_spec(cup.file)
    with contextlib.closing(Store(cup.folder.database, create=True, upgrade=False)) as store:
        opening = Opening(store, spec, cup.file)
        runner = Runner(
            spec,
            FACTS,
            scheduler=make_scheduler(spec, opening.schedule),
            executor=LocalExecutor(FakeReferee(), FakeBots(), slots=2, replay_folder=None),
            store=store,
            progress=Silence(),
            opening=opening,
        )
        assert store.tournament() is None
        await runner.run()
        stored = store.tournament()
        assert stored is not None
        assert (stored.tournament_id, stored.source) == (
            opening.tournament_id,
            cup.file.read_text(),
        )
        assert len(store.matches()) == 4


BY_THE_REFEREE = {
    "game version": ("UPDATE matches SET game_version = 99", "began under version 99 of diceman"),
}


@pytest.mark.slow  # starts a referee, which takes over a second
@pytest.mark.parametrize(("sql", "said"), BY_THE_REFEREE.values(), ids=BY_THE_REFEREE)
def test_what_is_asked_of_the_referee(cup: Cup, call: Caller, sql: str, said: str) -> None:
    """Its own processes leave nothing behind either, nor do bots that were built and copied."""
    cup.write('command = "python a.py"\nbuild = "true"\ncwd = "own"\n')
    (cup.path / "own").mkdir()
    (cup.path / "own" / "a.py").write_text("")
    with contextlib.closing(sqlite3.connect(cup.folder.file)) as connection, connection:
        connection.execute(sql)
    before = content(cup.folder)
    called = call("run", cup.file)
    assert called.status == 2
    assert said in called.err
    assert content(cup.folder) == before
