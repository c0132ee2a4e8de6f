"""A person's seat on a phone: whole matches by taps alone, on boards, tiles and the bar under the thumb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.arena.test_seat_in_browser import MOST_TURNS, playing, wait_for_turn
from tests.helpers.patience import HANG_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

FINGER = 39.5
"""Least pixels of what a finger has to hit; half a pixel is left to rounding."""

MARKED = """() => {
  const found = [...document.querySelectorAll(".board .room.lit, .board .token.lit")].map((node) => node.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  for (const lights of document.querySelectorAll(".board .lights[d]")) {
    const matrix = lights.ownerSVGElement.getScreenCTM();
    for (const [, x, y] of lights.getAttribute("d").matchAll(/M(\\S+) (\\S+?)h/g)) {
      const middle = new DOMPoint(Number(x) + 12, Number(y) + 12).matrixTransform(matrix);
      found.push([middle.x, middle.y]);
    }
  }
  return found.filter(([x, y]) => document.elementFromPoint(x, y)?.closest(".board .scene-body"));
}"""
"""Where the marked places are that no other part of the page covers."""

SMALL = """(least) => {
  const shown = [...document.querySelectorAll(".act :is(button, select, summary, .tile, input[type=number]), .bar-top button, .tabs button, .chip")];
  const sizes = shown.filter((node) => node.checkVisibility()).map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 80)]);
  return sizes.filter(([{ width, height }]) => width && (width < least || height < least)).map(([{ width, height }, text]) => `${width}x${height} ${text}`);
}"""
"""What is too small for a finger."""


SIDEWAYS = """[...document.querySelectorAll(".rooms > .pane")].filter((pane) => pane.scrollWidth > pane.clientWidth)
  .map((pane) => `${pane.scrollWidth} of ${pane.clientWidth}`)"""
"""Widths of maps that scroll sideways."""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Return a page of a phone: 360 by 740 pixels, with fingers and no mouse; an error in its scripts fails the test."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(1000 * HANG_S / 2)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def sentence(page: Page) -> str:
    """Return what the page says that it will send."""
    return page.locator(".turn-form .summary").inner_text()


def tap_marked(page: Page, which: int) -> bool:
    """Tap one of the marked places of the board, and the first thing to do there if there are several."""
    page.get_by_role("button", name="Board", exact=True).tap()
    points: list[list[float]] = page.evaluate(MARKED)
    if not points:
        return False
    page.touchscreen.tap(*points[which % len(points)])
    several = page.locator(".turn-form .list:not([hidden])", has_text="What there?")
    if several.count():
        several.locator(".options > button").first.tap()
    return True


def tap(page: Page, name: str, times: int = 1) -> None:
    """Tap a button of the turn, or a tile."""
    form = page.get_by_role("form", name="Your answer")
    found = form.get_by_role("button", name=name).or_(form.get_by_label(name))
    for _ in range(times):
        found.first.tap()


def answer(game: str, page: Page, turn: int) -> None:
    """Fill in a turn by taps, and check what the page says about it."""
    if game == "diceman":
        assert sentence(page) == "Not ready to send: dice, pick 2 more."
        tap(page, "sword")
        tap(page, "shield")
        assert sentence(page) == "Sends sword, shield."
        assert page.get_by_label("magic").is_disabled(), "a third die is not offered"
    elif game == "swordman":
        tap(page, "less sword", 2)
        tap(page, "more priority", 2)
        tap(page, "high")
        where = "where the sword is: high; where the shield is: middle"
        assert sentence(page) == f"Sends points: sword 3, shield 5, priority 2; {where}."
        assert page.get_by_role("button", name="more shield").is_disabled(), "no point is left"
    else:
        before = sentence(page)
        taps = [tap_marked(page, turn + each) for each in range(2)]
        if game == "dungeon_keeper":
            tap(page, "end the turn")
            assert "end the turn" in sentence(page)
        if taps[0] and turn == 1 and game != "dice_adventure":
            assert sentence(page) != before
    assert not sentence(page).startswith("Not ready")


@pytest.mark.parametrize(
    "game",
    ["diceman", "swordman", "champions", "dice_adventure", "dungeon_keeper", "proving_grounds"],
)
def test_a_match_is_played_by_taps(game: str, phone: Page, tmp_path: Path) -> None:
    """From the address to the result by a finger alone: one button sends, nothing is too small or scrolls sideways."""
    page = phone
    with playing(game, tmp_path) as (address, process):
        page.goto(address)
        turn, on_board = 0, 0
        for _ in range(MOST_TURNS):
            turn = wait_for_turn(page, turn)
            if not turn:
                break
            page.locator(".headline").wait_for()  # what is seen between turns
            on_board += bool(page.evaluate(MARKED))
            answer(game, page, turn)
            assert page.evaluate("document.documentElement.scrollWidth") == 360
            assert page.evaluate(SIDEWAYS) == []
            assert page.evaluate(SMALL, FINGER) == []
            page.get_by_role("button", name="Send", exact=True).tap()
        assert "The match is over." in page.locator(".result").inner_text()
        assert on_board or game in {"diceman", "swordman"}, "places of the board are marked"
        out, err = process.communicate()
        assert process.returncode == 0, err
        assert re.search("seat \\d web: place", out)


def problem_of(page: Page, question: str) -> Any:
    """Return what is said to be wrong at a question."""
    return page.get_by_role("group", name=question).locator(".problem").text_content()


def test_what_is_wrong_is_said_where_it_is(phone: Page, tmp_path: Path) -> None:
    """What the page or the server finds wrong is shown at its question, and the turn stays open."""
    page = phone
    with playing("swordman", tmp_path) as (address, _):
        page.goto(address)
        wait_for_turn(page, 0)
        page.get_by_label("sword", exact=True).fill("99")
        page.get_by_role("button", name="Send", exact=True).tap()
        assert problem_of(page, "Points") == "sword: a whole number from 0 to 10"
        assert page.get_by_label("sword", exact=True).get_attribute("aria-invalid") == "true"
        page.get_by_label("sword", exact=True).fill("5")
        assert problem_of(page, "Points") == ""

        def spoil(route: Any) -> None:
            body = route.request.post_data_json
            body["answers"]["sword_at"] = [7]
            route.continue_(post_data=body)

        page.route("**/api/seat/act", spoil)
        page.get_by_role("button", name="Send", exact=True).tap()
        page.get_by_role("group", name="Where the sword is").get_by_text("from 0 to 2").wait_for()
        page.unroute("**/api/seat/act")
        page.get_by_role("button", name="Send", exact=True).tap()
        wait_for_turn(page, 1)  # the next one, or the end
