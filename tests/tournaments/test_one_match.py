"""Showing one match reads the rows of that match, however many others there are."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.tournaments.fakes import ended
from tests.tournaments.stored import CUP_FILE, play_cup, play_into
from tournaments.pairings import Pairing
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import Schedule
from tournaments.reports import one_match
from tournaments.reports.match_details import find_match
from tournaments.reports.match_list import list_matches, match_as_json
from tournaments.reports.one_match import find_one
from tournaments.reports.recent import find_matches
from tournaments.reports.view import view_of
from tournaments.spec.errors import TournamentError
from tournaments.spec.outcomes import MatchEnd
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

SHARED = Schedule(Dice(DicePolicy.SHARED, "of a test", b"s" * 32), 5)


class Rows:
    """Counts what databases hand out."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, _cursor: object, row: tuple[object, ...]) -> tuple[object, ...]:
        """Count a row, and hand it on."""
        self.count += 1
        return row


@pytest.fixture
def rows() -> Iterator[Rows]:
    """Rows of all connections to SQLite that are opened during a test."""
    counting = Rows()

    def connected(connection: Any, _record: object) -> None:
        connection.row_factory = counting

    sa.event.listen(sa.Pool, "connect", connected)
    yield counting
    sa.event.remove(sa.Pool, "connect", connected)


def rows_of_show(folder: Path, rows: Rows, wanted: str) -> int:
    """How many rows are read to show a match."""
    rows.count = 0
    find_one(folder, None, None, wanted).as_json()
    return rows.count


def test_rows_do_not_grow_with_the_tournament(tmp_path: Path, rows: Rows) -> None:
    """A cup of 6 matches and one of 60: the same match costs the same rows, by number and by id."""
    read = []
    for cycles in (1, 10):
        text = CUP_FILE.replace('"round_robin"', f'"round_robin"\ncycles = {cycles}')
        folder = play_into(tmp_path / str(cycles), text, lambda _: ended(1, 2))
        read.append([rows_of_show(folder, rows, wanted) for wanted in ("3", "m3")])
        rows.count = 0
        view_of(DataFolder(folder))
        assert rows.count > 6 * 3 * cycles, "the counter counts"
    assert read[0] == read[1]
    # Most of them are the names of tables and columns.
    assert max(read[0]) < 60


def test_one_alone_is_the_same_as_one_of_all(tmp_path: Path) -> None:
    """By number, by id, and by the id of an attempt that came to nothing."""
    folder = play_cup(tmp_path / "cup")
    view = view_of(DataFolder(folder))
    (void_id,) = [each.match_id for each in view.attempts if each.void_cause is not None]
    for wanted in (*map(str, range(1, 7)), *(f"m{number}" for number in range(1, 7)), void_id):
        found = find_one(folder, None, None, wanted).as_json()
        assert found == find_match(view, wanted).as_json()
    for wanted in ("0", "03", "7", "-1", "x", "9" * 30, "٣"):
        with pytest.raises(TournamentError, match=f"there is no match '{wanted}'"):
            find_one(folder, None, None, wanted)


@pytest.mark.parametrize("form", ["round_robin", "swiss", "knockout", "groups"])
def test_seeds_that_are_kept_back_stay_so(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last match of a block is open: the seed of its others is not shown, and that of other blocks is."""
    text = CUP_FILE.replace(
        '"round_robin"', f'"{form}"' + ("\nseats = 2" if form == "groups" else "")
    )
    text = text.replace("seed = 7\n", "")

    def judge(pairing: Pairing) -> MatchEnd | None:
        return None if pairing.number == 2 else ended(1, 2)

    folder = play_into(tmp_path / "cup", text, judge, schedule=SHARED)
    view = view_of(DataFolder(folder))
    for match in view.matches:
        number = str(match.pairing.number)
        found = find_one(folder, None, None, number).as_json()
        assert found == find_match(view, number).as_json()
        in_open_block = match.pairing.block == view.pairings[1].block
        assert (found["seed"] is None) == in_open_block
    # Blocks without an open match need no other results.
    monkeypatch.setattr(one_match, "read_view", None)
    for match in view.matches:
        if match.pairing.block != view.pairings[1].block:
            find_one(folder, None, None, str(match.pairing.number))


def judged_but(*numbers: int) -> Callable[[Pairing], MatchEnd | None]:
    """Everything has a result but these."""
    return lambda pairing: None if pairing.number in numbers else ended(1, 2)


def begin(folder: Path, *numbers: int) -> None:
    """Begin these matches, which have no result."""
    view = view_of(DataFolder(folder))
    with contextlib.closing(Store(DataFolder(folder).database, create=True)) as store:
        for pairing in view.pairings:
            if pairing.number in numbers:
                key = order_of(view.spec, pairing, 1).key
                store.begin_attempt(key, len(store.attempts(key)) + 1, f"m{pairing.number}")


def test_rows_of_matches_without_a_result(tmp_path: Path, rows: Rows) -> None:
    """Show of an open match, and the list of the last ones, cost the same however many others there are."""
    read = []
    for cycles in (1, 10):
        text = CUP_FILE.replace('"round_robin"', f'"round_robin"\ncycles = {cycles}')
        folder = play_into(tmp_path / str(cycles), text, judged_but(2, 5))
        begin(folder, 2, 5)
        costs = [rows_of_show(folder, rows, wanted) for wanted in ("2", "m5")]
        rows.count = 0
        assert len(find_matches(folder, None, None, limit=2)[1]) == 2
        read.append([*costs, rows.count])
    assert read[0] == read[1]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 99])
@pytest.mark.parametrize("form", ["round_robin", "swiss"])
@pytest.mark.parametrize("schedule", [None, SHARED])
def test_the_last_ones_are_those_of_all(
    tmp_path: Path, limit: int, form: str, schedule: Schedule | None
) -> None:
    """Results, open matches and void attempts, whether they are read alone or not."""
    text = CUP_FILE.replace('"round_robin"', f'"{form}"')
    if schedule is not None:
        text = text.replace("seed = 7\n", "")
    folder = play_into(
        tmp_path / "cup",
        text,
        judged_but(2),
        voids=lambda pairing: pairing.number % 2,
        schedule=schedule,
    )
    begin(folder, 2)
    view = view_of(DataFolder(folder))
    spec, found = find_matches(folder, None, None, limit=limit)
    assert [match_as_json(match) for match in found] == [
        match_as_json(match) for match in list_matches(view, limit=limit)
    ]
    assert spec == view.spec
    for match in list_matches(view):
        number = str(match.pairing.number)
        assert find_one(folder, None, None, number).as_json() == find_match(view, number).as_json()
