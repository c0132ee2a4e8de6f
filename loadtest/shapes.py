"""Shapes of load: the number of users over time, as stages in data."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

__all__ = ["SHAPES", "Stage", "parse_stages", "stage_at"]

DAY_S = 86_400


@dataclasses.dataclass(frozen=True, slots=True)
class Stage:
    """Part of a run with a constant number of users: that number, and the length of the part."""

    seconds: float
    """Length in seconds, above 0 and at most a day."""
    users: int
    """Number of users during the stage, from 0."""

    def __post_init__(self) -> None:
        """Raise an error if a field is out of its bounds.

        Raises:
            ValueError: A field is out of its bounds.
        """
        if not 0 < self.seconds <= DAY_S:
            raise ValueError(
                f"a stage must last longer than 0 s and at most {DAY_S} s, not {self.seconds:g}"
            )
        if self.users < 0:
            raise ValueError(f"a stage must have from 0 users, not {self.users}")


SHAPES = {
    "ramp": (Stage(5, 4), Stage(5, 12), Stage(5, 24)),
    "steady": (Stage(15, 12),),
    "spike": (Stage(5, 4), Stage(5, 40), Stage(5, 4)),
}
"""Shapes by name; each lasts about 15 seconds."""


def parse_stages(text: str) -> tuple[Stage, ...]:
    """Return the stages that a text describes: a shape's name, or a list such as `10sx4,20sx40`.

    An entry of a list has seconds and users.

    Raises:
        ValueError: The text is neither a shape's name nor such a list.
    """
    if text in SHAPES:
        return SHAPES[text]
    return tuple(_parse_stage(part, text) for part in text.split(","))


def _parse_stage(part: str, text: str) -> Stage:
    seconds, _, users = part.strip().partition("sx")
    try:
        length, number = float(seconds), int(users)
    except ValueError:
        raise ValueError(
            f"stages must be one of {', '.join(SHAPES)}, or such as 10sx4,20sx40, not {text!r}"
        ) from None
    return Stage(length, number)


def stage_at(stages: Sequence[Stage], seconds: float) -> Stage | None:
    """Return the stage at a number of seconds since the start; None once all stages are over."""
    for stage in stages:
        if seconds < stage.seconds:
            return stage
        seconds -= stage.seconds
    return None
