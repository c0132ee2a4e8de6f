"""Bots of other languages that take turns in columns: scenarios of the protocol, and whole matches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.replay.reader import load
from tests.cli.command import process
from tests.languages.built import need
from tests.tournaments.cups import Cup, new_cup

LANGUAGES = ("go", "rust", "typescript")
"""Languages whose SDK takes turns in columns; Python's is in `tests/conformance`."""
SCENARIOS = ("lanes", "lanes-of-two-seats", "lane-left", "lanes-over-break")
MATCHES = 4
FILE = """
name = "cup"
game = "diceman"
format = "round_robin"
cycles = {cycles}
seed = 7
parallel = {parallel}
think_slots = 0
sandbox = "none"

[config]
games = 1

[time_control]
move_time = "30m"

[[bots]]
name = "bot"
command = "{command}"
[[bots]]
name = "rival"
command = "python rival.py"
"""
BY_ROUND = """
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

def by_round(observation):
    return Action(dice=[2, 3] if observation.round % 2 else [0, 1])

run(by_round, [])
"""
"""A bot of single turns that plays as the columns bots of all languages do."""
RIVAL = """
import sys

import numpy as np
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import Bot, run

class Rival(Bot):
    game = "diceman"
    columns = ("table.round",)

    def act(self, observation):
        return Action(dice=[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]][observation.round % 6])

    def act_columns(self, turns):
        print("columns", len(turns), file=sys.stderr)
        return (turns.observed["table.round"] % 6).astype(np.int8)

run(Rival, [])
"""
"""A bot that notes how many turns came in columns, which they do only if its rival takes them so as well."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_bot_passes(language: str, tmp_path: Path) -> None:
    """Each row is answered on its lane, and a single turn as ever; none is skipped."""
    bot = need(language, "diceman", "columns_bot")
    report = tmp_path / "report.json"
    only = [word for name in SCENARIOS for word in ("--only", name)]
    ran = process("conformance", *only, "--json", str(report), "--", bot)
    assert ran.status == 0, ran.err
    played = {
        each["scenario"]: each["verdict"] for each in json.loads(report.read_text())["scenarios"]
    }
    assert played == dict.fromkeys(SCENARIOS, "passed")


@pytest.fixture(scope="module", name="single_turns")
def _single_turns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bytes]]:
    """Digests of the matches as a bot plays them that is asked turn by turn."""
    cup = _cup(tmp_path_factory.mktemp("single"), "python by_round.py")
    assert not _noted(cup)
    return _digests(cup)


@pytest.mark.parametrize("language", LANGUAGES)
def test_matches_in_columns_are_those_of_single_turns(
    language: str, tmp_path: Path, single_turns: dict[str, list[bytes]]
) -> None:
    """The same seeds give the same states as with a bot that is asked turn by turn."""
    cup = _cup(tmp_path, need(language, "diceman", "columns_bot"))
    digests = _digests(cup)
    assert len(digests) == MATCHES
    assert digests == single_turns
    # The rival is asked in columns only if the bot takes them, too.
    assert sum(_noted(cup)) == sum(map(len, digests.values()))


def _cup(folder: Path, command: str) -> Cup:
    """A tournament of a bot and the rival that has been played."""
    file = FILE.format(cycles=MATCHES // 2, parallel=MATCHES, command=command)
    cup = new_cup(folder, "cup", file, by_round=BY_ROUND, rival=RIVAL)
    cup.finish()
    return cup


def _noted(cup: Cup) -> list[int]:
    """How many turns came in columns to the rival, for each call."""
    lines = (cup.data / "logs" / "rival").glob("*.stderr")
    words = (line.split() for path in lines for line in path.read_text().splitlines())
    return [
        int(number)
        for kind, number in (each for each in words if len(each) == 2)
        if kind == "columns"
    ]


def _digests(cup: Cup) -> dict[str, list[bytes]]:
    """Digests of all states of each match, by its label."""
    replays = map(load, (cup.data / "referee" / "replays").iterdir())
    return {
        replay.header.label: [
            record.step.digest for record in replay.records if record.HasField("step")
        ]
        for replay in replays
    }
