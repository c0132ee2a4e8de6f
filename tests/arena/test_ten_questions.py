"""Ten questions that people ask of a match or a cup are answered on the first screen, without scrolling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee_arena.pages.reading import read_tournament
from referee_arena.site.export import export_site
from referee_arena.site.single import match_file
from tests.arena.sites import replay_of
from tests.tournaments.fakes import ended
from tests.tournaments.stored import CUP_FILE, play_into

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

GAMES = (
    "diceman",
    "swordman",
    "champions",
    "dice_adventure",
    "dungeon_keeper",
    "proving_grounds",
)
DURING = {
    "who leads?": ".score-head .name",
    "by how much?": ".score-head .tally-value, .score-head .strip-box",
    "what has just happened?": ".viewer .headline",
    "who has to decide?": ".score-head .deciding, .score-head .turn, .score-head .clock",
    "how long does it go on?": ".tally-phase",
    "what wins?": ".to-how",
    "how do I share it?": "button.copy",
}
"""Questions while a match is played, and what answers each."""
AFTERWARDS = {
    "who has won?": ".result-title",
    "why?": ".result-reason",
}
"""Questions after the end of a match."""


def answer(page: Page, selector: str) -> str:
    """Return the text of the first element that is wholly within the window; fail if there is none."""
    for each in page.locator(selector).all():
        box = each.bounding_box()
        size = page.viewport_size
        assert size is not None
        if box is None or not each.is_visible():
            continue
        if box["y"] >= 0 and box["y"] + box["height"] <= size["height"] and box["x"] >= 0:
            return each.inner_text()
    raise AssertionError(f"nothing of {selector} is on the first screen")


@pytest.mark.parametrize("game", GAMES)
def test_nine_of_a_match(page: Page, tmp_path: Path, game: str) -> None:
    """At 1100x800, in the middle and at the end of a recorded match of each game."""
    file = tmp_path / "match.html"
    file.write_text(match_file(replay_of(game, tmp_path / "match.replay"), "together"))
    page.set_viewport_size({"width": 1100, "height": 800})
    page.goto(f"file://{file}#step=12")
    page.wait_for_selector(".player[data-settled]")
    told = {question: answer(page, selector) for question, selector in DURING.items()}
    assert all(text.strip() for text in told.values()), told
    assert any(sign.isdigit() for sign in told["by how much?"]), told
    page.locator(".to-how").first.click()
    assert page.get_by_text("How to play").first.is_visible()
    page.goto("about:blank")
    page.goto(f"file://{file}")
    page.wait_for_selector(".result-card")
    told = {question: answer(page, selector) for question, selector in AFTERWARDS.items()}
    assert all(text.strip() for text in told.values()), told


def test_the_tenth_of_a_cup(page: Page, tmp_path: Path) -> None:
    """What comes next? A cup that is half played says it, with who leads and what happened last."""
    folder = play_into(
        tmp_path / "cup", CUP_FILE, lambda pairing: ended(1, 2) if pairing.number < 4 else None
    )
    export_site(read_tournament(folder), tmp_path / "site", "each", processes=1)
    page.set_viewport_size({"width": 1100, "height": 800})
    page.goto(f"file://{tmp_path}/site/index.html")
    assert "What comes next" in answer(page, "#next")
    assert " " in answer(page, "section:has(#next) li")
    assert answer(page, "table .name").strip()
