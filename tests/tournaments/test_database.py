"""Databases that can't be used, or fail on the way: one line each, and nothing is lost."""

from __future__ import annotations

import builtins
import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.helpers.postgres import PostgresServer
from tests.tournaments.fakes import ended, order_of, pairing_of
from tournaments.spec.errors import FolderError, StoreError, StoreFailedError
from tournaments.spec.store_url import checked_url, without_secrets
from tournaments.store import database
from tournaments.store.database import Place
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

ROWS = 150
"""Enough for a database file of several pages."""


def fill(store: Store, numbers: range = range(1, ROWS + 1)) -> None:
    """Record results."""
    for number in numbers:
        pairing = pairing_of(number, "ab", seed=number)
        order = order_of(pairing)
        store.begin_attempt(order.key, 1, f"m{number}")
        store.record(order, pairing, ended(1, 2), match_id=f"m{number}", replay=None)


def begin(folder: DataFolder) -> Store:
    """A tournament of a and b in a data folder, open for a run."""
    folder.path.mkdir(exist_ok=True)
    store = Store(folder.database, create=True)
    store.begin("cup", folder.path / "cup.toml", "text", ["a", "b"])
    return store


def problem_of(place: Place, *, create: bool = True) -> str:
    """What is said when a store can't be opened: a line without a password."""
    with pytest.raises((StoreError, FolderError)) as caught:
        Store(place, create=create)
    said = str(caught.value)
    assert "\n" not in said
    assert place.url.password is None or place.url.password not in said
    return said


# URLs.


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://ann:secret@db.example:5433/cups", "postgresql+psycopg://ann@db.example:5433/cups"),
        ("postgresql+psycopg:///cups", "postgresql+psycopg:///cups"),
        ("postgresql://ann@/cups?password=secret&host=/run/pg", "postgresql+psycopg://ann@/cups?host=%2Frun%2Fpg"),
    ],
)  # fmt: skip
def test_urls(text: str, shown: str) -> None:
    """The driver is the one that is installed; no secret is shown, wherever it stands."""
    assert without_secrets(checked_url(text)) == shown


@pytest.mark.parametrize(
    "text", ["cups", "mysql://ann:secret@h/d", "sqlite:///x", "postgresql+x://h"]
)
def test_urls_that_are_none(text: str) -> None:
    """The message says what is allowed, and does not repeat what may hold a secret."""
    with pytest.raises(ValueError, match="postgresql://") as caught:
        checked_url(text)
    assert "secret" not in str(caught.value)


# PostgreSQL.


def test_servers_that_refuse(postgres: PostgresServer, tmp_path: Path) -> None:
    """A wrong password, a missing database, a missing server, an option that is none."""
    url = checked_url(postgres.new_database())
    assert "password authentication failed" in problem_of(Place(url.set(password="wrong!")))
    assert 'database "none" does not exist' in problem_of(Place(url.set(database="none")))
    assert "No such file" in problem_of(Place(url.set(query={"host": str(tmp_path)})))
    refused = url.set(host="127.0.0.1", port=1, query={})
    assert "refused" in problem_of(Place(refused))
    assert "colour" in problem_of(Place(url.update_query_dict({"colour": "red"})))


def test_without_the_driver(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what to install."""
    real = builtins.__import__

    def without_psycopg(name: str, *arguments: object) -> object:
        if name.split(".")[0] == "psycopg":
            raise ModuleNotFoundError("No module named 'psycopg'")
        return real(name, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without_psycopg)
    said = problem_of(Place(checked_url(postgres.url())))
    assert "pip install 'gamereferee[postgres]'" in said


def test_two_runs_of_one_tournament(
    tmp_path: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second is refused, also from another data folder; a run of another tournament is not."""
    monkeypatch.setattr(database, "LOCK_PATIENCE_S", 0.1)
    url = checked_url(postgres.new_database())
    one, other = (DataFolder(tmp_path / name, store=url, name="cup") for name in ("one", "other"))
    with contextlib.closing(begin(one)) as run:
        shutil.copytree(one.path, tmp_path / "copy")
        copy = DataFolder(tmp_path / "copy", store=url, name="cup")
        assert "is in use by another run" in problem_of(copy.database)
        with contextlib.closing(begin(other)):
            pass
        with contextlib.closing(Store(copy.database)) as reader:
            assert reader.tournament() == run.tournament()
    Store(copy.database, create=True).close()


def test_a_run_that_has_lost_its_connection(tmp_path: Path, postgres: PostgresServer) -> None:
    """It writes nothing any more, since its lock is lost too; what it had written is there."""
    url = checked_url(postgres.new_database())
    folder = DataFolder(tmp_path / "cup", store=url, name="cup")
    with contextlib.closing(begin(folder)) as store:
        fill(store, range(1, 3))
        engine = sa.create_engine(url)
        with engine.begin() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        engine.dispose()
        for _ in range(2):
            with pytest.raises(StoreFailedError, match=r"fails: terminating .* before is kept"):
                fill(store, range(3, 4))
    with contextlib.closing(Store(folder.database, create=True)) as store:
        assert len(store.matches()) == 2
        fill(store, range(3, 4))


def test_where_results_are(tmp_path: Path, postgres: PostgresServer) -> None:
    """The data folder knows; a database where they are not is refused; SQLite stays where it is."""
    url, elsewhere = (checked_url(postgres.new_database()) for _ in range(2))
    folder = DataFolder(tmp_path / "cup", store=url, name="cup")
    with contextlib.closing(begin(folder)) as store:
        tournament = store.tournament()
    assert url.password is not None
    assert url.password not in folder.note.read_text()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PGPASSWORD", url.password)
        with contextlib.closing(Store(DataFolder(folder.path).database)) as store:
            assert store.tournament() == tournament
    moved = DataFolder(folder.path, store=elsewhere, name="cup")
    assert f"but in {without_secrets(url)}" in problem_of(moved.database)
    assert f"but in {without_secrets(url)}" in problem_of(moved.database, create=False)
    begin(DataFolder(tmp_path / "lite")).close()
    with pytest.raises(
        FolderError, match=r"its results are in tournament\.sqlite: leave out --store and TOURN"
    ):
        _ = DataFolder(tmp_path / "lite", store=url).database
    folder.note.write_text("{}")
    with pytest.raises(FolderError, match=r"store\.json is damaged"):
        _ = folder.database


def test_results_without_their_folder(tmp_path: Path, postgres: PostgresServer) -> None:
    """From another machine a tournament is found by its name, unless there are two of it."""
    url = checked_url(postgres.new_database())
    far = DataFolder(tmp_path / "far", store=url, name="cup")
    with contextlib.closing(Store(far.database)) as store:
        assert store.tournament() is None
    with (
        contextlib.closing(begin(DataFolder(tmp_path / "near", store=url, name="cup"))) as near,
        contextlib.closing(Store(far.database)) as store,
    ):
        assert store.tournament() == near.tournament()
    begin(DataFolder(tmp_path / "other", store=url, name="cup")).close()
    assert "has 2 tournaments named cup" in problem_of(far.database, create=False)


# Both.


def test_tables_of_another_program(folder: DataFolder) -> None:
    """They are left alone, be the database opened to be read or to be written."""
    engine = sa.create_engine(folder.database.url)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE invoices (number INTEGER)")
    for create in (True, False):
        said = problem_of(folder.database, create=create)
        assert "has tables of another program, such as invoices: give another database" in said
    assert sa.inspect(engine).get_table_names() == ["invoices"]
    engine.dispose()


# SQLite.


def test_files_that_are_no_database(tmp_path: Path) -> None:
    """A missing file, one of text, and a folder."""
    path = tmp_path / "tournament.sqlite"
    assert problem_of(Place.file(path), create=False) == f"there is no tournament in {tmp_path}"
    path.write_text("no database" * 100)
    for create in (True, False):
        said = problem_of(Place.file(path), create=create)
        assert said == f"{path} can't be used: file is not a database"
    assert "unable to open database file" in problem_of(Place.file(tmp_path))


@pytest.mark.parametrize("damage", ["cut in half", "overwritten"])
def test_a_damaged_file(tmp_path: Path, damage: str) -> None:
    """A run does not add to it, and is told where to look."""
    with contextlib.closing(begin(DataFolder(tmp_path))) as store:
        fill(store)
    path = tmp_path / "tournament.sqlite"
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle:] = b"" if damage == "cut in half" else os.urandom(64) * (middle // 64)
    path.write_bytes(data)
    assert problem_of(Place.file(path)).startswith(f"{path} can't be used: ")


def test_no_room(tmp_path: Path) -> None:
    """The disk is full in the middle of a run: a line with the place, and on it goes afterwards."""
    folder = DataFolder(tmp_path)
    with contextlib.closing(begin(folder)) as store:
        fill(store, range(1, 6))
        with store._database.reading() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StoreFailedError) as caught:
            fill(store, range(6, ROWS))
        assert str(caught.value) == (
            f"{folder.file} fails: database or disk is full; what was recorded before is kept, and"
            " `tournament resume` goes on from there"
        )
        recorded = len(store.matches())
        assert 5 <= recorded < ROWS - 1
    with contextlib.closing(Store(folder.database, create=True)) as store:
        assert [match.pairing.number for match in store.matches()] == list(range(1, recorded + 1))
        fill(store)
        assert len(store.matches()) == ROWS


def test_a_folder_that_can_only_be_read(tmp_path: Path) -> None:
    """The table of a tournament on a read-only disk can be seen; a run is refused in a line."""
    folder = DataFolder(tmp_path / "cup")
    with contextlib.closing(begin(folder)) as store:
        fill(store, range(1, 6))
    before = sorted(path.name for path in folder.path.iterdir())
    code = (
        "import sys; from pathlib import Path; from tournaments.store.store import Store\n"
        "for create in (False, True):\n"
        "    try: print(len(Store(Path(sys.argv[1]), create=create).matches()))\n"
        "    except Exception as error: print(error)\n"
    )
    folder.path.chmod(0o555)
    try:
        said = subprocess.run(
            [sys.executable, "-c", code, str(folder.file)],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            preexec_fn=_obey_permissions,
        ).stdout
    finally:
        folder.path.chmod(0o755)
    assert said == f"5\n{folder.file} can't be used: attempt to write a readonly database\n"
    assert sorted(path.name for path in folder.path.iterdir()) == before


def _obey_permissions() -> None:
    """Let go of root's right to write everywhere."""
    libc = ctypes.CDLL(None, use_errno=True)
    if not os.geteuid() and libc.prctl(24, 1, 0, 0, 0):  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
        raise OSError(ctypes.get_errno(), "the right can't be let go of")
