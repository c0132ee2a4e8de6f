"""`referee arena`: matches, replays and tournaments in a browser, by a process of its own."""

from __future__ import annotations

import importlib.util
import os
import sys

import typer

from referee.core.errors import RefereeError

__all__ = ["arena"]

SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""All options are the arena's own."""


def arena(context: typer.Context) -> None:
    """Show live matches, replays and tournaments in browsers; see `referee arena --help`."""
    if any(
        importlib.util.find_spec(name) is None for name in ("referee_arena", "starlette", "uvicorn")
    ):
        raise RefereeError("the arena needs the extra web: pip install 'gamereferee[web]'")
    os.execv(sys.executable, [sys.executable, "-P", "-m", "referee_arena", "serve", *context.args])
