"""The command `referee`; each subcommand imports what it needs only when it runs."""

from __future__ import annotations

from referee.cli.app import main

__all__ = ["main"]
