from __future__ import annotations

import contextlib
import dataclasses
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.fakes import ended, order_of, pairing_of, void
from tournaments.errors import ConflictError, FolderError
from tournaments.matches import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.processes import Exit
from tournaments.store import Attempt, ProcessRecord, Store, StoredMatch


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "tournament.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A store in which a tournament of a and b has begun."""
    with contextlib.closing(Store(path, create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["b", "a"])
        yield opened


def record(store: Store, number: int, players: str, end: MatchEnd, match_id: str = "m1") -> bool:
    """Write a result."""
    pairing = pairing_of(number, players)
    return store.record(order_of(pairing), pairing, end, match_id=match_id, replay="r")


def test_a_result_comes_back_as_it_was(store: Store) -> None:
    """Nothing of a result is lost, the largest seed included."""
    pairing = pairing_of(1, "ab", seed=2**64 - 1)
    seats = (SeatResult(1, -7, 0, None), SeatResult(2, 2**40, 3, ForfeitCause.TIME))
    end = MatchEnd(EndCause.BOT_TIME, "late", seats)
    assert store.record(order_of(pairing), pairing, end, match_id="m1", replay=None)
    assert store.matches() == [StoredMatch(pairing, end, "m1", None)]
    assert store.match(order_of(pairing).key) == store.matches()[0]
    assert store.match("another key") is None


def test_the_same_again_changes_nothing(store: Store) -> None:
    """A result that is told twice counts once."""
    assert record(store, 1, "ab", ended(1, 2))
    before = store.matches()
    assert not record(store, 1, "ab", ended(1, 2))
    assert store.matches() == before


def test_another_result_is_an_error(store: Store) -> None:
    """A match can't be won by both; the first result stays."""
    record(store, 1, "ab", ended(1, 2))
    with pytest.raises(ConflictError, match="match 1 has two results"):
        record(store, 1, "ab", ended(2, 1))
    with pytest.raises(ConflictError, match="match 1 has two results: that of another match"):
        record(store, 1, "ba", ended(1, 2))
    assert [match.end for match in store.matches()] == [ended(1, 2)]


def test_results_are_in_schedule_order(store: Store) -> None:
    """In whatever order matches end, they are read by their numbers."""
    record(store, 3, "ab", ended(1, 2))
    pairing = pairing_of(1, "ba")
    store.record(order_of(pairing), pairing, ended(1, 1), match_id="m", replay=None)
    assert [match.pairing.number for match in store.matches()] == [1, 3]


def test_everything_survives_closing(path: Path, store: Store) -> None:
    """A store that is opened again has what was in it; entrants are in order of entry."""
    record(store, 1, "ab", ended(1, 2))
    store.close()
    with contextlib.closing(Store(path)) as again:
        tournament = again.tournament()
        assert tournament is not None
        assert (tournament.name, tournament.source) == ("cup", "text")
        assert len(tournament.tournament_id) == 16
        assert again.bots() == ["b", "a"]
        assert len(again.matches()) == 1


def test_attempts(store: Store) -> None:
    """The last attempt is known, whether it is void, and how many were."""
    assert store.is_untouched()
    assert store.last_attempt("key") is None
    store.begin_attempt("key", 1, "m1")
    assert not store.is_untouched()
    assert store.last_attempt("key") == Attempt(1, "m1", is_void=False)
    store.begin_attempt("key", 1, "m2")
    assert store.last_attempt("key") == Attempt(1, "m2", is_void=False)
    store.void_attempt("key", 1, void())
    assert store.last_attempt("key") == Attempt(1, "m2", is_void=True)
    store.begin_attempt("key", 2, "m3")
    assert store.last_attempt("key") == Attempt(2, "m3", is_void=False)
    assert store.num_voids() == 1


def test_processes(store: Store) -> None:
    """Processes are numbered by program over all runs; one whose end nobody saw has no code."""
    assert [store.begin_process("a"), store.begin_process("b"), store.begin_process("a")] == [
        1,
        1,
        2,
    ]
    store.end_process("a", 1, Exit(-11, 1.5, 3.0, 2048), died=True)
    assert store.processes() == [
        ProcessRecord("a", 1, -11, 1.5, died=True),
        ProcessRecord("a", 2, None, 0.0, died=False),
        ProcessRecord("b", 1, None, 0.0, died=False),
    ]


def test_writers_do_not_shut_readers_out(path: Path, store: Store) -> None:
    """The table can be read while a run is writing: the journal is a write-ahead log."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert record(store, 1, "ab", ended(1, 2))


def test_game_versions(store: Store) -> None:
    """It is known under which versions of the game there are results."""
    assert store.game_versions() == set()
    pairing = pairing_of(1, "ab")
    order = dataclasses.replace(order_of(pairing), game_version=4)
    store.record(order, pairing, ended(1, 2), match_id="m1", replay=None)
    assert store.game_versions() == {4}


def test_files_that_are_no_store(tmp_path: Path, path: Path, store: Store) -> None:
    """A missing file, one that is no database, and one of another version get a sentence."""
    with pytest.raises(FolderError, match="there is no tournament in"):
        Store(tmp_path / "none.sqlite")
    (tmp_path / "text.sqlite").write_text("no database" * 100)
    with pytest.raises(FolderError, match=r"text\.sqlite can't be used: file is not a database"):
        Store(tmp_path / "text.sqlite")
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE tournament SET schema_version = 99")
    with pytest.raises(FolderError, match="has version 99, not 1"):
        store.tournament()
