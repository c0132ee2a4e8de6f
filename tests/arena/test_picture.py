"""Pictures of matches: what they show, of all six games, and that they are sound."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from referee.replay.frames import Eyes
from referee.replay.reader import load
from referee.replay.recorded import Recording
from referee_arena.picture.card import Card, draw_card
from referee_arena.picture.font import clipped, face, width_of
from referee_arena.picture.lines import rows_of
from referee_arena.picture.palette import THEMES, palette_of
from referee_arena.picture.pen import Pen
from referee_arena.picture.png import png_of
from referee_arena.scenes.history import History
from tests.arena.sites import HOSTILE, RECORDED, replay_of

GAMES = sorted(path.stem for path in RECORDED.glob("*.replay"))
SVG = "{http://www.w3.org/2000/svg}"
SIZE = (1200, 630)


def _frames(path: Path, *eyes: Eyes) -> list[tuple[str, tuple[str, ...], list[Any]]]:
    """Title, players and all frames of a replay, for each of some eyes."""
    recording = Recording(load(path))
    histories = [History(recording.heading(each)) for each in eyes]
    frames: list[list[Any]] = [[] for _ in eyes]
    for together in recording.frames(eyes):
        for history, kept, frame in zip(histories, frames, together, strict=True):
            history.add(frame)
            kept.append(history.latest)
    return [
        (history.heading.title, tuple(history.heading.players), kept)
        for history, kept in zip(histories, frames, strict=True)
    ]


def _drawn(svg: str) -> list[tuple[float, float, str]]:
    """Where texts of a picture are written outside moved groups, and what they say."""
    root = ET.fromstring(svg)
    return [
        (float(text.attrib["x"]), float(text.attrib["y"]), text.text or "")
        for text in root.findall(f"{SVG}text")
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_drawn_within_the_picture(game: str) -> None:
    """Each frame is well-formed SVG with the players' names, its texts inside, and no character that the font lacks."""
    known = face(False).widths
    seen = _frames(RECORDED / f"{game}.replay", Eyes(is_public=True), Eyes())
    for title, players, frames in seen:
        for frame in [frames[len(frames) // 2], frames[-1]]:
            pen = draw_card(Card(title, players, frame, is_live=True), *SIZE, "light")
            texts = _drawn(pen.svg(*SIZE))
            assert {title, *players} <= {text for _, _, text in texts}
            assert all(0 <= x <= SIZE[0] and 0 < y <= SIZE[1] for x, y, _ in texts)
            assert {char for text in pen.texts for char in text if ord(char) not in known} == set()


def test_the_result_is_in_the_last_picture_alone() -> None:
    """The picture of the end names the winner with score and reason; those before show the score of their step."""
    ((title, players, frames),) = _frames(RECORDED / "diceman.replay", Eyes(is_public=True))
    end = draw_card(Card(title, players, frames[-1]), *SIZE, "dark").texts
    assert {"greedy", "wins", "14 : 8"} <= end
    before = draw_card(Card(title, players, frames[20]), *SIZE, "dark").texts
    assert "wins" not in before
    assert "14 : 8" not in before


def test_a_picture_without_a_frame_shows_names_alone() -> None:
    """However many there are, and however long their names are."""
    names = tuple(f"{'a long name of a bot ' * 3}{seat}" for seat in range(16))
    for players in (names[:2], names[:5], names):
        pen = draw_card(Card("Champions", players, says="results are hidden"), *SIZE, "light")
        assert all(0 <= x <= SIZE[0] and 0 < y <= SIZE[1] for x, y, _ in _drawn(pen.svg(*SIZE)))
        assert {"results", "are", "hidden"} <= pen.texts
        assert (len(players) > 8) == ("more." in pen.texts)


def test_hostile_names_stay_texts(tmp_path: Path) -> None:
    """A name with markup is written as it is, and closes no element."""
    path = replay_of("diceman", tmp_path / "match.replay", HOSTILE, "bob")
    ((title, players, frames),) = _frames(path, Eyes(is_public=True))
    svg = draw_card(Card(title, players, frames[5]), *SIZE, "light").svg(*SIZE)
    assert {element.tag for element in ET.fromstring(svg).iter()} <= {
        f"{SVG}{name}" for name in ("svg", "g", "rect", "path", "text")
    }
    assert "<script" not in svg


def test_both_themes_have_every_colour_of_the_style_sheet() -> None:
    """The colours that pages name are those of pictures."""
    light, dark = (palette_of(theme) for theme in THEMES)
    assert (light["ground"], dark["ground"]) == ("#f4f4f1", "#0e1116")
    assert (light.of("seat1"), light.of("seat17")) == ("#c52c26", "#c52c26")
    assert light.mix("#000000", 0.5, "#ffffff") == "#808080"


def test_texts_are_measured_and_clipped() -> None:
    """Widths are those of the font's own table; what is too long ends with an ellipsis, and fits."""
    # Advance of `H` as fontTools reads it from the original font, which has 2816 units an em.
    assert width_of("H", 2816) == pytest.approx(2084)
    assert width_of("ii", 10) == pytest.approx(2 * width_of("i", 10))
    assert width_of("i", 10, is_bold=True) > width_of("i", 10)
    assert clipped("short", 1000, 20) == "short"
    long = clipped("a very long name of somebody", 120, 20)
    assert long.endswith("…")
    assert width_of(long, 20) <= 120


def test_lines_are_wrapped_and_cut() -> None:
    """No row is wider than it may be; one that is the last ends with an ellipsis."""
    palette = palette_of("light")
    line = [
        "Round 2: ",
        ["ada", "seat0", "seat:0"],
        " wounds ",
        ["bob", "seat1", "seat:1"],
        " for 2 and more",
    ]
    for width in (90, 150, 260, 900):
        rows = rows_of(line, ("ada", "bob"), palette, size=20, width=width, most=2)
        assert 1 <= len(rows) <= 2
        assert all(row.width <= width + 1 for row in rows)
    one = rows_of(["word " * 50], (), palette, size=20, width=200, most=1)
    assert one[0].pieces[-1].text.endswith("…")


def test_letters_are_drawn_without_fonts_of_the_system() -> None:
    """A text in the font of the package leaves ink, the same at each call; an unknown sign is no error."""
    pytest.importorskip("resvg_py", reason="pictures need the extra preview")
    blank, written, odd = (Pen(palette_of("light")) for _ in range(3))
    written.text(10, 50, "Ada: ▲3 ♥ — żółć, Ωμέγα, Жук", 30, "#000000")
    odd.text(10, 50, "囲碁 \U0001f600", 30, "#000000")
    pictures = [png_of(pen, 500, 80) for pen in (blank, written, written, odd)]
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert pictures[1] == pictures[2] != pictures[0] != pictures[3]
