"""Screens with a board and lists beside it: what is shown where there is room, and what Tab leads to."""

from __future__ import annotations

import dataclasses

import pytest
from rich.console import Console

from referee.cli.watch.frames import Frame, Heading
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


def test_eight_players_have_eight_colours() -> None:
    """None of them is that of anything else."""
    drawn = {style: str(styled((Span("x", style),)).spans) for style in Style}
    assert len(PLAYER_STYLES) == 8
    own = [drawn[style] for style in PLAYER_STYLES]
    others = [drawn[style] for style in Style if style not in PLAYER_STYLES]
    assert len(set(own)) == 8
    assert not set(own) & set(others)
