"""Titles of entries: shown to people in place of names, in any script, and in nothing that programs know by names."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
import rich.console
from rich.cells import cell_len

from tests.tournaments.fakes import ended
from tests.tournaments.playing_out import favourites
from tests.tournaments.stored import CUP_FILE, TEAM, party_end, play_into
from tests.tournaments.test_left_out import BROKEN, Cup
from tests.tournaments.test_progress import Clock
from tournaments.pairings import Pairing
from tournaments.reports.crosstable import make_crosstable
from tournaments.reports.live import LiveView
from tournaments.reports.match_list import list_matches, print_matches
from tournaments.reports.page.render import render_page
from tournaments.reports.summary import standings_json, summarize
from tournaments.reports.view import TournamentView, view_of
from tournaments.spec.errors import SpecError
from tournaments.spec.outcomes import MatchEnd
from tournaments.spec.reading import parse_spec
from tournaments.store.folder import DataFolder

TITLES = {"a": "Δρ. Alpha <3", "b": "貪欲な戦略家", "c": "ذكي [red]"}


def titled(text: str, titles: dict[str, str] = TITLES) -> str:
    """The file with titles for its bots."""
    for name, title in titles.items():
        line = f'name = "{name}"\n'
        text = text.replace(line, f"{line}title = {json.dumps(title, ensure_ascii=False)}\n", 1)
    return text


def first_wins(pairing: Pairing) -> MatchEnd:
    """The first of the alphabet wins."""
    return ended(*favourites(pairing))


@pytest.fixture
def view(tmp_path: Path) -> TournamentView:
    """A knockout whose bots have titles."""
    text = titled(CUP_FILE.replace("round_robin", "knockout"))
    return view_of(DataFolder(play_into(tmp_path / "cup", text, first_wins)))


def printed(*parts: object, width: int = 100) -> str:
    """What is printed on a terminal of this width."""
    console = rich.console.Console(file=io.StringIO(), width=width, emoji=False)
    for part in parts:
        part.print(console)  # type: ignore[attr-defined]
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [100, 40])
def test_tables(view: TournamentView, width: int) -> None:
    """They show titles, as they are, in columns that stand below each other."""
    table = printed(summarize(view), width=width)
    lines = [line for line in table.splitlines() if any(t in line for t in TITLES.values())]
    assert len(lines) == 3
    assert len({cell_len(line.rstrip()) for line in lines}) == 1
    assert " a " not in table
    crosstable = printed(make_crosstable(view), width=width)
    assert all(title in crosstable for title in TITLES.values())
    console = rich.console.Console(file=io.StringIO(), width=100, emoji=False)
    print_matches("cup", list_matches(view), console, view.titles)
    assert isinstance(console.file, io.StringIO)
    assert f"{TITLES['a']} 1 (" in console.file.getvalue()


def test_page(view: TournamentView, tmp_path: Path) -> None:
    """Standings, bracket and matches show titles, escaped, and names where they are pointed at."""
    page = render_page(view, tmp_path / "report.html")
    assert "Δρ. Alpha &lt;3" in page
    assert "Alpha <3" not in page
    assert f'title="b">\n<bdi class="name">{TITLES["b"]}</bdi>'.replace("\n", "") in page.replace(
        "\n", ""
    )
    assert f"{TITLES['b']} (b)</title>" in page


def test_live(view: TournamentView) -> None:
    """A terminal shows them while matches are played."""
    live = LiveView(view.spec, Clock())
    live.begin(view.matches, 4)
    live.match_began(view.pairings[0])
    shown = printed_live(live)
    assert all(title in shown for title in TITLES.values())
    (head,) = [line for line in shown.splitlines() if "standings" in line]
    rows = [line for line in shown.splitlines() if "0" in line and TITLES["b"] in line]
    assert cell_len(rows[-1].rstrip()) == cell_len(head.rstrip())


def printed_live(live: LiveView) -> str:
    """What it draws on a terminal of 80 columns."""
    console = rich.console.Console(file=io.StringIO(), width=80, height=40, emoji=False)
    console.print(live)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_programs_know_names(view: TournamentView) -> None:
    """Everything in JSON is by name; which title a name has is in one place."""
    told = json.loads(standings_json(summarize(view)))
    assert {line["bot"] for line in told["standings"]} == {"a", "b", "c"}
    assert told["titles"] == TITLES


def test_titles_of_teams(tmp_path: Path) -> None:
    """Teams have them, too."""
    team = '[[teams]]\nname = "one"\ntitle = "Équipe 1"\nbots = ["a", "b", "c"]\n'
    other = '[[teams]]\nname = "two"\nbots = ["c", "b", "a"]\n'
    folder = play_into(tmp_path / "cup", TEAM + team + other, lambda _: party_end(3))
    table = printed(summarize(view_of(DataFolder(folder))))
    assert "Équipe 1" in table
    assert "two" in table


def test_a_title_changes_nothing_else(tmp_path: Path) -> None:
    """It may change while the tournament goes on, also of an entry that is left out, and is shown at once."""
    cup = Cup(tmp_path, "knockout", "xabc")
    cup.open({"x": BROKEN}, play=1)
    text = cup.file.read_text()
    cup.file.write_text(titled(text, {"a": "Ä", "x": "Ξ"}))
    opening = cup.open({}, play=1)
    assert not opening.schedule.growth
    assert cup.view().titles("a@2") == "Ä@2"
    assert "left out: Ξ (x): the build" in printed(summarize(cup.view()))


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("", "1 to 60 characters, with no blank first or last"),
        (" a", "1 to 60 characters, with no blank first or last"),
        ("x" * 61, "1 to 60 characters, with no blank first or last"),
        ("\u200d", "1 to 60 characters, with no blank first or last"),
        ("a\u001b[31m", "without control characters and overrides of direction (U+001B)"),
        ("a\nb", "without control characters and overrides of direction (U+000A)"),
        ("a\u202eb", "without control characters and overrides of direction (U+202E)"),
        ("a\u2066b", "without control characters and overrides of direction (U+2066)"),
        ("a\u2028b", "without control characters and overrides of direction (U+2028)"),
    ],
    ids=ascii,
)
def test_bounds(title: str, said: str) -> None:
    """Nothing that could move the terminal's cursor or turn the line."""
    with pytest.raises(SpecError) as caught:
        parse_spec(
            CUP_FILE.replace('name = "a"', f'name = "a"\ntitle = {json.dumps(title)}'), Path("t")
        )
    assert f"bots[0].title must be {said}, not" in str(caught.value)


@pytest.mark.parametrize("title", ["x" * 60, "貪" * 60, "نام\u200cر", "a b  c", "👩‍🚀", "e\u0301"])
def test_any_script(title: str) -> None:
    """Any script, blanks inside, and what joins characters."""
    spec = parse_spec(titled(CUP_FILE, {"a": title}), Path("t"))
    assert spec.bots[0].title is not None


@pytest.mark.parametrize(
    ("titles", "other"),
    [
        ({"a": "Same", "b": "same"}, "a"),
        ({"a": "é", "b": "e\u0301"}, "a"),
        ({"a": "\uff21\uff22", "b": "ab"}, "a"),
        ({"a": "B"}, "b"),
    ],
)
def test_nobody_looks_like_another(titles: dict[str, str], other: str) -> None:
    """A title is refused that is another's title or name: no table could tell the two apart."""
    with pytest.raises(SpecError, match=f"must be a title that is neither .* as of {other}$"):
        parse_spec(titled(CUP_FILE, titles), Path("t"))


def test_ones_own_name() -> None:
    """It may be one's title in other letters."""
    assert parse_spec(titled(CUP_FILE, {"a": "A", "b": "b"}), Path("t")).bots[0].title == "A"
