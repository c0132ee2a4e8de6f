"""A fact: one sentence on a step of Dungeon Keeper, with its importance."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.scene import Line

__all__ = ["Fact"]


class Fact(NamedTuple):
    """A sentence of the story of a step, with the text that makes it the step's headline.

    It becomes the headline if no other fact of the step has a higher weight.
    """

    weight: int
    """Importance from 0 to 100; facts with a higher weight come first."""
    line: Line
    """The sentence, as styled text."""
    headline: Line
    """The sentence shortened to a headline, without a full stop."""
    is_milestone: bool = False
