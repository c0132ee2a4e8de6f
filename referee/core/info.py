"""Name, version and numbers of seats of a game: all that a list of games shows.

It is apart from `game.py` so that a list needs neither rules nor NumPy.
"""

from __future__ import annotations

import dataclasses

__all__ = ["GameInfo"]


@dataclasses.dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts about a game that depend on no config."""

    game: str
    """Identifier: lower case, digits and underscores."""
    title: str
    """Name for people."""
    version: int
    """Behaviour version, from 1; rises when any outcome can change."""
    summary: str
    """One sentence."""
    min_seats: int
    """Fewest seats, from 1."""
    max_seats: int
    """Most seats."""
    default_seats: int
    """Seats of a match whose creator gives no number."""
    chance_free: bool = False
    """Whether there is neither chance nor a hidden world, so that the match seed decides nothing."""
    versions: tuple[int, ...] = ()
    """All behaviour versions whose rules can be played, ascending; `version` alone if nothing is given."""
    ring: bool = False
    """Whether seats sit in a ring, in which only their relative positions matter: moving all players on by the same
    number of seats changes no chances."""

    def __post_init__(self) -> None:
        if not self.versions:
            object.__setattr__(self, "versions", (self.version,))
