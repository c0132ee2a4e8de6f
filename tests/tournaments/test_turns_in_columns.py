"""Tournaments whose bots take turns in columns: told so at the start, on lanes, metered, and the same matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.replay.reader import load
from referee.replay.verify import verify
from tests.tournaments.cups import Cup, new_cup
from tournaments.play.turn_form import turn_form_line
from tournaments.spec.reading import load_spec

FILE = """
name = "cup"
game = "diceman"
format = "round_robin"
cycles = 4
seed = 7
parallel = 8
think_slots = {slots}
sandbox = "none"

[config]
games = 1

[time_control]
move_time = "30m"

[[bots]]
name = "one"
command = "python columns.py 1"
[[bots]]
name = "two"
command = "python columns.py 2"
"""
BOT = """
import itertools, sys

import numpy as np
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import Bot, run

COMBOS = list(itertools.combinations(range(4), 2))
STEP = int(sys.argv[1])

class Columns(Bot):
    game = "diceman"
    columns = ("table.round",)

    def act(self, observation):
        print("single", 1, file=sys.stderr)
        return Action(dice=COMBOS[STEP * observation.round % 6])

    def act_columns(self, turns):
        print("columns", len(turns), file=sys.stderr)
        return (STEP * turns.observed["table.round"] % 6).astype(np.int8)

run(Columns, [])
"""
"""A bot whose choice follows from the round; it says how many turns came in columns, and how many by themselves."""


def _turns(cup: Cup) -> dict[str, int]:
    """Number of turns that came in columns, and of those that came one by one."""
    told = {"columns": 0, "single": 0}
    for path in cup.data.glob("logs/*/*.stderr"):
        for line in path.read_text().splitlines():
            kind, _, number = line.partition(" ")
            if kind in told:
                told[kind] += int(number)
    return told


def _matches(cup: Cup) -> dict[str, list[tuple[Any, ...]]]:
    """Turns, actions and digests of every match, by the seats' names and the match seed's order."""
    played: dict[str, list[tuple[Any, ...]]] = {}
    for path in sorted((cup.data / "referee" / "replays").iterdir()):
        assert verify(path).problem is None
        replay = load(path)
        steps = [record.step for record in replay.records if record.HasField("step")]
        for step in steps:
            for action in step.actions:
                assert action.HasField("cpu_us")
        story = [
            (step.digest, *((each.seat, each.turn, each.payload) for each in step.actions))
            for step in steps
        ]
        played[replay.header.label] = story
    return played


@pytest.mark.slow
def test_lanes_are_the_same_tournament(tmp_path: Path) -> None:
    """No turn comes by itself where the file lets many come, and all do where it has a think slot."""
    cups = [
        new_cup(tmp_path, name, FILE.format(slots=slots), columns=BOT)
        for name, slots in (("many", 0), ("single", 1))
    ]
    said = [cup.finish() for cup in cups]
    assert "turns: many at once, since think_slots = 0; in columns (lanes) where" in said[0]
    assert "turns: one by one, since think_slots = 1; with 0," in said[1]
    many, single = (_turns(cup) for cup in cups)
    assert many["single"] == single["columns"] == 0
    assert many["columns"] == single["single"] > 0
    mine, theirs = (_matches(cup) for cup in cups)
    assert len(mine) == 8
    assert mine == theirs
    assert cups[0].standings() == cups[1].standings()


@pytest.mark.parametrize(
    ("settings", "own", "line"),
    [
        (
            "think_slots = 3",
            True,
            "turns: one by one, since think_slots = 3; with 0, bots get turns of many matches at once",
        ),
        (
            'think_slots = 0\nlifetime = "match"',
            True,
            'turns: of one match at a time, since a process plays one match: lifetime = "match"',
        ),
        (
            "think_slots = 0",
            True,
            "turns: many at once, since think_slots = 0;"
            " in columns (lanes) where all bots of a match take them, as with act_columns",
        ),
        (
            "think_slots = 3",
            False,
            "turns: as the given referee sends them; in columns (lanes) if it has no think slots",
        ),
    ],
)
def test_the_line_names_the_setting_that_decides(
    tmp_path: Path, settings: str, own: bool, line: str
) -> None:
    """Think slots come first, since with them it does not matter how long a process lives."""
    (tmp_path / "columns.py").write_text(BOT)
    file = tmp_path / "cup.toml"
    file.write_text(FILE.replace("think_slots = {slots}", settings))
    assert turn_form_line(load_spec(file), own_referee=own) == line


def test_the_number_of_cores_is_named_as_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the file says nothing of think slots, nobody has chosen them."""
    monkeypatch.setattr("tournaments.spec.config._num_cores", lambda: 6)
    file = tmp_path / "cup.toml"
    file.write_text(FILE.replace("think_slots = {slots}", ""))
    assert turn_form_line(load_spec(file), own_referee=True) == (
        "turns: one by one, since think_slots = 6, the number of cores;"
        " with 0, bots get turns of many matches at once"
    )
