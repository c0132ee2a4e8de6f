"""What one thing of a side did to the other side of a duel, such as a sword to a shield: cause and effect in one row."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from referee.core.scene import Line

__all__ = ["Clash", "Fate"]


class Fate(enum.Enum):
    """What has become of a blow."""

    HIT = enum.auto()
    """It had its effect; drawn as an arrow."""
    STOPPED = enum.auto()
    """Something of the other side stopped it; drawn as a dashed line that ends at a bar."""
    LOST = enum.auto()
    """It was nullified before it could act; drawn dashed and struck."""
    IDLE = enum.auto()
    """There was nothing for it to do; drawn without a line."""


class Clash(NamedTuple):
    """A blow of one side of a `Versus`, with what it met at the other side."""

    is_left: bool
    """Whether the left side dealt it."""
    source: Line
    """What struck, such as a sword's die."""
    target: Line
    """What it met, such as a shield's die; empty if it met nothing."""
    fate: Fate
    """What has become of it."""
    text: str
    """Its effect in at most five words, such as `wounds for 2`."""
    why: str = ""
    """The reason in at most eight words, such as `no shield against it`; empty if there is none to tell."""
