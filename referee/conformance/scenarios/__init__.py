"""The scripts of all scenarios, in one module for each part of the bots' contract."""

from __future__ import annotations

__all__ = ["MODULES"]

MODULES = (
    "joins",
    "turns",
    "told",
    "refusals",
    "dice",
    "talk",
    "small",
    "columns",
    "newer",
    "breaks",
    "statuses",
    "seats_lost",
    "workers",
    "processes",
    "ways",
)
"""Names of all modules with scenarios, in the order in which their scenarios are listed."""
