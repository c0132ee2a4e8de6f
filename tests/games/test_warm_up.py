"""A game that is played a lot is compiled beside, by the command that compiles it alone."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.games import registry
from referee.games.warm_up import command_for, group_of_game
from tests.architecture.source import ROOT

PLAY = """
from referee.core import kernel
from referee.core.native import loading
from referee.core.rng import Stream
from referee.games import registry
from referee.games.warm_up import command_for, group_of_game

game = registry.find("swordman").game
group = kernel.groups[group_of_game("swordman")]
loading.COMPILE_AFTER_NS = group.limit_ns = 0
loading.allow_compiling(command_for, print)

def play():
    state, _ = game.start(game.config_class(), seed=2008, num_seats=2)
    dice, digests = Stream(0), []
    while (point := game.decision(state)) is not None:
        game.step(state, {seat: game.random_action(state, seat, dice) for seat in point.seats})
        digests.append(game.digest(state).hex())
    return digests

first = play()
for thread in loading._threads:
    thread.join()
compiled = [one for one in group.kernels if one._run.__class__.__module__.endswith("compiling")]
print(len(compiled) > 0, play() == first, group.fallbacks)
"""


@pytest.mark.parametrize("game", registry.names())
def test_the_command_compiles_this_game_alone(game: str) -> None:
    """It is found by the group of the game's kernels, which is what a busy game knows of itself."""
    command = command_for(group_of_game(game))
    assert command is not None
    assert command[-2:] == ["--beside", game]


def test_the_command_imports_nothing_from_where_it_is_started(tmp_path: Path) -> None:
    """A server may run where bots lie, whose files may be called as they like."""
    for module in ("numba", "numpy", "referee"):
        (tmp_path / f"{module}.py").write_text("raise ImportError('not meant for you')\n")
    command = command_for(group_of_game("diceman"))
    assert command is not None
    told = subprocess.run(
        [*command[:-2], "--help"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")


def test_there_is_no_command_for_what_is_no_game() -> None:
    """What games share is compiled with each of them."""
    assert command_for("referee") is None


@pytest.mark.slow
@pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="Numba is not installed: nothing to compile"
)
def test_a_busy_game_is_compiled_beside_and_taken_up(tmp_path: Path) -> None:
    """One line says so; the same match has the same digests before and after."""
    names = ("NUMBA_DISABLE_JIT", "REFEREE_KERNELS")
    clean = {name: value for name, value in os.environ.items() if name not in names}
    ran = subprocess.run(
        [sys.executable, "-c", PLAY],
        cwd=ROOT,
        env=clean | {"REFEREE_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    told, result = ran.stdout.splitlines()
    assert "compiling the kernels of referee.games.swordman in the background" in told
    assert result == "True True 0"
