"""Config of Swordman: the parameters of SW-2.1 with their bounds and defaults."""

from __future__ import annotations

from pydantic import Field

from referee.core.config import GameConfig

__all__ = ["SwordmanConfig"]


class SwordmanConfig(GameConfig):
    """Parameters of a match (SW-2.1). An absent field means its default. Nothing is random, so there is no seed (SW-2.3)."""

    power: int = Field(default=10, ge=1, le=100)
    """Points that each seat may spend in a round."""
    priority: bool = True
    """Whether points may go into priority; without it, the game is as it was first published."""
    life: int = Field(default=20, ge=1, le=1000)
    """Life of each seat at the start of each game."""
    locations: int = Field(default=3, ge=2, le=9)
    """Number of locations where a sword or a shield can be (SW-2.2)."""
    guard_on: int = Field(default=3, ge=1, le=10)
    """Sword points that each point of shield stops, if sword and shield are at the same location (SW-5.4)."""
    guard_off: int = Field(default=2, ge=0, le=10)
    """A shield elsewhere stops its points divided by this, rounded up, of a sword; 0: it stops nothing (SW-5.4)."""
    games: int = Field(default=11, ge=1, le=1000)
    """Number of games in the match, all of which are played (SW-7.3)."""
    round_cap: int = Field(default=50, ge=1, le=10_000)
    """Highest number of rounds that one game may last (SW-7.2)."""
    deadline_ms: int = Field(default=2000, ge=50, le=600_000)
    """Suggested move time in milliseconds; used only if the match's creator sets no time control."""
