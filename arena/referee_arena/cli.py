"""The command line of the arena, which `referee` and `tournament` start as a separate process."""

from __future__ import annotations

import sys

import typer

from referee.core.errors import RefereeError
from referee_arena.film.command import film
from referee_arena.seat.command import seat
from referee_arena.server.command import serve
from referee_arena.site import commands as site
from referee_arena.site.errors import SiteError
from referee_client.errors import RefereeClientError
from tournaments.spec.errors import TournamentError

__all__ = ["app", "main"]

app = typer.Typer(
    help="Matches, replays and tournaments in a browser.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    # Rich's tables of options cut flags and variables in narrow terminals.
    rich_markup_mode=None,
)
app.command("serve")(serve)
app.command("site")(site.site)
app.command("replay")(site.replay)
app.command("film")(film)
app.command("seat")(seat)


@app.callback()
def options() -> None:
    """Show matches, replays and tournaments in a browser."""


def main() -> None:
    """Run the command that the arguments name; a caller's mistake is one line on standard error and exit status 2."""
    try:
        app()
    except (RefereeError, RefereeClientError, SiteError, TournamentError) as error:
        print(f"arena: {error}", file=sys.stderr)
        sys.exit(2)
