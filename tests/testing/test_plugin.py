"""The contract as a plug-in of pytest: it runs for the games that are named, from any folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def _pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--pyargs"]
    return subprocess.run(
        [*command, "referee.testing", *arguments], cwd=folder, capture_output=True, text=True
    )


def test_it_runs_for_every_game_that_is_named(tmp_path: Path) -> None:
    """Once for each, with its name in the test's."""
    run = _pytest(tmp_path, "-v", "-k", "check_info", "--game", "swordman", "--game", "diceman")
    assert run.returncode == 0, run.stdout
    for game in ("swordman", "diceman"):
        assert f"test_contract[{game}-check_info] PASSED" in run.stdout


def test_without_a_game_it_says_which_there_are(tmp_path: Path) -> None:
    """One line, and the status of a run that was broken off."""
    run = _pytest(tmp_path)
    assert run.returncode == 2
    assert "say which game to test: --game NAME; installed: champions, dice_" in run.stdout


def test_an_unknown_game_is_named(tmp_path: Path) -> None:
    """Beside those that are installed."""
    run = _pytest(tmp_path, "--game", "chess")
    assert run.returncode == 2
    assert "unknown game 'chess'; installed: champions, dice_adventure, " in run.stdout
