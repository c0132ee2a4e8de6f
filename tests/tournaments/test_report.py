from __future__ import annotations

import io
import json

import rich.console

from tournaments.pairings.schedule import written_schedule
from tournaments.ratings import Rating
from tournaments.reports.summary import Summary, standings_json
from tournaments.store.records import ProcessRecord
from tournaments.tables.standings import Standing

SUMMARY = Summary(
    name="cup",
    played=3,
    total=4,
    voids=1,
    standings=[
        Standing(1, "first[red]", 3, 2.5, 2, 1, 0, 0, 0, Rating(27.123, 7.5)),
        Standing(2, "second", 3, 0.5, 0, 1, 2, 12, 1, Rating(22.877, 7.5)),
    ],
    processes=[
        ProcessRecord("first[red]", 1, 0, 1.0, died=False),
        ProcessRecord("second", 1, 1, 1.0, died=True),
        ProcessRecord("second", 2, -9, 1.0, died=True),
        ProcessRecord("second", 3, 1, 1.0, died=False),
    ],
    replays="data/replays",
    logs="data/logs",
    schedule=written_schedule(7),
    is_over=False,
)

TABLE = """\
cup
    bot         points  won  drawn  lost  strikes  forfeits
 ──────────────────────────────────────────────────────────
 1  first[red]     2.5    2      1     0        0         0
 2  second         0.5    0      1     2       12         1

3 of 4 matches, 1 void attempts; replays in data/replays
dice: NOT SECRET, the seed is written in the tournament file: anybody can compute all of them from seed 7; for tests and demonstrations
second died 2 times in mid-match, the last time by signal 9: see data/logs/second/0002.stderr
"""


def plain_console(**options: bool) -> tuple[rich.console.Console, io.StringIO]:
    """A console of 80 columns, and what is written to it."""
    out = io.StringIO()
    return rich.console.Console(file=out, width=80, **options), out  # type: ignore[arg-type]


def test_table() -> None:
    """The table fits into 80 columns, names are shown as they are, and deaths are told below."""
    console, out = plain_console()
    SUMMARY.print(console)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    assert [line for line in lines if line] == [line for line in TABLE.splitlines() if line]


def test_json() -> None:
    """Programs get every number in full."""
    assert json.loads(standings_json(SUMMARY)) == {
        "name": "cup",
        "played": 3,
        "total": 4,
        "void_attempts": 1,
        "dice": {
            "policy": "written",
            "why": "the seed is written in the tournament file",
            "schedule_seed": "7",
        },
        "standings": [
            {
                "place": 1,
                "bot": "first[red]",
                "points": 2.5,
                "matches": 3,
                "wins": 2,
                "draws": 1,
                "losses": 0,
                "rating": {"mu": 27.123, "sigma": 7.5},
                "strikes": 0,
                "forfeits": 0,
            },
            {
                "place": 2,
                "bot": "second",
                "points": 0.5,
                "matches": 3,
                "wins": 0,
                "draws": 1,
                "losses": 2,
                "rating": {"mu": 22.877, "sigma": 7.5},
                "strikes": 12,
                "forfeits": 1,
            },
        ],
    }
