"""The example bots of all languages, where `make clients` has built them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

__all__ = ["LANGUAGES", "ROOT", "need"]

ROOT = Path(__file__).resolve().parents[2]
"""The project's folder."""
LANGUAGES = ("python", "typescript", "go", "rust", "java", "cpp")
"""Languages with an SDK."""


def need(language: str, game: str, name: str) -> str:
    """Path of a bot's program. Without it the test is skipped, or fails where CLIENTS=required."""
    program = ROOT / "build" / "clients" / language / game / name
    if not os.access(program, os.X_OK):
        why = f"the {language} bot is not built: `make clients LANGUAGES={language}` does that"
        if os.environ.get("CLIENTS") == "required":
            pytest.fail(why)
        pytest.skip(why)
    return str(program)
