"""Database and log make each other again: a lost database, a lost log, an older backup."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.tournaments.calling import Caller
from tests.tournaments.season.test_reports import FILE as SEASON
from tests.tournaments.season.world import World
from tests.tournaments.stored import CUP_FILE, play_cup
from tournaments import rebuilding
from tournaments.audit.audit import audit
from tournaments.rebuilding import heal_store, rebuild_database
from tournaments.spec.errors import LogError
from tournaments.spec.reading import load_spec
from tournaments.store.folder import DataFolder
from tournaments.store.schema import METADATA
from tournaments.store.store import Store

NOT_LOGGED = {
    "processes": {"*"},
    "attempts": {"void_text"},
    "plays": {"ended_at", "host", "referee", "python"},
    "matches": {"replay"},
    "tournaments": {"file"},
    "versions": {"covers", "files", "start"},
}
"""Columns that are not in the log, by table; `*`: all of them."""
Rows = dict[str, list[tuple[object, ...]]]


def rows_of(data: Path) -> Rows:
    """All rows of a database, without what the log does not have."""
    engine = sa.create_engine(f"sqlite:///{data / 'tournament.sqlite'}")
    found: Rows = {}
    with engine.connect() as connection:
        for table in METADATA.sorted_tables:
            left_out = NOT_LOGGED.get(table.name, set())
            columns = [each for each in table.columns if each.name not in left_out]
            if "*" in left_out:
                continue
            rows = connection.execute(sa.select(*columns))
            found[table.name] = sorted((tuple(row) for row in rows), key=repr)
    engine.dispose()
    return found


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a season with void matches, a second version and an annulled match; it is closed."""
    world = World(tmp_path_factory.mktemp("season") / "data", SEASON, poll_s=60.0)
    world.void_share = 0.1
    world.at(0.1, lambda: world.submit("ann"))
    world.at(0.3, lambda: world.submit("bob"))
    world.at(4.0, lambda: world.submit("ann", content="second"))
    world.at(6.0, lambda: world.ask("annul", match=4))
    world.run()
    return world.data.parent


def _cup(folder: Path, _: Path) -> Path:
    play_cup(folder / "data")
    (folder / "cup.toml").write_text(f'data = "data"\n{CUP_FILE}')
    return folder


def _season(folder: Path, season: Path) -> Path:
    return Path(shutil.copytree(season, folder / "cup"))


@pytest.fixture(params=[_cup, _season], ids=["tournament", "season"])
def folder(request: pytest.FixtureRequest, season: Path, tmp_path: Path) -> Path:
    """A folder with `cup.toml` and its `data`."""
    make: Callable[[Path, Path], Path] = request.param
    return make(tmp_path, season)


def test_a_lost_database_is_made_again_from_the_log(folder: Path, call: Caller) -> None:
    """With the same rows, apart from what is not in the log; and the audit finds no difference."""
    data = folder / "data"
    before, log = rows_of(data), (data / "tournament.log").read_bytes()
    table = call("standings", folder / "cup.toml", "--json").out
    (data / "tournament.sqlite").unlink()
    done = call("rebuild", folder / "cup.toml", "--from", "log")
    assert (done.status, done.err) == (0, "")
    assert rows_of(data) == before
    assert (data / "tournament.log").read_bytes() == log
    assert call("standings", folder / "cup.toml", "--json").out == table
    assert audit(DataFolder(data)).holds


def test_a_database_that_was_changed_is_kept_aside(folder: Path, call: Caller) -> None:
    """The audit names the row; the log has the results as they were."""
    data = folder / "data"
    before = rows_of(data)
    engine = sa.create_engine(f"sqlite:///{data / 'tournament.sqlite'}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE results SET score = score + 1"))
    engine.dispose()
    assert not audit(DataFolder(data)).holds
    done = call("rebuild", folder / "cup.toml", "--from", "log")
    assert "; what was there is tournament.sqlite.before-" in done.out
    assert rows_of(data) == before
    assert len(list(data.glob("tournament.sqlite.before-*"))) == 1


def test_a_lost_or_changed_log_is_made_again_from_the_database(folder: Path, call: Caller) -> None:
    """Byte by byte."""
    path = folder / "data" / "tournament.log"
    log = path.read_bytes()
    for left in (None, log.replace(b'"placement":1', b'"placement":2', 1)):
        path.unlink()
        if left is not None:
            path.write_bytes(left)
        done = call("rebuild", folder / "cup.toml", "--from", "database")
        assert (done.status, done.err) == (0, "")
        assert path.read_bytes() == log
    assert len(list(path.parent.glob("tournament.log.before-*"))) == 1


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_an_older_backup_is_completed_when_a_run_starts(folder: Path, share: float) -> None:
    """The rows that it lacks are made from the log, wherever the backup ends."""
    data, file = folder / "data", folder / "cup.toml"
    whole = rows_of(data)
    lines = (data / "tournament.log").read_text().splitlines(keepends=True)
    kept = max(2, round(share * len(lines)))
    # The backup: the database as it was after the first events, which the log alone would give.
    (data / "tournament.sqlite").unlink()
    (data / "tournament.log").write_text("".join(lines[:kept]))
    spec, place = load_spec(file), DataFolder(data)
    rebuild_database(spec, file, place)
    (data / "tournament.log").write_text("".join(lines))
    notes: list[str] = []
    with contextlib.closing(Store(place.database, create=True)) as store:
        heal_store(store, spec, file, place, notes.append)
    assert notes == [f"the database lacked {len(lines) - kept} events of the log, and has them now"]
    assert rows_of(data) == whole
    assert audit(place).holds


def test_what_fails_in_its_midst_leaves_the_database_as_it_was(
    folder: Path, call: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old file is put aside only when the new one is whole."""
    data = folder / "data"
    before = (data / "tournament.sqlite").read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise LogError("the secrets of its dice are not in the log")

    monkeypatch.setattr(rebuilding, "restore_rows", fail)
    done = call("rebuild", folder / "cup.toml", "--from", "log")
    assert done.status != 0
    assert "the secrets of its dice are not in the log" in done.err
    assert (data / "tournament.sqlite").read_bytes() == before
    assert [each.name for each in data.glob("tournament.sqlite*")] == ["tournament.sqlite"]


def test_what_no_log_can_give(folder: Path, call: Caller) -> None:
    """A log that was changed, another key, no log: the database stays as it is."""
    data, file = folder / "data", folder / "cup.toml"
    before = (data / "tournament.sqlite").read_bytes()
    log, key = data / "tournament.log", data / "tournament.key"
    text = log.read_text()
    log.write_text(text.replace('"placement":1', '"placement":2', 1))
    assert "was changed: its hash is not" in call("rebuild", file, "--from", "log").err
    log.write_text(text)
    mine = key.read_text()
    key.write_text("22" * 32)
    assert "must be the key that has signed the log" in call("rebuild", file, "--from", "log").err
    key.write_text(mine)
    log.unlink()
    assert "there is no log to rebuild from" in call("rebuild", file, "--from", "log").err
    assert (data / "tournament.sqlite").read_bytes() == before
