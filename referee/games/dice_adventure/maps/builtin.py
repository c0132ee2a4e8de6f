"""The named levels and presets (DA-2.12 to DA-2.14), as data."""

from __future__ import annotations

from referee.games.dice_adventure.maps.spec import RandomSpec

__all__ = ["CAPS", "LEVELS", "PRESETS"]

LEVELS = {
    "L1": """\
##**##
K1K2K3
C1C2C3
M1M2M1""",
    "L2": """\
##**##
##..##
##M2##
K1K2K3
M1M1M1
C1C2C3""",
    "L3": """\
##K2##
..**..
K3S1K1
##T1##
C3C2C1""",
}
"""Text of each built-in map, by name (DA-2.12)."""

PRESETS = {
    "easy": RandomSpec(w=7, h=7, wall=15, pieces=(("R1", 2), ("T1", 2), ("M2", 1), ("M1", 1))),
    "normal": RandomSpec(
        w=9, h=9, wall=25, pieces=(("R1", 4), ("T1", 4), ("M3", 1), ("M2", 2), ("M1", 2))
    ),
    "hard": RandomSpec(
        w=13, h=13, wall=30, pieces=(("R1", 8), ("T1", 8), ("M3", 2), ("M2", 4), ("M1", 4))
    ),
}
"""Parameters from which each preset generates a random level, by name (DA-2.14)."""

CAPS = {"L1": 30, "L2": 30, "L3": 30, "easy": 30, "normal": 40, "hard": 60}
"""Highest number of rounds of each named level, unless its entry gives another (DA-2.13, DA-2.14)."""
