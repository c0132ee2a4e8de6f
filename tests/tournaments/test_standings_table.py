"""The table for people: places and names at any width, and places by points that say little are marked."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
import rich.console

from tests.tournaments.calling import Caller
from tests.tournaments.fakes import ended
from tests.tournaments.stored import CONTEST, CUP_FILE, party_end, play_cup, play_into
from tournaments.pairings import Pairing
from tournaments.reports.page import render_page
from tournaments.reports.summary import summarize
from tournaments.reports.view import view_of
from tournaments.spec.outcomes import MatchEnd
from tournaments.store.folder import DataFolder


def printed(folder: Path, width: int) -> str:
    """The standings in a terminal of so many columns."""
    out = io.StringIO()
    summarize(view_of(DataFolder(folder))).print(rich.console.Console(width=width, file=out))
    return out.getvalue()


@pytest.mark.parametrize("width", [20, 30, 40, 60, 73, 80, 120])
def test_places_and_names_stay(tmp_path: Path, width: int) -> None:
    """In narrow terminals other columns go, the first of them strikes and forfeits, and are named."""
    text = CUP_FILE.replace('"a"', '"alligator"').replace('"b"', '"butterfly"')
    folder = play_into(tmp_path / "cup", text, lambda _: ended(1, 2))
    out = printed(folder, width)
    table, _, below = out.partition("6 of 6 matches")
    assert below
    rows = [line.split() for line in table.splitlines()]
    for place, name in (("1", "alligator"), ("1", "butterfly"), ("1", "c")):
        assert [place, name] in [row[:2] for row in rows]
    assert max(map(len, table.splitlines())) <= width
    heads = next(row for row in rows if row and row[0] == "bot")
    assert ("forfeits" in heads) == (width >= 80)
    assert ("no room for" in table) == (width < 80)
    assert "points" in heads or width == 20


@pytest.mark.parametrize("width", [30, 40, 60])
def test_names_stay_in_other_tables(
    tmp_path: Path, call: Caller, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """Those of `--ratings elo` and of one match."""
    text = CUP_FILE.replace('"a"', '"alligator"').replace('"b"', '"butterfly"')
    folder = play_into(tmp_path / "cup", text, lambda _: ended(1, 2))
    monkeypatch.setenv("COLUMNS", str(width))
    lines = call("standings", folder, "--ratings", "elo").out.splitlines()
    firsts = [line.split()[0] for line in lines if line.strip()]
    assert firsts.count("alligator") == firsts.count("butterfly") == 2
    rows = [line.split()[:2] for line in call("show", folder, "1").out.splitlines()]
    assert ["0", "butterfly"] in rows
    assert ["1", "c"] in rows


def test_long_names_fold(tmp_path: Path) -> None:
    """Points find room beside a name that is longer than the terminal."""
    text = CUP_FILE.replace('"a"', f'"{"x" * 50}"')
    out = printed(play_into(tmp_path / "cup", text, lambda _: ended(1, 2)), 40)
    assert out.count("x") == 50
    assert "points" in out


def not_all(pairing: Pairing) -> MatchEnd | None:
    """Seat 0 wins; the last match, of c against b, is left open."""
    return None if pairing.players == ("c", "b") else ended(1, 2)


def test_places_by_points_of_unequal_matches_are_marked(tmp_path: Path, call: Caller) -> None:
    """Bot a has 4 matches, b and c have 3: in the table, on the page and for programs."""
    folder = play_into(tmp_path / "cup", CUP_FILE, not_all)
    out = call("standings", folder).out
    assert [line.split()[:2] for line in out.splitlines() if line.split()[1:2] in (["a"], ["b"], ["c"])] == [
        ["1", "a"], ["1~", "b"], ["3~", "c"],
    ]  # fmt: skip
    assert "~: fewer matches than others, 3 to 4 so far; places are by points" in out
    told = json.loads(call("standings", folder, "--json").out)
    assert told["uneven_matches"] == {"fewest": 3, "most": 4, "behind": ["b", "c"]}
    page = render_page(view_of(DataFolder(folder)), tmp_path / "report.html")
    assert "1~" in page
    assert "~: fewer matches than others" in page


def test_equal_matches_are_not_marked(tmp_path: Path, call: Caller) -> None:
    """Nor are places that don't go by sums, as those of a gauntlet by share."""
    folder = play_cup(tmp_path / "cup")
    assert "~" not in call("standings", folder).out
    assert "uneven_matches" not in json.loads(call("standings", folder, "--json").out)
    text = CUP_FILE.replace('"round_robin"', '"gauntlet"\nchallengers = ["a"]')
    gauntlet = play_into(tmp_path / "gauntlet", text, lambda _: ended(1, 2))
    assert "~" not in call("standings", gauntlet).out


def test_a_bye_counts_as_the_matches_it_stands_for(tmp_path: Path, call: Caller) -> None:
    """Three players of a Swiss, one of whom sits out each round; marked while a round is open alone."""
    text = CUP_FILE.replace('"round_robin"', '"swiss"\nrounds = 1')
    whole = play_into(tmp_path / "whole", text, lambda _: ended(1, 2))
    assert "~" not in call("standings", whole).out
    half = play_into(
        tmp_path / "half", text, lambda pairing: ended(1, 2) if pairing.number == 1 else None
    )
    assert "~" in call("standings", half).out


def test_parties_are_marked(tmp_path: Path, call: Caller) -> None:
    """A contest of three entries, two in a match, of which one match is left open."""
    folder = play_into(
        tmp_path / "cup", CONTEST, lambda p: party_end(1, 2) if p.number > 1 else None
    )
    told = json.loads(call("standings", folder, "--json").out)
    assert (told["uneven_matches"]["fewest"], told["uneven_matches"]["most"]) == (1, 2)
    assert "~: fewer matches than others, 1 to 2 so far" in call("standings", folder).out
