"""What a game is called and how many can play it: all that a list of games tells.

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
    """Seats when nobody says."""
    chance_free: bool = False
    """Whether there is neither chance nor a hidden world, so that the match seed decides nothing."""
    versions: tuple[int, ...] = ()
    """All behaviour versions whose rules can be played, ascending; `version` alone if nothing is given."""
    ring: bool = False
    """Whether the last seat is beside the first and only how seats lie to one another matters: it makes no
    difference, but for luck, if everybody moves on by the same number of seats."""

    def __post_init__(self) -> None:
        if not self.versions:
            object.__setattr__(self, "versions", (self.version,))
