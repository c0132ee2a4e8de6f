"""Names of the signs that the arena can draw for a kind of thing.

The arena's `draw/icons.js` has the drawing of each.
"""

from __future__ import annotations

__all__ = ["ICONS"]

ICONS = frozenset(
    {
        "altar",
        "chest",
        "circle",
        "crown",
        "crystal",
        "flame",
        "gem",
        "ghost",
        "ore",
        "rock",
        "rune",
        "shield",
        "shrine",
        "skull",
        "source",
        "spawn",
        "spikes",
        "tower",
        "wall",
        "wings",
        "worker",
    }
)
"""Names of all signs: the values that `Kind.icon` may have, apart from the empty text."""
