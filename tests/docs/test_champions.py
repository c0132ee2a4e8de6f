"""What docs/champions.md tells its reader to do works, and its bot keeps the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.first_match import play_and_watch


@pytest.mark.slow
def test_the_first_bot_plays_and_is_refused_nothing(tmp_path: Path) -> None:
    """Its match is played and watched as told; no part of any of its actions is refused."""
    printed = play_and_watch("docs/champions.md", tmp_path)
    assert "seat 0 first_champions.py: place " in printed
    assert "1 of 1 replays hold" in printed
    assert "first_champions" in printed
    assert "found " in printed
    assert "refused" not in printed
