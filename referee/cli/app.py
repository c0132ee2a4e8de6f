"""The `referee` command line: each command is a module or subpackage of this package."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import referee
from bot_commands.streams import open_closed_streams, reporting_lost_output
from referee.cli import (
    arena,
    bridge,
    conformance,
    games,
    journal,
    levels,
    new,
    odds,
    scenario,
    simulate,
    trace,
)
from referee.cli.attend import attend
from referee.cli.llm import llm
from referee.cli.matches import matches
from referee.cli.mcp import mcp
from referee.cli.ping import ping
from referee.cli.play.command import play
from referee.cli.relay import relay
from referee.cli.replay import command as replay
from referee.cli.serve.command import serve
from referee.cli.watch import watch
from referee.core.errors import RefereeError

__all__ = ["app", "main"]

app = typer.Typer(
    help="Referees matches between bots, and keeps their replays.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    # Rich's tables of options cut flags and variables in narrow terminals.
    rich_markup_mode=None,
)
app.command("serve")(serve)
app.command("play")(play)
app.command("attend")(attend)
app.command("llm")(llm)
app.command("relay")(relay)
app.command("mcp")(mcp)
app.command("ping")(ping)
app.command("matches")(matches)
app.command("watch")(watch)
app.command("simulate")(simulate.simulate)
app.command("arena", context_settings=arena.SETTINGS)(arena.arena)
app.command("bridge", cls=bridge.RawCommand)(bridge.bridge)
app.command("conformance")(conformance.conformance)
app.command("games")(games.games)
app.command("warmup")(games.warmup)
app.add_typer(new.app, name="new")
app.add_typer(odds.app, name="odds")
app.add_typer(replay.app, name="replay")
app.add_typer(journal.app, name="journal")
app.add_typer(scenario.app, name="scenario")
app.add_typer(levels.app, name="levels")
app.add_typer(trace.app, name="trace")


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"referee {referee.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Referees matches between bots, and keeps their replays."""
    del version


def main() -> None:
    """Run the command line.

    A mistake of the user, such as a wrong flag or file, is reported as one line on standard error,
    with exit status 2.
    """
    # Before anything else: a file that is opened could get the number of a closed standard stream.
    open_closed_streams()
    with reporting_lost_output("referee"):
        try:
            app()
        # All other errors are bugs of ours, and keep their traceback.
        except RefereeError as error:
            print(f"referee: {error}", file=sys.stderr)
            sys.exit(2)
