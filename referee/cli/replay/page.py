"""Writes a replay as a page, by running the arena as a separate process: the referee has no code for browsers."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import typer

from bot_commands.installed import installed_program
from referee.replay.errors import ReplayError

__all__ = ["write_page"]


def write_page(replays: Sequence[Path], page: Path) -> None:
    """Write the page of a replay, and leave with the exit status of who has made it.

    Args:
        replays: The one replay.
        page: Where to.

    Raises:
        ReplayError: There are several, or what makes pages is not installed.
        typer.Exit: Always else.
    """
    if len(replays) != 1:
        raise ReplayError(f"--html takes one replay, not {len(replays)}")
    command = installed_program("arena")
    if command is None:
        raise ReplayError("a page needs the arena: pip install 'gamereferee[web]'")
    made = subprocess.run([*command, "replay", str(replays[0]), "--html", str(page)], check=False)
    raise typer.Exit(made.returncode)
