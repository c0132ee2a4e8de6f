"""Command that makes a lost or damaged part of a tournament's records again from the other part."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from tournaments.cli.app import app
from tournaments.cli.options import Data, StoreUrl


@app.command()
def rebuild(
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    source: Annotated[
        Literal["log", "database"],
        typer.Option("--from", help="log: write the database again; database: the log's file."),
    ],
    data: Data = None,
    store: StoreUrl = None,
) -> None:
    """Write the database again from the log, or the log's file from the database."""
    from tournaments.bots.programs import load_entries
    from tournaments.rebuilding import rebuild_database, rebuild_log
    from tournaments.store.find import checked_store
    from tournaments.store.folder import folder_of

    spec = load_entries(file)
    folder = folder_of(spec, file, data, checked_store(store))
    done = rebuild_log(folder) if source == "database" else rebuild_database(spec, file, folder)
    typer.echo(done)
