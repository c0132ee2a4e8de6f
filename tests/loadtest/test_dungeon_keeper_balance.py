"""The measurement of who wins by acting first, in its smallest size."""

from __future__ import annotations

import pytest

from loadtest.dungeon_keeper_balance import main


def test_values_are_compared_on_the_same_maps(capsys: pytest.CaptureFixture[str]) -> None:
    """Bots that do nothing: all Altars wane away together in round 53, and mana decides from 10 on.

    With 10 more mana the second seat has a point more.
    """
    arguments = ["--bots", "idle", "--maps", "2", "--later-mana", "0", "10"]
    assert main(arguments) == 0
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [row[:2] for row in rows] == [["| 0", "2"], ["| 10", "2"]]
    assert [row[3] for row in rows] == ["50.0 50.0", "0.0 100.0"]
    assert [row[4].split()[0] for row in rows] == ["0.0", "0.0"]
    assert [row[5].split()[0] for row in rows] == ["100.0", "100.0"]
    assert [row[6] for row in rows] == ["53.0, 53 |"] * 2


def test_version_1_ends_at_the_cap(capsys: pytest.CaptureFixture[str]) -> None:
    """It knows neither waning nor more mana."""
    assert main(["--bots", "idle", "--maps", "1", "--game-version", "1"]) == 0
    (row,) = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert row[:2] == ["| none", "1"]
    assert row[4].split()[0] == "100.0"
    assert row[6] == "60.0, 60 |"
