from __future__ import annotations

import io
import json

import pytest
import rich.console

from tournaments.ratings import Rating
from tournaments.reports.progress import BarProgress, LineProgress, make_progress
from tournaments.reports.summary import Summary, standings_json
from tournaments.standings import Standing
from tournaments.store import ProcessRecord

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
)

TABLE = """\
cup
    bot         points  won  drawn  lost  rating     ±  strikes  forfeits
 ────────────────────────────────────────────────────────────────────────
 1  first[red]     2.5    2      1     0   27.12  7.50        0         0
 2  second         0.5    0      1     2   22.88  7.50       12         1

3 of 4 matches, 1 void attempts; replays in data/replays
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


@pytest.mark.parametrize(
    ("done", "total", "told"),
    [
        (0, 3, ["1 of 3 matches", "2 of 3 matches", "3 of 3 matches"]),
        (1, 3, ["resuming: 1 matches have been played", "2 of 3 matches", "3 of 3 matches"]),
        (0, None, ["1 matches", "2 matches"]),
    ],
)
def test_lines(done: int, total: int | None, told: list[str]) -> None:
    """Without a terminal, progress is a line now and then."""
    console, out = plain_console()
    with make_progress(console) as progress:
        assert isinstance(progress, LineProgress)
        progress.begin(done, total)
        for _ in range((total or 2) - done):
            progress.match_ended()
        progress.note("[b]: trouble")
    assert out.getvalue().splitlines() == [*told, "[b]: trouble"]


def test_not_too_many_lines() -> None:
    """A long tournament does not fill a log: one line for every twentieth of it."""
    console, out = plain_console()
    progress = LineProgress(console)
    progress.begin(0, 1000)
    for _ in range(1000):
        progress.match_ended()
    lines = out.getvalue().splitlines()
    assert lines == [f"{share * 50} of 1000 matches" for share in range(1, 21)]


def test_bar() -> None:
    """On a terminal there is a bar with counts, and notes stand above it."""
    console, out = plain_console(force_terminal=True)
    with make_progress(console) as progress:
        assert isinstance(progress, BarProgress)
        progress.begin(5, 60)
        progress.match_ended()
        progress.note("trouble")
    assert "trouble" in out.getvalue()
    assert " 6/60" in out.getvalue()
