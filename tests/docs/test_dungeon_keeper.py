"""What docs/dungeon_keeper.md tells its reader to do works, and its bot keeps the rules."""

from __future__ import annotations

import enum
import re
from pathlib import Path

import pytest

from referee.games.dungeon_keeper.view.board import BUILDING_LETTERS, UNIT_LETTERS
from tests.docs.first_match import play_and_watch
from tests.docs.markdown import ROOT

DOCUMENT = "docs/dungeon_keeper.md"


@pytest.mark.slow
def test_the_first_bot_plays_and_is_refused_nothing(tmp_path: Path) -> None:
    """Its match is played and watched as told; its imps bring gold, and none of its orders is refused."""
    printed = play_and_watch(DOCUMENT, tmp_path)
    assert "seat 0 first_keeper.py: place 1" in printed
    assert "1 of 1 replays hold" in printed
    assert "brings 10 gold" in printed
    assert "rises to level 5" in printed
    assert "0 first_keeper.py: refused" not in printed


@pytest.mark.parametrize(
    ("line", "letters"), [("Units: ", UNIT_LETTERS), ("Buildings: ", BUILDING_LETTERS)]
)
def test_the_letters_of_the_board_are_told(line: str, letters: dict[enum.IntEnum, str]) -> None:
    """Each kind of unit and building with its letter, in the order of the rulebook."""
    (told,) = (row for row in (ROOT / DOCUMENT).read_text().splitlines() if row.startswith(line))
    pairs = re.findall(r"`(\w)` (?:the |his )?([\w ]+)", told)
    named = [(letter, kind.name.lower().replace("_", " ")) for kind, letter in letters.items()]
    assert [(letter, name.lower()) for letter, name in pairs] == named
    assert len({letter for letter, _ in pairs}) == len(letters)
