"""The first bot of a game's page: its commands are run as the page gives them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.docs.test_commands import script_of

__all__ = ["play_and_watch"]


def play_and_watch(document: str, folder: Path) -> str:
    """Run the commands of a page, watch the one match as seat 0, and return all that is printed.

    Args:
        document: Path of the page below the root of the project.
        folder: Empty folder to run the commands in.
    """
    here = Path(sys.executable).parent
    watch = 'referee watch "$(ls replays/*.replay)" --seat 0 --plain'
    done = subprocess.run(
        ["bash", "-c", f"{script_of(document)}\n{watch}\n"],
        cwd=folder,
        env=os.environ | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
