"""Pages as HTML, for the server and for a site of files alike."""

from referee_arena.pages.environment import Link, environment

__all__ = ["Link", "environment"]
