"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot_commands.installed import installed_program
from tournaments.spec.errors import TournamentError

__all__ = [
    "AsJson",
    "Data",
    "FileOrFolder",
    "Prices",
    "StageName",
    "StoreUrl",
    "arena_command",
    "place_of",
]

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
Prices = Annotated[
    Path | None,
    typer.Option("--prices", help="TOML file with a date and prices of models, for their cost."),
]
StageName = Annotated[
    str | None,
    typer.Option("--stage", help="Of a season: this stage of it, in place of the season."),
]


def place_of(
    where: Path, data: Path | None, store: str | None, stage: str | None
) -> tuple[Path, Path | None]:
    """Return where to find a tournament or a stage of a season: a file or folder, and a data folder or None.

    Args:
        where: File or data folder of the tournament or season.
        data: Data folder, in place of the file's; None for the file's.
        store: URL of the results, in place of the file's; None for the file's.
        stage: Name of the stage; None for the tournament itself, which leaves `where` and `data`
            unchanged.

    Raises:
        TournamentError: There is no such stage, or it has not begun.
    """
    if stage is None:
        return where, data
    from tournaments.store.find import find

    spec, _, folder = find(where, data, store)
    known = [each.name for each in spec.stages]
    if stage not in known:
        problem = f"--stage must be one of {', '.join(known)}" if known else "there are no stages"
        raise TournamentError(f"{problem}, not {stage!r}")
    found = folder.stages / stage
    if not found.is_dir():
        raise TournamentError(f"stage {stage} of {spec.name} has not begun")
    return found, None


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
