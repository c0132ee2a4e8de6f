"""Commands that show a tournament, also while it is being played: standings, crosstable, matches, show.

With `--json` there is nothing but one JSON object on standard output.
"""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from tournaments.cli.app import app, make_console
from tournaments.cli.find import find_view
from tournaments.cli.options import AsJson, Data, FileOrFolder
from tournaments.errors import TournamentError
from tournaments.reports.summary import standings_json, summarize


@app.command()
def standings(
    where: FileOrFolder,
    data: Data = None,
    ratings: Annotated[
        Literal["openskill", "elo"],
        typer.Option(help="elo: Elo with 95% intervals as well, for games of two seats."),
    ] = "openskill",
    anchor: Annotated[
        str | None, typer.Option(help="Bot whose Elo is 0, in place of the mean.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the table as it stands, also of a tournament that is being played."""
    if anchor is not None and ratings != "elo":
        raise TournamentError("--anchor goes with --ratings elo")
    summary = summarize(find_view(where, data), with_elo=ratings == "elo", anchor=anchor)
    if as_json:
        typer.echo(standings_json(summary))
    else:
        summary.print(make_console())
