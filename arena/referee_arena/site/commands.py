"""The commands `site` and `replay`, started by `tournament site` and `referee replay export --html`."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Annotated, Literal

import typer

from referee_arena.site.matches import WhoseEyes

__all__ = ["replay", "site"]

Eyes = Annotated[
    Literal["together", "each"],
    typer.Option(
        help="Views of matches: everything together, or also those of the public and of each seat."
    ),
]


def site(
    folder: Annotated[Path, typer.Argument(help="Data folder of a tournament.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder of the site.")],
    eyes: Eyes = "together",
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Matches at once; number of cores if not given."),
    ] = None,
    store: Annotated[
        str | None, typer.Option(help="URL of the results.", envvar="TOURNAMENT_STORE")
    ] = None,
) -> None:
    """Write a tournament as a folder of HTML pages that need no server."""
    from referee_arena.pages.reading import read_tournament
    from referee_arena.site.errors import StoppedError
    from referee_arena.site.export import export_site
    from tournaments.spec.store_url import checked_url

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    whose: WhoseEyes = eyes
    cores = len(os.sched_getaffinity(0))
    try:
        view = read_tournament(folder, None if store is None else checked_url(store))
        made = export_site(view, output, whose, processes=processes or cores)
    except (KeyboardInterrupt, StoppedError) as error:
        typer.echo(f"arena: {error or 'stopped: all is as it was'}", err=True)
        raise typer.Exit(130) from None
    typer.echo(f"{output / 'index.html'}: {made.written} matches written, {made.kept} kept")
    if made.without:
        typer.echo(f"{made.without} matches have no replay here")
    if made.withheld:
        typer.echo(
            f"of {made.withheld} matches only what the public sees is shown: their dice are in play elsewhere"
        )
    for number, problem in made.problems.items():
        typer.echo(f"match {number} can't be shown: {problem}", err=True)
    if made.problems:
        raise typer.Exit(1)


def replay(
    file: Annotated[Path, typer.Argument(help="A replay.")],
    html: Annotated[Path, typer.Option("--html", help="The page.")],
    eyes: Eyes = "each",
    replies: Annotated[
        bool,
        typer.Option("--replies", help="With what language models replied, by traces next to it."),
    ] = False,
) -> None:
    """Write a replay as one HTML page that needs no other file."""
    from referee_arena.site.errors import SiteError
    from referee_arena.site.matches import write_whole
    from referee_arena.site.single import match_file

    try:
        text = match_file(file, eyes, with_replies=replies)
    except OSError as error:
        raise SiteError(f"{file} can't be read: {error.strerror}") from None
    try:
        write_whole(html, text)
    except OSError as error:
        raise SiteError(f"{html} can't be written: {error.strerror}") from None
    typer.echo(str(html))
