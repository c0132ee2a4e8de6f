"""The error that is raised if a film can't be made."""

from __future__ import annotations

from referee.core.errors import RefereeError

__all__ = ["FilmError"]


class FilmError(RefereeError):
    """A film can't be made; the message says why."""
