"""What `referee watch` draws on a screen of a given size."""

from __future__ import annotations

from rich.console import Console

from referee.cli.watch.paint import Place, painted
from referee.replay.frames import Heading

__all__ = ["drawn"]


def drawn(heading: Heading, place: Place, width: int, height: int) -> list[str]:
    """Return the lines that are drawn, and check that they fit on the screen.

    Args:
        heading: Of the match.
        place: Frames, and where one is in them.
        width: Columns of the screen.
        height: Lines of the screen.
    """
    console = Console(width=width, height=height, force_terminal=True, color_system=None)
    lines = console.render_lines(painted(heading, place, width, height))
    text = ["".join(segment.text for segment in line) for line in lines]
    assert len(text) <= height
    assert max(map(len, text)) <= width
    return text
