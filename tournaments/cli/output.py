"""Commands that write a tournament to files: export, report, site."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from tournaments.cli.app import app
from tournaments.cli.options import Data, FileOrFolder, Prices, StoreUrl, arena_command
from tournaments.spec.errors import TournamentError

TableName = Literal[
    "matches",
    "results",
    "standings",
    "processes",
    "voids",
    "programs",
    "plays",
    "left_out",
    "models",
]
"""Name of an exported table; see `tournaments.reports.export.TABLES`."""


@app.command()
def export(
    kind: Annotated[Literal["csv", "json"], typer.Argument(help="What to write.")],
    where: FileOrFolder,
    data: Data = None,
    store: StoreUrl = None,
    table: Annotated[
        TableName | None, typer.Option(help="Only this table; csv needs it, or a folder.")
    ] = None,
    prices: Prices = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="File; of csv without --table the folder of all tables."
        ),
    ] = None,
) -> None:
    """Write matches, results, standings, processes and void attempts for other programs."""
    from tournaments.reports.export import TABLES, as_csv, as_json, make_table
    from tournaments.reports.view import find_view

    if kind == "csv" and table is None and output is None:
        raise TournamentError(
            f"a CSV file is one table: give --table {'|'.join(TABLES)}, or a folder with --output"
        )
    view = find_view(where, data, store)
    names = TABLES if table is None else (table,)
    tables = {name: make_table(view, name, prices) for name in names}
    for made in tables.values():
        for problem in made.problems:
            typer.echo(f"warning: empty cells for {problem}", err=True)
    if kind == "json":
        _write(as_json(view, tables), output)
    elif table is not None:
        _write(as_csv(tables[table]), output)
    else:
        assert output is not None
        for name, made in tables.items():
            _write(as_csv(made), output / f"{name}.csv")


@app.command()
def report(
    where: FileOrFolder,
    data: Data = None,
    store: StoreUrl = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="File; report.html in the data folder if not given."),
    ] = None,
) -> None:
    """Write one HTML page of everything: standings, cross-table, ratings over time, faults, matches."""
    from tournaments.reports.page import render_page
    from tournaments.reports.view import find_view
    from tournaments.reports.wording import shown_path

    view = find_view(where, data, store)
    path = output or view.folder.path / "report.html"
    _write(render_page(view, path), path)
    typer.echo(shown_path(path))


@app.command()
def site(
    where: FileOrFolder,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder; made if need be.")],
    data: Data = None,
    store: StoreUrl = None,
    eyes: Annotated[
        Literal["together", "each"],
        typer.Option(
            help="Points of view: together shows everything; each adds the public and each seat."
        ),
    ] = "together",
    parallel: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Matches at once; as many as cores if not given."),
    ] = None,
) -> None:
    """Write pages of everything, with every match to be played back, that need no server."""
    from tournaments.store.find import find

    arena = arena_command("a site")
    _, _, folder = find(where, data, store)
    command = [*arena, "site", str(folder.path)]
    command += ["--output", str(output), "--eyes", eyes]
    if parallel is not None:
        command += ["--processes", str(parallel)]
    # In the environment, for the address of a database may have a password in it.
    env = dict(os.environ) if store is None else {**os.environ, "TOURNAMENT_STORE": store}
    os.execve(command[0], command, env)


def _write(text: str, path: Path | None) -> None:
    """Write a text to a file, whose folder is created, or to standard output if `path` is None.

    Raises:
        TournamentError: The file can't be written.
    """
    if path is None:
        typer.echo(text, nl=False)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise TournamentError(f"{path} can't be written: {error.strerror}") from None
