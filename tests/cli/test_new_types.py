"""Bots of `referee new bot python` under a type checker: it knows the messages of every game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.games import registry
from tests.cli.command import Ran
from tests.helpers.patience import HANG_S

pytestmark = pytest.mark.slow

Referee = Callable[..., Ran]

GAMES = ["champions", "dice_adventure", "diceman", "dungeon_keeper", "proving_grounds", "swordman"]
MISTAKES = """

def mistakes(turn: {turn}) -> None:
    turn.observation.weather
    turn.config.weather
    turn.match.config.weather
    if turn.events:
        turn.events.weather
"""
"""Code with a field that no message has, read from each message of a turn."""
TURNS = dict.fromkeys(["champions", "diceman", "swordman"], "Turn[Config, Observation, Events]") | {
    "dice_adventure": "DaTurn",
    "dungeon_keeper": "DkTurn",
    "proving_grounds": "PgTurn",
}
"""How the bot of each game writes the type of its turn."""


def _checked(folder: Path) -> list[str]:
    """What the type checker prints about all files in a folder, without its last line."""
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir=cache"]
    files = sorted(path.name for path in folder.glob("*.py"))
    ran = subprocess.run(
        [*words, *files], cwd=folder, capture_output=True, text=True, timeout=HANG_S, check=False
    )
    *found, last = ran.stdout.splitlines()
    assert f"{len(files)} source files" in last, ran
    return found


def test_wrong_fields_are_refused(referee: Referee, tmp_path: Path) -> None:
    """A new bot of every game has no error; a field that a message lacks is an error, with the message's name."""
    assert set(registry.names()) == {*GAMES}
    checked = tmp_path / "checked"
    checked.mkdir()
    sources = {}
    for game in GAMES:
        referee("new", "bot", "python", game, "--name", game, "--in", str(tmp_path))
        sources[game] = (tmp_path / game / "bot.py").read_text()
        (checked / f"{game}_bot.py").write_text(sources[game])
    assert _checked(checked) == []

    expected = []
    for game, source in sources.items():
        code = source + MISTAKES.format(turn=TURNS[game])
        (checked / f"{game}_bot.py").write_text(code)
        first = code.splitlines().index("    turn.observation.weather") + 1
        for line, message in [(0, "Observation"), (1, "Config"), (2, "Config"), (4, "Events")]:
            text = f'error: "{message}" has no attribute "weather"  [attr-defined]'
            expected.append(f"{game}_bot.py:{first + line}: {text}")
    assert sorted(_checked(checked)) == sorted(expected)
