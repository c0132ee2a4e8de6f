"""Number of users over time: stages as data."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

__all__ = ["SHAPES", "Stage", "parse_stages", "stage_at"]

DAY_S = 86_400


@dataclasses.dataclass(frozen=True, slots=True)
class Stage:
    """A stretch of a run."""

    seconds: float
    """How long it lasts, above 0 and at most a day."""
    users: int
    """Users it has, from 0."""

    def __post_init__(self) -> None:
        """Check the bounds.

        Raises:
            ValueError: A field breaks its bound.
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
"""By name; about 15 seconds each."""


def parse_stages(text: str) -> tuple[Stage, ...]:
    """Return a shape by name, or stages such as `10sx4,20sx40`: seconds and users.

    Raises:
        ValueError: The text is neither.
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
    """Return the stage at a time since the start; None once all are over."""
    for stage in stages:
        if seconds < stage.seconds:
            return stage
        seconds -= stage.seconds
    return None
