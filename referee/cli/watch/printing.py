"""Frames as plain text without control codes, one under the other: for pipes, logs and tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.cli.watch.flat import part_lines, plain
from referee.cli.watch.frames import Frame, Heading
from referee.cli.watch.paint import event_lines, sections_of

__all__ = ["frame_text", "heading_text", "safe"]


def heading_text(heading: Heading) -> str:
    """The match in a line."""
    info = heading.plugin.game.info
    return safe([f"match {heading.match_id}: {info.title}, seen by {heading.eyes}"])


def frame_text(heading: Heading, frame: Frame) -> str:
    """A frame: the step, what happened in it, what is seen after it."""
    return safe(_frame_lines(heading, frame))


def safe(lines: Iterable[str]) -> str:
    """Lines as a text; characters that a terminal would obey, as bots may name themselves, are shown as `?`."""
    return "\n".join("".join(c if c.isprintable() else "?" for c in line) for line in lines)


def _frame_lines(heading: Heading, frame: Frame) -> Iterator[str]:
    if frame.outcome:
        yield from ("", *frame.outcome)
        return
    yield ""
    yield f"=== step {frame.step}{', ' + frame.phase if frame.phase else ''} ==="
    yield from (f"  {plain(line)}" for line in event_lines(heading, frame))
    sections = sections_of(heading, frame)
    for section in sections:
        if len(sections) > 1:
            yield f"--- {section.title} ---"
        for part in section.parts:
            yield f"{part.title}:"
            yield from (f"  {plain(line)}" for line in part_lines(part))
