"""Every page of the arena at three widths and on projectors, light and dark: no serious finding of accessibility, nothing too wide.

A referee, arenas and seats run as they do for people; competitions of every format are half played or over.
"""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from referee_arena.site.single import match_file
from tests.arena.seasons import play_season
from tests.arena.sites import RECORDED, replay_of
from tests.arena.test_seat_in_browser import playing, wait_for_turn
from tests.arena.test_site_in_browser import axe
from tests.arena.traced import request, trace_into
from tests.cli.command import start
from tests.helpers.patience import HANG_S
from tests.tournaments.fakes import ended
from tests.tournaments.stored import party_end, play_into
from tournaments.pairings import Pairing
from tournaments.spec.outcomes import MatchEnd

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

WIDTHS = {360: 740, 1100: 800, 2560: 1440}
"""Widths and heights of windows."""
PROJECTORS = {1024: 768, 2560: 1440}
"""Widths and heights of projectors."""
FORMATS = {
    "round_robin": ("", 6),
    "swiss": ("rounds = 3\n", 3),
    "knockout": ("", 3),
    "gauntlet": ('challengers = ["ada"]\n', 2),
    "ladder": ("rounds = 8\n", 9),
    "groups": ("seats = 3\n", 4),
    "team": ("party_seats = 3\ncycles = 2\n", 2),
    "contest": ("party_seats = 3\nparties = 2\n", 2),
}
"""Keys of each format, and the matches after which its running competition has stopped."""
GAMES = (
    "diceman",
    "swordman",
    "champions",
    "dice_adventure",
    "dungeon_keeper",
    "proving_grounds",
)
RUN = """axe.run({preload: false, resultTypes: ["violations"],
  runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}})"""
"""Looks for what breaks the rules of accessibility; what is right is not listed, since that takes most of the time."""
BOTS = ("ada", "bob", "a_bot_with_quite_a_long_name", "dan", "eve")


def _cup(folder: Path, form: str, *, is_over: bool) -> Path:
    """Play a competition, whole or in part, and give its first match a replay."""
    keys, played = FORMATS[form]
    state = "over" if is_over else "running"
    text = f'name = "Autumn_{form}_{state}"\ngame = "diceman"\nformat = "{form}"\nseed = 7\n{keys}'
    text += "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in BOTS)

    def judge(pairing: Pairing) -> MatchEnd | None:
        if not is_over and pairing.number > played:
            return None
        wins = pairing.players[0] < pairing.players[-1]
        if form in {"team", "contest"}:
            return party_end(*range(len(pairing.players) // 3))
        places = range(1, len(pairing.players) + 1)
        return ended(*(places if wins else reversed(places)))

    play_into(folder, text, judge)
    replay = replay_of("diceman", folder / "referee" / "replays" / "m1.replay")
    if is_over and form == "round_robin":
        lines = [
            request(1, "I pick magic.", "UNPARSABLE"),
            request(1, "Word by word. " * 100 + "x" * 300),
            ("turn", {"turn": 1, "action": {"dice": [0, 1]}}),
        ]
        trace_into(replay.parent, "m1", 0, lines)
    return folder


@contextmanager
def _serving(*words: str, **env: str) -> Iterator[str]:
    """Run an arena, and give its address."""
    words = ("arena", "--listen", "127.0.0.1:0", *words)
    with start(*words, env={**os.environ, **env}) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, process.communicate()
        yield found[0].rstrip("/")
        process.send_signal(signal.SIGINT)
        process.wait(timeout=HANG_S / 2)


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run an arena with two competitions of each format and a season, next to a referee; return its address."""
    folder = tmp_path_factory.mktemp("every")
    cups = [
        _cup(folder / f"{form}-{is_over}", form, is_over=is_over)
        for form in FORMATS
        for is_over in (False, True)
    ]
    # In another thread, since the browser's driver may have its loop in this one.
    with ThreadPoolExecutor(1) as thread:
        cups.append(thread.submit(play_season, folder / "season", hours=12.0).result())
    address = f"unix:{folder}/s"
    with start("serve", "--listen", address, "--data-dir", f"{folder}/d") as process:
        assert process.stderr is not None
        assert json.loads(process.stderr.readline())["event"] == "listening"
        shown = [word for cup in cups for word in ("--tournament", str(cup))]
        with _serving("--referee", address, *shown) as served:
            yield served
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=HANG_S / 2)


def _is_scrolled(node: dict[str, Any]) -> bool:
    """Return whether a target is too small only because the bar at the window's end covers some of it just now."""
    data = [check["data"] for check in node["any"] if isinstance(check["data"], dict)]
    return any(each.get("messageKey") == "partiallyObscured" for each in data)


def _look(page: Page, name: str, ready: str, *, is_projected: bool = False) -> list[str]:
    """Return what is wrong with the page that is open, at each width, light and dark.

    With `is_projected`, it is also shown as on projectors, by the key `p`.
    """
    page.wait_for_function("ready => document.querySelector(ready)", arg=ready)
    page.evaluate(axe())
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width, height in WIDTHS.items():
            found += _faults(page, f"{name}, {width}, {scheme}", width, height)
        if not is_projected:
            continue
        page.keyboard.press("p")
        page.wait_for_selector("html.projector")
        for width, height in PROJECTORS.items():
            found += _faults(page, f"{name}, projector of {width}, {scheme}", width, height)
        page.keyboard.press("p")
        page.wait_for_selector("html:not(.projector)")
    return found


def _faults(page: Page, where: str, width: int, height: int) -> list[str]:
    """Return what is wrong with the page in a window of this size; `where` names both."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    wide = page.evaluate("document.documentElement.scrollWidth")
    found = [f"{where}: {wide} pixels wide"] if wide > width else []
    for each in page.evaluate(RUN)["violations"]:
        nodes = [node["html"][:160] for node in each["nodes"] if not _is_scrolled(node)]
        if nodes and each["impact"] in ("serious", "critical"):
            found.append(f"{where}: {each['id']}: {nodes[:2]}")
    return found


@pytest.fixture
def looked(browser: Browser) -> Iterator[Page]:
    """Return a page; an error in one of its scripts fails the test."""
    context = browser.new_context(bypass_csp=True)
    context.set_default_timeout(1000 * HANG_S / 2)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def _all(
    page: Page, pages: Sequence[tuple[str, str]], ready: str, *, is_projected: bool = False
) -> list[str]:
    """Open pages, one after another, and return all that is wrong with them, as `_look` does."""
    found = []
    for name, address in pages:
        answer = page.goto(address)
        assert answer is None or answer.status != 404 or name == "missing", address
        found += _look(page, name, ready, is_projected=is_projected)
    return found


@pytest.mark.parametrize("form", FORMATS)
def test_a_competition(form: str, arena: str, looked: Page) -> None:
    """The page of a competition of each format, while it runs and when it is over; names have spaces."""
    first = 1 + 2 * list(FORMATS).index(form)
    cups = [(f"{form} {at}", f"{arena}/t/{first + at}") for at in (0, 1)]
    assert _all(looked, cups, ".doc table", is_projected=True) == []
    crumbs = looked.get_by_role("navigation", name="pages").inner_text()
    assert f"Autumn {form.replace('_', ' ')} over" in crumbs
    assert "_" not in crumbs


@pytest.mark.parametrize("form", ["round_robin", "ladder", "team"])
def test_lists(form: str, arena: str, looked: Page) -> None:
    """An entry, the statistics and the matches of a competition."""
    home = f"{arena}/t/{2 + 2 * list(FORMATS).index(form)}"
    lists = [(f"{form} {each}", f"{home}/{each}") for each in ("bot/1", "statistics", "matches")]
    assert _all(looked, lists, ".doc table, .report table, .wide table") == []


def test_a_season(arena: str, looked: Page) -> None:
    """A season that is half played, and its entry that is benched."""
    home = f"{arena}/t/{2 * len(FORMATS) + 1}"
    pages = [("season", home), ("entry of a season", f"{home}/bot/4")]
    assert _all(looked, pages, ".doc table") == []


def test_the_front_and_what_is_not_there(arena: str, looked: Page, tmp_path: Path) -> None:
    """The front page, a missing page, a competition's match, and the door of a private arena."""
    pages = [("front", f"{arena}/"), ("missing", f"{arena}/nothing")]
    found = _all(looked, pages, "h1, h2")
    found += _all(looked, [("match", f"{arena}/t/2/match/1")], ".result-card", is_projected=True)
    cup = str(_cup(tmp_path / "cup", "knockout", is_over=True))
    with _serving("--private", "--tournament", cup, ARENA_KEY="k" * 40) as private:
        found += _all(looked, [("enter", f"{private}/enter")], "form")
    assert found == []


def test_what_a_model_replied(arena: str, looked: Page) -> None:
    """Next to the board, with a long reply opened, and where no reply led to the step."""
    looked.goto(f"{arena}/t/2/match/1#step=1&eyes=all")
    looked.click("#tab-replies")
    looked.click(".reply summary")
    found = _look(looked, "replies", '.replies[data-step="1"]')
    looked.keyboard.press("Home")
    found += _look(looked, "no replies", '.replies[data-step="0"]')
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_a_match(game: str, looked: Page, tmp_path: Path) -> None:
    """A match of each game in its midst, at its end, and, of Diceman, the proof of its dice."""
    path = tmp_path / "match.html"
    path.write_text(match_file(RECORDED / f"{game}.replay", "together"), encoding="utf-8")
    found = _all(
        looked, [(f"{game} end", f"file://{path}")], ".player[data-settled]", is_projected=True
    )
    last = int(looked.locator(".player").get_attribute("data-settled") or 0)
    looked.goto("about:blank")
    middle = [(f"{game} middle", f"file://{path}#step={last // 2}")]
    found += _all(looked, middle, ".player[data-settled]", is_projected=True)
    proof = looked.get_by_role("tab", name="dice")
    if proof.is_visible():
        proof.click()
        found += _look(looked, f"{game} proof", ".proof")
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_a_seat(game: str, looked: Page, tmp_path: Path) -> None:
    """A person's seat at its first turn in each game."""
    with playing(game, tmp_path) as (address, _):
        looked.goto(address)
        wait_for_turn(looked, 0)
        assert _look(looked, f"seat of {game}", ".headline") == []
