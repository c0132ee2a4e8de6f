"""Bad bots as processes of a tournament, in a sandbox: each costs itself a match, and nobody else.

What becomes of each is in `processes/animals.toml`.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.patience import paced
from tests.tournaments.cups import Cup, new_cup
from tests.tournaments.sandboxes import needs_sandbox
from tournaments.store.records import StoredMatch

pytestmark = [pytest.mark.slow, needs_sandbox]

ANIMALS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("processes").joinpath("animals.toml").read_text()
)

MOVE_S = round(paced(2.0), 1)
"""Seconds for a decision, which the honest bot has to keep too."""

PLAY = """
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

def play(first=lambda: None):
    def act(observation):
        first()
        return Action(dice=[2, observation.round % 2])
    run(act, [])

"""
"""What the programs may use; the honest bot does nothing else."""

FILE = f"""
name = "cup"
game = "diceman"
format = "gauntlet"
challengers = ["honest"]
seed = 5
parallel = 8
lifetime = "match"
restarts = 0
[config]
games = 2
[time_control]
move_time = "{MOVE_S:g}s"
bank = "{3 * MOVE_S:g}s"
lag_margin = "{min(MOVE_S, 10.0):g}s"
strikes = 3
join_limit = "{20 * MOVE_S:g}s"
[limits]
memory = "1GiB"
processes = 40
scratch = "8MiB"
[timeouts]
startup = "30m"
idle = "1s"
[[bots]]
name = "honest"
command = {json.dumps([sys.executable, "bot.py"])}
cwd = "honest"
"""


def _entry(name: str) -> str:
    startup = f'\n[bots.timeouts]\nstartup = "{MOVE_S:g}s"' if name == "never_reads" else ""
    command = json.dumps([sys.executable, "bot.py"])
    return f'[[bots]]\nname = "{name}"\ncommand = {command}\ncwd = "{name}"{startup}\n'


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    """The tournament, played: both seats of the honest bot against each animal."""
    return _played(tmp_path_factory.mktemp("zoo"))


def _played(folder: Path) -> Cup:
    file = FILE + "".join(map(_entry, ANIMALS))
    made = new_cup(folder, "cup", file)
    programs = {name: PLAY + row["program"] for name, row in ANIMALS.items()}
    for name, program in (programs | {"honest": f"{PLAY}play()\n"}).items():
        (made.folder / name).mkdir()
        (made.folder / name / "bot.py").write_text(program)
    with made.start() as process:
        out, err = process.communicate()
    assert process.returncode == 0, out + err
    (made.folder / "said").write_text(out + err)
    return made


@pytest.fixture(params=ANIMALS)
def matches(cup: Cup, request: pytest.FixtureRequest) -> tuple[str, list[StoredMatch]]:
    """An animal, and its two matches."""
    name: str = request.param
    played = [match for match in cup.matches() if name in match.pairing.players]
    assert len(played) == 2
    return name, played


def test_it_gets_what_it_deserves(matches: tuple[str, list[StoredMatch]]) -> None:
    """In both seats."""
    name, played = matches
    for match in played:
        seat = match.pairing.players.index(name)
        end, result = match.end, match.end.seats[seat]
        forfeit = None if result.forfeit is None else result.forfeit.name
        assert (end.cause.name, forfeit) == (ANIMALS[name]["cause"], ANIMALS[name].get("forfeit"))


def test_its_rival_gets_its_result(matches: tuple[str, list[StoredMatch]]) -> None:
    """It is charged nothing that would take it out, and comes in first where the animal is out."""
    name, played = matches
    for match in played:
        result = match.end.seats[1 - match.pairing.players.index(name)]
        assert (result.strikes, result.forfeit) == (0, None)
        assert result.placement == 1 or "forfeit" not in ANIMALS[name]


@pytest.mark.parametrize("name", [name for name, row in ANIMALS.items() if "dies" in row])
def test_its_end_is_told(cup: Cup, name: str) -> None:
    """With its cause."""
    lines = [line for line in (cup.folder / "said").read_text().splitlines() if name in line]
    assert any(ANIMALS[name]["dies"] in line for line in lines), lines


def test_the_disk_hog_is_held_back(cup: Cup) -> None:
    """By the size of its folder for temporary files; then it plays on."""
    logs = [p.read_text() for p in (cup.data / "logs" / "disk_hog").rglob("*.stdout")]
    assert len(logs) == 2
    for log in logs:
        assert log.startswith("held back after ")
        assert int(log.split()[3]) <= 8 * 1024 * 1024


def test_nothing_is_left(cup: Cup) -> None:
    """No process of any bot, no unfinished match; and every replay holds."""
    cup.wait_until_all_are_gone()
    assert cup.replays() == 2 * len(ANIMALS)
    assert "replays hold" in cup.finish("verify")
