"""The measurement of what passes the router, in its smallest size."""

from __future__ import annotations

import pytest

from loadtest.past_router import main


@pytest.mark.slow
def test_a_table_tells_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    """Decisions are played through the router and past it, where the router has nothing to do with them.

    Where a machine gets nothing done in a moment, it has longer.
    """
    for seconds in ("0.3", "5", "25", "125"):
        words = [
            "--matches",
            "8",
            "--of-one",
            "--ways",
            "at length",
            "--seconds",
            seconds,
            "--times",
            "1",
        ]
        assert main(words) == 0
        rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
        names = ["making a match", "at length, router", "at length, past it"]
        assert [row[0] for row in rows] == names
        rates = [float(row[3].split()[0]) for row in rows[1:]]
        if min(rates) > 0:
            break
    assert min(rates) > 0
