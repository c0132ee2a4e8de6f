"""`referee bridge`: a bot that reads a line of JSON a turn and answers with one."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand

__all__ = ["RawCommand", "bridge"]


class RawCommand(TyperCommand):
    """A command that reads its arguments itself, `--help` and `--` too."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Leave everything to the command."""
        ctx.args = list(args)
        return []


def bridge(context: typer.Context) -> None:
    """Play with a program that reads a line of JSON a turn and answers with one: [FLAGS] -- COMMAND."""
    from referee_client.bridge import main

    raise typer.Exit(main(context.args))
