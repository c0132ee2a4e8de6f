"""Odds of combinations that the rulebook works out (DM-11.8)."""

from __future__ import annotations

__all__ = ["ODDS"]

ODDS = [
    ("SH", "MS", "139/160", "7/160", "7/80", "69/20"),
    ("MS", "MP", "59/64", "3/64", "1/32", "9/2"),
    ("MP", "MH", "3/8", "1/4", "3/8", "0"),
    ("PH", "PH", "0", "1", "0", "0"),
    ("PS", "PH", "403/720", "199/1440", "29/96", "2471/2880"),
    ("MH", "SH", "13/20", "0", "7/20", "23/40"),
]
"""More, equal, less and net of the row's combination against the column's."""
