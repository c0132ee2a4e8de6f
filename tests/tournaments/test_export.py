"""Tables for other programs, against numbers counted by hand (see `stored.CUP`)."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.tournaments.calling import Caller
from tests.tournaments.fakes import ended
from tests.tournaments.stored import CUP_FILE, play_cup, play_into
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A data folder with the cup in it."""
    return play_cup(tmp_path / "cup")


def rows_of(text: str) -> list[dict[str, str]]:
    """Rows of a CSV file by the names in its first one."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


RESULTS = """\
number,seat,bot,placement,score,points,strikes,forfeit,refused,rejected,given_up,label
1,0,b,2,1,0.0,2,time,0,0,0,b
1,1,c,1,0,1.0,0,,0,0,0,c
2,0,c,1,6,1.0,0,,0,0,0,c
2,1,b,2,0,0.0,0,,0,0,0,b
3,0,a,1,4,1.0,0,,0,0,0,a
3,1,c,2,3,0.0,0,,0,0,0,c
4,0,c,1,4,0.5,0,,0,0,0,c
4,1,a,1,4,0.5,0,,0,0,0,a
5,0,a,1,6,1.0,0,,0,0,0,a
5,1,b,2,2,0.0,0,,0,0,0,b
6,0,b,2,3,0.0,1,,0,0,0,b
6,1,a,1,5,1.0,0,,0,0,0,a
"""

VOIDS = """\
number,attempt,match_id,cause,text
1,1,v1-1,referee_fault,it came to nothing
"""

PROCESSES = """\
program,number,code,cpu_s,died
b,1,-9,0.5,true
b,2,0,0.25,false
"""


@pytest.mark.parametrize(
    ("table", "expected"), [("results", RESULTS), ("voids", VOIDS), ("processes", PROCESSES)]
)
def test_csv(cup: Path, call: Caller, table: str, expected: str) -> None:
    """Rows in a fixed order, and nothing else on standard output."""
    called = call("export", "csv", cup, "--table", table)
    assert (called.status, called.err) == (0, "")
    assert called.out == expected.replace("\n", "\r\n")


def test_matches(cup: Path, call: Caller) -> None:
    """A row a match, with the seed in full."""
    rows = rows_of(call("export", "csv", cup, "--table", "matches").out)
    assert [row["number"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert rows[0] == {
        "number": "1",
        "block": "1:b:c",
        "seed": str(0xDFC9DBEB2588E1A1),  # printf '[7,"1:b:c"]' | sha256sum
        "game": "diceman",
        "game_version": "1",
        "match_id": "m1",
        "cause": "bot_time",
        "text": "b is out of time",
        "replay": "referee/replays/m1.replay",
        "forfeit_in_block": "true",
    }
    assert [row["forfeit_in_block"] for row in rows] == ["true", "true", *["false"] * 4]


def test_standings(cup: Path, call: Caller) -> None:
    """The table, best first; ratings are checked where they are made."""
    rows = rows_of(call("export", "csv", cup, "--table", "standings").out)
    counts = ("place", "bot", "points", "matches", "wins", "draws", "losses", "strikes", "forfeits")
    assert [[row[name] for name in counts] for row in rows] == [
        ["1", "a", "3.5", "4", "3", "1", "0", "0", "0"],
        ["2", "c", "2.5", "4", "2", "1", "1", "0", "0"],
        ["3", "b", "0.0", "4", "0", "0", "4", "3", "1"],
    ]
    elo = ("elo", "elo_low", "elo_high")
    without = {f"{name}_without_forfeits" for name in ("matches", *elo)}
    assert set(rows[0]) == {*counts, "rating_mu", "rating_sigma", *elo, *without}
    assert [[bool(row[name]) for name in elo] for row in rows] == [
        [True, True, True],
        [True, True, True],
        [False, False, True],
    ]


def test_tie_breaks_are_columns(tmp_path: Path, call: Caller) -> None:
    """Swiss, one round: c has a bye, worth 2 points; a and b win once each, and meet 1 point twice."""
    text = CUP_FILE.replace('"round_robin"', '"swiss"\nrounds = 1')
    folder = play_into(tmp_path / "cup", text, lambda _: ended(1, 2))
    rows = rows_of(call("export", "csv", folder, "--table", "standings").out)
    columns = ("place", "bot", "points", "buchholz", "sonneborn_berger")
    assert [[row[name] for name in columns] for row in rows] == [
        ["1", "c", "2.0", "0.0", "0.0"],
        ["2", "a", "1.0", "2.0", "1.0"],
        ["2", "b", "1.0", "2.0", "1.0"],
    ]


def test_parties(tmp_path: Path, call: Caller) -> None:
    """Entries with their exact value; seats of one party have no points against each other."""
    text = CUP_FILE.replace('"round_robin"', '"team"\nparty_seats = 3')
    folder = play_into(tmp_path / "cup", text, lambda _: ended(1, 1, 1))
    exported = json.loads(call("export", "json", folder).out)
    assert exported["standings"][0] == {
        "place": 1,
        "entry": "a",
        "value": 9.0,
        "exact": "9",
        "matches": 1,
        "strikes": 0,
        "forfeits": 0,
    }
    assert {row["points"] for row in exported["results"]} == {None}


def test_what_breaks_ties_between_parties(tmp_path: Path, call: Caller) -> None:
    """Of each seat in the results, of each entry summed in the standings."""
    text = CUP_FILE.replace('"round_robin"', '"team"\nparty_seats = 3\ncycles = 2')
    told = (("rounds", 30), ("deaths", 2))
    end = MatchEnd(EndCause.RULES, "", (SeatResult(1, 9, 0, None, tie_breaks=told),) * 3)
    folder = play_into(tmp_path / "cup", text, lambda _: end)
    rows = rows_of(call("export", "csv", folder, "--table", "standings").out)
    assert {(row["rounds"], row["deaths"]) for row in rows} == {("60", "4")}
    rows = rows_of(call("export", "csv", folder, "--table", "results").out)
    assert {(row["rounds"], row["deaths"]) for row in rows} == {("30", "2")}
    table = call("standings", folder).out
    assert all(word in table for word in ("rounds", "deaths", " 60 ", " 4 "))


def test_json(cup: Path, call: Caller) -> None:
    """All tables in one object, or the one that was asked for; with the same columns as in CSV."""
    exported = json.loads(call("export", "json", cup).out)
    head = {"name": "cup", "game": "diceman", "format": "round_robin"}
    tables = {
        "matches",
        "results",
        "standings",
        "processes",
        "voids",
        "programs",
        "plays",
        "left_out",
        "models",
    }
    assert set(exported) == {*head, *tables}
    assert exported["results"][0] == {
        "number": 1,
        "seat": 0,
        "bot": "b",
        "placement": 2,
        "score": 1,
        "points": 0.0,
        "strikes": 2,
        "forfeit": "time",
        "refused": 0,
        "rejected": 0,
        "given_up": 0,
        "label": "b",
    }
    only = json.loads(call("export", "json", cup, "--table", "voids").out)
    assert only == head | {"voids": exported["voids"]}


def test_files(cup: Path, tmp_path: Path, call: Caller) -> None:
    """A folder gets a file for each table, and a file what standard output would get."""
    assert call("export", "csv", cup, "--output", tmp_path / "x" / "y").out == ""
    files = sorted(path.name for path in (tmp_path / "x" / "y").iterdir())
    tables = "left_out matches models plays processes programs results standings voids"
    assert files == [f"{table}.csv" for table in tables.split()]
    assert (tmp_path / "x" / "y" / "results.csv").read_bytes() == RESULTS.replace(
        "\n", "\r\n"
    ).encode()
    assert call("export", "json", cup, "-o", tmp_path / "all.json").status == 0
    assert (tmp_path / "all.json").read_text() == call("export", "json", cup).out


def test_texts_with_commas_quotes_and_lines(tmp_path: Path, call: Caller) -> None:
    """A reader of CSV gets back what was written."""
    text = 'it said "no", and\nleft, ünhappy'
    end = MatchEnd(EndCause.FORFEIT, text, ended(1, 2).seats)
    folder = play_into(tmp_path / "cup", CUP_FILE, lambda _: end)
    rows = rows_of(call("export", "csv", folder, "--table", "matches").out)
    assert {row["text"] for row in rows} == {text}


def test_mistakes(cup: Path, tmp_path: Path, call: Caller) -> None:
    """No table for one CSV file, and a place that can't be written."""
    called = call("export", "csv", cup)
    assert (called.status, called.out) == (2, "")
    assert called.err.startswith("tournament: a CSV file is one table: give --table matches|")
    (tmp_path / "file").touch()
    called = call("export", "json", cup, "-o", tmp_path / "file" / "x.json")
    assert called.status == 2
    assert called.err == f"tournament: {tmp_path}/file/x.json can't be written: File exists\n"
    assert call("export", "xml", cup).status == 2
