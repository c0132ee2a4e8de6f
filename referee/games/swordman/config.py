"""Swordman's config: the parameters of SW-2.1 with their bounds and defaults."""

from __future__ import annotations

from pydantic import Field

from referee.core.config import GameConfig

__all__ = ["SwordmanConfig"]


class SwordmanConfig(GameConfig):
    """Parameters (SW-2.1). An absent field means its default. Nothing is random, so there is no seed (SW-2.3)."""

    power: int = Field(default=10, ge=1, le=100)
    """Points that each seat may spend in a round."""
    priority: bool = True
    """Whether points may go into priority; without it, the game as it was first published."""
    life: int = Field(default=20, ge=1, le=1000)
    """Life of both seats at the start of each game."""
    locations: int = Field(default=3, ge=2, le=9)
    """Locations where a sword or a shield can be (SW-2.2)."""
    guard_on: int = Field(default=3, ge=1, le=10)
    """Cover that a point of shield gives against a sword at its own location (SW-5.4)."""
    guard_off: int = Field(default=2, ge=0, le=10)
    """Points of shield for one point of cover against a sword elsewhere; 0 gives none (SW-5.4)."""
    games: int = Field(default=11, ge=1, le=1000)
    """Games in the match, all of which are played (SW-7.3)."""
    round_cap: int = Field(default=50, ge=1, le=10_000)
    """Rounds in one game at most (SW-7.2)."""
    deadline_ms: int = Field(default=2000, ge=50, le=600_000)
    """Suggested move time in milliseconds; the match's time control decides."""
