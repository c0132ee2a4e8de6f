"""Commands that try, play, resume, check, migrate or plan a tournament."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tournaments.cli.app import app, make_console
from tournaments.cli.options import AsJson, Data, FileOrFolder, StoreUrl, arena_command
from tournaments.cli.play_options import PlayOptions, SandboxKind, with_play_options
from tournaments.cli.stops import until_stopped
from tournaments.spec.errors import TournamentError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.play.runner import Progress
    from tournaments.spec.config import TournamentSpec
    from tournaments.store.folder import DataFolder

File = Annotated[Path, typer.Argument(help="Tournament file.")]


@app.command()
@with_play_options
def run(file: File, options: PlayOptions) -> None:
    """Play a tournament; one that was begun before is resumed."""
    from tournaments.bots.programs import load_entries
    from tournaments.store.find import checked_store
    from tournaments.store.folder import folder_of

    with until_stopped():
        spec = options.applied_to(load_entries(file, sandbox=options.sandbox))
        folder = folder_of(spec, file, options.data, checked_store(options.store))
        _play(spec, file, folder, options)


@app.command()
@with_play_options
def resume(
    where: FileOrFolder,
    options: PlayOptions,
    reason: Annotated[
        str, typer.Option("--reason", help="Reason to continue a paused season, for its log.")
    ] = "",
) -> None:
    """Continue a tournament that was stopped or killed: no match is played twice or left out.

    A season that is paused goes on; if its run is active, this command only notifies it.
    """
    from tournaments.store.find import find

    with until_stopped():
        spec, file, folder = find(where, options.data, options.store, to_play=True)
        if spec.season is not None:
            from tournaments.season_requests import SeasonPlace, lift_pause

            if lift_pause(SeasonPlace(spec, file, folder), reason):
                typer.echo("the season goes on")
                return
        _play(options.applied_to(spec), file, folder, options)


@app.command()
def check(file: File, sandbox: SandboxKind = None, as_json: AsJson = False) -> None:
    """Build, start and try every bot in a warm-up match; exit status 0 only if all may play."""
    from tournaments.bots.programs import load_entries
    from tournaments.check.command import faults_json, print_report, report_json, run_check
    from tournaments.spec.errors import SpecError

    try:
        report = run_check(load_entries(file, sandbox=sandbox), file)
    except SpecError as error:
        if as_json:
            typer.echo(faults_json(error))
        raise
    if as_json:
        typer.echo(report_json(report))
    else:
        print_report(report, make_console())
    if not report.holds:
        raise typer.Exit(1)


@app.command()
def verify(
    where: FileOrFolder, data: Data = None, store: StoreUrl = None, as_json: AsJson = False
) -> None:
    """Simulate every replay again, and compare the results; exit status 0 only if all holds."""
    from tournaments.store.find import find
    from tournaments.store.store import Store
    from tournaments.store.verify import verify as verify_all

    _, _, folder = find(where, data, store)
    with contextlib.closing(Store(folder.database)) as opened:
        matches, schedule = opened.matches(), opened.begun_schedule()
        attempts = opened.attempts()
        plays = opened.programs.plays()
    # What the referee says of replays is none of the JSON.
    output = sys.stderr if as_json else None
    away = {key for key, play in plays.items() if play.referee is None}
    found = verify_all(
        folder, matches, schedule=schedule, attempts=attempts, elsewhere=away, output=output
    )
    if as_json:
        typer.echo(json.dumps(found.as_json(), indent=2))
    else:
        for line in found.lines():
            typer.echo(line)
    if not found.holds:
        raise typer.Exit(1)


@app.command()
def audit(
    where: Annotated[
        Path, typer.Argument(help="Tournament file, its data folder, or a downloaded log.")
    ],
    data: Data = None,
    store: StoreUrl = None,
    head: Annotated[
        str | None,
        typer.Option(help="Head of the log that was published, NUMBER:HASH; first digits will do."),
    ] = None,
    against: Annotated[Path | None, typer.Option(help="Another copy of the log.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compute everything again from log and replays; name the first event that differs."""
    from tournaments.audit.audit import audit as audit_all
    from tournaments.audit.audit import is_log, parse_head
    from tournaments.store.find import find_folder

    published = None if head is None else parse_head(head)
    place = where if is_log(where) else find_folder(where, data, store)
    found = audit_all(place, head=published, against=against)
    if as_json:
        typer.echo(json.dumps(found.as_json(), indent=2))
    else:
        for line in found.lines():
            typer.echo(line)
    if not found.holds:
        raise typer.Exit(1)


@app.command()
def migrate(where: FileOrFolder, data: Data = None, store: StoreUrl = None) -> None:
    """Bring the results database to this version of the program, as `run` and `resume` also do."""
    from tournaments.store.find import find_folder, migrate_store
    from tournaments.store.migrations import NEWEST

    folder = find_folder(where, data, store)
    migrate_store(folder)
    typer.echo(f"{folder.database} has tables of version {NEWEST}")


@app.command()
def simulate(
    elo: Annotated[float, typer.Option(help="Elo by which the first bot is stronger.")] = 0.0,
    draws: Annotated[float, typer.Option(help="Share of the matches drawn, 0..1.")] = 0.0,
    seat_effect: Annotated[
        float, typer.Option(help="Elo by which seat 0 is better than seat 1.")
    ] = 0.0,
    elo0: Annotated[float | None, typer.Option(help="Elo of the test's H0.")] = None,
    elo1: Annotated[float | None, typer.Option(help="Elo of its H1.")] = None,
    alpha: Annotated[float, typer.Option(help="Chance to accept H1 under H0.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance to accept H0 under H1.")] = 0.05,
    scale: Annotated[
        Literal["logistic", "normalized"],
        typer.Option(help="Scale of Elo of the test."),
    ] = "logistic",
    statistic: Annotated[
        Literal["pentanomial", "trinomial"], typer.Option(help="Samples: blocks or matches.")
    ] = "pentanomial",
    margin: Annotated[
        float | None,
        typer.Option(help="In place of elo0 and elo1: half-width of the 95% interval, in Elo."),
    ] = None,
    tests: Annotated[int, typer.Option(min=1, max=100_000, help="Tests to simulate.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the simulation.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Show how many matches a question needs: a sequential test, or an interval of some width."""
    from tournaments.ratings.plan_report import print_plan, read_question

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
    print_plan(question, question.plan(tests=tests, seed=seed), make_console(), as_json=as_json)


def _play(spec: TournamentSpec, file: Path, folder: DataFolder, options: PlayOptions) -> None:
    from tournaments.reports.progress import make_progress
    from tournaments.reports.season_standings import season_standings
    from tournaments.reports.summary import summarize
    from tournaments.reports.view import view_of
    from tournaments.session import play
    from tournaments.spec.config import LOCAL

    elsewhere = options.running_referee()
    if elsewhere is not None and spec.executor != LOCAL:
        problem = f"--referee goes with --executor {LOCAL}, not {spec.executor}"
        raise TournamentError(f"{problem}, whose workers start their own referees")
    if options.web:
        _check_web(spec, options.web_listen)
    console = make_console()
    try:
        with (
            make_progress(console, spec) as shown,
            _counted(shown, options.metrics) as progress,
        ):
            left_void = play(
                spec,
                file,
                folder,
                elsewhere=elsewhere,
                progress=progress,
                accept_changes=options.accept_changes,
                web=options.web_listen if options.web else "",
            )
    except KeyboardInterrupt as stop:
        way_on = f"; go on with: tournament resume {folder.path}"
        if stop.args:
            way_on = f" {stop.args[0]}; start it again by its file: tournament run {file}"
        raise KeyboardInterrupt(way_on) from None
    if spec.season is not None:
        season_standings(folder).print(console)
        for stage in spec.stages:
            played = folder.stage(stage.name)
            if played.exists:
                summarize(view_of(played)).print(console)
        return
    summarize(view_of(folder)).print(console)
    if left_void:
        print(
            f"tournament: {left_void} matches are left without a result;"
            f" try them again with: tournament resume {folder.path}",
            file=sys.stderr,
        )
        raise typer.Exit(1)


@contextlib.contextmanager
def _counted(shown: Progress, listen: str | None) -> Iterator[Progress]:
    """Serve metrics of a run while it lasts, if `listen` names an address; yield its progress."""
    if listen is None:
        yield shown
        return
    from tournaments.reports.metrics import serve_metrics

    progress, stop = serve_metrics(listen, shown)
    try:
        yield progress
    finally:
        stop()


def _check_web(spec: TournamentSpec, listen: str) -> None:
    """Check that `--web` is possible.

    The arena must be installed, `listen` must be HOST:PORT, and matches must be played on this
    machine, apart from those of a season.

    Raises:
        TournamentError: One of these does not hold.
    """
    from tournaments.spec.config import LOCAL

    arena_command("--web")
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise TournamentError(
            f"--web-listen must be HOST:PORT with a port from 1 to 65535, not {listen!r}"
        )
    # A season's own referee, pages and checks stay on this machine.
    if spec.executor != LOCAL and spec.season is None:
        raise TournamentError(
            f"--web goes with --executor {LOCAL}, not {spec.executor}, whose workers have their own referees"
        )
