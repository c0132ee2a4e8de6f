"""`referee arena`: shows matches, replays and tournaments in a browser, from a separate process."""

from __future__ import annotations

import os

import typer

from bot_commands.installed import installed_program
from referee.core.errors import RefereeError

__all__ = ["arena"]

SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""Settings of the Typer command that leave all options unparsed, since the arena's own command line
parses them.
"""


def arena(context: typer.Context) -> None:
    """Show live matches, replays and tournaments in browsers; see `referee arena --help`."""
    command = installed_program("arena", "starlette", "uvicorn")
    if command is None:
        raise RefereeError("the arena needs the extra web: pip install 'gamereferee[web]'")
    os.execv(command[0], [*command, "serve", *context.args])
