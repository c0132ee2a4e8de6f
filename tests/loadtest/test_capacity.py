"""The table of capacities, and the tiny run of it that asserts structure and no speed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from loadtest.capacity import BUSY_CORES, GAMES, as_json, as_table, is_busy, main
from loadtest.machine import Fact
from referee.capacity.check import Checked, Use
from referee.capacity.search import Found
from referee.capacity.window import Window
from referee.games.registry import names

MACHINE: dict[str, Fact] = {"cpu": "Abacus", "cores": 2}


def checked(game: str = "diceman", *, others: float | None = 0.0) -> Checked:
    """A game of which 20 matches a second were kept."""
    kept = Window(20.0, 60, 0, 0, 5000, 0.97, 0.62, 31.0, 2.0, "")
    found = Found(20.0, 21.5, ((20.0, True), (40.0, False), (21.5, False)))
    return Checked(game, 2, 100.0, 50.0, False, 15_000.0, found, kept, Use(0.81, 0.66, others))


def slow() -> Checked:
    """A game of which nothing was kept."""
    return Checked("champions", 16, 208.0, 13.0, False, None, Found(None, 0.2, ()), None, None)


def test_all_games_are_in_the_table() -> None:
    """A new game is to be measured, too."""
    assert sorted(GAMES) == names()


def test_a_table_has_all_figures() -> None:
    """And dashes where nothing was measured."""
    text = io.StringIO()
    Console(file=text, width=200).print(as_table([checked(), slow()], MACHINE))
    rows = [line.split("│")[1:-1] for line in text.getvalue().splitlines() if "│" in line]
    assert [[cell.strip() for cell in row] for row in rows[-2:]] == [
        [
            "diceman",
            "2",
            "100, cut",
            "20.0",
            "21.5",
            "2,000",
            "0.62",
            "31.0",
            "0.81",
            "0.66",
            "15.0",
        ],
        ["champions", "16", "208, cut", "-", "0.2", "0", "-", "-", "-", "-", "-"],
    ]
    assert "Abacus, 2 cores" in text.getvalue()


@pytest.mark.parametrize(
    ("others", "busy"), [(None, False), (BUSY_CORES, False), (BUSY_CORES + 0.01, True)]
)
def test_a_busy_machine_is_marked(others: float | None, busy: bool) -> None:
    """In the table and in the file, for the game and for the whole."""
    one = checked(others=others)
    assert is_busy(one) is busy
    text = io.StringIO()
    Console(file=text, width=200).print(as_table([one], MACHINE))
    assert ("diceman *" in text.getvalue()) is busy
    data = json.loads(json.dumps(as_json([one, slow()], MACHINE, {"seconds": 4})))
    assert data["is_busy"] is busy
    assert [data["games"][game]["is_busy"] for game in ("diceman", "champions")] == [busy, False]


def test_a_file_has_everything() -> None:
    """What was found and how, the terms and the machine."""
    data = json.loads(json.dumps(as_json([checked(), slow()], MACHINE, {"seconds": 4})))
    assert data["options"] == {"seconds": 4}
    assert data["machine"] == MACHINE
    assert data["least_slack"] == 0.5
    game = data["games"]["diceman"]
    assert (game["matches_per_s"], game["too_high_per_s"]) == (20.0, 21.5)
    assert game["decisions_per_s"] == 2000.0
    assert game["kept"]["slack_p99"] == 0.62
    assert game["found"]["tried"] == [[20.0, True], [40.0, False], [21.5, False]]
    assert data["games"]["champions"]["matches_per_s"] is None


@pytest.mark.parametrize(
    ("flags", "status", "message"),
    [
        (["--games", "chess"], 2, "invalid choice: 'chess'"),
        (["--seconds", "0"], 2, "seconds must be a number of seconds from 1, not 0"),
        (["--move-ms", "0"], 2, "move_time must be from 1 ms, not '0 ms'"),
        (["--decisions", "0"], 2, "decisions must be from 1, not 0"),
        (
            ["--address", "unix:/nowhere/at/all.sock", "--games", "diceman"],
            2,
            "loadtest.capacity: ",
        ),
    ],
)
def test_wrong_flags_and_missing_referees_are_told(
    flags: list[str], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error and status 2, with nothing started."""
    if "chess" in flags:
        with pytest.raises(SystemExit, match=str(status)):
            main(flags)
    else:
        assert main(flags) == status
    assert message in capsys.readouterr().err


@pytest.mark.slow
def test_a_tiny_table_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Something is told of the game, be it that no rate was kept: nobody judges the machine."""
    out = tmp_path / "deep" / "capacity.json"
    flags = ["--games", "diceman", "--seconds", "1", "--decisions", "8", "--held", "5"]
    assert main([*flags, "--out", str(out)]) == 0
    assert "New matches a second" in capsys.readouterr().out
    game = json.loads(out.read_text())["games"]["diceman"]
    assert game["num_seats"] == 2
    assert game["found"]["tried"]
    assert (game["kept"] is None) == (game["matches_per_s"] is None)
