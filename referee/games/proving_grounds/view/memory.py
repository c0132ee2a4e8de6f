"""What a viewer of Proving Grounds remembers from step to step: how everything was one step ago.

Most of what the public may know of a turn is a difference between two observations: who has entered which room, and
who has become richer. A view keeps nothing itself, so the difference travels with the sight.
"""

from __future__ import annotations

import dataclasses

from referee.core.view import Fields, Sight
from referee.games.proving_grounds.view.standing import Standing, standing_of
from referee.games.proving_grounds.view.visibility import Visibility, visibility_of

__all__ = ["TurnSight", "followed"]


@dataclasses.dataclass(frozen=True, slots=True)
class TurnSight(Sight):
    """A sight with what the viewer has known one step before."""

    now: Visibility | None = None
    """What the viewer may know after the step; None if that is nothing."""
    before: Visibility | None = None
    """What the viewer has known before the step; None at the first step that he sees."""
    standing: Standing | None = None
    """How the match would end now, as far as the viewer knows; None where `now` is."""
    stood: Standing | None = None
    """How the match would have ended before the step; None where `before` is."""
    end: Fields | None = None
    """The End message; None while the match goes on."""


def followed(before: Sight | None, sight: Sight) -> TurnSight:
    """Return the sight with what the viewer has known before; see `GameView.followed`."""
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
