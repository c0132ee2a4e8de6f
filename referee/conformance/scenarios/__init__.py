"""The scripts, a module for each part of the contract."""

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
    "newer",
    "breaks",
    "statuses",
    "seats_lost",
    "workers",
    "processes",
    "ways",
)
"""All modules here, in the order in which their scenarios are listed."""
