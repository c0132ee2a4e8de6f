"""Which files of shared vectors there are, and what stands in them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.clients.vectors import dice_adventure, diceman, protocol

__all__ = ["FOLDER", "texts"]

FOLDER = Path(__file__).parents[3] / "clients" / "vectors"
"""Where the files are."""


def texts() -> dict[str, str]:
    """The text of each file by its name."""
    contents = {
        "address.json": protocol.addresses(),
        "retry.json": protocol.retries(),
        "fairness.json": protocol.reveals(),
        "diceman_greedy.json": diceman.positions(),
        "dice_adventure_greedy.json": dice_adventure.positions(),
    }
    return {
        name: json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        for name, content in contents.items()
    }
