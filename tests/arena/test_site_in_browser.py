"""A site in a browser, from `file://`: what a visitor does, and that nothing there is more than it should be."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee_arena.pages.reading import read_tournament
from referee_arena.site.export import export_site
from referee_arena.site.matches import match_problem
from referee_arena.site.single import match_file
from tests.arena.sites import HOSTILE, play_cup_with_replays, replay_of
from tests.helpers.patience import HANG_S
from tests.tournaments.fakes import ended
from tournaments.spec.outcomes import EndCause, MatchEnd
from tournaments.store.records import StoredMatch
from tournaments.tables.formats import known_pairings

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page, Request

pytestmark = pytest.mark.slow

PAGES = ("index.html", "matches.html", "bots/1.html", "match.html?1")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the cup; of its match 6 there is no replay."""
    folder = play_cup_with_replays(tmp_path_factory.mktemp("data") / "cup")
    (folder / "referee" / "replays" / "m6.replay").unlink()
    where = tmp_path_factory.mktemp("site")
    export_site(read_tournament(folder), where, "each", processes=1)
    return where


@pytest.fixture
def heard(page: Page) -> Iterator[list[str]]:
    """Complaints of the browser, and addresses that are no files."""
    told: list[str] = []

    def asked(request: Request) -> None:
        if not request.url.startswith(("file:", "data:")):
            told.append(request.url)

    def asks_back(dialog: Dialog) -> None:
        told.append(f"dialog {dialog.message}")
        dialog.dismiss()

    page.on("console", lambda message: told.append(message.text))
    page.on("dialog", asks_back)
    page.on("request", asked)
    yield told
    assert told == []


def axe() -> str:
    """The source of the checker of accessibility."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("axe-playwright-python has the checker")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def test_from_the_table_to_a_moment(page: Page, site: Path, heard: list[str]) -> None:
    """Standings, the list, a match, a step of it, and back to the same step by its address."""
    page.goto(f"file://{site}/index.html")
    assert page.get_by_role("region", name="standings").locator("tbody tr").count() == 3
    page.get_by_role("link", name="All 6 matches").click()
    page.get_by_role("link", name="3", exact=True).click()
    page.wait_for_selector(".result-card")
    page.keyboard.press("Home")
    page.wait_for_selector(".scene .part")
    first = page.locator(".scene").first.inner_text()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash.includes('step=5')")
    moment = page.locator(".scene").first.inner_text()
    assert moment != first
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_function(
        "text => document.querySelector('.scene')?.innerText === text", arg=moment
    )
    assert heard == []


def test_search(page: Page, site: Path, heard: list[str]) -> None:
    """What is chosen is what is listed, and is in the address; by hand from `stored.CUP`."""
    page.goto(f"file://{site}/matches.html")
    status = page.get_by_role("status")
    for choice, count in (
        ({"bot": "b"}, 4),
        ({"rival": "c"}, 2),
        ({"result": "lost"}, 2),
        ({"fault": "forfeits"}, 1),
    ):
        for name, value in choice.items():
            page.select_option(f"select[name={name}]", value)
        assert status.inner_text() == f"{count} of 6 matches"
    address = page.url
    assert "bot=b" in address
    page.get_by_role("button", name="clear").click()
    page.wait_for_function(
        "() => document.querySelector('[role=status]').innerText === '6 of 6 matches'"
    )
    page.goto("about:blank")
    page.goto(address)
    assert status.inner_text() == "1 of 6 matches"
    page.goto("about:blank")
    page.goto(f"file://{site}/matches.html#bot=a&result=drawn")
    assert status.inner_text() == "1 of 6 matches"
    page.fill("input[name=text]", "nobody")
    assert status.inner_text() == "0 of 6 matches"
    assert heard == []


def test_hidden_results(page: Page, site: Path, heard: list[str]) -> None:
    """The switch takes results out of sight and out of what is read aloud, on this page and the next."""
    page.goto(f"file://{site}/index.html")
    table = page.get_by_role("region", name="standings").locator("table")
    assert table.is_visible()
    page.get_by_label("hide results").check()
    assert not table.is_visible()
    page.goto(f"file://{site}/matches.html")
    assert page.get_by_label("hide results").is_checked()
    assert not page.locator(".matches .result").first.is_visible()
    page.get_by_label("hide results").uncheck()
    assert page.locator(".matches .result").first.is_visible()
    assert heard == []


def test_what_is_not_there(page: Page, site: Path) -> None:
    """The page says which match it has not, and why one can't be shown."""
    for address, said in (
        ("match.html?999", "There is no match 999 here."),
        ("match.html", "The address names no match"),
        ("match.html?6", "its replay m6.replay is not in the data folder any more"),
        ("match.html?../../x", "The address names no match"),
    ):
        page.goto(f"file://{site}/{address}")
        assert said in page.get_by_role("alert").inner_text()


def test_hostile_names(page: Page, tmp_path: Path, heard: list[str]) -> None:
    """On every page they are texts: nothing runs, nothing is loaded, and no page grows wide."""
    folder = play_cup_with_replays(tmp_path / "cup")
    view = read_tournament(folder)
    replay_of("diceman", folder / "referee" / "replays" / "m1.replay", HOSTILE, "W" * 200)
    one, other, last = view.spec.bots
    bots = (
        one.model_copy(update={"name": HOSTILE}),
        other.model_copy(update={"name": "W" * 60}),
        last,
    )
    spec = view.spec.model_copy(update={"bots": bots})
    end = MatchEnd(EndCause.RULES, HOSTILE, ended(1, 2).seats)
    replay = "referee/replays/m1.replay"
    matches = [StoredMatch(each, end, "m1", replay) for each in known_pairings(spec, [])]
    hostile = dataclasses.replace(view, spec=spec, matches=matches, attempts=[], processes=[])
    where = tmp_path / "site"
    export_site(hostile, where, "together", processes=1)
    (where / "matches" / "000002.js").write_text(match_problem(HOSTILE), encoding="utf-8")
    single = tmp_path / "one.html"
    single.write_text(match_file(folder / replay, "together"), encoding="utf-8")
    page.set_viewport_size({"width": 360, "height": 740})
    for path in (*(where / name for name in (*PAGES, "match.html?2")), single):
        page.goto(f"file://{path}")
        page.wait_for_function(
            "text => document.querySelector('main').innerText.includes(text)", arg="<script>alert"
        )
        assert page.locator("img").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    assert heard == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_for_everybody(page: Page, site: Path, heard: list[str], name: str, scheme: str) -> None:
    """A checker of accessibility finds nothing serious, and on a phone no page is wider than the screen."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"file://{site}/{name}")
    page.wait_for_selector(".doc table, .report table, .result-card")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.evaluate(axe())
    found = page.evaluate("axe.run({preload: false})")
    serious = [
        (each["id"], [node["html"] for node in each["nodes"]][:3])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert heard == []


def test_a_match_to_embed(page: Page, site: Path, heard: list[str]) -> None:
    """With `view=embed` in its address a page of files shows board and controls, and a link to the page without it."""
    page.goto(f"file://{site}/match.html?1&view=embed#step=3")
    page.locator('.player[data-settled="3"]').wait_for()
    assert page.locator(".beside").is_hidden()
    assert page.url.endswith("match.html?1&view=embed#step=3&eyes=all")
    assert page.get_by_role("link", name="open").get_attribute("href") == "match.html?1"
    page.goto("about:blank")
    page.goto(f"file://{site}/match.html?1#step=3")
    page.locator('.player[data-settled="3"]').wait_for()
    page.locator(".bar-top .copy").click()
    link = page.locator(".share-box .link")
    assert link.input_value().endswith("match.html?1#step=3&eyes=all")
    assert page.locator(".share-box .code").count() == 0
    assert heard == []


def test_in_a_notebook(page: Page, tmp_path: Path, heard: list[str]) -> None:
    """One page with all in it plays back as the `srcdoc` of a frame that has no origin of its own."""
    text = match_file(replay_of("swordman", tmp_path / "s.replay", "ada", "bob"), "each")
    page.set_content('<iframe sandbox="allow-scripts" width="900" height="700"></iframe>')
    page.evaluate("text => document.querySelector('iframe').srcdoc = text", text)
    frame = page.frame_locator("iframe")
    frame.locator(".result-card").wait_for()
    frame.get_by_role("button", name="a step back").click()
    frame.locator(".scene .part").first.wait_for()
    frame.locator(".score-name", has_text="ada").wait_for()
    assert heard == []


def test_without_scripts(site: Path, browser: object) -> None:
    """Tables and lists are there; the page of a match says what it needs."""
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    try:
        page = context.new_page()
        page.set_default_timeout(1000 * HANG_S / 2)
        page.goto(f"file://{site}/index.html")
        assert page.get_by_role("region", name="standings").locator("tbody tr").count() == 3
        page.goto(f"file://{site}/matches.html")
        assert page.locator("table.matches tbody tr").count() == 6
        page.goto(f"file://{site}/match.html?1")
        assert "referee watch" in page.locator("main").inner_text()
    finally:
        context.close()
