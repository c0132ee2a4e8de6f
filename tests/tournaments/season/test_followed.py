"""A season's log is followed for pages by a cursor, and its table is not computed all the time."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import pytest

from tests.tournaments.season.test_reports import played
from tests.tournaments.season.world import START, events_of
from tournaments.reports.season import followed as module
from tournaments.reports.season.followed import FollowedSeason
from tournaments.reports.season.rated import RatedTable
from tournaments.season import bodies
from tournaments.season.desk import Desk
from tournaments.season.reading import season_of
from tournaments.season.table import season_table
from tournaments.store.event_book import EventBook
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["played"]

AT = "2027-03-02T00:00:00.000+00:00"


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A copy of a season's data folder."""
    return Path(shutil.copytree(played / "data", tmp_path / "data"))


def add(data: Path, *more: bodies.Body) -> None:
    """Write further events."""
    with contextlib.closing(Store(DataFolder(data).database, create=True)) as store:
        Desk(store, lambda: START).book.write(more)


def test_only_what_is_new_is_read(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state after each reading is that of the whole log."""
    read: list[int] = []
    plain = EventBook.after

    def after(book: EventBook, number: int, most: int) -> object:
        events = plain(book, number, most)
        read.extend(event.number for event in events)
        return events

    monkeypatch.setattr(module, "_AT_ONCE", 7)
    monkeypatch.setattr(EventBook, "after", after)
    season = FollowedSeason(DataFolder(data))
    assert season.read()
    total = len(events_of(data))
    assert read == list(range(1, total + 1))
    assert not season.read()
    add(data, bodies.annulled("annulled", match=2, entry=None, reason="", at=AT))
    read.clear()
    assert season.read()
    assert read == [total + 1]
    assert season_table(season.state) == season_table(season_of(events_of(data)))
    assert season.head == f"{total + 1}:{events_of(data)[-1].hash}"


def test_another_log_in_its_place(data: Path, played: Path) -> None:
    """A database that was replaced, such as by a backup, is read from the beginning."""
    add(data, bodies.annulled("annulled", match=2, entry=None, reason="", at=AT))
    season = FollowedSeason(DataFolder(data))
    season.read()
    longer = season.state.last
    shutil.copy(played / "data" / "tournament.sqlite", data / "tournament.sqlite")
    assert season.read()
    assert season.state.last == longer - 1
    assert len(season.news) == len({each.number for each in season.news})


def test_matches_of_an_entry(data: Path) -> None:
    """Those in which it has a seat, and the last ones of its current version that count, oldest first."""
    season = FollowedSeason(DataFolder(data))
    season.read()
    matches = season.state.matches
    assert season.matches_of("ann") == [match for match in matches if "ann" in match.names]
    last = [match for match in matches if ("ann", 2) in match.entries and match.counts][-3:]
    assert season.last_matches("ann", 3) == last


def test_a_dear_table_waits_for_twenty_times_its_cost(data: Path) -> None:
    """A cheap one is computed whenever there is something new; one of two seconds has 40 s until the next."""
    now = [100.0]
    spent = iter((0.0, 0.0, 0.0, 2.0, 2.0, 4.0))
    season = FollowedSeason(DataFolder(data))
    season.read()
    table = RatedTable(season, lambda: now[0], lambda: next(spent))
    assert table.is_cheap, "nobody knows yet what it costs"
    table.renew_in()
    assert table.rows == season_table(season.state)
    assert (table.event, table.is_cheap, table.is_due) == (season.state.last, True, False)
    table.renew()
    assert not table.is_cheap
    add(data, bodies.annulled("annulled", match=2, entry=None, reason="", at=AT))
    season.read()
    now[0] += 39.9
    assert not table.is_due
    now[0] += 0.2
    assert table.is_due
    table.renew()
    assert table.rows == season_table(season.state)
