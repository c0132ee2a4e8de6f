"""Name, version and numbers of seats of a game: all that a list of games shows.

This module is separate from `game.py`, so that a list of games needs neither rules nor NumPy.
"""

from __future__ import annotations

import dataclasses

__all__ = ["GameInfo"]


@dataclasses.dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts about a game that depend on no config: identifier, title, versions, numbers of seats."""

    game: str
    """Identifier of the game: lower case, digits and underscores."""
    title: str
    """Name of the game for people."""
    version: int
    """Behaviour version of the rules, from 1; raised whenever the outcome of any match can
    change.
    """
    summary: str
    """What the game is about, in one sentence."""
    min_seats: int
    """Lowest number of seats, from 1."""
    max_seats: int
    """Highest number of seats."""
    default_seats: int
    """Number of seats of a match whose creator gives none."""
    chance_free: bool = False
    """Whether nothing in the game is drawn from the match seed: no dice, and no hidden start
    position.
    """
    versions: tuple[int, ...] = ()
    """All behaviour versions whose rules can be played, ascending; only `version` if none are
    given.
    """
    ring: bool = False
    """Whether seats sit in a ring where only relative positions matter: moving all players by the
    same number of seats changes no player's chances.
    """

    def __post_init__(self) -> None:
        if not self.versions:
            object.__setattr__(self, "versions", (self.version,))
