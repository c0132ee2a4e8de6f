"""`referee replay show|text|verify|times|export|film|rerun|feed`: shows, checks and continues replays."""

from __future__ import annotations

import dataclasses
import json as json_module
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.replay import feed, film, page, rerun, text

if TYPE_CHECKING:
    from gamereferee.v1.play_service_pb2 import SeatWitness
    from referee.replay.times import PlayerTimes, Spread
    from referee.replay.verify import Verification

__all__ = ["app"]

app = typer.Typer(help="Look at replays, and check them.", no_args_is_help=True)
app.command("rerun")(rerun.rerun)
app.command("feed")(feed.feed)
app.command("text")(text.text)
app.command("film", context_settings=film.SETTINGS)(film.film)

Files = Annotated[
    list[Path], typer.Argument(help="Replays, or folders that are searched for *.replay.")
]


@app.command()
def show(files: Files) -> None:
    """Show replays as text: who played, what happened in each step, how it ended."""
    from referee.replay.reader import load
    from referee.replay.render import show_lines

    for path in _found(files):
        for line in show_lines(load(path)):
            typer.echo(line)


@app.command()
def verify(
    files: Files,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only what fails.")] = False,
    witness: Annotated[
        list[Path] | None,
        typer.Option(
            help="What a bot received before play, as SDKs write it with --witness; a file, or a "
            "folder that is searched for *.witness. Repeatable."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Simulate replays again and check digests, outcome and seed; exit 0 only if all holds."""
    from referee.replay.verify import verify as verify_one

    failed = count = 0
    witnesses = _witnesses(witness or [])
    if as_json:
        results = [verify_one(path, witnesses) for path in _found(files)]
        # No replay at all is a failure: a wrong folder must not pass for a verified one.
        holds = bool(results) and all(result.holds for result in results)
        shown = [_verified(result) for result in results if not (quiet and result.holds)]
        told = {"holds": holds, "count": len(results), "replays": shown}
        typer.echo(json_module.dumps(told, indent=2))
        raise typer.Exit(int(not holds))
    for path in _found(files):
        result = verify_one(path, witnesses)
        count += 1
        # Each failure is printed, also with --quiet; the others are counted.
        if not result.holds:
            failed += 1
            typer.echo(f"FAILED {result.problem}")
        elif not quiet:
            seen = f", {result.witnesses} witnesses agree" if witnesses else ""
            typer.echo(f"ok {path}: {result.steps} steps, {result.dice}{seen}")
    typer.echo(f"{count - failed} of {count} replays hold")
    if failed or not count:
        raise typer.Exit(1)


def _verified(result: Verification) -> dict[str, object]:
    return {"holds": result.holds, **dataclasses.asdict(result), "path": str(result.path)}


@app.command()
def times(
    files: Files,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a player.")] = False,
) -> None:
    """Show how long decisions took, by player over all these replays: clock and processor time."""
    from referee.replay.reader import load
    from referee.replay.times import player_times

    players = player_times(load(path) for path in _found(files))
    if as_json:
        for player in players:
            typer.echo(json_module.dumps(dataclasses.asdict(player)))
    else:
        _print_times(players)


def _print_times(players: list[PlayerTimes]) -> None:
    import rich.box
    import rich.console
    import rich.markup
    import rich.table

    table = rich.table.Table(box=rich.box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("player", overflow="fold")
    table.add_column("missed", justify="right")
    table.add_column("time of")
    for name in ("decisions", "median", "99 %", "most", "total"):
        table.add_column(name, justify="right", no_wrap=True)
    for player in players:
        name = rich.markup.escape(player.player)
        clock = _cells(player.answered, player.wall)
        table.add_row(name, str(player.missed), "clock", *clock)
        # Only metered seats have processor times.
        if player.cpu is not None:
            table.add_row("", "", "processor", *_cells(player.metered, player.cpu))
    rich.console.Console().print(table)


def _cells(decisions: int, spread: Spread | None) -> list[str]:
    if spread is None:
        return [str(decisions), *["-"] * 4]
    each = [f"{value / 1000:.1f} ms" for value in (spread.median, spread.p99, spread.most)]
    return [str(decisions), *each, f"{spread.total / 1e6:.2f} s"]


@app.command()
def export(
    files: Files,
    json: Annotated[
        bool,
        typer.Option("--json", help="One JSON object a record and line, if no page is asked for."),
    ] = True,
    html: Annotated[
        Path | None,
        typer.Option(
            help="Write one page that plays the match back, and has all that it needs in it."
        ),
    ] = None,
    replies: Annotated[
        bool,
        typer.Option(
            "--replies",
            help="In the page, what language models replied, by traces next to the replay.",
        ),
    ] = False,
    parquet: Annotated[
        Path | None,
        typer.Option(
            help="Write decisions.parquet and results.parquet into this folder (extra tables)."
        ),
    ] = None,
) -> None:
    """Write replays as JSON lines to standard output, as tables, or one of them as a page."""
    from referee.replay.errors import ReplayError
    from referee.replay.reader import load
    from referee.replay.render import export_lines

    # Only there to be named: JSON lines are what happens without --html and --parquet.
    del json
    if replies and html is None:
        raise ReplayError("--replies is for --html")
    if parquet is not None:
        from referee.replay.tables import write_parquet

        write_parquet(_found(files), parquet)
    if html is not None:
        page.write_page(list(_found(files)), html, with_replies=replies)
    if html is not None or parquet is not None:
        return
    for path in _found(files):
        for line in export_lines(load(path)):
            sys.stdout.write(line + "\n")


def _witnesses(files: list[Path]) -> list[SeatWitness]:
    from referee.replay.witness import WITNESS_SUFFIX, load_witness

    return [
        load_witness(path)
        for file in files
        for path in (sorted(file.rglob(f"*{WITNESS_SUFFIX}")) if file.is_dir() else [file])
    ]


def _found(files: list[Path]) -> Iterator[Path]:
    from referee.replay.reader import found_replays

    return found_replays(files)
