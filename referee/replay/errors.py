"""What can be wrong with a replay."""

from __future__ import annotations

from referee.core.errors import RefereeError

__all__ = ["ReplayError", "UnreadableError"]


class ReplayError(RefereeError):
    """A replay can't be read, or doesn't hold what it should; the message names file and place."""


class UnreadableError(ReplayError):
    """The file can't be read now, whatever is in it: the disk, a permission, too many open files."""
