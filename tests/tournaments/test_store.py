from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import multiprocessing
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.helpers.postgres import PostgresServer
from tests.helpers.tiers import some
from tests.tournaments.fakes import ended, order_of, pairing_of, void
from tournaments.processes.client import Exit
from tournaments.spec.errors import ConflictError
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult, SeatTimes
from tournaments.spec.store_url import checked_url
from tournaments.store.database import Database, Place
from tournaments.store.folder import DataFolder
from tournaments.store.records import Attempt, ProcessRecord, StoredMatch
from tournaments.store.schema import MATCHES
from tournaments.store.store import Store


@pytest.fixture
def store(folder: DataFolder) -> Iterator[Store]:
    """A store in which a tournament of a and b has begun."""
    with contextlib.closing(Store(folder.database, create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["b", "a"])
        yield opened


def record(store: Store, number: int, players: str, end: MatchEnd, match_id: str = "m1") -> bool:
    """Write a result."""
    pairing = pairing_of(number, players)
    return store.record(order_of(pairing), pairing, end, match_id=match_id, replay="r")


def test_a_result_comes_back_as_it_was(store: Store) -> None:
    """Nothing of a result is lost, the largest seed included."""
    pairing = pairing_of(1, "ab", seed=2**64 - 1)
    tie_breaks = (("rounds", 2**40), ("deaths", -1))
    seats = (
        SeatResult(1, -7, 0, None, tie_breaks=tie_breaks),
        SeatResult(2, 2**40, 3, ForfeitCause.TIME),
    )
    end = MatchEnd(EndCause.BOT_TIME, "late", seats)
    assert store.record(order_of(pairing), pairing, end, match_id="m1", replay=None)
    assert store.matches() == [StoredMatch(pairing, end, "m1", None)]
    assert store.match(order_of(pairing).key) == store.matches()[0]
    assert store.match("another key") is None


def test_what_did_not_count_comes_back(store: Store) -> None:
    """By match, seat, kind and reason, the most frequent reason first."""
    first = SeatResult(1, 5, 4, None, {"INCOMPLETE": 3, "NOT_A_DIE": 9}, {"LATE": 1}, given_up=4)
    second = SeatResult(2, 5, 0, None)
    record(store, 1, "ab", MatchEnd(EndCause.RULES, "over", (first, second)))
    record(store, 2, "ba", MatchEnd(EndCause.RULES, "over", (second, second)))
    told = [[(seat.refusals, seat.rejections) for seat in m.end.seats] for m in store.matches()]
    assert told == [
        [({"NOT_A_DIE": 9, "INCOMPLETE": 3}, {"LATE": 1}), ({}, {})],
        [({}, {}), ({}, {})],
    ]
    assert list(told[0][0][0]) == ["NOT_A_DIE", "INCOMPLETE"]
    assert [[seat.given_up for seat in m.end.seats] for m in store.matches()] == [[4, 0], [0, 0]]


def test_times_come_back(store: Store) -> None:
    """Of the seats of which they are known; a result is the same without."""
    times = SeatTimes(decisions=3, total_us=2**40, longest_us=2**39)
    known, unknown = SeatResult(1, 5, 0, None, times=times), SeatResult(2, 5, 0, None)
    record(store, 1, "ab", MatchEnd(EndCause.RULES, "over", (known, unknown)))
    (match,) = store.matches()
    assert [seat.times for seat in match.end.seats] == [times, None]
    plain = dataclasses.replace(known, times=None)
    assert not record(store, 1, "ab", MatchEnd(EndCause.RULES, "over", (plain, unknown)))


def test_a_result_without_its_refusals_is_the_same(store: Store) -> None:
    """A resumed run reads results from replays, which don't count them."""
    counted = SeatResult(1, 5, 2, None, {"NOT_A_DIE": 9}, given_up=1)
    other = SeatResult(2, 5, 0, None)
    assert record(store, 1, "ab", MatchEnd(EndCause.RULES, "over", (counted, other)))
    plain = SeatResult(1, 5, 2, None)
    assert not record(store, 1, "ab", MatchEnd(EndCause.RULES, "over", (plain, other)))


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


def test_everything_survives_closing(folder: DataFolder, store: Store) -> None:
    """A store that is opened again has what was in it; entrants are in order of entry."""
    record(store, 1, "ab", ended(1, 2))
    store.close()
    with contextlib.closing(Store(folder.database)) as again:
        tournament = again.tournament()
        assert tournament is not None
        assert (tournament.name, tournament.source) == ("cup", "text")
        assert len(tournament.tournament_id) == 16
        assert again.entries.names() == ["b", "a"]
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
    assert sum(each.void_cause is not None for each in store.attempts()) == 1


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


def test_a_table_is_read_while_a_run_writes(folder: DataFolder, store: Store) -> None:
    """A reader sees what has been written before, waits for nobody, and is in nobody's way."""
    record(store, 1, "ab", ended(1, 2))
    with contextlib.closing(Store(folder.database)) as reader:
        with store._database.writing() as connection:  # a write that is not over
            connection.execute(sa.update(MATCHES).values(text="not to be seen"))
            assert [match.end for match in reader.matches()] == [ended(1, 2)]
        with reader._database.reading():
            assert record(store, 2, "ba", ended(1, 2), "m2")
        assert len(reader.matches()) == 2


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs do not keep each other out."""
    monkeypatch.setattr(Database, "reserve", lambda *_: None)


def record_thirty(store: Store) -> list[bool]:
    """Write the same results as everybody else who calls this; tell which were new."""
    told = []
    for number in range(1, 31):
        pairing = pairing_of(number, "ab", seed=number)
        order, end = order_of(pairing), ended(1, 2)
        told.append(store.record(order, pairing, end, match_id="m", replay=None))
    return told


def record_thirty_elsewhere(place: Place) -> list[bool]:
    """The same in another process, which can't know of the fixture."""
    Database.reserve = lambda *_: None  # type: ignore[method-assign]
    with contextlib.closing(Store(place, create=True)) as store:
        return record_thirty(store)


@pytest.mark.parametrize("who", some(["threads", "connections", "processes"], 2))
def test_two_write_the_same_at_once(
    folder: DataFolder, store: Store, unlocked: None, who: str
) -> None:
    """One of them is told that a result is new, and the other that it is not; nothing is lost."""
    del unlocked
    if who == "processes":
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as processes:
            told = list(processes.map(record_thirty_elsewhere, [folder.database] * 2))
    else:
        other = store if who == "threads" else Store(folder.database, create=True)
        with contextlib.closing(other), concurrent.futures.ThreadPoolExecutor(2) as threads:
            told = list(threads.map(record_thirty, (store, other)))
            assert len(store.matches()) == 30
    assert [sorted(pair) for pair in zip(*told, strict=True)] == [[False, True]] * 30
    with contextlib.closing(Store(folder.database)) as reader:
        assert [match.pairing.number for match in reader.matches()] == list(range(1, 31))


def test_two_write_different_results_at_once(
    folder: DataFolder, store: Store, unlocked: None
) -> None:
    """One is kept whole, the other an error."""
    del unlocked
    start = threading.Barrier(2)

    def write(writer: Store, end: MatchEnd) -> bool:
        start.wait()
        try:
            return record(writer, 1, "ab", end)
        except ConflictError:
            return False

    ends = (ended(1, 2), ended(2, 1))
    with (
        contextlib.closing(Store(folder.database, create=True)) as other,
        concurrent.futures.ThreadPoolExecutor(2) as threads,
    ):
        kept = list(threads.map(write, (store, other), ends))
    assert [match.end for match in store.matches()] == [ends[kept.index(True)]]
    assert sorted(kept) == [False, True]


def test_tournaments_that_share_a_database(tmp_path: Path, postgres: PostgresServer) -> None:
    """The same match may have one result in each, and neither sees the other's rows."""
    url = checked_url(postgres.new_database())
    folders = [DataFolder(tmp_path / name, store=url, name=name) for name in ("one", "two")]
    with contextlib.ExitStack() as stack:
        one, two = (stack.enter_context(opened(folder)) for folder in folders)
        for number, store in enumerate((one, two), start=1):
            store.begin(f"cup {number}", Path("cup.toml"), "text", ["a", "b"][:number])
        assert (one.entries.names(), two.entries.names()) == (["a"], ["a", "b"])
        one.begin("cup 1", Path("cup.toml"), "text", ["b", "a"])
        one.begin_attempt("key", 1, "m1")
        one.void_attempt("key", 1, void())
        assert (two.is_untouched(), two.last_attempt("key"), two.attempts()) == (True, None, [])
        assert (one.begin_process("a"), two.begin_process("a")) == (1, 1)
        assert record(one, 1, "ab", ended(1, 2))
        assert record(two, 1, "ab", ended(2, 1))
        assert not record(one, 1, "ab", ended(1, 2))
        assert [match.end for match in one.matches()] == [ended(1, 2)]
        assert [match.end for match in two.matches()] == [ended(2, 1)]
        assert two.game_versions() == {1}
        two.end_process("a", 1, Exit(0, 1.0, 1.0, 1), died=False)
        assert [process.code for process in one.processes()] == [None]


def opened(folder: DataFolder) -> contextlib.closing[Store]:
    """A folder's store, opened for a run."""
    folder.path.mkdir(exist_ok=True)
    return contextlib.closing(Store(folder.database, create=True))


def test_game_versions(store: Store) -> None:
    """It is known under which versions of the game there are results."""
    assert store.game_versions() == set()
    pairing = pairing_of(1, "ab")
    order = dataclasses.replace(order_of(pairing), game_version=4)
    store.record(order, pairing, ended(1, 2), match_id="m1", replay=None)
    assert store.game_versions() == {4}
