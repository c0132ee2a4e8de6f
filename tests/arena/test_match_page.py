"""The page of a match shows on one screen who leads, what just happened, who won and why."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from referee.core.scene_plain import PlainObject, scene_plain
from referee.core.story_plain import story_plain
from referee.games.champions.view.view import VIEW
from referee_arena.scenes.delta import applied, change
from referee_arena.scenes.history import CHUNK, SentFrame, encoded
from tests.arena.canned import made_up, recorded
from tests.arena.page_server import CannedEyes, PageServer
from tests.games.champions.story_sights import after_fights
from tests.games.dice_adventure.stories import told
from tests.games.dice_adventure.test_scene import ALL, Match, silent

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

SIZES = [(360, 740), (1100, 800), (2560, 1440)]


@pytest.fixture
def diceman(tmp_path: Path) -> Iterator[PageServer]:
    """Return a server of a real match that is over."""
    with PageServer(recorded(tmp_path)) as server:
        yield server


def _settled(page: Page, number: int) -> None:
    page.wait_for_selector(f'.player[data-settled="{number}"]')


def _show(page: Page, server: PageServer, number: int, query: str = "") -> None:
    """Load the page at the step of a frame."""
    page.goto("about:blank")
    page.goto(f"{server.address}/{query}#step={number}")
    _settled(page, number)


def _frames(canned: CannedEyes) -> list[Any]:
    """Return all frames, whole."""
    frames: list[Any] = []
    for sent in canned.frames:
        frames.append(applied(frames[-1] if frames else None, sent.change))
    return frames


def _again(canned: CannedEyes, frames: list[Any]) -> CannedEyes:
    """Return the same match with other frames."""
    sent = []
    for old, frame in zip(canned.frames, frames, strict=True):
        told = [frame] if old.number % CHUNK == 0 else change(frames[old.number - 1], frame)
        sent.append(SentFrame(old.number, encoded(told), old.timeline))
    return CannedEyes(canned.index, sent)


def _line(line: list[Any]) -> str:
    return "".join(span if isinstance(span, str) else span[0] for span in line)


def test_the_header_has_score_phase_and_life(page: Page, diceman: PageServer) -> None:
    """Each step shows the score, where the match stands, and what each seat has left, as the story has it."""
    frames = _frames(diceman.eyes["public"])
    players = diceman.eyes["public"].index["players"]
    assert isinstance(players, list)
    for number in (3, 40, 70):
        story = frames[number]["story"]
        _show(page, diceman, number)
        one, other = (seat["value"] for seat in story["score"]["seats"])
        assert page.locator(".tally-value").inner_text() == f"{one}:{other}"
        for word, count, _ in story["phases"]:
            assert f"{word} {count}" in page.locator(".tally-phase").inner_text()
        meters = page.locator(".meeting .gauge").all()
        gauges = [seat["gauge"] for seat in story["score"]["seats"]]
        assert [meter.get_attribute("aria-valuenow") for meter in meters] == [
            str(value) for value, _, _ in gauges
        ]
        assert page.locator(".headline").inner_text() == _line(story["headline"])
        assert page.title().startswith(f"{players[0]} {one} : ")


def test_the_feed_has_the_newest_sentence_first(page: Page, diceman: PageServer) -> None:
    """Sentences of the shown step come before those of earlier steps, with the round in which they happened."""
    frames = _frames(diceman.eyes["public"])
    _show(page, diceman, 30)
    items = page.locator(".feed li")
    expected = [
        (number, sentence)
        for number in range(30, 19, -1)
        for sentence in reversed(frames[number]["story"].get("sentences", []))
    ]
    for at, (number, sentence) in enumerate(expected):
        item = items.nth(at)
        phases = frames[number - 1]["story"]["phases"]
        assert item.locator(".line").inner_text() == _line(sentence["line"])
        assert item.locator(".feed-time").inner_text() == ".".join(str(each[1]) for each in phases)
        assert ("milestone" in (item.get_attribute("class") or "")) == sentence.get(
            "milestone", False
        )


def test_a_match_that_is_over_opens_with_its_result(page: Page, diceman: PageServer) -> None:
    """The card has winner, score and reason, moments that lead to their steps, and the way back to the start."""
    result = _frames(diceman.eyes["public"])[-1]["result"]
    page.goto(diceman.address)
    _settled(page, 77)
    card = page.locator(".result-card")
    title = _line(result["headline"]) + (f" {result['score']}" if "score" in result else "")
    assert card.locator(".result-title").inner_text() == title
    assert card.locator(".result-reason").inner_text() == result["reason"]
    assert page.title().startswith(title)
    assert card.locator(".moments a").count() in range(1, 5)
    card.locator(".moments a").first.click()
    page.wait_for_selector(".result-card", state="hidden")
    page.keyboard.press("End")
    page.locator(".result-card button", has_text="see the board").click()
    page.wait_for_selector(".result-card", state="hidden")
    assert page.locator(".viewer").is_visible()
    page.keyboard.press("Home")
    page.keyboard.press("End")
    page.locator(".result-card button", has_text="watch from the start").click()
    page.wait_for_function("() => Number(document.querySelector('.player').dataset.shown) < 10")


def test_a_forfeit_is_no_score(page: Page, diceman: PageServer) -> None:
    """Where a seat has forfeited, neither header nor card nor title shows numbers."""
    canned = diceman.eyes["public"]
    frames = copy.deepcopy(_frames(canned))
    frames[-1] |= {
        "forfeited": [1],
        "result": {"winners": [0], "headline": ["ada wins"], "reason": "bob resigned."},
    }
    diceman.eyes = {"public": _again(canned, frames)}
    page.goto(diceman.address)
    _settled(page, 77)
    assert page.locator(".result-title").inner_text() == "ada wins"
    assert page.locator(".tally-value").inner_text() == "forfeit"
    assert page.title() == "ada wins · Diceman"


def test_hidden_results_hide_all_of_it(page: Page, diceman: PageServer) -> None:
    """From the start on, neither title, curve, moments, feed nor card show what has not been watched yet."""
    result = _frames(diceman.eyes["public"])[-1]["result"]
    _show(page, diceman, 0)
    page.locator(".hides input").check()
    page.goto("about:blank")
    page.goto(diceman.address)
    _settled(page, 0)
    assert page.locator(".moment-name").count() == 0
    assert page.locator(".flags .ahead").count() == 0
    assert page.locator(".flag.level").count() == 0
    assert page.locator(".result-card").is_hidden()
    assert _line(result["headline"]) not in page.content() + page.title()
    assert page.locator(".air").is_hidden()
    page.locator(".hides input").uncheck()
    page.wait_for_selector(".flags .ahead", state="attached")
    assert page.locator(".flag.level").count() > 0


@pytest.mark.parametrize("number", [30, 77])
def test_what_decides_is_on_the_first_screen(page: Page, diceman: PageServer, number: int) -> None:
    """At 1100x800 nothing scrolls: score, clocks, turn, headline, feed, curve and buttons are all in sight."""
    page.goto(f"{diceman.address}/#step=30")
    _settled(page, 30)
    if number == 77:
        page.keyboard.press("End")
        _settled(page, 77)
    board = (
        [".result-card", ".moments a"]
        if number == 77
        else [".deciding", ".headline", ".clash .dice"]
    )
    around = [".score-name", ".tally-value", ".meeting", ".feed li", ".flags", ".slider", ".play"]
    for part in [*board, *around]:
        box = page.locator(part).first.bounding_box()
        assert box is not None, part
        assert 0 <= box["y"] <= 800 - box["height"], part
        assert 0 <= box["x"] <= 1100 - box["width"], part
    assert page.evaluate("document.documentElement.scrollHeight") <= 800


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_wider_than_the_window(
    page: Page, diceman: PageServer, width: int, height: int
) -> None:
    """Neither a step nor the result is, nor the projector."""
    page.set_viewport_size({"width": width, "height": height})
    for number, query in ((30, ""), (30, "?view=projector")):
        _show(page, diceman, number, query)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("End")
        _settled(page, 77)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", [(360, 740), (1100, 800)])
def test_fights_are_cards_of_which_two_are_whole(page: Page, size: tuple[int, int]) -> None:
    """Each card has two champions a side, what they have left and lost, and a sentence; none is too wide."""
    names = [f"tactician number {seat}" for seat in range(16)]
    after = {seat: (100 - 6 * seat, 85, 0 if seat % 4 == 3 else 80, 85) for seat in range(16)}
    pairs = [(seat, seat + 1) for seat in range(0, 16, 2)]
    sight = after_fights(pairs, after, num_seats=16, players=names)
    scene = VIEW.scene(sight)
    canned = made_up(1, players=names)
    frames = _frames(canned)
    frames[0] |= {"scene": scene_plain(scene), "story": story_plain(VIEW.story(sight, scene, ()))}
    with PageServer({"public": _again(canned, frames)}) as server:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        _show(page, server, 0)
        cards = page.locator(".fights > .part")
        # Those below the fold are drawn when the reader comes near.
        assert cards.count() == 6
        cards.last.scroll_into_view_if_needed()
        cards.nth(len(pairs) - 1).wait_for()
        card = cards.first
        card.scroll_into_view_if_needed()
        assert card.locator(".side-name").all_text_contents() == [
            "2 tactician number 2",
            "3 tactician number 3",
        ]
        assert card.locator(".says").all_inner_texts() == ["88", "80", "82", "falls"]
        assert card.locator(".middle li").count() == 1
        lost = card.locator(".bar > u").evaluate_all("all => all.map((each) => each.style.width)")
        assert lost == ["12%", "18%", "100%"]
        box, second = page.locator(".fights-box").bounding_box(), cards.nth(1).bounding_box()
        assert box is not None
        assert second is not None
        assert second["y"] + second["height"] <= box["y"] + box["height"]
        wide = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length"
        assert (
            page.locator(".fights > .part, .fights .line, .fights .measure").evaluate_all(wide) == 0
        )
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("size", SIZES)
def test_a_party_has_its_levels_its_goal_and_its_members(page: Page, size: tuple[int, int]) -> None:
    """Instead of three times the same points: hearts, key and points to walk by; pieces are signs with their dice."""
    levels = [{"map": "C1C2C3**\nR1T1M1M2\nK1K2K3..", "cap": 30}, "L1"]
    match = Match(ALL, {"levels": levels, "ping_windows": 0})
    canned = made_up(1, players=match.sight.players)
    frames = _frames(canned)
    frames[0] |= {"scene": scene_plain(match.scene), "story": story_plain(told(match.sight))}
    with PageServer({"public": _again(canned, frames)}) as server:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        _show(page, server, 0)
        assert page.locator(".stages li").all_text_contents() == ["1 round 1 of 30", "2 "]
        assert page.locator(".stages .now b").all_text_contents() == ["1"]
        assert page.locator(".leader .line").inner_text() == (
            "the Dwarf, the Giant and the Human need their keys"
        )
        assert page.locator(".strip .facts").all_inner_texts() == [
            "Dwarf ♥♥♥\nkey ✗\nAP 6",
            "Giant ♥♥♥\nkey ✗\nAP 3",
            "Human ♥♥♥\nkey ✗\nAP 4",
        ]
        assert page.locator(".strip .strip-value").all_inner_texts() == [""] * 3
        wide = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length"
        assert page.locator(".strip li, .strip .facts").evaluate_all(wide) == 0
        labels = page.locator(".token .label").all_text_contents()
        assert sorted(labels) == ["6", "d4", "d4+2", "d6"]
        assert page.locator(".token .icon").count() == 4
        assert page.locator("pattern .icon").count() == 7  # three shrines and starts, the tower
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize(("size", "query"), [((1100, 800), ""), ((1024, 768), "?view=projector")])
def test_parties_that_race_are_side_by_side(page: Page, size: tuple[int, int], query: str) -> None:
    """Both boards are whole on the screen, each with its heading, also on the smallest of common projectors."""
    match = Match(ALL, silent("C1C2C3**\n..R1....\nK1K2K3.."), tuple("abcdef"))
    canned = made_up(1, players=match.sight.players)
    frames = _frames(canned)
    frames[0] |= {"scene": scene_plain(match.scene), "story": story_plain(told(match.sight))}
    with PageServer({"public": _again(canned, frames)}) as server:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        _show(page, server, 0, query)
        stage = page.locator(".stage").bounding_box()
        assert stage is not None
        boards = [board.bounding_box() for board in page.locator(".stage .cells-map").all()]
        assert len(boards) == 2
        for box in boards:
            assert box is not None
            assert box["width"] > 100
            assert box["y"] + box["height"] <= stage["y"] + stage["height"] + 1
            assert box["x"] + box["width"] <= stage["x"] + stage["width"] + 1
        titles = page.locator(".stage .part-title:visible").all_inner_texts()
        assert titles == [f"party {party}: board, as seen by all" for party in (1, 2)]


def test_how_to_play_leads_to_all_rules(page: Page, diceman: PageServer) -> None:
    """In a few sentences, with the address of the rulebook where the server has it."""
    diceman.page = {"rules": "/rules/"}
    _show(page, diceman, 30)
    page.locator(".how summary").click()
    assert page.locator(".how li").count() in range(1, 6)
    assert page.locator(".how a").get_attribute("href") == "/rules/diceman"
    diceman.page = {}
    _show(page, diceman, 30)
    assert page.locator(".how li").count() in range(1, 6)
    assert page.locator(".how a").count() == 0


def test_letters_grow_with_the_window(page: Page, diceman: PageServer) -> None:
    """16 px up to 1600 px, about 20 at 2560, and about 30 on a projector of that width."""
    sizes = []
    for width, query in ((1100, ""), (2560, ""), (2560, "?view=projector")):
        page.set_viewport_size({"width": width, "height": 900})
        _show(page, diceman, 30, query)
        size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
        sizes.append(round(float(size.removesuffix("px"))))
    assert sizes == [16, 20, 30]


def test_the_projector_has_nothing_to_press(page: Page, diceman: PageServer) -> None:
    """The key `p` takes buttons away and brings them back; the address keeps it."""
    _show(page, diceman, 30)
    page.keyboard.press("p")
    assert page.locator("button:visible, select:visible, summary:visible").count() == 0
    assert page.locator(".curve-says").is_visible()
    assert page.locator(".feed").is_visible()
    assert "view=projector" in page.url
    page.reload()
    _settled(page, 30)
    assert page.locator("button:visible").count() == 0
    page.keyboard.press("p")
    assert page.locator(".controls .play").is_visible()
    assert "view" not in page.url


def test_a_projector_follows_and_goes_to_the_next_match(page: Page) -> None:
    """It shows each step as it comes, the result at the end, and then the next match that is being played."""
    matches: PlainObject = {"matches": [{"id": "m2", "phase": "running", "title": "Made up"}]}
    with PageServer({"public": made_up(20)}, released=11, page={"live": True}) as server:
        page.clock.install()
        page.route("**/api/matches", lambda route: route.fulfill(json=matches))
        page.goto(f"{server.address}/match/m?view=projector")
        page.wait_for_selector('.player[data-shown="10"]')
        server.release(20)
        page.wait_for_selector('.player[data-shown="20"]')
        page.wait_for_selector(".air:has-text('FINISHED')")
        page.clock.fast_forward(5000)
        page.wait_for_url("**/match/m2?view=projector**")


def test_a_game_without_a_story_looks_right(page: Page) -> None:
    """Without score, phases and sentences the page has headline, place and board, and no empty marks."""
    with PageServer({"public": made_up(50)}) as server:
        _show(page, server, 7)
        assert page.locator(".headline").inner_text() == "ada makes move 7"
        assert page.locator(".tally-value").is_hidden()
        assert page.locator(".tally-phase").inner_text() == "round 7"
        assert page.locator(".gauges > *:visible").count() == 0
        assert page.locator(".how").is_hidden()
        assert page.locator(".legend").is_hidden()
        assert page.locator(".scene-body table").is_visible()


def test_the_rules_are_a_click_away(page: Page, diceman: PageServer) -> None:
    """The button in the bar unfolds what the game says of how it is played, in its sentences."""
    told = diceman.eyes["public"].index["how_to"]
    assert isinstance(told, list)
    _show(page, diceman, 5)
    assert page.locator(".how li").first.is_hidden()
    page.locator(".to-how").click()
    assert page.locator(".how li").all_inner_texts() == told


def test_a_link_to_the_moment_is_shared(page: Page, diceman: PageServer) -> None:
    """The button copies a link to step and eyes, also where a browser has no clipboard, and says so; the link leads there."""
    diceman.page = {"share": {"embed": "/embed/match/m"}}
    _show(page, diceman, 5)
    page.evaluate(
        """() => {
          Object.defineProperty(navigator, "clipboard", { value: undefined });
          document.addEventListener("copy", () => (window.copied = document.activeElement.value));
        }"""
    )
    page.locator(".bar-top .copy").click()
    said = page.locator(".share-box [role=status]", has_text="The link is copied.")
    said.wait_for()
    eyes = next(iter(diceman.eyes))
    link = f"{diceman.address}/?step=5&eyes={eyes}"
    assert page.evaluate("window.copied") == link
    code = page.locator(".share-box .code").input_value()
    assert f'<iframe src="{diceman.address}/embed/match/m"' in code
    assert 'sandbox="allow-scripts allow-same-origin' in code
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="copy code").click()
    page.locator(".share-box [role=status]", has_text="it is selected").wait_for()
    assert page.evaluate("getSelection().toString()") == code
    page.goto("about:blank")
    page.goto(link)
    _settled(page, 5)
    assert page.url == f"{diceman.address}/#step=5&eyes={eyes}"


def test_a_link_with_hidden_results_hides_them(page: Page, diceman: PageServer) -> None:
    """It opens at the first step, and is shared as such; the choice is not kept for other matches."""
    page.goto(f"{diceman.address}/?results=hidden")
    _settled(page, 0)
    assert page.locator(".hides input").is_checked()
    assert page.locator(".result-card").is_hidden()
    page.goto("about:blank")
    page.goto(diceman.address)
    page.locator(".result-card").wait_for()


def test_a_page_to_embed_has_board_score_and_controls_alone(
    page: Page, diceman: PageServer
) -> None:
    """It has no column beside the board and no choices, and a link to the whole page."""
    diceman.page = {"view": "embed", "open": "/match/m"}
    page.set_viewport_size({"width": 800, "height": 600})
    _show(page, diceman, 5)
    for shown in (".score-head", ".headline", ".stage .part", ".controls .play", ".slider"):
        assert page.locator(shown).first.is_visible()
    for left_out in (".beside", ".chooser", ".to-how", ".copy", ".hides", ".add", ".to-projector"):
        assert page.locator(left_out).first.is_hidden()
    assert page.get_by_role("link", name="open").get_attribute("href") == "/match/m"
    assert page.evaluate("document.documentElement.scrollWidth") <= 800


def test_arrows_go_from_tab_to_tab(page: Page, diceman: PageServer) -> None:
    """With the focus on a tab that was reached by the tab key, arrows open the next one and move no step."""
    _show(page, diceman, 5)
    page.locator(".slider").focus()
    page.keyboard.press("Tab")
    page.locator('[data-tab="story"]').focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator('[role="tab"]:visible').last.get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowRight")
    assert page.locator('[data-tab="story"]').get_attribute("aria-selected") == "true"
    assert page.locator(".player").get_attribute("data-shown") == "5"
