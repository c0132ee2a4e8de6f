"""The command line as its users meet it: exit statuses, and errors of one line."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from pathlib import Path

import pytest

from tests.helpers.postgres import PostgresServer
from tests.tournaments.calling import Caller
from tests.tournaments.fakes import ended, order_of, pairing_of
from tests.tournaments.sandboxes import needs_sandbox
from tournaments.spec.store_url import checked_url
from tournaments.store.folder import DataFolder
from tournaments.store.migrations import NEWEST
from tournaments.store.store import Store

FILE = """
name = "cup"
game = "diceman"
format = "round_robin"
sandbox = "none"
[[bots]]
name = "a"
command = "true"
[[bots]]
name = "b"
house = "greedy"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A tournament file that can be used."""
    (tmp_path / "cup.toml").write_text(FILE)
    return tmp_path / "cup.toml"


@pytest.fixture
def begun(file: Path) -> Store:
    """The store of its tournament, in which one of two matches has been played."""
    folder = file.parent / "data" / "cup"
    folder.mkdir(parents=True)
    store = Store(folder / "tournament.sqlite", create=True)
    store.begin("cup", file, FILE, ["a", "b"])
    pairing = pairing_of(1, "ab")
    store.begin_attempt(order_of(pairing).key, 1, "m1")
    store.record(order_of(pairing), pairing, ended(1, 2), match_id="m1", replay="m1.replay")
    store.close()
    return store


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("name =", "name"), "FILE: is no TOML: Expected '=' after a key in a key/value pair (at line 2, column 6)"),
        (("round_robin", "scheveningen"), "FILE:4: format must be one of 'round_robin', 'gauntlet', 'swiss', 'knockout', 'ladder', 'groups', 'team', 'contest' or 'adhoc', not 'scheveningen'"),
        (('"true"', '"no-such-bot"'), "FILE:8: bots[0].command must begin with a program that is there to be run, not 'no-such-bot'"),
        (('game = "diceman"', 'game = "diceman"\ndata = "cup.toml/x"'), "data folder FILE/x can't be used: Not a directory"),
        (('game = "diceman"', 'game = "diceman"\ndata = "."'), "data folder FOLDER is not empty and has no tournament"),
    ],
    ids=["no TOML", "bad key", "no such bot", "data folder in a file", "foreign data folder"],
)  # fmt: skip
def test_mistakes(file: Path, call: Caller, change: tuple[str, str], said: str) -> None:
    """Each is one line that names what is wrong; the exit status is 2, and nothing was begun."""
    file.write_text(FILE.replace(*change))
    called = call("run", file)
    expected = said.replace("FILE", str(file)).replace("FOLDER", str(file.parent))
    assert (called.status, called.err) == (2, f"tournament: {expected}\n")
    assert [entry.name for entry in file.parent.iterdir()] == ["cup.toml"]


def test_no_such_file(tmp_path: Path, call: Caller) -> None:
    """Neither file nor folder."""
    missing = tmp_path / "none.toml"
    called = call("run", missing)
    assert (called.status, called.err) == (2, f"tournament: {missing}: no such file\n")
    for command in ("resume", "standings", "verify", "crosstable", "matches"):
        called = call(command, missing)
        assert (called.status, called.err) == (
            2,
            f"tournament: {missing}: no such file or folder\n",
        )


@needs_sandbox
def test_a_referee_behind_a_port(file: Path, call: Caller) -> None:
    """Bots in a sandbox reach it only where somebody asked for the network."""
    called = call("run", file, "--sandbox", "bubblewrap", "--referee", "127.0.0.1:1")
    assert (called.status, called.err) == (
        2,
        f"tournament: {file}: sandbox.network must be true for bots to reach a referee at"
        " 127.0.0.1:1; it lets them connect to anything else, too\n",
    )


def test_nothing_has_begun(file: Path, call: Caller) -> None:
    """What needs a tournament says that there is none."""
    for command in ("resume", "standings", "verify"):
        called = call(command, file)
        expected = f"tournament: there is no tournament in {file.parent}/data/cup\n"
        assert (called.status, called.err) == (2, expected)


def test_a_changed_file(file: Path, begun: Store, call: Caller) -> None:
    """What was played under other rules is not mixed with what would follow."""
    del begun
    file.write_text(FILE.replace('name = "cup"', 'name = "cup"\nseed = 9'))
    called = call("run", file)
    assert called.status == 2
    assert "has changed since its tournament began: seed was null and is 9" in called.err


def test_a_file_may_change_before_anything_is_played(file: Path, call: Caller) -> None:
    """A first try that came to nothing binds nobody; one that is refused changes nothing of it either."""
    folder = file.parent / "data" / "cup"
    folder.mkdir(parents=True)
    with contextlib.closing(Store(folder / "tournament.sqlite", create=True)) as store:
        store.begin("cup", file, FILE.replace("diceman", "chess"), ["x"])
    address = f"unix:{file.parent}/nobody.sock"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournaments.play.referee_calls.PATIENCE_S", 0.01)
        called = call("run", file, "--referee", address)
    assert called.status == 1
    assert called.err.startswith(f"tournament: the referee at {address} ")
    assert called.err.count("\n") == 1
    with contextlib.closing(Store(folder / "tournament.sqlite")) as store:
        assert store.entries.names() == ["x"]


def test_standings(file: Path, begun: Store, call: Caller) -> None:
    """The table of a tournament that is not over, by its file and by its folder."""
    del begun
    by_file, by_folder = call("standings", file), call("standings", file.parent / "data" / "cup")
    assert by_file.status == 0
    assert "1 of 2 matches" in by_file.out
    assert by_file.out == by_folder.out
    assert '"played": 1' in call("standings", file, "--json").out


def test_elo(file: Path, begun: Store, call: Caller) -> None:
    """Elo stands below the table: a bound for somebody who has won everything."""
    del begun
    called = call("standings", file, "--ratings", "elo", "--anchor", "b")
    assert called.status == 0
    assert re.search(r"^ a +> [+-]\d+ +\? +\d+\.\d%", called.out, re.MULTILINE)
    elo = json.loads(call("standings", file, "--ratings", "elo", "--json").out)["elo"]
    assert elo["zero"] == ["a"]
    zero = {"elo": 0.0, "low": 0.0, "high": 0.0, "watched_low": 0.0, "watched_high": 0.0}
    assert elo["bots"][0] == {"bot": "a", **zero}
    assert elo["bots"][1]["elo"] is elo["bots"][1]["low"] is None
    assert elo["few_blocks"] is True
    told = json.loads(call("standings", file, "--json").out)
    assert "elo" not in told
    assert told["standings"][0]["elo"] == zero
    called = call("standings", file, "--anchor", "b")
    assert (called.status, "from 1 block only" in called.out) == (0, True)
    called = call("standings", file, "--ratings", "elo", "--anchor", "c")
    assert (called.status, called.err) == (2, "tournament: --anchor must be one of a, b, not 'c'\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give --elo0 and --elo1 for a sequential test, or --margin for an interval"),
        (["--elo0", "0", "--elo1", "0"], "--elo1 must be at least 0.1, not 0"),
        (["--elo0", "0", "--elo1", "2000"], "--elo1 must be from -1000 to 1000, not 2000"),
        (["--margin", "5", "--elo0", "0"], "give either --margin or --elo0 and --elo1, not both"),
        (["--margin", "0"], "--margin must be from 0.1 to 1000, not 0"),
        (["--margin", "9", "--scale", "normalized"], "--margin is in logistic Elo, not in normalized"),
        (["--margin", "9", "--draws", "1"], "draws must be from 0 to below 1, not 1"),
        (["--margin", "9", "--draws", "nan"], "--draws must be from 0 to below 1, not nan"),
        (["--margin", "9", "--draws", "0.6", "--elo", "200"], "draws must be from 0 to 0.4805 at these Elo differences, not 0.6"),
        (["--margin", "9", "--alpha", "0.5"], "--alpha must be from 0.0001 to below 0.5, not 0.5"),
    ],
)  # fmt: skip
def test_simulate_mistakes(call: Caller, arguments: list[str], said: str) -> None:
    """Each is one line; the exit status is 2."""
    called = call("simulate", *arguments)
    assert (called.status, called.err) == (2, f"tournament: {said}\n")


def test_simulate(call: Caller) -> None:
    """For people some lines, for programs the same numbers."""
    question = ["simulate", "--elo0", "0", "--elo1", "80", "--elo", "80", "--tests", "100"]
    plan = json.loads(call(*question, "--json").out)["matches"]
    lines = call(*question).out.splitlines()
    assert lines[0].startswith(
        "SPRT of logistic Elo 0 against 80, alpha 0.05, beta 0.05, pentanomial"
    )
    assert f"{plan['mean']:.0f} on average of 100 simulated tests" in lines[1]
    assert f"50%: {plan['quantiles']['50']}," in lines[2]
    assert f"H1 is accepted in {100 * plan['accept_h1']:.1f}%" in lines[3]
    assert len(call("simulate", "--margin", "60", "--tests", "20").out.splitlines()) == 3


def test_verify_misses_a_replay(file: Path, begun: Store, call: Caller) -> None:
    """A match whose replay is gone can't be verified: exit status 1."""
    del begun
    called = call("verify", file)
    assert called.status == 1
    assert called.out.splitlines() == [
        "FAILED match 1: its replay is not here: m1",
        "there is no replay to verify",
    ]


def test_a_store_elsewhere(
    file: Path, call: Caller, monkeypatch: pytest.MonkeyPatch, postgres: PostgresServer
) -> None:
    """Results in PostgreSQL are found by option, by environment, and by what the folder notes."""
    url = postgres.new_database()
    folder = file.parent / "data" / "cup"
    folder.mkdir(parents=True)
    data = DataFolder(folder, store=checked_url(url))
    with contextlib.closing(Store(data.database, create=True)) as store:
        store.begin("cup", file, FILE, ["a", "b"])
        pairing = pairing_of(1, "ab")
        store.record(order_of(pairing), pairing, ended(1, 2), match_id="m1", replay=None)
    by_option = call("standings", file, "--store", url)
    assert (by_option.status, by_option.err) == (0, "")
    assert "1 of 2 matches" in by_option.out
    called = call("standings", folder)
    assert called.status == 2
    assert "password" in called.err
    monkeypatch.setenv("PGPASSWORD", postgres.password)
    assert call("standings", folder).out == by_option.out
    monkeypatch.setenv("TOURNAMENT_STORE", url)
    assert call("standings", file).out == by_option.out
    assert call("standings", file, "--data", file.parent / "none").status == 0  # by its name
    monkeypatch.setenv("TOURNAMENT_STORE", postgres.new_database())
    called = call("standings", file)
    assert called.status == 2
    assert "the results are not in postgresql+psycopg://organizer@/t" in called.err
    assert postgres.password not in called.err


def test_no_such_store(file: Path, call: Caller) -> None:
    """A URL of something else is a mistake, and its text is not repeated."""
    called = call("run", file, "--store", "mysql://ann:secret@db/cups")
    said = (
        "tournament: --store must be a URL that begins with postgresql://, or left out for SQLite"
    )
    assert (called.status, called.err) == (2, f"{said}\n")
    called = call("run", file, "--store", "postgresql://ann:secret@localhost:1/cups")
    assert called.status == 2
    assert called.err.startswith("tournament: postgresql+psycopg://ann@localhost:1/cups can't be ")
    assert called.err.count("\n") == 1
    assert "secret" not in called.err


def test_tables_of_this_version_need_no_migration(file: Path, call: Caller) -> None:
    """`migrate` says which version there is; where nothing was begun it is a mistake."""
    folder = file.parent / "data" / "cup"
    folder.mkdir(parents=True)
    with contextlib.closing(Store(folder / "tournament.sqlite", create=True)) as store:
        store.begin("cup", file, FILE, ["a", "b"])
    called = call("migrate", folder)
    said = f"{folder}/tournament.sqlite has tables of version {NEWEST}\n"
    assert (called.status, called.out) == (0, said)
    assert call("migrate", file, "--data", file.parent / "none").status == 2


def test_usage(file: Path, call: Caller) -> None:
    """A wrong flag is a mistake like any other."""
    assert call("run", file, "--paralell", "3").status == 2
    assert call("run", file, "--parallel", "0").status == 2
    assert "run" in call("--help").out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--executor", "tcp://x:1"],
            "--executor must be local or dask://HOST:PORT, not 'tcp://x:1'",
        ),
        (
            ["--executor", "dask://x:1", "--referee", "unix:r"],
            "--referee goes with --executor local, not dask://x:1,"
            " whose workers start their own referees",
        ),
    ],
)
def test_executors_that_can_not_be(
    call: Caller, file: Path, options: list[str], message: str
) -> None:
    """Named, before anything is begun."""
    called = call("run", file, *options)
    assert (called.status, called.err) == (2, f"tournament: {message}\n")
    assert not (file.parent / "data").exists()


def test_a_cluster_without_dask(call: Caller, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that installs it is told."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    called = call("run", file, "--executor", "dask://127.0.0.1:1")
    needs = "a Dask cluster needs a package that is not installed: pip install 'gamereferee[dask]'"
    assert (called.status, called.err) == (2, f"tournament: {needs}\n")


@pytest.mark.parametrize("command", ["run", "check"])
def test_every_fault_has_a_line(call: Caller, file: Path, command: str) -> None:
    """Faults of the file and of its programs come together; nothing is played."""
    bad = '[[bots]]\nname = "c"\nhouse = 3\n'
    file.write_text(FILE.replace('command = "true"', 'command = "gone"') + bad)
    called = call(command, file)
    assert (called.status, called.out) == (2, "")
    assert called.err.splitlines() == [
        f"tournament: {file}:14: bots[2].house must be text, not 3",
        f"tournament: {file}:8: bots[0].command must begin with a program that is there to be run,"
        " not 'gone'",
    ]
    assert not (file.parent / "data").exists()
