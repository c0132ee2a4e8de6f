"""Timing a tournament's own work with simulated results."""

from __future__ import annotations

from pathlib import Path

import pytest

from loadtest.schedule import FORMATS, main


@pytest.mark.parametrize(
    ("format_", "rounds", "seats", "results"),
    [("swiss", 3, 2, 30), ("ladder", 4, 2, 40), ("ladder", 4, 3, 12), ("round_robin", 2, 2, 180)],
)
def test_all_results_are_there(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    format_: str,
    rounds: int,
    seats: int,
    results: int,
) -> None:
    """Ten bots: five blocks of two matches a round, or three of one; 45 blocks a cycle; every part is timed."""
    assert format_ in FORMATS
    options = ["--format", format_, "--bots", "10", "--rounds", str(rounds), "--seats", str(seats)]
    assert main([*options, "--folder", str(tmp_path)]) == 0
    *parts, last = capsys.readouterr().out.splitlines()
    assert last == f"{results} simulated results, {format_} of 10 bots"
    assert [part.split("s  ")[1].split(":")[0].split(",")[0] for part in parts] == [
        "play",
        "resume",
        "read all results",
        "schedule alone",
        "table",
    ]
    assert list(tmp_path.iterdir()) == []
