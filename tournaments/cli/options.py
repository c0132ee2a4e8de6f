"""Arguments and options that commands share."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from tournaments.spec.errors import TournamentError

__all__ = ["AsJson", "Data", "FileOrFolder", "StoreUrl", "need_arena"]

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


def need_arena(what: str) -> None:
    """See that the arena is installed.

    Args:
        what: What needs it, for people.

    Raises:
        TournamentError: It is not.
    """
    if any(
        importlib.util.find_spec(name) is None for name in ("referee_arena", "starlette", "uvicorn")
    ):
        raise TournamentError(f"{what} needs the arena: pip install 'gamereferee[web]'")
