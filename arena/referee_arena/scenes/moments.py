"""Finds the frame of a match that an address names by its step, in a live history or in the chunks of a replay."""

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
    """The frame of a match that an address asks for, named by its step."""

    step: int | None = None
    """Step of the frame, from 0; None for the last frame so far."""
    nth: int = 0
    """Index of the frame among all frames of the step, from 0."""

    @classmethod
    def parse(cls, text: str) -> Asked:
        """Read the parameter `step` of an address, such as `12`, or `12.1` for the second frame of step 12.

        Any other text stands for the last frame so far, as on the page of the match.
        """
        found = _STEP.fullmatch(text)
        return cls(int(found[1]), int(found[2] or 0)) if found else cls()

    def number(self, steps: Sequence[int]) -> int:
        """Return the number, from 0, of the frame to show.

        If the step has fewer frames than the address asks for, it is the step's last one; if the step has none, the
        last frame before it, or the first of all. The pages' script chooses in the same way.

        Args:
            steps: Step of each frame, ascending and not empty.
        """
        if self.step is None:
            return len(steps) - 1
        first = bisect.bisect_left(steps, self.step)
        behind = bisect.bisect_left(steps, self.step + 1)
        return max(0, min(first + self.nth, behind - 1))


class Moment(NamedTuple):
    """One frame of a match, with the game's title, the players, and whether the match is live."""

    title: str
    """Title of the game."""
    players: tuple[str, ...]
    """Names of the players, by seat."""
    number: int
    """Number of the frame in the history of the match, from 0."""
    frame: Any
    """The whole frame, as plain data in the format that pages get."""
    is_live: bool
    """Whether the match is going on, and this is its newest frame."""
    history: str = ""
    """Name of the live history that the number belongs to; empty for a replay."""


def live_moment(history: History, asked: Asked, name: str) -> Moment:
    """Return a frame of a match that the arena watches live.

    Args:
        history: The match's frames so far, at least one.
        asked: The frame that an address asks for.
        name: Name of the live history, since frame numbers of two histories of a match may differ.
    """
    heading = history.heading
    number = asked.number([frame.step for frame in history.frames])
    is_newest = number == len(history.frames) - 1
    frame = history.latest if is_newest else _unfolded(history.chunks_up_to(number))
    is_live = is_newest and not history.is_over
    return Moment(heading.title, tuple(heading.players), number, frame, is_live, name)


def built_moment(built: Built, asked: Asked) -> Moment:
    """Return the frame of a replay that an address asks for."""
    index = json.loads(built.index_json)
    number = asked.number([entry["step"] for entry in index["timeline"]])
    chunk, within = divmod(number, index["chunk"])
    frame = _unfolded(json.loads(built.chunks[chunk])[: within + 1])
    return Moment(index["title"], tuple(index["players"]), number, frame, False)


def _unfolded(changes: Sequence[Any]) -> Any:
    """Return the frame that results from a chunk's whole first frame and the changes after it, applied in order."""
    frame: Any = None
    for change in changes:
        frame = applied(frame, change)
    return frame
