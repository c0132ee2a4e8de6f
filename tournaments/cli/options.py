"""Arguments and options that commands share."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tournaments.spec.errors import TournamentError

if TYPE_CHECKING:
    import sqlalchemy as sa

__all__ = ["AsJson", "Data", "FileOrFolder", "StoreUrl", "checked_store", "need_arena"]

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


def checked_store(store: str | None) -> sa.URL | None:
    """Return the URL that was given with `--store`.

    Raises:
        TournamentError: It is none.
    """
    if store is None:
        return None
    from tournaments.spec.store_url import checked_url

    try:
        return checked_url(store)
    except ValueError as error:
        raise TournamentError(f"--store must be {error}") from None


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
