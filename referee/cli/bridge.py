"""`referee bridge`: plays with a program that reads each turn as a line of JSON and answers with one."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand

__all__ = ["RawCommand", "bridge"]


class RawCommand(TyperCommand):
    """A Typer command that gets its arguments unparsed, `--help` and `--` included."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Store all arguments unparsed in `ctx.args`, for the command; return an empty list."""
        ctx.args = list(args)
        return []


def bridge(context: typer.Context) -> None:
    """Play with a program that answers each line of JSON, one a turn: [FLAGS] -- COMMAND."""
    from referee_client.bridge import main

    raise typer.Exit(main(context.args))
