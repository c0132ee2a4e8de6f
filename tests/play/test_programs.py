"""`play` with commands: programs in separate processes, as `referee play` runs them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from gamereferee import matches, play
from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee.core.errors import FieldError
from referee.core.outcome import ForfeitCause
from referee.play import programs
from referee.play.bots import Player
from referee.play.programs import Programs
from referee.replay.reader import load
from referee_client import BotError
from tests.cli.command import process
from tests.helpers.patience import wait_until
from tests.tournaments.processes_by_mark import MARK, marked_processes

ONE_GAME: dict[str, Any] = {"seed": 1, "config": {"games": 1}}
SDK_BOT = """
import os, sys
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

def act(observation):
    print("process", os.getpid(), file=sys.stderr)
    return Action(dice=[1 + sum(observation.life) % 4, 3])

run(act)
"""
LINES_BOT = """
import json, sys

for line in sys.stdin:
    life = json.loads(line)["observation"]["life"]
    print(json.dumps({"dice": [1 + sum(life) % 4, 3]}), flush=True)
"""


def decide(observation: Observation) -> Action:
    """Decide as both programs do."""
    return Action(dice=[1 + sum(observation.life) % 4, 3])


@pytest.fixture(name="sdk")
def made_sdk_bot(tmp_path: Path) -> list[str]:
    """A program that plays through gRPC."""
    (tmp_path / "sdk_bot.py").write_text(SDK_BOT)
    return [sys.executable, str(tmp_path / "sdk_bot.py")]


@pytest.fixture(name="lines")
def made_lines_bot(tmp_path: Path) -> list[str]:
    """A program that reads and writes lines."""
    (tmp_path / "lines_bot.py").write_text(LINES_BOT)
    bridge = [sys.executable, "-m", "referee_client.bridge"]
    return [*bridge, "--", sys.executable, str(tmp_path / "lines_bot.py")]


def test_a_program_makes_the_states_of_a_function(lines: list[str]) -> None:
    """That decides the same; `referee` is found without the PATH, and its name is that of the script."""
    words = ["referee", "bridge", *lines[lines.index("--") :]]
    match = play("diceman", [words, "greedy"], **ONE_GAME)
    alone = play("diceman", [decide, "greedy"], **ONE_GAME)
    assert [step.digest for step in match.steps] == [step.digest for step in alone.steps]
    assert match.players == ("lines_bot.py", "greedy")


@pytest.mark.slow
@pytest.mark.parametrize("door", ["sdk", "lines"])
def test_states_are_those_of_a_refereed_match(
    tmp_path: Path, door: str, request: pytest.FixtureRequest
) -> None:
    """Of the same programs at the referee of `referee play`, with the game's own clock."""
    words = request.getfixturevalue(door)
    bots = ["--bot", shlex.join(words), "--bot", "house:greedy"]
    ran = process("play", "diceman", *bots, "--seed", "7", "--replay-dir", str(tmp_path))
    assert ran.status == 0, ran.err
    (path,) = tmp_path.glob("*.replay")
    refereed = load(path)

    match = play("diceman", [words, "greedy"], seed=7, clock="game")

    assert [step.digest for step in match.steps[1:]] == [
        record.step.digest for record in refereed.records if record.HasField("step")
    ]
    here = load(match.save(tmp_path / "here.replay"))
    assert here.header.time_control == refereed.header.time_control
    assert here.header.players == refereed.header.players


@pytest.mark.slow
def test_all_matches_are_played_by_one_process(
    sdk: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Its seats change with the matches; what it writes is passed on with its name."""
    played = matches("diceman", [sdk, "random"], 3, **ONE_GAME)
    assert [match.order for match in played] == [(0, 1), (1, 0), (0, 1)]
    lines = [line for line in capsys.readouterr().err.splitlines() if ": process " in line]
    assert len(lines) == sum(match.num_steps for match in played)
    assert {line.split(" ")[0] for line in lines} == {"sdk_bot.py:"}
    assert len(set(lines)) == 1


def test_a_program_that_ends_is_an_error() -> None:
    """It says how, and what the program wrote last."""
    words = ["sh", "-c", "read token; echo good bye; exit 3"]
    text = r"^sh: its process ended with status 3; its last words: good bye$"
    with pytest.raises(BotError, match=text):
        play("diceman", [words, "random"], seed=1)


def test_a_program_that_ends_loses_if_play_is_not_strict() -> None:
    """The match in which it ended, and each one after it."""
    words = ["sh", "-c", "read token; kill -9 $$"]
    played = matches("diceman", ["random", words], 2, **ONE_GAME, strict=False)
    for match in played:
        seat = match.order.index(1)
        assert match.outcome.seats[seat].forfeit is ForfeitCause.GONE
        assert match.outcome.seats[seat].placement == 2


def test_no_process_of_a_program_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that it has started are killed, though it has ended itself."""
    monkeypatch.setenv(MARK, "left")
    words = ["sh", "-c", "sleep 1000000 >/dev/null & read token; exit 1"]
    match = play("diceman", ["random", words], seed=1, strict=False)
    assert match.placements == (1, 2)
    wait_until(lambda: not marked_processes("left"), "the end of what is killed")


def test_an_error_ends_programs_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the time that they have to leave, which would never be over here."""
    monkeypatch.setattr(programs, "EXIT_S", 1e6)
    monkeypatch.setenv(MARK, "interrupted")
    player = Player("sleep", lambda _: decide, ("sleep", "1000000"))
    running = Programs([player], "unix:/nowhere")
    running.__enter__()
    # While a process becomes its program, its environment can't be read.
    wait_until(lambda: len(marked_processes("interrupted")) == 1, "the program")
    running.__exit__(KeyboardInterrupt)
    wait_until(lambda: not marked_processes("interrupted"), "its end")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], r"bots\[1\] must be a command: a list of one word or more, each a str, not \[\]"),
        (["sh", 7], r"bots\[1\] must be a command: .* not .*'sh', 7"),
        (["no-such-program"], r"bots\[1\] must be a command that exists, not 'no-such-program'"),
        (
            ["sh", "no_such.sh"],
            r"bots\[1\] must be a command whose script exists, not 'no_such.sh'",
        ),
    ],
)
def test_what_is_no_command_is_refused(words: list[Any], message: str) -> None:
    """Before anything is started."""
    with pytest.raises(FieldError, match=message):
        play("diceman", [decide, words], seed=1)
