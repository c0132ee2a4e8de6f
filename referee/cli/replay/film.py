"""`referee replay film`: writes a replay as a GIF or video, by running the arena as a process."""

from __future__ import annotations

import os

import typer

from bot_commands.installed import installed_program
from referee.replay.errors import ReplayError

__all__ = ["SETTINGS", "film"]

SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""Settings of the Typer command that leave all options unparsed, since the arena's own command line
parses them.
"""


def film(context: typer.Context) -> None:
    """Write a replay as a GIF, WebM or MP4; see `referee replay film --help`."""
    command = installed_program("arena", "PIL", "resvg_py")
    if command is None:
        raise ReplayError("a film needs the extra film: pip install 'gamereferee[film]'")
    os.execv(command[0], [*command, "film", *context.args])
