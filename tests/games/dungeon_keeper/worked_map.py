"""The map of the worked example (DK-2.19)."""

from __future__ import annotations

__all__ = ["WORKED_MAP"]

WORKED_MAP = (
    "##S###g####t#S#",
    "#...####a######",
    "O.A.g#########c",
    "#...######i#F##",
    "#######D#######",
    "###########g###",
    "######...######",
    "#M##m#.S.#m##M#",
    "######...######",
    "###g###########",
    "#######D#######",
    "##F#i######...#",
    "c#########g.A.O",
    "######a####...#",
    "#S#t####g###S##",
)
"""Its rows, a letter a cell."""
