"""Screens with a board and lists beside it: what is shown where there is room, and what Tab leads to."""

from __future__ import annotations

import dataclasses

import pytest
from rich.console import Console

from referee.cli.watch.paint import Place, painted, styled
from referee.core.view import (
    PLAYER_STYLES,
    Board,
    Cell,
    Fields,
    GameView,
    Panel,
    Section,
    Sight,
    Span,
    Style,
)
from referee.games import registry
from referee.replay.frames import Frame, Heading

SIZE = 45
LISTS = 6
NUM_LINES = 8


class _View(GameView):
    """A board of 45 by 45 whose cells are numbered, a list beside it, and six more of eight lines."""

    def __init__(self, focus: tuple[int, int]) -> None:
        self._focus = focus

    def sections(self, sight: Sight) -> tuple[Section, ...]:  # noqa: ARG002
        rows = tuple(
            tuple(Cell(f"{chr(65 + row % 26)}{col:02}") for col in range(SIZE))
            for row in range(SIZE)
        )
        own = Panel("own", tuple((Span(f"own {line}"),) for line in range(NUM_LINES)))
        first = Section("match", (Board("the board", rows, self._focus), own))
        more = (f"list {index}" for index in range(LISTS))
        lines = tuple((Span(f"line {line}"),) for line in range(NUM_LINES))
        return (first, *(Section(title, (Panel(title, lines),)) for title in more))

    def event_line(self, event: Fields, players: object) -> tuple[Span, ...]:  # noqa: ARG002
        return (Span("something"),)


def _screen(
    width: int, height: int, first: int = 0, focus: tuple[int, int] = (20, 30)
) -> list[str]:
    plugin = dataclasses.replace(registry.find("champions"), view=_View(focus))
    heading = Heading("m", plugin, ("ada",), {}, "everything")
    frame = Frame(1, "orders", Sight({}, ({},), {}, ("ada",)))
    console = Console(width=width, height=height, force_terminal=True, color_system=None)
    lines = console.render_lines(painted(heading, Place([frame], first), width, height))
    text = ["".join(segment.text for segment in line) for line in lines]
    assert len(text) <= height
    assert max(map(len, text)) <= width
    return text


def _lists(screen: list[str]) -> list[int]:
    """Lists that are shown, from top to bottom."""
    found = [
        (line, index) for line in screen for index in range(LISTS) if f" list {index} " in line
    ]
    return [index for _, index in found]


def test_a_large_terminal_shows_the_whole_board_and_lists_beside_it() -> None:
    """200 by 60: 45 columns of three, and of 53 rows the board and five lists of ten lines each."""
    screen = _screen(200, 60)
    for row in range(SIZE):
        line = next(line for line in screen if line.startswith(f"│ {row:>2} "))
        assert "".join(f"{chr(65 + row % 26)}{col:02}" for col in range(SIZE)) in line
    assert "own 7" in "".join(screen)
    assert _lists(screen) == [0, 1, 2, 3]
    assert "Tab: 2 more" in screen[-1]


@pytest.mark.parametrize("size", [(100, 40), (80, 24), (60, 16)])
@pytest.mark.parametrize("focus", [(0, 0), (44, 44), (20, 30)])
def test_a_small_one_shows_what_is_around_the_focus(
    size: tuple[int, int], focus: tuple[int, int]
) -> None:
    """The cell in focus is there, the title says that there is more, and so is the own list."""
    screen = _screen(*size, focus=focus)
    assert any(f"{chr(65 + focus[0] % 26)}{focus[1]:02}" in line for line in screen)
    assert any("match: the board" in line for line in screen)
    assert any("own 0" in line for line in screen)


def test_tab_leads_to_every_list() -> None:
    """As many as fit below each other; the board stays."""
    assert _lists(_screen(100, 40)) == [0, 1]
    assert _lists(_screen(100, 40, first=1)) == [0, 1, 2]
    assert _lists(_screen(100, 40, first=5)) == [4, 5]
    assert "own 0" in "".join(_screen(100, 40, first=5))  # after the last one the first one follows
    for first in range(LISTS + 1):
        assert any("U30" in line for line in _screen(80, 24, first=first))


def test_sixteen_players_have_sixteen_colours() -> None:
    """None of them is that of anything else."""
    drawn = {style: str(styled((Span("x", style),)).spans) for style in Style}
    assert len(PLAYER_STYLES) == 16
    own = [drawn[style] for style in PLAYER_STYLES]
    others = [drawn[style] for style in Style if style not in PLAYER_STYLES]
    assert len(set(own)) == 16
    assert not set(own) & set(others)


def _pages(num_lines: int) -> list[list[str]]:
    """Titles and lines of what stands beside the board on an 80 by 24 screen, Tab by Tab."""
    rows = ((Cell("."),) * 15,) * 15
    lines = tuple((Span(f"line {line}."),) for line in range(num_lines))
    section = Section("match", (Board("board", rows), Panel("units", lines)))

    class View(_View):
        def sections(self, sight: Sight) -> tuple[Section, ...]:  # noqa: ARG002
            return (section,)

    plugin = dataclasses.replace(registry.find("champions"), view=View((0, 0)))
    heading = Heading("m", plugin, ("ada",), {}, "everything")
    frame = Frame(1, "orders", Sight({}, ({},), {}, ("ada",)))
    console = Console(width=80, height=24, force_terminal=True, color_system=None)
    pages = []
    for first in range(4):
        drawn = console.render_lines(painted(heading, Place([frame], first), 80, 24))
        pages.append(["".join(segment.text for segment in line) for line in drawn])
    return pages


def test_a_long_list_comes_in_pages_beside_the_board() -> None:
    """The board stays whole; 40 lines in 15 a page are three, and the fourth Tab is the first again."""
    pages = _pages(40)
    titles = ["units, 1 to 15 of 40", "units, 16 to 30 of 40", "units, 31 to 40 of 40"]
    for page, title in zip(pages, [*titles, titles[0]], strict=True):
        assert any(title in line for line in page)
        assert sum(" .  .  . " in line for line in page) >= 14
    assert any("line 0." in line for line in pages[0])
    assert any("line 39." in line for line in pages[2])
    assert "Tab: 2 more" in pages[0][-1]


def test_a_hint_says_why_nothing_is_seen() -> None:
    """Instead of an empty box, and only while it is one."""

    class Blind(_View):
        def sections(self, sight: Sight) -> tuple[Section, ...]:  # noqa: ARG002
            return ()

    plugin = dataclasses.replace(registry.find("champions"), view=Blind((0, 0)))
    heading = Heading("m", plugin, ("ada",), {}, "the public", ("nothing yet, but --full",))
    frame = Frame(1, "orders", Sight({}, (), {}, ("ada",)))
    console = Console(width=80, height=24, force_terminal=True, color_system=None)

    def text(heading: Heading) -> str:
        drawn = console.render_lines(painted(heading, Place([frame]), 80, 24))
        return "".join(segment.text for line in drawn for segment in line)

    assert "nothing yet, but --full" in text(heading)
    assert heading.plugin is not None
    seeing = dataclasses.replace(
        heading, plugin=dataclasses.replace(heading.plugin, view=_View((0, 0)))
    )
    assert "nothing yet, but --full" not in text(seeing)


def test_an_event_told_to_one_seat_says_whom() -> None:
    """Where everything is seen; an event that all are told says nothing of it."""
    sight = Sight({}, ({}, {}), {}, ("ada", "bob"), told_to=(None, 1))
    lines = ["".join(span.text for span in line) for line in _View((0, 0)).event_lines(sight)]
    assert lines == ["something", "something (to seat 1)"]
