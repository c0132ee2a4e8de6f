"""The page of a match shows any moment as a fresh load shows it, and is moved by keys, clicks and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.arena.canned import made_up, recorded
from tests.arena.page_server import PageServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow


@pytest.fixture
def diceman(tmp_path: Path) -> Iterator[PageServer]:
    """Return a server of a real match that is over."""
    with PageServer(recorded(tmp_path)) as server:
        yield server


def _settled(page: Page, number: int) -> None:
    """Wait until a frame is shown with all that belongs to it."""
    page.wait_for_selector(f'.player[data-settled="{number}"]')


def _open(page: Page, tab: str) -> None:
    """Open a tab beside the board; the browser keeps the choice for the next load."""
    page.locator(f'[data-tab="{tab}"]').click()


def _shown(page: Page) -> list[str]:
    """Return what is drawn: scenes, seats and log, without what only says how it came there."""
    parts = page.locator(".views, .score-head, .standing, .log-lines").all()
    texts = [part.evaluate("node => node.outerHTML") for part in parts]
    return [
        re.sub(r' quick\b| class="quick"|\b(tip|view)\d+| style=""', "", text) for text in texts
    ]


def test_a_frame_is_the_same_whichever_way_one_comes(page: Page, diceman: PageServer) -> None:
    """Forward, back, and by a jump, a frame equals that of a fresh load."""
    numbers = [0, 1, 2, 49, 50, 51, 60, 70]
    fresh = {}
    page.goto(f"{diceman.address}/#step=0")
    _settled(page, 0)
    _open(page, "log")
    for number in numbers:
        page.goto("about:blank")
        page.goto(f"{diceman.address}/#step={number}")
        _settled(page, number)
        fresh[number] = _shown(page)
    assert len({tuple(each) for each in fresh.values()}) == len(numbers)
    for number in [*numbers, *reversed(numbers), 70, 0, 51, 49]:
        page.locator(".at").fill(str(number))
        page.locator(".at").press("Enter")
        _settled(page, number)
        assert fresh[number] == _shown(page), number


def test_stepping_by_key_equals_a_fresh_load(page: Page, diceman: PageServer) -> None:
    """What single steps draw one upon the other is what a load draws at once."""
    page.goto(f"{diceman.address}/#step=45")
    _settled(page, 45)
    _open(page, "log")
    for number in range(46, 56):
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f'.player[data-shown="{number}"]')
    _settled(page, 55)
    stepped = _shown(page)
    page.goto("about:blank")
    page.goto(f"{diceman.address}/#step=55")
    _settled(page, 55)
    assert _shown(page) == stepped


@pytest.mark.parametrize(
    "clicked",
    [".part", ".feed", ".controls .play", ".score-head", ".speed", ".slider", ".flags", "body"],
)
def test_keys_work_after_a_click(page: Page, diceman: PageServer, clicked: str) -> None:
    """Wherever one has clicked, keys move the match."""
    page.goto(f"{diceman.address}/#step=30")
    _settled(page, 30)
    page.locator(clicked).first.click(position={"x": 3, "y": 3})
    if clicked in {".slider", ".flags"}:
        _settled(page, 0)
    if clicked == ".speed":
        page.keyboard.press("Escape")
    if clicked == ".controls .play":
        page.keyboard.press(" ")
    page.keyboard.press("Home")
    _settled(page, 0)
    page.keyboard.press("ArrowRight")
    _settled(page, 1)
    page.keyboard.press("Shift+ArrowRight")
    _settled(page, 11)
    page.keyboard.press("ArrowLeft")
    _settled(page, 10)
    page.keyboard.press("End")
    _settled(page, 77)
    page.keyboard.press("[")
    page.wait_for_selector('.player:not([data-settled="77"])')
    page.keyboard.press("]")
    _settled(page, 77)


def test_space_plays_and_stops(page: Page, diceman: PageServer) -> None:
    """Played, a match goes on by itself, and stops where it is told to."""
    page.goto(f"{diceman.address}/#step=0")
    _settled(page, 0)
    page.locator(".speed").select_option("16")
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.wait_for_function("() => Number(document.querySelector('.player').dataset.shown) >= 3")
    page.keyboard.press(" ")
    assert page.locator(".play").get_attribute("aria-label") == "play (space)"
    number = page.locator(".player").get_attribute("data-shown")
    _settled(page, int(number or 0))


def test_typing_a_number_moves_nothing_else(page: Page, diceman: PageServer) -> None:
    """In the box of the step keys are letters, and Enter goes there."""
    page.goto(f"{diceman.address}/#step=5")
    _settled(page, 5)
    page.locator(".at").fill("")
    page.locator(".at").press_sequentially("12")
    assert page.locator(".player").get_attribute("data-shown") == "5"
    page.locator(".at").press("Enter")
    _settled(page, 12)


def test_who_came_by_tab_uses_what_has_the_focus(page: Page, diceman: PageServer) -> None:
    """Space presses the button that was reached by the tab key, and the focus stays there."""
    page.goto(f"{diceman.address}/#step=5")
    _settled(page, 5)
    page.locator(".slider").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press(" ")
    _settled(page, 4)
    for number in (3, 2, 1, 0, 0):
        page.keyboard.press(" ")
        _settled(page, number)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "a step back (←)"


def test_a_link_names_moment_and_eyes(page: Page, diceman: PageServer) -> None:
    """The address tells what is shown, and shows it again."""
    page.goto(f"{diceman.address}/#step=20&eyes=seat-1,public")
    _settled(page, 20)
    assert page.locator(".viewer").count() == 2
    assert page.locator(".viewer-eyes").first.input_value() == "seat-1"
    page.keyboard.press("End")
    _settled(page, 77)
    assert page.url.endswith("#step=76.1&eyes=seat-1,public")
    page.evaluate("location.hash = '#step=3'")
    _settled(page, 3)
    page.reload()
    _settled(page, 3)
    assert page.locator(".viewer").count() == 2


def test_a_step_of_the_log_is_a_link(page: Page, diceman: PageServer) -> None:
    """A click on it shows that step, and going back the one before."""
    page.goto(f"{diceman.address}/#step=20")
    _settled(page, 20)
    _open(page, "log")
    page.locator(".log-step", has_text=re.compile("^12$")).first.click()
    _settled(page, 12)
    page.go_back()
    _settled(page, 20)
    _open(page, "story")
    page.locator('.feed-time[aria-label="step 17"]').first.click()
    _settled(page, 17)


def test_other_eyes_see_other_things(page: Page, diceman: PageServer) -> None:
    """Eyes are changed, added beside, and closed; each has frames of its own."""
    page.goto(f"{diceman.address}/#step=20&eyes=all")
    _settled(page, 20)
    page.locator(".viewer-eyes").select_option("seat-0")
    page.wait_for_function("() => location.hash.includes('eyes=seat-0')")
    page.locator(".add").click()
    page.wait_for_function("() => location.hash.includes('eyes=seat-0,all')")
    asked = {path.split("/")[4] for path in diceman.asked if "/chunks/" in path}
    assert asked == {"all", "seat-0"}
    page.locator(".viewer-close").first.click()
    page.wait_for_function("() => location.hash.endsWith('eyes=all')")
    assert page.locator(".viewer").count() == 1


def test_a_burst_of_seeks_shows_the_last(page: Page) -> None:
    """However late answers to older seeks come, they are not shown."""
    with PageServer({"public": made_up(2000)}) as server:
        page.goto(f"{server.address}/#step=0")
        _settled(page, 0)
        server.held.update({"/chunks/5", "/chunks/20"})
        page.evaluate(
            """() => {
              const slider = document.querySelector(".slider");
              for (let seek = 1; seek <= 20; seek += 1) {
                slider.value = String(seek === 20 ? 1234 : (seek * 677) % 2000);
                slider.dispatchEvent(new Event("input"));
              }
            }"""
        )
        _settled(page, 1234)
        server.let_go()
        page.keyboard.press("ArrowRight")
        _settled(page, 1235)
        assert page.locator(".scene-title").inner_text() == "round 1235"


def test_the_slower_of_two_seeks_is_not_shown(page: Page) -> None:
    """An older answer that comes behind a newer one changes nothing."""
    with PageServer({"public": made_up(1000)}) as server:
        page.goto(f"{server.address}/#step=0")
        _settled(page, 0)
        server.held.add("/chunks/5")
        page.evaluate("location.hash = '#step=270'")
        page.wait_for_selector(".player.busy")
        page.evaluate("location.hash = '#step=970'")
        _settled(page, 970)
        server.let_go()
        page.wait_for_load_state("networkidle")
        assert page.locator(".scene-title").inner_text() == "round 970"


def test_a_long_match_stays_bounded(page: Page) -> None:
    """Over ten thousand steps neither elements nor kept frames grow without end."""
    with PageServer({"public": made_up(10_000)}) as server:
        page.goto(f"{server.address}/#step=0")
        _settled(page, 0)
        _open(page, "log")
        counts = []
        for number in (
            5000,
            9999,
            123,
            7777,
            3333,
            8181,
            42,
            6006,
            2500,
            9000,
            1111,
            4444,
            6789,
            5432,
        ):
            page.locator(".at").fill(str(number))
            page.locator(".at").press("Enter")
            _settled(page, number)
            counts.append(page.locator("*").count())
        assert max(counts) < 2500
        assert page.locator(".log-lines li").count() <= 200
        assert page.locator(".flag").count() <= 101
        page.set_viewport_size({"width": 360, "height": 700})
        page.wait_for_function("() => document.querySelectorAll('.flag').length < 60")
        asked = [path for path in server.asked if "/chunks/" in path]
        assert len(asked) < 80


def test_results_stay_hidden_until_they_are_reached(page: Page) -> None:
    """With hidden results nothing on the page tells how long the match is or how it ends."""
    with PageServer({"public": made_up(300)}) as server:
        page.goto(f"{server.address}/#step=0")
        _settled(page, 0)
        assert page.locator(".of").inner_text().strip() == "of 300"
        page.locator(".hides input").check()
        page.keyboard.press("Shift+ArrowRight")
        _settled(page, 10)
        _open(page, "seats")
        page.locator(".charts summary").click()
        html = page.content() + page.title()
        assert page.locator(".slider").get_attribute("max") == "10"
        assert page.locator(".of").inner_text().strip() == ""
        assert "300" not in html
        assert "ada wins" not in html
        page.keyboard.press("End")
        _settled(page, 10)
        page.reload()
        _settled(page, 10)
        assert page.locator(".hides input").is_checked()
        page.locator(".hides input").uncheck()
        page.locator("h1").click()
        page.keyboard.press("End")
        _settled(page, 300)
        page.locator(".hides input").check()
        assert page.locator(".of").inner_text().strip() == "of 300"


def test_each_step_is_said_once(page: Page, diceman: PageServer) -> None:
    """A screen reader hears the step and its headline in one sentence, once a step, whatever else is drawn."""
    page.goto(f"{diceman.address}/#step=5")
    _settled(page, 5)
    page.evaluate(
        """() => {
          window.said = [];
          const region = document.querySelector("[aria-live=polite]");
          new MutationObserver(() => window.said.push(region.textContent)).observe(region, {
            childList: true, characterData: true, subtree: true,
          });
        }"""
    )
    page.keyboard.press("ArrowRight")
    _settled(page, 6)
    page.set_viewport_size({"width": 700, "height": 700})
    page.locator(".add").click()
    page.wait_for_function("() => location.hash.includes(',')")
    page.keyboard.press("ArrowRight")
    _settled(page, 7)
    said = page.evaluate("window.said")
    assert len(said) == 2
    assert said[0].startswith("Step 6: ")
    assert said[1] == f"Step 7: {page.locator('.headline').first.inner_text()}."
    assert page.locator("[aria-live]").count() == 1


def test_the_focus_stays_where_it_is_while_one_steps(page: Page) -> None:
    """Neither a button at the end of its way nor a line that leaves the log takes the focus along."""
    with PageServer({"public": made_up(400)}) as server:
        page.goto(f"{server.address}/#step=245")
        _settled(page, 245)
        _open(page, "log")
        page.locator(".log-step").first.focus()
        page.keyboard.press("Shift+ArrowRight")
        _settled(page, 255)
        assert page.evaluate("document.activeElement.className") == "log-lines"


def test_what_private_eyes_saw_is_gone_behind_the_back_button(
    page: Page, diceman: PageServer
) -> None:
    """The page of a seat is emptied when it is left, and loaded again when it comes back from the cache."""
    page.goto(f"{diceman.address}/#step=20&eyes=seat-0")
    _settled(page, 20)
    page.evaluate(
        """() => {
          window.first = true;
          addEventListener("pagehide", () => sessionStorage.setItem("left", document.getElementById("arena").innerHTML));
          addEventListener("pageshow", (event) => event.persisted && sessionStorage.setItem("persisted", "yes"));
        }"""
    )
    page.goto(f"{diceman.address}/elsewhere#step=0&eyes=public")
    _settled(page, 0)
    page.go_back()
    page.wait_for_function("() => sessionStorage.getItem('persisted') === 'yes' && !window.first")
    _settled(page, 20)
    assert page.evaluate("sessionStorage.getItem('left')") == ""


def test_a_page_of_a_newer_format_says_so(page: Page) -> None:
    """Nothing is drawn of data that is not understood."""
    canned = made_up(10)
    canned.index["format"] = 3
    with PageServer({"public": canned}) as server:
        page.goto(server.address)
        notice = page.locator(".notice")
        notice.wait_for()
        assert "made by a newer arena: format 3; this page reads 2" in notice.inner_text()
        assert page.locator(".scene-title").count() == 0


def test_names_can_be_anything(page: Page) -> None:
    """A name of markup is a text, and a long one widens nothing, however narrow the window."""
    names = ["<img src=x onerror=window.hurt=1>" + "W" * 200, "\u202eadA </script><b>"]
    with PageServer({"public": made_up(300, players=names)}) as server:
        for width in (360, 400, 1100, 2560):
            page.set_viewport_size({"width": width, "height": 700})
            page.goto("about:blank")
            page.goto(f"{server.address}/#step=200")
            _settled(page, 200)
            _open(page, "seats")
            page.locator(".charts summary").click()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("window.hurt") is None
        assert page.locator("h1 .name").first.inner_text() == names[0]


def test_the_proof_of_the_dice_is_told(page: Page, diceman: PageServer) -> None:
    """Where the index has the proof, the page checks and tells it."""
    diceman.eyes["all"].index["proof"] = {
        "commitment": "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108",
        "server_seed": bytes(range(0x00, 0x20)).hex(),
        "salt": bytes(range(0x20, 0x40)).hex(),
        "nonces": [bytes(range(0xA0, 0xB0)).hex(), ""],
        "match_seed": str(0x1740D9681B29EAFA),
    }
    page.goto(f"{diceman.address}/#step=0")
    _settled(page, 0)
    _open(page, "dice")
    assert page.locator(".proof summary").inner_text() == "fair dice ✓"
    assert page.locator(".proof li.bad").count() == 0
