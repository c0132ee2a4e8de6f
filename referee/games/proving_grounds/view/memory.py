"""Memory of a viewer of Proving Grounds: what the viewer knew one step ago.

Most of what the public may know of a turn is a difference between two observations, such as rooms
entered and gold gained. A view has no state, so the earlier knowledge is stored in the sight.
"""

from __future__ import annotations

import dataclasses

from referee.core.view import Fields, Sight
from referee.games.proving_grounds.view.standing import Standing, standing_of
from referee.games.proving_grounds.view.visibility import Visibility, visibility_of

__all__ = ["TurnSight", "followed"]


@dataclasses.dataclass(frozen=True, slots=True)
class TurnSight(Sight):
    """What a viewer may see after a step, with what the viewer knew one step before."""

    now: Visibility | None = None
    """What the viewer may know after the step; None if the viewer may know nothing."""
    before: Visibility | None = None
    """What the viewer knew before the step; None at the viewer's first step."""
    standing: Standing | None = None
    """Result if the match ended now, as far as the viewer knows; None if `now` is None."""
    stood: Standing | None = None
    """Result if the match had ended before the step; None if `before` is None."""
    end: Fields | None = None
    """The End message; None while the match goes on."""


def followed(before: Sight | None, sight: Sight) -> TurnSight:
    """Return the sight of a step with what the viewer knew before; `before` is None at the first."""
    old = before if isinstance(before, TurnSight) else None
    now = visibility_of(sight)
    known = None if old is None else old.end
    end = next((event["end"] for event in sight.events if "end" in event), known)
    same = {field.name: getattr(sight, field.name) for field in dataclasses.fields(Sight)}
    return TurnSight(
        **same,
        now=now,
        before=None if old is None else old.now,
        standing=None if now is None else standing_of(now, sight.config, end),
        stood=None if old is None else old.standing,
        end=end,
    )
