"""`referee watch`: chooses source, point of view, and a screen or plain text."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from referee.replay.frames import Source

__all__ = ["watch"]

FILE_SUFFIXES = (".replay", ".journal")
"""Endings of file names. An argument with one of these endings names a file, even if there is none;
any other may be a match id.
"""


def watch(
    match: Annotated[
        str, typer.Argument(metavar="MATCH_ID|FILE", help="A match at a server, or a replay.")
    ],
    server: Annotated[
        str,
        typer.Option(
            help="Address of the referee: unix:/path or HOST:PORT.", envvar="REFEREE_ADDRESS"
        ),
    ] = "127.0.0.1:7070",
    seat: Annotated[
        int | None, typer.Option(help="Look through this seat's eyes; for replays.")
    ] = None,
    token: Annotated[
        str, typer.Option(help="Look through the eyes of the seat with this token; live matches.")
    ] = "",
    full: Annotated[
        bool, typer.Option("--full", help="Show everything, as a replay always does.")
    ] = False,
    speed: Annotated[
        float, typer.Option(help="Steps a second of a replay.", min=0.125, max=64)
    ] = 2.0,
    step: Annotated[
        int | None, typer.Option(help="Print a replay after this many steps, and exit.", min=0)
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print text without colours; so it is in a pipe.")
    ] = False,
    organizer_key: Annotated[
        str, typer.Option(help="The server's organizer key.", envvar="REFEREE_ORGANIZER_KEY")
    ] = "",
    ca: Annotated[
        Path | None, typer.Option(help="PEM file with the roots to trust; turns on TLS.")
    ] = None,
) -> None:
    """Watch a live match or a replay. In the terminal: q leaves, space pauses, n and p step."""
    from referee.core.errors import FieldError

    if full and (token or seat is not None):
        raise FieldError("full", "given without seat and token", full)
    source: Source
    path = Path(match)
    # A missing file must be reported as one, not looked for as a match at a server.
    is_file = path.suffix in FILE_SUFFIXES or path.exists()
    if is_file:
        from referee.replay.recorded import RecordedSource

        if token:
            raise FieldError("token", "given for a live match; a replay takes seat", "a token")
        source = RecordedSource(path, seat)
    else:
        from referee.cli.watch.live import LiveSource

        if seat is not None:
            raise FieldError(
                "seat", "given for a replay; a live match takes the seat's token", seat
            )
        if step is not None:
            raise FieldError("step", "given for a replay", step)
        source = LiveSource(match, server, token=token, full=full, key=organizer_key, ca=ca)
    if step is not None:
        _print_step(source, step)
    # A screen needs a terminal for its keys as well.
    elif plain or not (sys.stdout.isatty() and sys.stdin.isatty()):
        _print_all(source)
    else:
        _show(source, speed if is_file else None)


def _print_step(source: Source, step: int) -> None:
    from referee.cli.watch.printing import frame_text, heading_text
    from referee.core.errors import FieldError

    last = 0
    for frame in source.frames():
        last = frame.step
        if frame.step == step:
            typer.echo(heading_text(source.heading))
            typer.echo(frame_text(source.heading, frame))
            return
    raise FieldError("step", f"from 0 to {last}", step)


def _print_all(source: Source) -> None:
    from referee.cli.watch.paint import sections_of
    from referee.cli.watch.printing import frame_text, heading_text

    hint = source.heading.hint
    with contextlib.suppress(KeyboardInterrupt):
        typer.echo(heading_text(source.heading))
        for frame in source.frames():
            typer.echo(frame_text(source.heading, frame))
            # Once, after the first frame that shows nothing.
            if hint and not frame.outcome and not sections_of(source.heading, frame):
                typer.echo("\n".join(f"  {line}" for line in hint))
                hint = ()


def _show(source: Source, speed: float | None) -> None:
    from rich.console import Console

    from referee.cli.watch.paint import MIN_HEIGHT, MIN_WIDTH
    from referee.cli.watch.screen import show
    from referee.core.errors import FieldError

    console = Console()
    width, height = console.size
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        bound = f"at least {MIN_WIDTH} by {MIN_HEIGHT} (--plain needs none)"
        raise FieldError("terminal", bound, f"{width} by {height}")
    show(source, console, speed)
