"""The command line `tournament`: run, resume, standings, verify, migrate, simulate.

Exit statuses: 0 everything asked for was done; 1 something failed on the way, a match is left without
a result, or a replay does not hold; 2 a mistake in the call or the tournament file, nothing was
played; 130 stopped by Ctrl-C or SIGTERM. Errors are one line on standard error.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Annotated, Literal

import rich.console
import sqlalchemy as sa
import typer

from tournaments.config import TournamentSpec, load_spec, parse_spec
from tournaments.database import checked_url
from tournaments.elo_report import rate_matches
from tournaments.errors import FolderError, OutdatedStoreError, TournamentError
from tournaments.folder import DataFolder, folder_of
from tournaments.formats import PARTY_VALUES, make_scheduler, make_standings
from tournaments.migrations import NEWEST
from tournaments.plan_report import print_plan, read_question
from tournaments.report import Summary, make_progress, standings_json
from tournaments.session import RefereeAddress, play
from tournaments.stopping import report_sprt
from tournaments.store import Store, StoredTournament
from tournaments.verify import verify as verify_all

__all__ = ["app", "main"]

PLAIN_WIDTH = 120
"""Columns of a table where there is no terminal."""

app = typer.Typer(
    help="Plays tournaments between bots, resumes them, and keeps their results.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

File = Annotated[Path, typer.Argument(help="Tournament file.")]
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
Parallel = Annotated[
    int | None, typer.Option(min=1, max=1000, help="Matches at once, in place of the file's.")
]
Referee = Annotated[
    str | None,
    typer.Option(
        help="Play at this referee (unix:PATH or HOST:PORT) rather than start one.",
        envvar="REFEREE_ADDRESS",
    ),
]
OrganizerKey = Annotated[
    str | None, typer.Option(help="Its organizer key.", envvar="REFEREE_ORGANIZER_KEY")
]
Ca = Annotated[
    Path | None, typer.Option(help="PEM file of the roots to trust: use TLS.", envvar="REFEREE_CA")
]


@app.command()
def run(
    file: File,
    data: Data = None,
    store: StoreUrl = None,
    parallel: Parallel = None,
    referee: Referee = None,
    organizer_key: OrganizerKey = None,
    ca: Ca = None,
) -> None:
    """Play a tournament; one that was begun before is resumed."""
    spec = load_spec(file)
    elsewhere = None if referee is None else RefereeAddress(referee, organizer_key, ca)
    _play(spec, file, folder_of(spec, file, data, _url(store)), parallel, elsewhere)


@app.command()
def resume(
    where: FileOrFolder,
    data: Data = None,
    store: StoreUrl = None,
    parallel: Parallel = None,
    referee: Referee = None,
    organizer_key: OrganizerKey = None,
    ca: Ca = None,
) -> None:
    """Play on where a tournament was stopped or killed: no match twice, and none left out."""
    spec, file, folder = _find(where, data, store, migrate_first=True)
    elsewhere = None if referee is None else RefereeAddress(referee, organizer_key, ca)
    _play(spec, file, folder, parallel, elsewhere)


@app.command()
def standings(
    where: FileOrFolder,
    data: Data = None,
    store: StoreUrl = None,
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
    spec, _, folder = _find(where, data, store)
    summary = _summary(spec, folder, with_elo=ratings == "elo", anchor=anchor)
    if as_json:
        typer.echo(standings_json(summary))
    else:
        summary.print(_console())


@app.command()
def verify(where: FileOrFolder, data: Data = None, store: StoreUrl = None) -> None:
    """Simulate every replay again, and compare the results; exit status 0 only if all holds."""
    _, _, folder = _find(where, data, store)
    with contextlib.closing(Store(folder.database)) as opened:
        matches = opened.matches()
    if not verify_all(folder, matches, typer.echo):
        raise typer.Exit(1)


@app.command()
def migrate(where: FileOrFolder, data: Data = None, store: StoreUrl = None) -> None:
    """Bring the results database to this version of the program, as `run` and `resume` also do."""
    folder = _folder(where, data, store)
    _migrate(folder)
    typer.echo(f"{folder.database} has tables of version {NEWEST}")


@app.command()
def simulate(
    elo: Annotated[float, typer.Option(help="Elo the first bot is taken to be ahead.")] = 0.0,
    draws: Annotated[float, typer.Option(help="Share of the matches drawn, 0..1.")] = 0.0,
    seat_effect: Annotated[float, typer.Option(help="Elo that seat 0 is worth.")] = 0.0,
    elo0: Annotated[float | None, typer.Option(help="Elo of the test's H0.")] = None,
    elo1: Annotated[float | None, typer.Option(help="Elo of its H1.")] = None,
    alpha: Annotated[float, typer.Option(help="Chance to accept H1 under H0.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance to accept H0 under H1.")] = 0.05,
    scale: Annotated[
        Literal["logistic", "normalized"], typer.Option(help="Which Elo.")
    ] = "logistic",
    statistic: Annotated[
        Literal["pentanomial", "trinomial"], typer.Option(help="Samples: blocks or matches.")
    ] = "pentanomial",
    margin: Annotated[
        float | None,
        typer.Option(help="In place of elo0 and elo1: 95% interval of +- so many Elo."),
    ] = None,
    tests: Annotated[int, typer.Option(min=1, max=100_000, help="Tests to simulate.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Of the simulation.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Tell how many matches a question needs: a sequential test, or an interval of some width."""
    question = read_question(
        elo=elo,
        draws=draws,
        seat_effect=seat_effect,
        elo0=elo0,
        elo1=elo1,
        alpha=alpha,
        beta=beta,
        scale=scale,
        statistic=statistic,
        margin=margin,
    )
    print_plan(question, question.plan(tests=tests, seed=seed), _console(), as_json=as_json)


def _play(
    spec: TournamentSpec,
    file: Path,
    folder: DataFolder,
    parallel: int | None,
    elsewhere: RefereeAddress | None,
) -> None:
    if parallel is not None:
        spec = spec.model_copy(update={"parallel": parallel})
    console = _console()
    try:
        with make_progress(console) as progress:
            left_void = play(spec, file, folder, elsewhere=elsewhere, progress=progress)
    except KeyboardInterrupt:
        print(f"tournament: stopped; go on with: tournament resume {folder.path}", file=sys.stderr)
        raise typer.Exit(130) from None
    _summary(spec, folder).print(console)
    if left_void:
        print(
            f"tournament: {left_void} matches are left without a result;"
            f" try them again with: tournament resume {folder.path}",
            file=sys.stderr,
        )
        raise typer.Exit(1)


def _find(
    where: Path, data: Path | None, store: str | None, *, migrate_first: bool = False
) -> tuple[TournamentSpec, Path, DataFolder]:
    """The tournament that was begun in a data folder, or in the one of a tournament file."""
    folder = _folder(where, data, store)
    try:
        stored = _stored(folder)
    except OutdatedStoreError:
        if not migrate_first:
            raise
        _migrate(folder)
        stored = _stored(folder)
    if stored is None:
        raise FolderError(f"there is no tournament in {folder.path}")
    folder.tournament_id = stored.tournament_id
    if not where.is_dir():
        return load_spec(where), where, folder
    return parse_spec(stored.source, stored.file), stored.file, folder


def _folder(where: Path, data: Path | None, store: str | None) -> DataFolder:
    if where.is_dir():
        return DataFolder(where.absolute(), store=_url(store))
    if not where.exists():
        raise FolderError(f"{where}: no such file or folder")
    return folder_of(load_spec(where), where, data, _url(store))


def _stored(folder: DataFolder) -> StoredTournament | None:
    with contextlib.closing(Store(folder.database)) as store:
        return store.tournament()


def _migrate(folder: DataFolder) -> None:
    place = folder.database
    if place.path is not None and not place.path.is_file():
        raise FolderError(f"there is no tournament in {folder.path}")
    with folder.lock() if folder.exists else contextlib.nullcontext():
        Store(place, create=True).close()


def _url(store: str | None) -> sa.URL | None:
    try:
        return None if store is None else checked_url(store)
    except ValueError as error:
        raise TournamentError(f"--store must be {error}") from None


def _summary(
    spec: TournamentSpec, folder: DataFolder, *, with_elo: bool = False, anchor: str | None = None
) -> Summary:
    with contextlib.closing(Store(folder.database)) as store:
        matches = store.matches()
        return Summary(
            name=spec.name,
            played=len(matches),
            total=make_scheduler(spec).total,
            voids=store.num_voids(),
            standings=make_standings(spec, matches),
            processes=store.processes(),
            replays=_shown(folder.replays) if folder.replays.is_dir() else None,
            logs=_shown(folder.logs),
            value=PARTY_VALUES.get(spec.format),
            sprt=report_sprt(spec, matches),
            elo=rate_matches(store.bots(), matches, anchor) if with_elo else None,
        )


def _shown(path: Path) -> str:
    """A path as people would write it from where they are."""
    with contextlib.suppress(ValueError):
        return str(path.relative_to(Path.cwd()))
    return str(path)


def _console() -> rich.console.Console:
    console = rich.console.Console()
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PLAIN_WIDTH
    return console


def main() -> None:
    """Run the command line; a mistake is one line on standard error."""
    try:
        app()
    except TournamentError as error:
        print(f"tournament: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
