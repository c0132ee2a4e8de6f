"""Scenes are drawn whole, whatever is in them, for eyes, fingers, keys and ears."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from referee.core.plain import Plain
from referee.replay.frames import Eyes
from referee.replay.reader import load
from referee.replay.recorded import Recording
from referee_arena.scenes.history import History
from tests.arena import draw_scenes
from tests.arena.draw_scenes import SCENES
from tests.arena.drawing import Drawing
from tests.arena.page_server import STATIC
from tests.helpers.tiers import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAYERS = ("ada", "bob", "cy", "dot", "eve", "fay", "gil", "hal", *(f"p{n}" for n in range(8, 16)))
HOSTILE = (
    "</script><img src=x onerror=window.pwn=1>",
    "W" * 200,
    "\u202eright to left\u2066",
    "a\u0301" * 60,
    '"><svg onload=window.pwn=2>',
    "javascript:window.pwn=3",
    "${window.pwn=4}",
    "&lt;b&gt; &amp;",
)
RECORDED = sorted((Path(__file__).parents[1] / "replay" / "recorded").glob("*.replay"))


@pytest.fixture
def drawing(page: Page) -> Iterator[Drawing]:
    """Return a page for scenes; what breaks the policy fails the test."""
    made = Drawing(page)
    yield made
    assert made.refused == []


_HEARD = """(node) => {
    const copy = node.cloneNode(true);
    for (const mute of copy.querySelectorAll("[aria-hidden]")) mute.remove();
    return copy.textContent;
}"""
"""What is read aloud of an element."""


def _recorded(path: Path) -> tuple[Sequence[str], list[Plain]]:
    """Return who played a recorded match, and its middle, last and first scene as everybody's eyes see them."""
    recording = Recording(load(path))
    (eyes,) = (each for each in Eyes.of(recording.replay.header.num_seats) if each.is_all)
    history = History(recording.heading(eyes))
    scenes: list[Plain] = []
    for (frame,) in recording.frames([eyes]):
        history.add(frame)
        scenes.append(history.latest["scene"])
    return recording.players, [scenes[len(scenes) // 2], scenes[-1], scenes[0]]


# Colours.


def _luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` (WCAG 2.2)."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_of_text_stand_out(theme: int) -> None:
    """Each colour of text holds 4.5 to 1 on each ground, and what is on a seat's colour likewise."""
    css = (STATIC / "arena.css").read_text()
    pairs = re.findall(r"--(\w[\w-]*): light-dark\((#\w{6}), (#\w{6})\);", css)
    colours = {name: (light, dark)[theme] for name, light, dark in pairs}
    seats = [f"c{seat}" for seat in range(16)]
    texts = ["ink", "faint", "accent", "good", "warn", "bad", "win", *seats]
    for text, ground in itertools.product(texts, ["ground", "surface", "tint", "win-ground"]):
        assert _contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for edge, ground in [("edge", "surface"), ("edge", "ground"), ("win-edge", "win-ground")]:
        assert _contrast(colours[edge], colours[ground]) >= 3, (edge, ground)
    for seat in seats:
        assert _contrast(colours["on-seat"], colours[seat]) >= 4.5, seat
    assert _contrast(colours["on-accent"], colours["accent"]) >= 4.5
    assert len({colours[seat] for seat in seats}) == 16


def test_contrast_is_counted_as_the_standard_says() -> None:
    """Black on white is 21 to 1, and #767676 on white is the grey that just holds 4.5 (WCAG's own examples)."""
    assert round(_contrast("#000000", "#ffffff"), 2) == 21
    assert _contrast("#767676", "#ffffff") >= 4.5 > _contrast("#777777", "#ffffff")


# Drawing.


@pytest.mark.slow
@pytest.mark.parametrize("width", nightly([360, 1100]))
@pytest.mark.parametrize("name", SCENES)
def test_hostile_names_are_text(drawing: Drawing, name: str, width: int) -> None:
    """A name runs nothing, makes no element, and does not widen the page, wherever it stands."""
    players = [HOSTILE[seat % len(HOSTILE)] for seat in range(16)]
    drawing.draw(players, [SCENES[name](players, 0), SCENES[name](players, 1)], width=width)
    page = drawing.page
    assert drawing.excess <= 0
    for token in page.locator(".token").all()[:12]:
        token.focus()
        assert drawing.excess <= 0
    assert page.evaluate(
        "[typeof pwn, document.querySelectorAll('#root img, #root script').length]"
    ) == [
        "undefined",
        0,
    ]
    if name != "empty":
        assert HOSTILE[0] in page.locator("#root").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_the_same_whatever_was_drawn_before(drawing: Drawing, name: str) -> None:
    """Scenes of other steps, of other kinds, and none at all leave nothing behind."""
    last = SCENES[name](PLAYERS, 5)
    drawing.draw(PLAYERS, [last])
    fresh = drawing.html
    before = [SCENES[name](PLAYERS[:8], step) for step in (0, 1, 4)]
    drawing.draw(PLAYERS, [*before, last])
    assert fresh == drawing.html
    drawing.go_on([*(each(PLAYERS, 3) for each in SCENES.values()), last])
    assert fresh == drawing.html
    drawing.go_on([None, last])
    assert fresh == drawing.html


@pytest.mark.slow
def test_tokens_are_moved_and_not_made_anew(drawing: Drawing) -> None:
    """The element of a token stays its own from step to step."""
    drawing.draw(PLAYERS, [draw_scenes.board(PLAYERS, 0)])
    drawing.page.evaluate(
        """() => { window.kept = document.querySelector('[data-ref="token:u1"]'); }"""
    )
    drawing.go_on([draw_scenes.board(PLAYERS, 1)])
    assert drawing.page.evaluate(
        """() => kept === document.querySelector('[data-ref="token:u1"]')"""
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["board", "halls"])
def test_elements_do_not_pile_up(drawing: Drawing, name: str) -> None:
    """After a thousand scenes there are as many elements as after one."""
    scenes = [SCENES[name](PLAYERS, step) for step in range(10)]
    drawing.draw(PLAYERS, scenes[9:])
    count = "document.querySelectorAll('*').length"
    once = drawing.page.evaluate(count)
    drawing.page.evaluate(
        "(told) => { for (let n = 0; n < 1000; n += 1) view.draw(JSON.parse(told[n % 10])); }",
        [json.dumps(scene) for scene in scenes],
    )
    drawing.go_on(scenes[9:])
    assert once == drawing.page.evaluate(count)


@pytest.mark.slow
@pytest.mark.parametrize("width", nightly([360, 2560]))
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_every_game_fits(drawing: Drawing, path: Path, width: int) -> None:
    """The scenes of each game fit into the narrowest and the widest window."""
    players, scenes = _recorded(path)
    for scene in scenes:
        drawing.draw(players, [scene], width=width)
        assert drawing.excess <= 0


# Picking and lighting up.


@pytest.mark.slow
def test_cells_and_tokens_are_picked(drawing: Drawing) -> None:
    """A click on ground picks its place, a click or Enter on a token the token."""
    scene = draw_scenes.board(PLAYERS, 0, size=10, num_tokens=1)
    drawing.draw(PLAYERS, [scene])
    page = drawing.page
    box = page.locator(".mesh").bounding_box()
    assert box is not None
    cell = box["width"] / 10
    page.mouse.click(box["x"] + 7.5 * cell, box["y"] + 9.5 * cell)
    page.locator('[data-ref="token:u0"]').click()
    page.locator('[data-ref="token:u0"]').press("Enter")
    assert drawing.picked == ["9,7", "token:u0", "token:u0"]


@pytest.mark.slow
def test_all_of_a_reference_lights_up(drawing: Drawing) -> None:
    """A seat's names and tokens light up together, and stay so in the next scene."""
    drawing.draw(PLAYERS, [draw_scenes.halls(PLAYERS, 0)])
    page = drawing.page
    page.evaluate("view.light(new Set(['seat:1']))")
    for step in (0, 1):
        drawing.go_on([draw_scenes.halls(PLAYERS, step)])
        assert page.locator('.lit[data-ref="seat:1"]').count() > 1
        assert page.locator('.token.lit[data-owner="seat:1"]').count() == 1
        assert page.locator('.lit[data-ref="seat:0"]').count() == 0
    page.locator('tbody [data-ref="seat:0"]').hover()
    assert page.locator('.token.lit[data-owner="seat:0"]').count() == 1


# Keys and ears.


@pytest.mark.slow
def test_a_board_is_read_by_keys(drawing: Drawing) -> None:
    """The board as text has one tab stop, and arrow keys go from cell to cell, each with all that is there."""
    scene = draw_scenes.board(PLAYERS, 0, size=8, num_tokens=1)
    drawing.draw(PLAYERS, [scene])
    page = drawing.page
    assert page.get_by_role("grid").count() == 0
    page.locator(".token").first.focus()
    page.keyboard.press("t")
    assert page.locator("[role=gridcell]").count() == 64
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    assert drawing.picked == ["0,1"]
    assert _spoken(page).startswith("0,1: land of ada")
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert _spoken(page).startswith("0,7:")
    page.keyboard.press("Control+Home")
    assert _spoken(page) == "0,0: imp, 2, asleep, p15; remembered"


@pytest.mark.slow
def test_a_cell_says_who_stands_there(drawing: Drawing) -> None:
    """Owner, kind, count, bars, badges and memory are told in words, as are marks."""
    scene: Plain = {
        "title": "",
        "pace": 1000,
        "parts": {
            "board": {
                "type": "grid",
                "title": "level",
                "focus": "",
                "rows": ["..", ".."],
                "legend": {".": ["floor", "", "text"]},
                "sight": [".#", " #"],
                "tokens": {
                    "a": {
                        "at": "0,0",
                        "kind": ["imp", "i", "bad"],
                        "owner": 0,
                        "count": 3,
                        "bars": [["life", 5, 10]],
                        "badges": ["asleep"],
                        "remembered": True,
                    }
                },
                "marks": [
                    {"shape": "arrow", "at": ["0,0", "1,1"], "style": "bad", "text": "3 damage"}
                ],
            }
        },
    }
    drawing.draw(PLAYERS, [scene])
    page = drawing.page
    page.locator("summary").click()
    cells = page.locator("[role=gridcell]")
    cells.first.wait_for()  # `all` waits for nothing
    told = [str(cell.get_attribute("aria-label")) for cell in cells.all()]
    assert told == [
        "0,0: ada's imp, 3, half life, asleep; remembered",
        "0,1: floor",
        "1,0: unknown",
        "1,1: floor; 3 damage",
    ]
    assert page.locator(".mark").get_attribute("aria-label") == "arrow from 0,0 to 1,1: 3 damage"


@pytest.mark.slow
def test_arrow_keys_go_from_token_to_token(drawing: Drawing) -> None:
    """Tokens of a field have one tab stop together, and what has the focus is told of."""
    drawing.draw(PLAYERS, [draw_scenes.halls(PLAYERS, 0)])
    page = drawing.page
    assert page.locator('.token[tabindex="0"]').count() == 1
    page.locator('.token[tabindex="0"]').focus()
    first = _spoken(page)
    assert "champion" in page.get_by_role("tooltip").inner_text()
    page.keyboard.press("ArrowRight")
    assert _spoken(page) != first
    assert page.locator('.token[tabindex="0"]').count() == 1
    page.keyboard.press("Escape")
    assert page.get_by_role("tooltip").count() == 0


@pytest.mark.slow
def test_three_rooms_in_a_row_fit_a_phone(drawing: Drawing) -> None:
    """They are narrow rather than scrolled aside."""
    drawing.draw(PLAYERS[:4], [draw_scenes.halls(PLAYERS[:4], side=3)], width=360)
    # As on the page of a match, whose board has no frame around it.
    drawing.page.evaluate(
        "Object.assign(document.querySelector('.part').style, {padding: 0, border: 0})"
    )
    pane = drawing.page.locator(".rooms > .pane")
    assert pane.evaluate("node => node.scrollWidth - node.clientWidth") <= 1
    assert drawing.page.locator(".room").count() == 9


@pytest.mark.slow
@pytest.mark.parametrize("has_board", [True, False])
def test_many_blows_of_a_fight_are_folded_next_to_a_board(
    drawing: Drawing, has_board: bool
) -> None:
    """They are made when somebody opens them, and stay open in the next step; without a board they are in sight."""
    blows: list[Plain] = [[f"blow {number}"] for number in range(9)]
    side: Plain = {"title": "ada", "lines": [["life"]]}
    fight: dict[str, Plain] = {"type": "versus", "title": "fight", "left": side, "right": side}
    steps: list[Plain] = []
    for step in range(2):
        board: Any = draw_scenes.halls(PLAYERS[:4], step)
        parts = board["parts"] if has_board else {}
        middle: list[Plain] = [[f"step {step}"], *blows]
        steps.append({**board, "parts": {**parts, f"fight {step}": {**fight, "middle": middle}}})
    drawing.draw(PLAYERS[:4], steps[:1])
    shown = drawing.page.locator(".middle > .line")
    if has_board:
        assert shown.count() == 0
        drawing.page.get_by_text("blow by blow").click()
        shown.first.wait_for()
    assert shown.count() == 10
    drawing.go_on(steps[1:])
    assert shown.first.inner_text() == "step 1"
    assert shown.count() == 10


@pytest.mark.slow
def test_measures_say_what_they_show(drawing: Drawing) -> None:
    """Bars, dice, changes and what is hidden have their text, with the reason for what is hidden."""
    drawing.draw(PLAYERS, [draw_scenes.duel(PLAYERS, 0)])
    left = drawing.page.locator(".side.left .line").all()
    told = [str(line.evaluate(_HEARD)) for line in left]
    assert told == ["life 20/20 -2", "rolls 1, 5, 2", "and 1", "guard ? (chosen, not yet shown)"]


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", [*SCENES, *(path.stem for path in RECORDED)])
def test_nothing_serious_is_in_the_way_of_anybody(drawing: Drawing, name: str, theme: str) -> None:
    """What axe counts as serious or critical is nowhere, in made-up scenes and in those of the six games."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe looks for barriers"
    )
    players: Sequence[str] = PLAYERS
    if name in SCENES:
        scenes = [SCENES[name](PLAYERS, 1)]
    else:
        players, scenes = _recorded(next(path for path in RECORDED if path.stem == name))
    drawing.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    for scene in scenes[:2]:
        drawing.draw(players, [scene], width=700)
        found = axe.Axe().run(drawing.page).response["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"]) for each in serious] == []


def _spoken(page: Page) -> str:
    """Return what is called what has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('aria-label')"))
