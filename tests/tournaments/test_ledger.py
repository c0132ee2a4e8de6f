"""Attempts and results written in groups: all that is there, each once, and nothing that a kill takes back."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.tournaments.fakes import ended, order_of, pairing_of
from tournaments.play import ledger as ledger_module
from tournaments.play.ledger import SHARE, Ledger
from tournaments.spec.errors import ConflictError, StoreFailedError
from tournaments.store.match_book import MatchBook
from tournaments.store.records import Attempt, Begun, PlayRecord, Result
from tournaments.store.store import Store

PLAY = PlayRecord("2030", None, None, "1", "3.11", ())
PAIRINGS = [dataclasses.replace(pairing_of(n, "ab"), seed=n) for n in range(1, 6)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in which a tournament has begun."""
    with contextlib.closing(Store(tmp_path / "t.sqlite", create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["a", "b"])
        yield opened


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Sizes of the groups that are written."""
    sizes: list[int] = []
    for name in ("begin", "record"):
        write = getattr(MatchBook, name)

        def counted(book: MatchBook, entries: Sequence[object], write: object = write) -> None:
            sizes.append(len(entries))
            assert callable(write)
            write(book, entries)

        monkeypatch.setattr(MatchBook, name, counted)
    return sizes


def result(number: int, *placements: int) -> Result:
    """A result of a match that was begun by `begun`."""
    pairing = PAIRINGS[number - 1]
    order = order_of(pairing)
    end = ended(*(placements or (1, 2)))
    return Result(order, pairing, end, f"m{number}", None, attempt=1, ended_at="2031", host="here")


def begun(number: int) -> Begun:
    """An attempt at a match."""
    key = order_of(PAIRINGS[number - 1]).key
    return Begun(key, 1, f"m{number}", ("a", "b"), PLAY)


async def test_what_comes_at_once_is_one_transaction(store: Store, groups: list[int]) -> None:
    """Whoever waits goes on when it is written, and not before."""
    ledger = Ledger(store)
    numbers = [1, 2, 3]
    await asyncio.gather(*(ledger.begin(begun(number)) for number in numbers))
    assert groups == [3]
    assert store.last_attempts() == {
        begun(number).key: Attempt(1, f"m{number}", is_void=False) for number in numbers
    }
    recording = [asyncio.create_task(ledger.record(result(number))) for number in numbers]
    await asyncio.sleep(0)
    assert (groups, store.matches()) == ([3], [])
    await asyncio.gather(*recording)
    assert groups == [3, 3]
    assert [match.pairing.number for match in store.matches()] == numbers
    plays = [match.play for match in store.matches()]
    assert plays == [dataclasses.replace(PLAY, ended_at="2031", host="here")] * 3


async def test_nothing_waits_for_more(store: Store, groups: list[int]) -> None:
    """One alone is written alone."""
    ledger = Ledger(store)
    for number in (1, 2):
        await ledger.begin(begun(number))
        await ledger.record(result(number))
    assert groups == [1, 1, 1, 1]


async def test_results_wait_where_many_matches_are_played(
    store: Store, groups: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A share of them does; then all that have come by then are written. Attempts wait for nothing."""
    monkeypatch.setattr(ledger_module, "WAIT_S", 3600)
    ledger = Ledger(store, lambda: 3 * SHARE)
    for number in range(1, 6):
        await ledger.begin(begun(number))
    recording = [asyncio.create_task(ledger.record(result(number))) for number in (1, 2)]
    for _ in range(5):
        await asyncio.sleep(0)
    assert (groups, store.matches()) == ([1] * 5, [])
    recording += [asyncio.create_task(ledger.record(result(number))) for number in (3, 4, 5)]
    await asyncio.gather(*recording)
    assert groups == [1] * 5 + [5]


async def test_no_result_waits_for_ever(
    store: Store, groups: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while it is written without the others, and the next one waits again."""
    monkeypatch.setattr(ledger_module, "WAIT_S", 0)
    ledger = Ledger(store, lambda: 3 * SHARE)
    for number in (1, 2):
        await ledger.begin(begun(number))
        await ledger.record(result(number))
    assert groups == [1] * 4
    assert len(store.matches()) == 2


async def test_the_same_result_again_changes_nothing(store: Store) -> None:
    """Also in a group with others, all of which are written."""
    ledger = Ledger(store)
    for number in (1, 2, 3):
        await ledger.begin(begun(number))
    await ledger.record(result(2))
    await asyncio.gather(*(ledger.record(result(number)) for number in (1, 2, 3)))
    assert [match.pairing.number for match in store.matches()] == [1, 2, 3]


async def test_another_result_is_a_conflict(store: Store) -> None:
    """Everybody of its group hears of it, and the first result stands."""
    ledger = Ledger(store)
    for number in (1, 2):
        await ledger.begin(begun(number))
    await ledger.record(result(1))
    told = await asyncio.gather(
        ledger.record(result(2)), ledger.record(result(1, 2, 1)), return_exceptions=True
    )
    assert [type(error) for error in told] == [ConflictError, ConflictError]
    assert {match.pairing.number: match.end for match in store.matches()} == {
        1: ended(1, 2),
        2: ended(1, 2),
    }


async def test_a_group_is_written_as_a_whole_or_not_at_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that fails in the midst of it has nothing of it, and says so to everybody."""
    ledger = Ledger(store)
    for number in (1, 2):
        await ledger.begin(begun(number))
    connection: Any = store._database._connection
    execute = connection.execute

    def failing(statement: object, *rest: object) -> object:
        if getattr(getattr(statement, "table", None), "name", "") == "results":
            raise sa.exc.OperationalError("", {}, Exception("disk I/O error"))
        return execute(statement, *rest)

    monkeypatch.setattr(connection, "execute", failing)
    told = await asyncio.gather(
        ledger.record(result(1)), ledger.record(result(2)), return_exceptions=True
    )
    assert [type(error) for error in told] == [StoreFailedError, StoreFailedError]
    monkeypatch.undo()
    assert store.matches() == []
    await asyncio.gather(ledger.record(result(1)), ledger.record(result(2)))
    assert len(store.matches()) == 2


async def test_who_has_gone_is_not_written(store: Store, groups: list[int]) -> None:
    """A run that is broken off before the write leaves nothing half done."""
    ledger = Ledger(store)
    gone, stays = (asyncio.create_task(ledger.begin(begun(number))) for number in (1, 2))
    await asyncio.sleep(0)
    gone.cancel()
    await stays
    assert groups == [1]
    assert list(store.last_attempts()) == [begun(2).key]


async def test_an_attempt_that_is_begun_again(store: Store) -> None:
    """Its match is the newer one, and who began it stands; if it is played from its start, who plays it now."""
    ledger = Ledger(store)
    later = dataclasses.replace(PLAY, started_at="2040")
    await ledger.begin(begun(1))
    await ledger.begin(dataclasses.replace(begun(1), match_id="m9", play=later))
    key = begun(1).key
    assert store.last_attempts() == {key: Attempt(1, "m9", is_void=False)}
    assert store.programs.play(key, 1) == PLAY
    await ledger.begin(dataclasses.replace(begun(1), play=later, from_start=True))
    assert store.programs.play(key, 1) == later
