"""Pages of a tournament: what is in them, and that no text of others gets out of its place."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from referee_arena.pages import environment
from referee_arena.pages.bots import bot_page
from referee_arena.pages.matches import faults_of, match_table, matches_page
from referee_arena.pages.reading import read_tournament
from referee_arena.pages.statistics import statistics_page
from referee_arena.pages.tournament import live_part, tournament_page
from tests.arena.sites import HOSTILE
from tests.tournaments.fakes import ended
from tests.tournaments.pages import Element, parse_page
from tests.tournaments.stored import CONTEST, CUP_FILE, party_end, play_cup, play_into
from tournaments.reports.match_list import list_matches
from tournaments.reports.page import render_page
from tournaments.reports.view import TournamentView
from tournaments.spec.outcomes import EndCause, MatchEnd
from tournaments.store.records import StoredMatch
from tournaments.tables.formats import known_pairings


def link(what: str, which: str | int = "", /) -> str | None:
    """Addresses as a server might have them; match 2 has no page."""
    if what == "match" and which == 2:
        return None
    return f"/{what}/{which}" if which else f"/{what}"


@pytest.fixture
def cup(tmp_path: Path) -> TournamentView:
    """The cup, as it was played."""
    return read_tournament(play_cup(tmp_path / "cup"))


def rows_of(page: Element, heading: str) -> list[list[str]]:
    """Texts of the first table behind a heading."""
    elements = list(_walk(page))
    start = next(i for i, e in enumerate(elements) if e.attributes.get("id") == heading)
    table = next(e for e in elements[start:] if e.tag == "table")
    body = table.all("tbody")[0]
    return [
        [cell.text for cell in row.parts if isinstance(cell, Element)] for row in body.all("tr")
    ]


def _walk(element: Element) -> list[Element]:
    found = [element]
    for part in element.parts:
        if isinstance(part, Element):
            found += _walk(part)
    return found


def data_of(page: Element) -> Any:
    """What a page tells its script."""
    (script,) = page.all("script", id="page")
    return json.loads(script.text)


def test_the_tournament(cup: TournamentView) -> None:
    """Points first; names lead to bots, results to matches, the newest first; a forfeit has no score."""
    page = parse_page(tournament_page(cup, link))
    assert [row[:5] for row in rows_of(page, "standings")] == [
        ["1", "a", "3½", "3\N{EN DASH}1\N{EN DASH}0", "4"],
        ["2", "c", "2½", "2\N{EN DASH}1\N{EN DASH}1", "4"],
        ["3", "b 1 forfeit", "0", "0\N{EN DASH}0\N{EN DASH}4", "4"],
    ]
    (banner,) = page.all("section", class_="champ result")
    assert "winner of cup a 1 point ahead of c ; 3½ points of 4 matches" in banner.text
    results = [
        item.all("span", class_="result")[0].text
        for item in page.all("ol", class_="card list")[-1].all("li")
    ]
    assert results[-1] == "c beats b by forfeit"
    assert len(results) == 6
    assert not [text for text in results if "forfeit" in text and " : " in text]
    links = {str(each.attributes["href"]) for each in page.all("a")}
    assert {"/bot/a", "/bot/b", "/bot/c", "/match/1", "/matches", "/statistics"} <= links
    assert "/match/2" not in links
    assert data_of(page) == {"page": "tournament", "live": "/live", "api": "/live_api"}


def test_no_elo_before_ten_matches(cup: TournamentView, tmp_path: Path) -> None:
    """Four matches each leave it to the statistics; ten show it, last."""
    assert "show it" in parse_page(tournament_page(cup, link)).text
    text = CUP_FILE.replace("seed = 7", "seed = 7\ncycles = 3")
    folder = play_into(tmp_path / "long", text, lambda _: ended(1, 2))
    page = parse_page(tournament_page(read_tournament(folder), link))
    heads = [head.text for head in page.all("table")[0].all("thead")[0].all("th")]
    assert heads[2] == "points"
    assert heads[-1] == "Elo"


def test_statistics(cup: TournamentView, tmp_path: Path) -> None:
    """Tables are those of the report."""
    page = parse_page(statistics_page(cup, link))
    report = parse_page(render_page(cup, tmp_path / "report.html"))
    for heading in ("standings", "crosstable", "seats", "elo"):
        assert rows_of(page, heading) == report.rows(heading)
    assert data_of(page) == {"page": "tournament", "live": "/statistics", "api": None}


def test_results_are_hidden_everywhere(cup: TournamentView) -> None:
    """Without what the switch hides, no page has a score, a place, or the word of a win."""
    texts = (
        tournament_page(cup, link),
        matches_page(cup, link),
        bot_page(cup, "b", link),
        statistics_page(cup, link),
    )
    for text in texts:
        (main,) = parse_page(text).all("main")
        left = without_results(main)
        for told in (
            "beats",
            "draw",
            " : ",
            "forfeit",
            "ahead",
            "winner of",
            "3½",
            "0\N{EN DASH}0\N{EN DASH}4",
        ):
            assert told not in left, (told, left)


def without_results(element: Element) -> str:
    """Text of an element without what is marked as a result."""
    classes = str(element.attributes.get("class", "")).split()
    if "result" in classes:
        return ""
    return " ".join(
        part if isinstance(part, str) else without_results(part) for part in element.parts
    )


def test_no_style_in_elements(cup: TournamentView) -> None:
    """A server's policy refuses such, in every format with a picture of its own."""
    for text in ("round_robin", "knockout", "swiss"):
        spec = cup.spec.model_copy(update={"format": text, "rounds": 1})
        view = dataclasses.replace(cup, spec=spec, matches=[])
        page = parse_page(tournament_page(view, link))
        assert not [e for e in _walk(page) if "style" in e.attributes or e.tag == "style"]
        assert not [e for e in _walk(page) for name in e.attributes if name.startswith("on")]


def test_what_changes_is_told_by_its_version(tmp_path: Path) -> None:
    """The same results have the same version; another match has another."""

    def played(count: int) -> TournamentView:
        folder = tmp_path / str(count)
        judge = lambda p: ended(1, 2) if p.number <= count else None  # noqa: E731
        return read_tournament(play_into(folder, CUP_FILE, judge))

    def version(view: TournamentView) -> str:
        return str(live_part(view, link)).split('data-version="')[1].split('"')[0]

    view = played(2)
    assert version(view) == version(view) != version(played(3))
    assert str(live_part(view, link)) in tournament_page(view, link)


def test_matches(cup: TournamentView) -> None:
    """The table for the search: names and causes by number, faults as bits, and whether there is a page."""
    table = match_table(cup, list_matches(cup), link)
    assert table["names"] == ["b", "c", "a"]
    assert table["causes"] == ["bot_time", "rules"]
    assert table["addresses"] == ["/bot/b", "/bot/c", "/bot/a"]
    assert table["match"] == "/match/"
    rows: Any = table["rows"]
    # b lost on time with two strikes, after an attempt that came to nothing; match 2 has no page.
    sentence = [1, " beats ", 0, " by forfeit"]
    assert rows[0] == [1, 0, [0, 1], [2, 1], [1, 0], 1 + 16 + 32, 1, sentence, ""]
    assert [row[0] for row in rows if row[6] == 0] == [2]
    assert faults_of(list_matches(cup)[0]) == ["strikes", "forfeits", "void attempts"]
    page = parse_page(matches_page(cup, link))
    assert data_of(page) == {"page": "matches", "live": "/matches", **table}
    assert len(page.all("table", class_="matches")[0].all("tbody")[0].all("tr")) == 6


def test_a_bot(cup: TournamentView) -> None:
    """By hand from `stored.CUP`: c is level once and wins once against a and b, b loses all four."""
    page = parse_page(bot_page(cup, "b", link))
    assert rows_of(page, "opponents") == [
        ["a", "", "0\N{EN DASH}0\N{EN DASH}2", "0", "2:6 3:5"],
        ["c", "", "0\N{EN DASH}0\N{EN DASH}2", "0", "forfeit 0:6"],
    ]
    tiles = [tile.text for tile in page.all("div", class_="card result")]
    assert "place 3 of 3" in tiles
    assert rows_of(page, "faults")[0][:2] == ["4", "3"]
    listed = page.all("ol", class_="card list")[-1].all("li")
    assert [item.all("span")[0].text for item in listed] == ["6", "5", "2", "1"]
    assert "/matches#bot=b" in {each.attributes["href"] for each in page.all("a")}


def test_a_bot_in_parties(tmp_path: Path) -> None:
    """Seats of a party are partners as well as rivals, so there are no opponents; its party has a place."""
    folder = play_into(tmp_path / "contest", CONTEST, lambda _: party_end(3, 1))
    page = parse_page(bot_page(read_tournament(folder), "a", link))
    assert not page.all("h2", id="opponents")
    assert "place 1 of 3" in page.text


def test_before_anything_is_played(tmp_path: Path) -> None:
    """Every page stands, and says so."""
    view = read_tournament(play_into(tmp_path / "cup", CUP_FILE, lambda _: None))
    assert "None has been played yet." in parse_page(tournament_page(view, link)).text
    assert "None has been begun yet." in parse_page(matches_page(view, link)).text
    assert parse_page(bot_page(view, "a", link)).all("h1")[0].text == "a"


def test_hostile_names(tmp_path: Path) -> None:
    """They are shown as they are written, in every page."""
    view = read_tournament(play_into(tmp_path / "cup", CUP_FILE, lambda _: None))
    # No file could bring such names in; nothing shall depend on that.
    one, other, last = view.spec.bots
    bots = (one, other.model_copy(update={"name": HOSTILE}), last)
    for name in ("round_robin", "knockout", "swiss"):
        spec = view.spec.model_copy(update={"bots": bots, "format": name, "rounds": 1})
        end = MatchEnd(EndCause.RULES, HOSTILE, ended(1, 2).seats)
        matches = [StoredMatch(each, end, HOSTILE, None) for each in known_pairings(spec, [])]
        hostile = dataclasses.replace(view, spec=spec, matches=matches)
        texts = (
            tournament_page(hostile, link),
            matches_page(hostile, link),
            bot_page(hostile, HOSTILE, link),
            statistics_page(hostile, link),
        )
        for text in texts:
            page = parse_page(text)
            assert len(page.all("script")) == 2
            assert not page.all("img")
            assert HOSTILE in page.text


def test_not_found() -> None:
    """It says what there is none of, and needs no script."""
    template = environment().get_template("not_found.html")
    page = parse_page(template.render(link=link, page={"page": "none"}, reason=HOSTILE))
    assert HOSTILE in page.text
    assert [script.attributes.get("src") for script in page.all("script")] == [None]
