"""Writes a replay as a page by running the arena as a process.

The referee itself has no code for browsers.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import typer

from bot_commands.installed import installed_program
from referee.replay.errors import ReplayError

__all__ = ["write_page"]


def write_page(replays: Sequence[Path], page: Path, *, with_replies: bool = False) -> None:
    """Write the page of one replay, and exit with the status of the process that made it.

    Args:
        replays: The replay, in a list of one.
        page: File that the page is written to.
        with_replies: Whether the page has what language models replied, by the traces next to the replay.

    Raises:
        ReplayError: There are several replays, or the arena is not installed.
        typer.Exit: In all other cases.
    """
    if len(replays) != 1:
        raise ReplayError(f"--html takes one replay, not {len(replays)}")
    command = installed_program("arena")
    if command is None:
        raise ReplayError("a page needs the arena: pip install 'gamereferee[web]'")
    options = ["--html", str(page), *(["--replies"] if with_replies else [])]
    made = subprocess.run([*command, "replay", str(replays[0]), *options], check=False)
    raise typer.Exit(made.returncode)
