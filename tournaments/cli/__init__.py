"""The command line `tournament`.

`run` has the commands that play and check; `queries` those that show; `output` those that write
files; `submit` the one by which authors hand in their bots.
"""

from tournaments.cli import output, queries, run, submit
from tournaments.cli.app import app, main

__all__ = ["app", "main", "output", "queries", "run", "submit"]
