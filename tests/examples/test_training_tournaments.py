"""The tournaments of the training examples come off, with the saved policies and nobody's learner."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.helpers.patience import patience

FOLDER = ROOT / "examples" / "train"
PLAIN = {"REFEREE_KERNELS": "interpreted", "NUMBA_DISABLE_JIT": "1", "DICEMAN_PLAYS": "4"}
SHORT = {"diceman": "games = 1", "dice_adventure": 'levels = ["L1"]'}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["diceman", "diceman_search", "adventure"])
def test_a_short_one_is_played_to_its_end(name: str, tmp_path: Path) -> None:
    """Once through the schedule, in short matches: no match is void, and no bot misses a turn."""
    text = (FOLDER / f"{name}.toml").read_text()
    text = re.sub(r"^cycles = \d+", "cycles = 1", text, flags=re.MULTILINE)
    text = re.sub(
        r"^command", f"cwd = {json.dumps(str(FOLDER))}\ncommand", text, flags=re.MULTILINE
    )
    game = re.search(r'^game = "(\w+)"', text, re.MULTILINE)
    assert game is not None
    text = text.replace("[time_control]", f"[config]\n{SHORT[game[1]]}\n\n[time_control]")
    text = re.sub(r'move_time = "\w+"', 'move_time = "60s"', text)
    file = tmp_path / "cup.toml"
    file.write_text(text)
    played = subprocess.run(
        [sys.executable, "-P", "-m", "tournaments", "run", str(file)],
        env=os.environ | PLAIN,
        capture_output=True,
        text=True,
        timeout=patience(),
        check=False,
    )
    assert played.returncode == 0, played.stdout + played.stderr
    assert ", 0 void attempts" in played.stdout
    assert "that did not count" not in played.stdout
    assert "turns given up" not in played.stdout
