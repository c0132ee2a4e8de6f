"""The page of a match that goes on: it follows, can look back, and outlives its server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from referee.core.scene_plain import PlainObject
from tests.arena.canned import made_up
from tests.arena.page_server import PageServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow


@pytest.fixture
def live() -> Iterator[PageServer]:
    """Return a server of a match of which 61 of 121 frames have happened."""
    eyes = {"public": made_up(120), "seat-0": made_up(120, eyes="seat 0, ada")}
    with PageServer(eyes, released=61) as server:
        yield server


def _settled(page: Page, number: int) -> None:
    page.wait_for_selector(f'.player[data-settled="{number}"]')


def test_a_late_reader_has_it_all_and_follows(page: Page, live: PageServer) -> None:
    """The newest is shown as it comes, and all before is there."""
    page.goto(live.address)
    _settled(page, 60)
    assert page.locator(".air").inner_text() == "LIVE"
    live.release()
    _settled(page, 61)
    page.keyboard.press("Home")
    _settled(page, 0)
    assert page.locator(".scene-title").inner_text() == "round 0"
    assert page.locator(".air").inner_text() == "REPLAY"
    live.release(4)
    page.wait_for_function("() => document.querySelector('.slider').max === '65'")
    assert page.locator(".player").get_attribute("data-shown") == "0"
    page.locator(".to-live").click()
    _settled(page, 65)
    assert page.locator(".air").inner_text() == "LIVE"
    live.release(200)
    _settled(page, 120)
    page.wait_for_selector(".air:has-text('FINISHED')")
    assert page.locator(".of").inner_text().strip() == "of 120"


def test_a_live_frame_equals_that_of_a_fresh_load(page: Page, live: PageServer) -> None:
    """What came by the stream, over the border of a chunk, is what an index and chunks give."""
    page.goto(live.address)
    _settled(page, 60)
    _open_log(page)
    for number in range(61, 104):
        live.release()
        page.wait_for_selector(f'.player[data-shown="{number}"]')
    _settled(page, 103)
    followed = page.locator(".viewing").inner_text(), page.locator(".log-lines").inner_text()
    page.reload()
    _settled(page, 103)
    assert followed == (
        page.locator(".viewing").inner_text(),
        page.locator(".log-lines").inner_text(),
    )


def test_frames_that_are_left_out_are_there_when_they_are_looked_at(
    page: Page, live: PageServer
) -> None:
    """A frame told whole shows at once, with the timeline of those before it, and what changes on it after."""
    live.skips = True
    page.goto(live.address)
    _settled(page, 60)
    asked = len(live.asked)
    for number in (80, 81, 90):
        live.release(number - live.released + 1)
        page.wait_for_selector(f'.player[data-shown="{number}"]')
    assert not [path for path in live.asked[asked:] if path.endswith("/index")]
    _settled(page, 90)
    skipped = page.locator(".viewing").inner_text()
    page.keyboard.press("ArrowLeft")
    _settled(page, 89)
    between = page.locator(".viewing").inner_text()
    live.skips = False
    page.reload()
    _settled(page, 89)
    assert page.locator(".viewing").inner_text() == between
    page.keyboard.press("End")
    _settled(page, 90)
    assert page.locator(".viewing").inner_text() == skipped


def test_who_comes_at_step_519_sees_what_who_was_there_sees(page: Page) -> None:
    """Scene, seats, timeline and log, of the newest step and of those before it."""
    with PageServer({"public": made_up(1000)}, released=1) as server:
        page.goto(server.address)
        _settled(page, 0)
        _open_log(page)
        for newest in (250, 519):
            server.release(newest - server.released + 1)
            _settled(page, newest)
        late = page.context.new_page()
        late.goto(server.address)
        _settled(late, 519)
        for step in (519, 0, 250):
            for each in (page, late):
                each.evaluate("step => (location.hash = `#step=${step}`)", step)
                _settled(each, step)
            assert page.locator(".scene-title").inner_text() == f"round {step}"
            assert _shown(late) == _shown(page)
        server.release()
        for each in (page, late):
            each.locator(".to-live").click()
            _settled(each, 520)
        assert _shown(late) == _shown(page)


def _open_log(page: Page) -> None:
    page.locator('[data-tab="log"]').click()


def _shown(page: Page) -> dict[str, str]:
    """Return what a page shows of a moment, by part."""
    shown: dict[str, str] = page.evaluate(
        """parts => {
          const shown = parts.map((part) => [part, document.querySelector(part).outerHTML]);
          return Object.fromEntries([...shown, ["value", document.querySelector(".slider").value]]);
        }""",
        [
            ".headline",
            ".score-head",
            ".scene-body",
            ".clocks",
            ".flags",
            ".slider",
            ".log-lines",
            ".of",
        ],
    )
    assert all(shown.values())
    return shown


def test_clocks_count_down_at_the_newest_frame_alone(page: Page, live: PageServer) -> None:
    """The time of the seat that has to decide, else what is left of its reserve: 60 ms at step 60, 120 at step 0."""
    ten_hours: PlainObject = {"last": 36_000_000, "seats": {"0": 36_000_000}}
    live.clocks = {60: ten_hours, 61: {"last": 36_000_000, "seats": {}}}
    clock = page.locator(".score-side .clock").first
    page.goto(live.address)
    _settled(page, 60)
    _counts_down(page, ".score-side .clock", below_s=36_000)
    assert page.locator(".tally .clock").is_hidden()
    page.keyboard.press("Home")
    _settled(page, 0)
    assert clock.inner_text() == "0:00.1"
    page.locator(".to-live").click()
    _settled(page, 60)
    _counts_down(page, ".score-side .clock", below_s=36_000)
    live.release()
    _settled(page, 61)
    _counts_down(page, ".tally .clock", below_s=36_000)
    assert clock.inner_text() == "0:00.0"
    live.stop()
    page.locator(".tally .clock").wait_for(state="hidden")


def _counts_down(page: Page, clock: str, below_s: float) -> None:
    """Wait until a clock shows less than it did, and at no time more than it began with."""
    page.wait_for_function(
        """([clock, below]) => {
          const [minutes, seconds] = document.querySelector(clock).textContent.split(":").map(Number);
          const left = 60 * minutes + seconds;
          const first = (window.first ??= left);
          if (left > below) throw new Error(`${left} s`);
          if (left < 1000 || left >= first) return false;
          delete window.first;
          return true;
        }""",
        arg=[clock, below_s],
    )


def test_a_page_outlives_its_server(page: Page, live: PageServer) -> None:
    """While the server is gone the page says so, and goes on when it is back."""
    page.clock.install()
    page.goto(live.address)
    _settled_by_clock(page, 60)
    live.stop()
    page.wait_for_function(
        "() => document.querySelector('.notice').textContent.includes('trying again in 1 s')"
    )
    page.clock.fast_forward(1000)
    page.wait_for_function(
        "() => document.querySelector('.notice').textContent.includes('trying again in 2 s')"
    )
    live.start()
    live.release(3)
    page.clock.fast_forward(2000)
    _settled_by_clock(page, 63)
    page.wait_for_selector(".notice", state="hidden")


def test_three_bad_answers_are_no_end(page: Page, live: PageServer) -> None:
    """After 502, 502 and 502 the page follows on."""
    page.clock.install()
    page.goto(live.address)
    _settled_by_clock(page, 60)
    live.refusals = [502, 502, 502]
    live.stop()
    live.start()
    live.release(2)
    for wait in (1, 2, 4, 8):
        told = f"trying again in {wait} s"
        page.wait_for_function(
            "told => document.querySelector('.notice').textContent.includes(told)"
            " || document.querySelector('.player').dataset.shown === '62'",
            arg=told,
        )
        page.clock.fast_forward(1000 * wait)
    _settled_by_clock(page, 62)
    page.wait_for_selector(".notice", state="hidden")
    assert live.refusals == []


def _settled_by_clock(page: Page, number: int) -> None:
    """Wait until a frame is shown, where the page's time does not run by itself."""
    page.wait_for_selector(f'.player[data-shown="{number}"]')


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (401, "sign in"),
        (403, "Choose other eyes"),
        (404, "There is no such match here"),
        (410, "no longer kept"),
    ],
)
def test_an_answer_that_stays_is_told_with_what_to_do(
    page: Page, live: PageServer, status: int, told: str
) -> None:
    """No further attempt is made where it would be in vain."""
    live.refusals = [status]
    page.goto(live.address)
    page.locator(".notice").wait_for()
    assert told in page.locator(".notice").inner_text()
    assert live.asked[-1].endswith("/index")


def test_a_seek_goes_on_when_the_server_is_back(page: Page) -> None:
    """A chunk that could not be had is asked for again."""
    with PageServer({"public": made_up(1000)}) as server:
        page.clock.install()
        page.goto(f"{server.address}/#step=900")
        _settled(page, 900)
        server.refusals = [503]
        page.keyboard.press("Home")
        page.wait_for_function(
            "() => document.querySelector('.notice').textContent.includes('trying again in 1 s')"
        )
        page.clock.fast_forward(1000)
        _settled_by_clock(page, 0)
        page.wait_for_selector(".notice", state="hidden")


def test_no_more_than_three_eyes_are_followed(page: Page) -> None:
    """A browser has six connections to a host, and other tabs need some."""
    eyes = {name: made_up(20, eyes=name) for name in ("public", "seat-0", "seat-1", "seat-2")}
    with PageServer(eyes, released=11) as server:
        page.goto(server.address)
        _settled(page, 10)
        page.locator(".add").click()
        page.locator(".viewer").nth(1).wait_for()
        page.locator(".add").click()
        page.locator(".viewer").nth(2).wait_for()
        page.wait_for_selector(".add", state="hidden")
        server.release()
        _settled(page, 11)
        titles = [title.inner_text() for title in page.locator(".scene-title").all()]
        assert titles == ["round 11"] * 3


def test_seven_windows_share_the_connections_of_a_browser(page: Page, live: PageServer) -> None:
    """All of them load; those that can't follow say so, and do when another window is closed."""
    windows = [page, *(page.context.new_page() for _ in range(6))]
    for window in windows:
        window.goto(live.address)
        _settled(window, 60)
    for window in windows[4:]:
        window.wait_for_selector(".notice:has-text('Other windows follow')")
    live.release()
    for window in windows[:4]:
        _settled(window, 61)
    assert windows[4].locator(".player").get_attribute("data-shown") == "60"
    page.close()
    _settled(windows[4], 61)
    windows[4].wait_for_selector(".notice", state="hidden")
    assert "Other windows follow" in windows[5].locator(".notice").inner_text()


def test_a_server_that_begins_anew_is_noticed(page: Page, live: PageServer) -> None:
    """Where the server has forgotten frames, the page takes what there is now."""
    page.clock.install()
    page.goto(live.address)
    _settled_by_clock(page, 60)
    live.stop()
    live.released = 5
    page.wait_for_function(
        "() => document.querySelector('.notice').textContent.includes('trying again')"
    )
    live.start()
    page.clock.fast_forward(1000)
    _settled_by_clock(page, 4)
    assert "begun anew" in page.locator(".notice").inner_text()
    live.release()
    _settled_by_clock(page, 5)
