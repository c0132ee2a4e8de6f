"""Champions' config: the parameters of CH-2.1 with their bounds and defaults."""

from __future__ import annotations

from pydantic import Field

from referee.core.config import GameConfig

__all__ = ["ChampionsConfig"]


class ChampionsConfig(GameConfig):
    """Parameters of a match (CH-2.1). Seed and number of players are the match's own."""

    loot_actions: int = Field(default=3, ge=1, le=6)
    """Looting actions of a seat in a round."""
    stage_rounds: int = Field(default=8, ge=2, le=100)
    """Most rounds that a map size may last (CH-5.41)."""
    max_rounds: int = Field(default=36, ge=1, le=200)
    """Rounds after which the match ends in any case (CH-7.1)."""
    msgs_per_action: int = Field(default=2, ge=0, le=8)
    """Chat messages of a seat at a decision point."""
    msg_bytes: int = Field(default=200, ge=1, le=1000)
    """Most bytes of a message in UTF-8."""
    deadline_ms: int = Field(default=2000, ge=50, le=600_000)
    """Suggested move time in milliseconds; the match's time control decides."""
