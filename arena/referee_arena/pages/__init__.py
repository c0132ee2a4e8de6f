"""Renders the arena's pages as HTML, for its server and for exported sites of files."""

from referee_arena.pages.environment import Link, environment

__all__ = ["Link", "environment"]
