"""Errors of reading replays and journals."""

from __future__ import annotations

from referee.core.errors import RefereeError

__all__ = ["ReplayError", "UnreadableError"]


class ReplayError(RefereeError):
    """A replay or journal can't be read or has invalid content; the message names file and place."""


class UnreadableError(ReplayError):
    """The file can't be read at the moment, whatever it contains.

    The disk fails, permission is missing, or too many files are open.
    """
