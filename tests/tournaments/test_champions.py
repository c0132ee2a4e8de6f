"""A real tournament of Champions with more entrants than seats: groups of four of six bots."""

from __future__ import annotations

import collections
import json
from pathlib import Path

import pytest

from tests.tournaments.calling import Caller

BOT = """
from gamereferee.games.champions.v1.champions_pb2 import Action, Observation
from referee_client import run


def act(observation: Observation) -> Action:
    return Action()


run(act)
"""
HEAD = """
name = "cup"
game = "champions"
format = "groups"
seats = 4
seatings = "one"
sandbox = "none"
[config]
max_rounds = 2
[time_control]
move_time = "30m"
"""


@pytest.mark.slow
def test_six_bots_in_groups_of_four(tmp_path: Path, call: Caller) -> None:
    """Six matches, in which everybody sits in every seat once; nobody moves, so that nobody meets anybody.

    All four share the first place of every match, with 1/2 point for each of three rivals.
    """
    (tmp_path / "bot.py").write_text(BOT)
    bots = "".join(f'[[bots]]\nname = "{name}"\ncommand = "python bot.py"\n' for name in "abcdef")
    file = tmp_path / "cup.toml"
    file.write_text(HEAD + bots)
    ran = call("run", file)
    assert ran.status == 0, ran.err
    matches = json.loads(call("matches", file, "--json").out)["matches"]
    assert len(matches) == 6
    seated = [[seat["bot"] for seat in match["seats"]] for match in matches]
    for seat in range(4):
        assert collections.Counter(players[seat] for players in seated) == dict.fromkeys(
            "abcdef", 1
        )
    table = json.loads(call("standings", file, "--json").out)["standings"]
    assert [(line["bot"], line["matches"], line["points"]) for line in table] == [
        (name, 4, 6.0) for name in "abcdef"
    ]
    assert all(line["draws"] == 4 and line["strikes"] == 0 for line in table)
    assert all(abs(line["rating"]["mu"] - 25) < 1 for line in table)  # ties move nobody far
    assert call("verify", file).status == 0
