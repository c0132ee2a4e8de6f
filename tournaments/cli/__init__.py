"""The command line `tournament`.

`run` has the commands that play and check; `queries` those that show; `output` those that write
files; `season` those of a season's organizer; `submit` the one by which authors hand in their bots;
`repair` the one that makes lost records again.
"""

from tournaments.cli import output, queries, repair, run, season, submit
from tournaments.cli.app import app, main

__all__ = ["app", "main", "output", "queries", "repair", "run", "season", "submit"]
