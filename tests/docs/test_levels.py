"""docs/levels.md: its maps, commands and entries are as it shows them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.maps.reader import read_level
from referee.games.dice_adventure.tables import DEFAULT_TYPES
from tests.cli.command import run_here
from tests.docs.markdown import ROOT, blocks

GUIDE = ROOT / "docs" / "levels.md"


def texts(language: str) -> list[str]:
    """The guide's blocks of a language."""
    return [block.text for block in blocks(GUIDE) if block.language == language]


def test_the_map_is_one() -> None:
    """It can be read and finished."""
    (text,) = texts("text")
    level = read_level(text, DEFAULT_TYPES)
    assert (level.width, level.height) == (4, 3)


@pytest.mark.parametrize("shown", texts("console"), ids=lambda text: text.split("\n")[0])
def test_commands_print_what_is_shown(
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """In a folder with the guide's map and one that lacks a cell; output first, then errors."""
    (text,) = texts("text")
    (tmp_path / "first.txt").write_text(text)
    (tmp_path / "second.txt").write_text("C1C2C3**\nK1K2K3\n")
    monkeypatch.chdir(tmp_path)
    command, _, expected = shown.partition("\n")
    ran = run_here(monkeypatch, capsys, *command.removeprefix("$ referee ").split())
    assert (ran.out + ran.err).strip() == expected.strip()


def test_entries_are_taken() -> None:
    """By the game's config."""
    (text,) = texts("json")
    config = DiceAdventureConfig(levels=json.loads(text))
    assert [entry.cap for entry in config.levels] == [None, 12, None]
