"""`referee journal check|repair`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["app"]

app = typer.Typer(
    help="Look at journals of matches that run or can't be taken up, and mend them.",
    no_args_is_help=True,
)

Files = Annotated[
    list[Path],
    typer.Argument(
        help="Journals, or folders that are searched for *.journal and *.journal.broken*."
    ),
]


@app.command()
def check(files: Files) -> None:
    """Say of each journal what it holds and whether its match can be taken up; 0 only if all can.

    Nothing is changed, so that a running server's journals can be looked at as well.
    """
    from referee.replay.errors import ReplayError
    from referee.replay.mend import standing
    from referee.replay.survey import Tail, survey

    failed = False
    for path in _found(files):
        try:
            found = survey(path.read_bytes())
            text = f"{path}: {found.records} records"
            if found.tail is not Tail.NOTHING:
                rest = found.length - found.whole
                text += (
                    f", then {rest} bytes {found.tail.value} at byte {found.whole}: {found.problem}"
                )
            if found.behind:
                text += f"; {found.behind} readable records follow"
            if found.tail is Tail.DAMAGED:
                failed = True
            elif found.tail is Tail.NOTHING:
                text += f"; {standing(path)}"
        except ReplayError as error:
            text, failed = str(error), True
        except OSError as error:
            text, failed = f"{path}: can't be read: {error.strerror}", True
        typer.echo(text)
    raise typer.Exit(int(failed))


@app.command()
def repair(
    files: Files,
    cut: Annotated[
        bool,
        typer.Option(
            "--cut",
            help="Give up everything from the first damage on that can't be mended: the match goes on "
            "from an earlier point.",
        ),
    ] = False,
) -> None:
    """Write damaged journals anew, so that the next start takes their matches up; originals are kept.

    Only while no server uses the folder.
    """
    from referee.replay.errors import ReplayError
    from referee.replay.mend import mend

    failed = False
    for path in _found(files):
        try:
            mended = mend(path, cut=cut)
        except ReplayError as error:
            typer.echo(str(error))
            failed = True
        except OSError as error:
            typer.echo(f"{path}: {error.strerror}")
            failed = True
        else:
            given_up = f", {mended.given_up} bytes given up" if mended.given_up else ""
            typer.echo(
                f"{mended.path}: {mended.bits} bits put right{given_up}; {mended.kept.name} is kept"
            )
    raise typer.Exit(int(failed))


def _found(files: list[Path]) -> Iterator[Path]:
    for path in files:
        if path.is_dir():
            yield from sorted({*path.glob("**/*.journal"), *path.glob("**/*.journal.broken*")})
        else:
            yield path
