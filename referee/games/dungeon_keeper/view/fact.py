"""A thing worth saying of a step of Dungeon Keeper."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.scene import Line

__all__ = ["Fact"]


class Fact(NamedTuple):
    """One sentence of the feed, and the headline that it makes if nothing in its step is more important."""

    weight: int
    """How important it is, from 0 to 100; the heaviest comes first."""
    line: Line
    """The sentence."""
    headline: Line
    """The same in few words, without a full stop."""
    is_milestone: bool = False
