"""`referee replay show|verify|export`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(help="Look at replays, and check them.", no_args_is_help=True)

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
) -> None:
    """Simulate replays again and check digests, outcome and seed; exit status 0 only if all holds."""
    from referee.replay.verify import verify as verify_one

    failed = count = 0
    for path in _found(files):
        result = verify_one(path)
        count += 1
        if not result.holds:
            failed += 1
            typer.echo(f"FAILED {result.problem}")
        elif not quiet:
            typer.echo(f"ok {path}: {result.steps} steps")
    typer.echo(f"{count - failed} of {count} replays hold")
    if failed or not count:
        raise typer.Exit(1)


@app.command()
def export(
    files: Files,
    json: Annotated[
        bool, typer.Option("--json", help="One JSON object a record and line (the only form).")
    ] = True,
) -> None:
    """Write replays as JSON lines to standard output."""
    from referee.replay.reader import load
    from referee.replay.render import export_lines

    del json
    for path in _found(files):
        for line in export_lines(load(path)):
            sys.stdout.write(line + "\n")


def _found(files: list[Path]) -> Iterator[Path]:
    from referee.replay.errors import ReplayError
    from referee.replay.journal import REPLAY_SUFFIX

    for path in files:
        if path.is_dir():
            inside = sorted(path.rglob(f"*{REPLAY_SUFFIX}"))
            if not inside:
                raise ReplayError(f"{path}: a folder without replays")
            yield from inside
        else:
            yield path
