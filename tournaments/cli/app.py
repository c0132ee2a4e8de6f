"""The typer application that all commands are registered with, and its entry point.

Exit statuses: 0 everything asked for was done; 1 something failed on the way, a match is left
without a result, or a replay does not hold; 2 a mistake in the call or the tournament file, nothing
was played; 130 stopped by Ctrl-C, SIGTERM or SIGHUP. Errors are lines on standard error, one a
fault.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import sys
from typing import TYPE_CHECKING, NoReturn

import typer

from bot_commands.streams import open_closed_streams, reporting_lost_output
from tournaments.cli.stops import STOPPED
from tournaments.spec.errors import TournamentError

if TYPE_CHECKING:
    import rich.console

__all__ = ["app", "main", "make_console", "print_json"]

PLAIN_WIDTH = 120
"""Width of tables in columns if standard output is no terminal."""

app = typer.Typer(
    help="Plays tournaments between bots, resumes them, and shows and keeps their results.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    # Rich's tables of options cut flags and variables in narrow terminals.
    rich_markup_mode=None,
)


def make_console() -> rich.console.Console:
    """Return a console on standard output; without a terminal its width is `PLAIN_WIDTH`."""
    import rich.console

    # Blocks are named `1:a:b`, which must not become an emoji.
    console = rich.console.Console(emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PLAIN_WIDTH
    return console


def print_json(value: object) -> None:
    """Write a value to standard output as one JSON object."""
    typer.echo(json.dumps(value, indent=2))


def main() -> None:
    """Run the command line; each mistake is one line on standard error."""
    open_closed_streams()
    try:
        with reporting_lost_output("tournament"):
            _run()
    except SystemExit as ended:
        if ended.code == STOPPED:
            _leave(STOPPED)
        raise


def _run() -> None:
    try:
        app()
    except TournamentError as error:
        for line in str(error).splitlines() or [""]:
            print(f"tournament: {line}", file=sys.stderr)
        sys.exit(error.exit_status)


def _leave(status: int) -> NoReturn:
    """End the process with an exit status, without unloading its modules.

    Unloading gRPC and the database would take 0.2 s of processor time, while the person that has
    stopped a run waits for its end.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # its reader is gone, or it is closed
            stream.flush()
    os._exit(status)
