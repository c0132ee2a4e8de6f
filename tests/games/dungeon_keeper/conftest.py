"""Fixtures of Dungeon Keeper's tests."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper.rules.play import Play
from tests.games.dungeon_keeper.positions import open_board


@pytest.fixture
def board() -> Play:
    """Seat 0 at orders on an empty board of 9 by 9, with plenty in stock."""
    return open_board()
