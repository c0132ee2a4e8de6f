"""What was made for another games kit, or is broken: one line for whoever wants it, and no trouble for others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.games import registry
from referee.kit.version import KIT_VERSION
from tests.architecture.source import ROOT
from tests.cli.command import Ran, process
from tests.helpers.distributions import distribute
from tests.helpers.patience import HANG_S

GAME = """
from referee.kit.game import plugin
from tests.kit.guess import Guess
PLUGIN = plugin(Guess(), "Rules.", kit={kit!r})
"""
BOT = """
from referee_bots.seeded import SeededBot, run_seeded

class Bot(SeededBot):
    kit = {kit!r}

if __name__ == "__main__":
    run_seeded(Bot)
"""
VIEW = """
from referee.games.generic_view import GenericView

class View(GenericView):
    kit = {kit!r}

VIEW = View()
"""
PLACES = {
    "referee.games": {"guess": "extra_game:PLUGIN"},
    "referee.bots": {"diceman.extra": "extra_bot:Bot"},
    "referee.views": {"diceman": "extra_view:VIEW"},
}
CUP = """
name = "cup"
game = "{game}"
format = "round_robin"
sandbox = "none"
[[bots]]
name = "a"
{bot}
[[bots]]
name = "b"
{bot}
"""


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """An environment with a game, a bot and a view for version 2.0 of the kit."""
    folder = tmp_path / "site"
    folder.mkdir()
    sources = {"extra_game": GAME, "extra_bot": BOT, "extra_view": VIEW}
    distribute(folder, {name: text.format(kit="2.0") for name, text in sources.items()}, PLACES)
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


def _refused(what: str) -> str:
    return f"{what} was made for version 2.0 of the games kit, and this is {KIT_VERSION}"


def test_the_list_leaves_the_game_out(env: dict[str, str]) -> None:
    """And says why on standard error."""
    ran = process("games", env=env)
    assert (ran.status, ran.err) == (0, f"referee: {_refused('the game guess')}\n")
    assert [line.split()[0] for line in ran.out.splitlines()] == registry.names()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["games", "guess"], "the game guess"),
        (["play", "guess", "--bot", "connect", "--bot", "connect"], "the game guess"),
        (["new", "bot", "python", "guess"], "the game guess"),
        (["play", "diceman", "--bot", "house:extra", "--bot", "connect"], "the bot diceman.extra"),
    ],
    ids=lambda words: words if isinstance(words, str) else " ".join(words[:2]),
)
def test_whoever_wants_it_is_told_in_one_line(
    env: dict[str, str], words: list[str], what: str
) -> None:
    """Without a traceback."""
    assert process(*words, env=env) == Ran(2, "", f"referee: {_refused(what)}\n")


def test_other_games_are_played_and_not_watched_with_that_view(
    env: dict[str, str], tmp_path: Path
) -> None:
    """The view is refused when somebody wants to look through it."""
    bots = ["--bot", "house:random", "--bot", "house:random"]
    folder = tmp_path / "replays"
    ran = process("play", "diceman", *bots, "--replay-dir", str(folder), env=env)
    assert ran.status == 0, ran.err
    (replay,) = folder.glob("*.replay")
    ran = process("watch", str(replay), "--step", "1", env=env)
    assert ran == Ran(2, "", f"referee: {_refused('the view extra_view:VIEW')}\n")


def test_a_bot_refuses_by_itself_where_nobody_else_does(env: dict[str, str]) -> None:
    """As when it is run by hand."""
    ran = subprocess.run(
        [sys.executable, "-m", "extra_bot"],
        env=env, capture_output=True, text=True, timeout=HANG_S, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", f"{_refused('the bot Bot')}\n")


@pytest.mark.parametrize(
    ("game", "bot", "what", "num_faults"),
    [
        ("guess", 'command = "true"', "the game guess", 1),
        ("diceman", 'house = "extra"', "the bot diceman.extra", 2),
    ],
)
def test_a_tournament_is_not_begun(
    env: dict[str, str], tmp_path: Path, game: str, bot: str, what: str, num_faults: int
) -> None:
    """Nothing is played, and one line says why, for each entry that can't play."""
    file = tmp_path / "cup.toml"
    file.write_text(CUP.format(game=game, bot=bot))
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "tournaments", "run", file],
        env=env, capture_output=True, text=True, timeout=HANG_S, check=False,
    )  # fmt: skip
    assert ran.returncode in (1, 2)
    lines = ran.stderr.splitlines()
    assert len(lines) == num_faults
    for line in lines:
        assert line.startswith("tournament: ")
        assert line.endswith(_refused(what))
    assert "Traceback" not in ran.stdout
