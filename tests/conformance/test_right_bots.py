"""The example bots keep the contract, over each transport."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from referee.conformance.runner import play_all
from referee.conformance.scenario import choose
from referee.conformance.setting import Transport
from referee.conformance.verdict import Report, Verdict
from referee.games import registry
from tests.helpers.patience import patience

TELLING = [
    "one-seat",
    "many-seats",
    "answer-lost",
    "large-observation",
    "unknown-fields",
    "wrong-game",
    "said-in-turns",
    "out-early-of-two",
]
"""Scenarios that depend on game or transport."""
COLUMNS_BOT = Path(__file__).parent / "columns_bot.py"
DEFAULTS_BOT = """
import importlib, sys
import numpy as np
from referee_client import Bot, run

name = sys.argv.pop(1)
Action = importlib.import_module(f"gamereferee.games.{name}.v1.{name}_pb2").Action

class DefaultsBot(Bot):
    def act(self, observation):
        return Action()

    def act_columns(self, turns):
        answers = turns.lane.answers
        if answers.ragged:
            return [Action() for _ in turns.rows]
        return np.zeros((len(turns), *answers.shape), answers.dtype)

run(DefaultsBot)
"""
"""A bot of any game that answers all turns with nothing, in columns and otherwise."""
TIMES = 5
"""How often a scenario is played in which the machine may have been slow."""
OBEDIENT = """
import signal, sys
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    sys.exit("SIGINT is ignored")
from referee_client import run
from referee_bots.diceman.random_bot import RandomBot
run(RandomBot)
"""
"""A bot that will not begin where it would not hear of SIGINT, as Java's machine does not."""
LANES = [entry.name for entry in choose([], slow=False) if 35 in entry.duties]
"""Scenarios of turns in columns, which bots without `act_columns` don't take."""
ALL = [entry.name for entry in choose([], slow=False) if entry.name not in LANES]


def play(
    module: str, only: list[str], game: str, transport: Transport = Transport.TCP
) -> list[Report]:
    """What the kit says of an example bot; all that is not as it should be.

    The kit advises against delays that are too long. A busy machine makes them longer, and never
    shorter, so a scenario with advice is played again: a bot whose own delays are too long gets it
    each time.
    """
    return play_command([sys.executable, "-m", f"referee_bots.{module}"], only, game, transport)


def play_command(
    command: list[str], only: list[str], game: str, transport: Transport = Transport.TCP
) -> list[Report]:
    """What the kit says of a program, as `play` does."""
    wrong = only
    for _ in range(TIMES):
        reports, timing = play_all(
            choose(wrong, slow=False),
            registry.find(game),
            command,
            env=os.environ,
            transport=transport,
            timeout_s=patience(60),
            jobs=2,
        )
        assert timing.answers_ms
        assert timing.starts_s
        bad = [entry for entry in reports if entry.verdict is not Verdict.PASSED or entry.advice]
        if not bad or any(entry.verdict is not Verdict.PASSED for entry in bad):
            return bad
        wrong = ["one-seat", *(entry.scenario for entry in bad)]
    return bad


@pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 3))])
def test_random_bot_passes_all(part: int) -> None:
    """Without any advice."""
    assert play("diceman.random_bot", ["one-seat", *ALL[part::4]], "diceman") == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "module", ["diceman.greedy_bot", "dice_adventure.wanderer_bot", "dice_adventure.seeker_bot"]
)
def test_other_examples_pass(module: str) -> None:
    """What depends on the game."""
    assert play(module, TELLING, module.partition(".")[0]) == []


def test_bots_heed_sigint_in_the_background() -> None:
    """Where a shell lets the kit ignore the signal, bots do not; and the kit goes on ignoring it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        reports, _ = play_all(
            choose(["sigint"], slow=False),
            registry.find("diceman"),
            [sys.executable, "-c", OBEDIENT],
            env=os.environ,
            timeout_s=patience(60),
        )
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert [report.verdict for report in reports] == [Verdict.PASSED]


def test_talking_bot_passes() -> None:
    """What it says is as it should be, over breaks too; and what is heard is not for it to mind."""
    talking = ["said-in-turns", "says-rejected", "talk-over-break", "out-early-of-two"]
    command = [sys.executable, str(Path(__file__).parent / "talking_bot.py")]
    reports, _ = play_all(
        choose(["one-seat", *talking], slow=False),
        registry.find("diceman"),
        command,
        env=os.environ,
        timeout_s=patience(60),
        jobs=2,
    )
    assert [report for report in reports if report.verdict is not Verdict.PASSED] == []


def test_columns_bot_passes() -> None:
    """Turns in columns are answered by lane, row and turn; others as always."""
    assert play_command([sys.executable, str(COLUMNS_BOT)], ["one-seat", *LANES], "diceman") == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["swordman", "dungeon_keeper"])
def test_columns_of_other_games(game: str) -> None:
    """Answers that are other numbers, and answers that are messages."""
    command = [sys.executable, "-c", DEFAULTS_BOT, game]
    assert play_command(command, ["one-seat", *LANES], game) == []


def test_a_bot_without_columns_is_not_asked_for_them() -> None:
    """The scenarios are skipped, and say why."""
    command = [sys.executable, "-m", "referee_bots.diceman.random_bot"]
    reports, _ = play_all(
        choose(LANES[:1], slow=False), registry.find("diceman"), command, env=os.environ
    )
    assert [report.verdict for report in reports] == [Verdict.SKIPPED]
    assert "lanes" in reports[0].seen


@pytest.mark.slow
@pytest.mark.parametrize("transport", [Transport.UNIX, Transport.TLS])
def test_transports(transport: Transport) -> None:
    """All scenarios can be played over each transport."""
    assert play("diceman.random_bot", TELLING, "diceman", transport) == []
