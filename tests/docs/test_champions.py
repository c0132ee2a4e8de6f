"""What docs/champions.md tells its reader to do works, and its bot keeps the rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.test_commands import script_of


@pytest.mark.slow
def test_the_first_bot_plays_and_is_refused_nothing(tmp_path: Path) -> None:
    """Its match is played and watched as told; no part of any of its actions is refused."""
    here = Path(sys.executable).parent
    script = script_of("docs/champions.md")
    script += '\nreferee watch "$(ls replays/*.replay)" --seat 0 --plain\n'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "seat 0 first_champions.py: place " in done.stdout
    assert "1 of 1 replays hold" in done.stdout
    assert "first_champions" in done.stdout
    assert "found " in done.stdout
    assert "refused" not in done.stdout
