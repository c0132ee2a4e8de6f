"""Prints frames as plain text without control codes, for pipes, logs and tests."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cli.watch.clock_line import clock_line
from referee.cli.watch.paint import event_lines, sections_of
from referee.core.flat import plain, section_lines
from referee.core.text import printable
from referee.replay.frames import Frame, Heading

__all__ = ["frame_text", "heading_text"]


def heading_text(heading: Heading) -> str:
    """Return a line that names the match and the point of view."""
    return f"match {printable(heading.match_id)}: {heading.title}, seen by {heading.eyes}"


def frame_text(heading: Heading, frame: Frame) -> str:
    """Return a frame as text: the step, what happened in it, and what is seen after it."""
    return "\n".join(_frame_lines(heading, frame))


def _frame_lines(heading: Heading, frame: Frame) -> Iterator[str]:
    if frame.outcome:
        yield from ("", *(f"  {plain(line)}" for line in event_lines(heading, frame)))
        yield from frame.outcome
        return
    yield ""
    yield f"=== step {frame.step}{', ' + frame.phase if frame.phase else ''} ==="
    yield from (f"  {plain(line)}" for line in event_lines(heading, frame))
    if clocks := clock_line(heading, frame):
        yield clocks
    yield from section_lines(sections_of(heading, frame))
