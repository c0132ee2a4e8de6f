"""The worked example of a level (DA-8.15)."""

from __future__ import annotations

__all__ = ["DA_8_15"]

DA_8_15 = """\
##**......T1..
......K2K3R1..
............##
R1##......M2T1
..........M1..
..C2....##....
C3C1....##K1.."""
"""Its rows, without a line feed behind the last one."""
