"""`referee odds`: chances computed from a game's rules."""

from __future__ import annotations

from referee.cli.odds.command import app

__all__ = ["app"]
