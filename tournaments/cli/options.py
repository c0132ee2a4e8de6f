"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot_commands.installed import installed_program
from tournaments.spec.errors import TournamentError

__all__ = ["AsJson", "Data", "FileOrFolder", "StoreUrl", "arena_command"]

FileOrFolder = Annotated[Path, typer.Argument(help="Tournament file, or its data folder.")]
Data = Annotated[Path | None, typer.Option("--data", help="Data folder, in place of the file's.")]
StoreUrl = Annotated[
    str | None,
    typer.Option(
        "--store",
        help="PostgreSQL database of the results, in place of the file's: postgresql://USER@HOST/NAME.",
        envvar="TOURNAMENT_STORE",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]


def arena_command(what: str) -> tuple[str, ...]:
    """Return the program and arguments that start the arena.

    Args:
        what: What needs the arena, as the beginning of the error message.

    Raises:
        TournamentError: The arena is not installed.
    """
    command = installed_program("arena", "starlette", "uvicorn")
    if command is None:
        raise TournamentError(f"{what} needs the arena: pip install 'gamereferee[web]'")
    return command
