"""The report as a page: every number against one counted by hand or by another program."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest
from openskill.models import PlackettLuce

from tests.tournaments.calling import Caller
from tests.tournaments.fakes import ended
from tests.tournaments.pages import Element, parse_page
from tests.tournaments.stored import (
    ADHOC,
    CONTEST,
    CUP,
    CUP_FILE,
    GROUPS,
    TEAM,
    party_end,
    play_cup,
    play_into,
)
from tournaments.pairings import Pairing
from tournaments.reports.page import render_page
from tournaments.reports.view import find_view
from tournaments.spec.outcomes import EndCause, MatchEnd
from tournaments.store.records import StoredMatch
from tournaments.tables.formats import known_pairings


def page_of(folder: Path) -> Element:
    """The page of a data folder, as it would stand in it."""
    return parse_page(render_page(find_view(folder, None), folder / "report.html"))


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A data folder with the cup in it."""
    return play_cup(tmp_path / "cup")


def cup_ratings() -> dict[str, tuple[float, float]]:
    """Ratings after the cup, by openskill itself, in the order in which its matches are scheduled."""
    model = PlackettLuce(mu=25.0, sigma=25 / 3, beta=25 / 6, tau=0.0)
    ratings = {bot: model.rating() for bot in "abc"}
    for players in (("b", "c"), ("c", "b"), ("a", "c"), ("c", "a"), ("a", "b"), ("b", "a")):
        ranks = [float(seat.placement) for seat in CUP[players]]
        rated = model.rate([[ratings[player]] for player in players], ranks=ranks)
        ratings |= {player: team[0] for player, team in zip(players, rated, strict=True)}
    return {bot: (rating.mu, rating.sigma) for bot, rating in ratings.items()}


def elo_texts(told: dict[str, float | None]) -> list[str]:
    """An estimate as the page has it: its value or its one bound, and its interval."""
    value, low, high = told["elo"], told["low"], told["high"]
    if value is None:
        return [f"> {low:+.0f}" if high is None else f"< {high:+.0f}", ""]
    return [f"{value:+.0f}", f"[{low:+.0f}, {high:+.0f}]"]


def test_standings(cup: Path, call: Caller) -> None:
    """Counts as in `stored.CUP`, Elo as `standings` has it, live ratings as openskill has them."""
    rated = {bot: [f"{mu:.2f}", f"{sigma:.2f}"] for bot, (mu, sigma) in cup_ratings().items()}
    lines = json.loads(call("standings", cup, "--json").out)["standings"]
    elo = {line["bot"]: elo_texts(line["elo"]) for line in lines}
    assert page_of(cup).rows("standings") == [
        ["1", "a", *elo["a"], "3.5", "3", "1", "0", *rated["a"], "0", "0", ""],
        ["2", "c", *elo["c"], "2.5", "2", "1", "1", *rated["c"], "0", "0", ""],
        ["3", "b", *elo["b"], "0.0", "0", "0", "4", *rated["b"], "3", "1", ""],
    ]
    assert elo["b"][0].startswith("<")


def test_what_stays_in_sight(cup: Path) -> None:
    """Of every table with bars the head of the names, with what stands next to it; the style keeps both there."""
    page = page_of(cup)
    tables = page.all("table", class_="bars")
    assert [len(table.all("th", class_="name kept")) for table in tables] == [1] * len(tables)
    assert [table.all("th", class_="name kept")[0].text for table in tables[:2]] == ["bot", "name"]
    style = page.all("style")[0].text
    assert ".bars .kept + th, .bars tbody th.name + td { position: sticky; left: 7rem;" in style


def test_bars(cup: Path, call: Caller) -> None:
    """Dots and ends of bars stand where the numbers say: the least end at 4, the greatest at 176."""
    (table,) = page_of(cup).section("standings")[:1]
    lines = json.loads(call("standings", cup, "--json").out)["standings"]
    told = [line["elo"] for line in lines]
    ends = [each[key] for each in told for key in ("elo", "low", "high") if each[key] is not None]
    low, high = min(0.0, *ends), max(0.0, *ends)
    for svg, each in zip(table.all("svg"), told, strict=True):
        (bar,) = svg.all("line", class_="bar")
        right = 4 + 172 * (each["high"] - low) / (high - low)
        assert float(bar.attributes["x2"] or "nan") == pytest.approx(right, abs=0.06)
        dots = [float(dot.attributes["cx"] or "nan") for dot in svg.all("circle")]
        known = [] if each["elo"] is None else [4 + 172 * (each["elo"] - low) / (high - low)]
        assert dots == pytest.approx(known, abs=0.06)


def test_crosstable(cup: Path) -> None:
    """Points of two matches each, and a shade for every share: 0, 1/4, 3/4 and all of twenty."""
    page = page_of(cup)
    assert page.rows("crosstable") == [
        ["1", "a", "", "1.5/2", "2/2"],
        ["2", "c", "0.5/2", "", "2/2"],
        ["3", "b", "0/2", "0/2", ""],
    ]
    cells = [c for e in page.section("crosstable") for c in e.all("td") if c.text]
    assert [c.attributes["class"] for c in cells] == ["h15", "h20", "h5", "h20", "h0", "h0"]


def test_seats(cup: Path, call: Caller) -> None:
    """Two seats are worth the same more and less than the other, as `standings --ratings elo` has it."""
    elo = json.loads(call("standings", cup, "--ratings", "elo", "--json").out)["elo"]
    rows = page_of(cup).rows("seats")
    assert rows == [[str(seat), *elo_texts(elo["seats"][seat]), ""] for seat in (0, 1)]
    assert elo["seats"][0]["elo"] == pytest.approx(-elo["seats"][1]["elo"])


def test_faults(cup: Path) -> None:
    """B missed three deadlines, was out of time once, died once; b and c had a void attempt."""
    assert page_of(cup).rows("faults") == [
        ["a", "4", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", ""],
        ["b", "4", "3", "0", "0", "0", "1", "0", "0", "0", "0", "1", "1", ""],
        ["c", "4", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "1", ""],
    ]


def test_elo(cup: Path, call: Caller) -> None:
    """The numbers that `standings --ratings elo` has."""
    elo = json.loads(call("standings", cup, "--ratings", "elo", "--json").out)["elo"]
    by_name = {row[0]: row for row in page_of(cup).rows("elo")}
    for bot in elo["bots"]:
        assert (bot["elo"] is None) == by_name[bot["bot"]][1].startswith(("<", ">"))


def test_ratings_over_time(cup: Path) -> None:
    """Seven looks at six matches; each curve begins at 25 and ends at its bot's rating."""
    section = page_of(cup).section("history")
    curves = [line.attributes for e in section for line in e.all("polyline")]
    points = [str(curve["points"]).split() for curve in curves]
    assert [len(line) for line in points] == [7, 7, 7]
    assert len({line[0] for line in points}) == 1
    ends = {text.text for e in section for text in e.all("text")}
    assert {f"{bot} {mu:.1f}" for bot, (mu, _) in cup_ratings().items()} <= ends


def test_matches_and_links(cup: Path, tmp_path: Path) -> None:
    """Links are relative to the page and lead to what is there; what is not there has none."""
    replay = cup / "referee" / "replays" / "m1.replay"
    replay.parent.mkdir(parents=True)
    replay.touch()
    (cup / "logs" / "b").mkdir(parents=True)
    page = page_of(cup)
    assert page.rows("matches")[0] == [
        *("1", "b - c", "2 (1), 2 strikes, forfeit: time - 1 (0)", "bot_time"),
        *("referee_fault: it came to nothing", "m1"),
    ]
    assert [row[0] for row in page.rows("matches")] == ["1", "2", "3", "4", "5", "6"]
    assert [row[0] for row in page.rows("notable")] == ["1", "6"]
    links = {str(link.attributes["href"]) for link in page.all("a")}
    assert links == {"referee/replays/m1.replay", "logs/b/"}
    elsewhere = parse_page(render_page(find_view(cup, None), tmp_path / "out" / "x.html"))
    links = {str(link.attributes["href"]) for link in elsewhere.all("a")}
    assert links == {"../cup/referee/replays/m1.replay", "../cup/logs/b/"}


def test_head_and_reproduction(cup: Path) -> None:
    """What it is of, how far it is, and how to play it again."""
    page = page_of(cup)
    body = page.all("body")[0].text
    assert "diceman, round robin, 3 bots, 2 seats a match. All 6 matches have been played." in body
    assert "Attempts that came to nothing: 1." in body
    assert "anybody can compute all of them from seed 7; for tests and demonstrations" in body
    assert "game diceman, version 1" in body
    assert "tournament run cup.toml" in body
    assert page.all("details")[0].all("pre")[0].text == " ".join(CUP_FILE.split())


def test_an_environment_is_kept_secret(tmp_path: Path) -> None:
    """A file that sets a bot's environment variables is not shown."""
    text = CUP_FILE + '[bots.env]\nKEY = "hunter2"\n'
    folder = play_into(tmp_path / "cup", text, lambda _: ended(1, 2))
    assert "hunter2" not in render_page(find_view(folder, None), folder / "report.html")


SWISS = CUP_FILE.replace('"round_robin"', '"swiss"\nrounds = 1')
KNOCKOUT = CUP_FILE.replace('"round_robin"', '"knockout"')
SPRT = (
    CUP_FILE.replace('"round_robin"', '"round_robin"\ncycles = 9').replace(
        '[[bots]]\nname = "c"\ncommand = "true"\n', ""
    )
    + "[sprt]\nelo0 = 0\nelo1 = 50\n"
)


def alphabet(pairing: Pairing) -> MatchEnd:
    """Who comes first in the alphabet wins; parties by their first bot, the earlier the better."""
    if len(pairing.players) > 3:
        return party_end(*(-ord(bot) for bot in pairing.players[::3]))
    ranking = sorted(set(pairing.players))
    return ended(*(ranking.index(player) + 1 for player in pairing.players))


ALWAYS = {"standings", "faults", "reproduce"}


@pytest.mark.parametrize(
    ("text", "played", "sections"),
    [
        (CUP_FILE, True, {"elo", "crosstable", "history", "seats", "matches"}),
        (GROUPS, True, {"elo", "crosstable", "history", "seats", "matches"}),
        (SWISS, True, {"rounds", "elo", "history", "seats", "matches"}),
        (KNOCKOUT, True, {"bracket", "elo", "history", "seats", "matches"}),
        (KNOCKOUT, False, {"bracket"}),
        (SPRT, True, {"sprt", "elo", "crosstable", "history", "seats", "matches"}),
        (TEAM, True, {"elo", "scores", "crosstable", "matches"}),
        (CONTEST, True, {"elo", "scores", "crosstable", "matches"}),
        (ADHOC, True, {"scores", "matches"}),
        (CUP_FILE, False, set()),
        (SWISS, False, {"rounds"}),
        (TEAM, False, set()),
        (SPRT, False, {"sprt"}),
    ],
)
def test_every_format(tmp_path: Path, text: str, *, played: bool, sections: set[str]) -> None:
    """Each gets what fits it, is well-formed, and needs nothing from anywhere else."""
    folder = play_into(tmp_path / "cup", text, alphabet if played else lambda _: None)
    source = render_page(find_view(folder, None), folder / "report.html")
    assert set(parse_page(source).headings()) == ALWAYS | sections
    shown = source.replace("http://www.w3.org", "")
    assert not re.search(
        r"https?:|//|@import|url\(|<script|<link|<img|<iframe|\bsrc=|\son\w+=", shown
    )
    assert source == render_page(find_view(folder, None), folder / "report.html")


def test_bracket(tmp_path: Path) -> None:
    """Three bots: b beats c by 2 to 0 in the first round, a has a bye and beats b in the second."""
    folder = play_into(tmp_path / "cup", KNOCKOUT, alphabet)
    section = page_of(folder).section("bracket")
    boxes = [box for element in section for box in element.all("g")]
    assert [[text.text for text in box.all("text")] for box in boxes] == [
        ["b b", "2", "c c", "0"],
        ["a a", "2", "b b", "0"],
    ]
    winners = [text.text for box in boxes for text in box.all("text", class_="winner")]
    assert winners == ["b b", "2", "a a", "2"]
    assert sum(len(element.all("polyline")) for element in section) == 1


def test_swiss_rounds(tmp_path: Path) -> None:
    """A has beaten b, both by 2 points to none; c had the bye, worth 2 points, and so is level with a."""
    folder = play_into(tmp_path / "cup", SWISS, alphabet)
    assert page_of(folder).rows("rounds") == [
        ["1", "a", "3: 2"],
        ["2", "c", "bye"],
        ["3", "b", "1: 0"],
    ]


def test_scores_of_parties(tmp_path: Path) -> None:
    """A scores 3 and 1, b 2 and 2, c 2 and 4: sums 4, 4 and 6."""
    scores = {1: {"a": 3, "b": 2, "c": 2}, 2: {"a": 1, "b": 2, "c": 4}}
    folder = play_into(
        tmp_path / "cup",
        TEAM,
        lambda pairing: party_end(scores[int(pairing.block[5:])][pairing.players[0]]),
    )
    page = page_of(folder)
    assert page.rows("scores") == [
        ["c", "2", "3.0", "4", ""],
        ["a", "1", "2.0", "3", ""],
        ["b", "2", "2.0", "2", ""],
    ]
    assert [row[:4] for row in page.rows("standings")] == [
        ["1", "c", "6", "2"],
        ["2", "a", "4", "2"],
        ["2", "b", "4", "2"],
    ]


HOSTILE = '<script>alert("1")</script>&amp;\'"><img src=x onerror=alert(2)>'


def test_hostile_texts(tmp_path: Path) -> None:
    """Names of bots, texts of the referee, ids and the file itself are shown as they are written."""
    text = CUP_FILE + f"# {HOSTILE}\n"
    folder = play_into(tmp_path / "cup", text, lambda _: None)
    view = find_view(folder, None)
    # No file could bring such names in; nothing shall depend on that.
    bots = (view.spec.bots[0].model_copy(update={"name": HOSTILE}), *view.spec.bots[1:])
    for name in ("round_robin", "knockout", "swiss"):
        spec = view.spec.model_copy(update={"bots": bots, "format": name, "rounds": 1})
        matches = [
            StoredMatch(
                pairing, MatchEnd(EndCause.RULES, HOSTILE, ended(1, 2).seats), HOSTILE, None
            )
            for pairing in known_pairings(spec, [])
        ]
        hostile = dataclasses.replace(
            view, spec=spec, matches=matches, stored=dataclasses.replace(view.stored, source=text)
        )
        page = parse_page(render_page(hostile, folder / "report.html"))
        assert not page.all("script")
        assert not page.all("img")
        assert [row[1] for row in page.rows("standings")].count(HOSTILE) == 1
        assert page.rows("matches")[0][-1] == HOSTILE
        assert HOSTILE in page.all("details")[0].text


def test_the_command(cup: Path, tmp_path: Path, call: Caller) -> None:
    """It writes into the data folder or where it is told, and says where."""
    called = call("report", cup)
    assert (called.status, called.out) == (0, f"{cup}/report.html\n")
    assert (cup / "report.html").read_text(encoding="utf-8") == render_page(
        find_view(cup, None), cup / "report.html"
    )
    assert call("report", cup, "-o", tmp_path / "x.html").out == f"{tmp_path}/x.html\n"
    assert call("report", cup, "-o", tmp_path).status == 2
