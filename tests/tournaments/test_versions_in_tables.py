"""A bot that has changed: what each of its versions has played is told of that version, everywhere."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from tests.tournaments.calling import Caller
from tests.tournaments.stored import CUP_FILE, play_cup
from tournaments.pairings.orders import order_of
from tournaments.reports.crosstable import PairScore, make_crosstable
from tournaments.reports.page import render_page
from tournaments.reports.page.history import rating_history
from tournaments.reports.view import find_view
from tournaments.spec.reading import parse_spec
from tournaments.store.folder import DataFolder
from tournaments.store.records import PlayRecord, StoredVersion
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler
from tournaments.tables.standings import Standing

WHEN = "2030-01-02T03:04:05.678+00:00"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """The cup, in which another version of a has played c."""
    folder = play_cup(tmp_path / "cup")
    spec = parse_spec(CUP_FILE, folder / "cup.toml")
    with contextlib.closing(Store(DataFolder(folder).database, create=True)) as store:
        versions = [("a", 1), ("a", 2), ("b", 1), ("c", 1)]
        store.programs.add(
            [
                StoredVersion(bot, version, f"{number}" * 64, "all", {}, {})
                for number, (bot, version) in enumerate(versions)
            ]
        )
        for pairing in make_scheduler(spec).due():
            seats = [2 if bot == "a" and "c" in pairing.players else 1 for bot in pairing.players]
            key = order_of(spec, pairing, 1).key
            last = store.last_attempt(key)
            assert last is not None
            play = PlayRecord(WHEN, WHEN, "here", "1", "3", tuple(seats))
            store.programs.begin(key, last.number, pairing.players, play)
    return folder


def test_standings_and_ratings(cup: Path) -> None:
    """By hand, see `tests.tournaments.stored.CUP`: a has 2 of 2 against b, a@2 has 1 1/2 of 2 against c."""
    view = find_view(cup, None)
    lines = [line for line in view.standings if isinstance(line, Standing)]
    assert {line.player: (line.points, line.matches) for line in lines} == {
        "a": (2.0, 2),
        "a@2": (1.5, 2),
        "b": (0.0, 4),
        "c": (2.5, 4),
    }
    assert view.entrants == ["a", "a@2", "b", "c"]
    assert rating_history(view, samples=3).ratings.keys() == set(view.entrants)


def test_the_crosstable(cup: Path) -> None:
    """The versions have not met the same rivals."""
    table = make_crosstable(find_view(cup, None))
    assert table.score("a", "b") == PairScore(2.0, 2)
    assert table.score("a@2", "c") == PairScore(1.5, 2)
    assert table.score("a", "c") == table.score("a@2", "b") == PairScore()


def test_what_people_see(cup: Path, call: Caller) -> None:
    """Elo, the list of matches, one match, and the report name the version."""
    page = render_page(find_view(cup, None), cup / "report.html")
    assert page.count("a@2") >= 3
    assert "a@2" in call("standings", cup, "--ratings", "elo", "--anchor", "a@2").out
    assert "a@2 1 (4), c 2 (3)" in " ".join(call("matches", cup).out.split())
    number = next(
        each.pairing.number
        for each in find_view(cup, None).matches
        if each.pairing.players == ("a", "c")
    )
    assert "program a@2 111111111111: all" in call("show", cup, number).out


def test_what_programs_see(cup: Path, call: Caller) -> None:
    """Beside the bot's name, the version; by hand, of each of a's four seats."""
    expected = {"b": {"a": 2}, "c": {"a@2": 2}}
    exported = json.loads(call("export", "json", cup, "--table", "results").out)["results"]
    matches = json.loads(call("matches", cup, "--json").out)["matches"]
    seats = [(match["number"], seat) for match in matches for seat in match["seats"]]
    for told in ([(row["number"], row) for row in exported], seats):
        found: dict[str, dict[str, int]] = {}
        for number, row in told:
            if row["bot"] == "a":
                (rival,) = (
                    other["bot"] for at, other in told if at == number and other["bot"] != "a"
                )
                counts = found.setdefault(rival, {})
                counts[row["label"]] = counts.get(row["label"], 0) + 1
        assert found == expected
