"""Moments of a match: the frame that an address names, found in a history or in chunks as they are sent."""

from __future__ import annotations

import bisect
import dataclasses
import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee_arena.scenes.build import Built
from referee_arena.scenes.delta import applied
from referee_arena.scenes.history import History

__all__ = ["Asked", "Moment", "built_moment", "live_moment"]

_STEP = re.compile(r"(\d{1,9})(?:\.(\d{1,4}))?", re.ASCII)


@dataclasses.dataclass(frozen=True, slots=True)
class Asked:
    """A moment as an address names it."""

    step: int | None = None
    """The step; None for the last one there is."""
    nth: int = 0
    """Which of the frames of this step, from 0."""

    @classmethod
    def parse(cls, text: str) -> Asked:
        """Read the value of `step` in an address, such as `12`, or `12.1` for the second frame of step 12.

        A text that names no step asks for the last one, as it does on the page.
        """
        found = _STEP.fullmatch(text)
        return cls(int(found[1]), int(found[2] or 0)) if found else cls()

    def number(self, steps: Sequence[int]) -> int:
        """Return the number of the frame that is shown for it; `History.number` of the pages does the same.

        Args:
            steps: Step of each frame, ascending and not empty.
        """
        if self.step is None:
            return len(steps) - 1
        first = bisect.bisect_left(steps, self.step)
        behind = bisect.bisect_left(steps, self.step + 1)
        return max(0, min(first + self.nth, behind - 1))


class Moment(NamedTuple):
    """A frame of a match with what is known of the match."""

    title: str
    """Title of the game."""
    players: tuple[str, ...]
    """Names of the players, by seat."""
    number: int
    """Number of the frame."""
    frame: Any
    """The frame, as pages get it."""
    is_live: bool
    """Whether the match is going on, and this is its newest frame."""
    history: str = ""
    """Name of the live history that the number belongs to; empty for a replay."""


def live_moment(history: History, asked: Asked, name: str) -> Moment:
    """Return a moment of a match that is watched.

    Args:
        history: Its frames so far, at least one.
        asked: The moment.
        name: Name of the history.
    """
    heading = history.heading
    number = asked.number([frame.step for frame in history.frames])
    is_newest = number == len(history.frames) - 1
    frame = history.latest if is_newest else _unfolded(history.chunks_up_to(number))
    is_live = is_newest and not history.is_over
    return Moment(heading.title, tuple(heading.players), number, frame, is_live, name)


def built_moment(built: Built, asked: Asked) -> Moment:
    """Return a moment of a replay."""
    index = json.loads(built.index_json)
    number = asked.number([entry["step"] for entry in index["timeline"]])
    chunk, within = divmod(number, index["chunk"])
    frame = _unfolded(json.loads(built.chunks[chunk])[: within + 1])
    return Moment(index["title"], tuple(index["players"]), number, frame, False)


def _unfolded(changes: Sequence[Any]) -> Any:
    """Return the last frame of a chunk, or of its beginning."""
    frame: Any = None
    for change in changes:
        frame = applied(frame, change)
    return frame
