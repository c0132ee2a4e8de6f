"""Commands that show a tournament, also while it is played: standings, crosstable, matches, show, collusion.

With `--json`, standard output has only one JSON object.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from tournaments.cli.app import app, make_console, print_json
from tournaments.cli.options import (
    AsJson,
    Data,
    FileOrFolder,
    Prices,
    StageName,
    StoreUrl,
    place_of,
)
from tournaments.spec.errors import TournamentError

Cause = Literal["rules", "bot_time", "bot_error", "forfeit"]
"""Why a match with a result may have ended: the causes of `EndCause` that are not void."""


@app.command()
def standings(
    where: FileOrFolder,
    data: Data = None,
    store: StoreUrl = None,
    ratings: Annotated[
        Literal["openskill", "elo"] | None,
        typer.Option(
            help="elo: more of Elo, as likelihoods to be stronger; openskill: ratings match by match."
        ),
    ] = None,
    anchor: Annotated[
        str | None, typer.Option(help="Entry whose Elo is 0; by default the mean is.")
    ] = None,
    hosted: Annotated[
        bool,
        typer.Option(
            "--hosted",
            help="Of a season: entries of its machine, rated without matches with others.",
        ),
    ] = False,
    versions: Annotated[
        bool, typer.Option("--versions", help="Of a season: a line for each version of an entry.")
    ] = False,
    without_forfeits: Annotated[
        bool,
        typer.Option(
            "--without-forfeits",
            help="Next to it, Elo without the matches that a forfeit decided.",
        ),
    ] = False,
    models: Annotated[
        bool,
        typer.Option(
            "--models",
            help="Below it, requests, tokens and cost of language models, by traces next to the replays.",
        ),
    ] = False,
    prices: Prices = None,
    stage: StageName = None,
    as_json: AsJson = False,
) -> None:
    """Show the table of a tournament, a season or a league as it stands, also while it is played."""
    from tournaments.spec.league import is_league
    from tournaments.store.find import find

    if is_league(where):
        given = {
            "--data": data,
            "--store": store,
            "--ratings": ratings,
            "--anchor": anchor,
            "--without-forfeits": without_forfeits,
            "--models": models,
        }
        for option, value in given.items():
            if value not in (None, False):
                raise TournamentError(f"{option}: a league has only --json; ask its tournaments")
        _league_standings(where, as_json=as_json)
        return
    where, data = place_of(where, data, store, stage)
    spec, _, folder = find(where, data, store)
    if spec.season is not None:
        if models:
            raise TournamentError(
                "--models is for tournaments and stages; a season has the table models of tournament export"
            )
        from tournaments.reports.season_standings import season_standings

        table = season_standings(
            folder, hosted=hosted, versions=versions, without_forfeits=without_forfeits
        )
        if as_json:
            print_json(table.as_json())
        else:
            table.print(make_console())
        return
    if prices is not None and not models:
        raise TournamentError("--prices is for --models")
    if versions:
        raise TournamentError("--versions is for seasons; other tables list all versions anyway")
    from tournaments.reports.models import ModelTable, read_traces
    from tournaments.reports.summary import standings_json, summarize
    from tournaments.reports.view import find_view

    view = find_view(where, data, store)
    summary = summarize(
        view,
        ratings=ratings,
        anchor=anchor,
        without_forfeits=without_forfeits,
        models=ModelTable.of(view, read_traces(view, prices)) if models else None,
    )
    if as_json:
        typer.echo(standings_json(summary))
    else:
        summary.print(make_console())


def _league_standings(file: Path, *, as_json: bool) -> None:
    from tournaments.reports.league import find_league

    table = find_league(file)
    if as_json:
        print_json(table.as_json())
    else:
        table.print(make_console())


@app.command()
def crosstable(
    where: FileOrFolder,
    data: Data = None,
    store: StoreUrl = None,
    stage: StageName = None,
    as_json: AsJson = False,
) -> None:
    """Show the points of each bot or party against each other."""
    from tournaments.reports.crosstable import make_crosstable
    from tournaments.reports.view import find_view

    where, data = place_of(where, data, store, stage)
    table = make_crosstable(find_view(where, data, store))
    if as_json:
        print_json(table.as_json())
    else:
        table.print(make_console())


@app.command()
def matches(
    where: FileOrFolder,
    data: Data = None,
    store: StoreUrl = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="Only matches of this bot; repeat it for matches of both."),
    ] = None,
    cause: Annotated[Cause | None, typer.Option(help="Only matches that ended so.")] = None,
    void: Annotated[bool, typer.Option("--void", help="Only matches with a void attempt.")] = False,
    limit: Annotated[
        int | None, typer.Option(min=1, help="List at most this many matches, the last ones.")
    ] = None,
    stage: StageName = None,
    as_json: AsJson = False,
) -> None:
    """List matches that have been begun, in the order of the schedule."""
    from tournaments.reports.match_list import match_as_json, print_matches
    from tournaments.reports.recent import find_matches
    from tournaments.spec.titles import Titles

    where, data = place_of(where, data, store, stage)
    spec, listed = find_matches(
        where, data, store, bots=bot or (), cause=cause, only_void=void, limit=limit
    )
    if as_json:
        print_json({"name": spec.name, "matches": [match_as_json(match) for match in listed]})
    else:
        print_matches(spec.name, listed, make_console(), Titles(spec))


@app.command()
def show(
    where: FileOrFolder,
    match: Annotated[str, typer.Argument(help="Its number, or its id at the referee.")],
    data: Data = None,
    store: StoreUrl = None,
    stage: StageName = None,
    as_json: AsJson = False,
) -> None:
    """Show everything that is known of one match."""
    from tournaments.reports.one_match import find_one

    where, data = place_of(where, data, store, stage)
    details = find_one(where, data, store, match)
    if as_json:
        print_json(details.as_json())
    else:
        details.print(make_console())


@app.command()
def collusion(
    where: FileOrFolder,
    data: Data = None,
    store: StoreUrl = None,
    meetings: Annotated[
        int,
        typer.Option(min=1, help="Test only pairs that have met in at least this many matches."),
    ] = 30,
    rate: Annotated[
        float,
        typer.Option(
            min=0.0001, max=0.5, help="Share of the listed pairs that may be there by chance."
        ),
    ] = 0.01,
    as_json: AsJson = False,
) -> None:
    """Show entries that place better with one certain other in the match: hints, no proof."""
    from tournaments.reports.collusion import report_collusion
    from tournaments.reports.view import find_view

    report = report_collusion(find_view(where, data, store), rate=rate, least_meetings=meetings)
    if as_json:
        print_json(report.as_json())
    else:
        report.print(make_console())
