"""The command line `tournament`.

`run` plays, and checks what was played; `queries` shows it; `output` writes it to files.
"""

from tournaments.cli import output, queries, run
from tournaments.cli.app import app, main

__all__ = ["app", "main", "output", "queries", "run"]
