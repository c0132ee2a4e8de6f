"""Config of Diceman: the parameters of DM-2.1 with their bounds and defaults."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.core.config import GameConfig
from referee.games.diceman.tables import MagicScope
from referee.kit.records import OneOf

__all__ = ["DicemanConfig"]


class DicemanConfig(GameConfig):
    """Parameters of a match (DM-2.1). An absent field means its default. The match seed is not part of the config."""

    life: int = Field(default=20, ge=1, le=1000)
    """Life of each seat at the start of each game."""
    die_magic: int = Field(default=4, ge=1, le=100)
    """Number of sides of the Magic die."""
    die_priority: int = Field(default=6, ge=1, le=100)
    """Number of sides of the Priority die; also the number of the first phase of a round (DM-5.3)."""
    die_sword: int = Field(default=8, ge=1, le=100)
    """Number of sides of the Sword die."""
    die_shield: int = Field(default=10, ge=1, le=100)
    """Number of sides of the Shield die."""
    magic_scope: Annotated[Literal["phase", "so_far"], OneOf(MagicScope)] = "phase"
    """Which damage stops Magic: only that of the same phase, or all of the round so far (DM-5.9.5)."""
    games: int = Field(default=11, ge=1, le=1000)
    """Number of games in the match, all of which are played (DM-7.2)."""
    round_cap: int = Field(default=100, ge=1, le=10_000)
    """Highest number of rounds that one game may last (DM-7.1)."""
    deadline_ms: int = Field(default=2000, ge=50, le=600_000)
    """Suggested move time in milliseconds; used only if the match's creator sets no time control."""
