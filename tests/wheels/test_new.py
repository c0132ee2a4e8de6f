"""A game and bots as `referee new` makes them: built, installed beside our wheels, tested and played."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from tests.wheels.environments import Installed, build, build_ours, install

pytestmark = pytest.mark.slow


def test_a_game_and_bots_from_nothing(tmp_path: Path) -> None:
    """What the commands make runs, tests and enters a tournament, without a change to it."""
    if importlib.util.find_spec("hatchling") is None:
        assert "CI" not in os.environ, "CI has to build wheels"
        pytest.skip("wheels can't be built here; missing: hatchling")
    wheels = build_ours(tmp_path)
    for name in ("bare", "both"):
        (tmp_path / name).mkdir()
    bare = install(tmp_path / "bare", *wheels)
    bare.run("referee", "new", "game", "three_heaps", "--in", str(tmp_path))
    game = tmp_path / "three-heaps"
    installed = install(tmp_path / "both", *wheels, build(tmp_path, game))

    assert "house bots: random" in installed.run("referee", "games", "three_heaps")
    proto = (game / "three_heaps_game" / "three_heaps.proto").read_text()
    assert installed.run("referee", "games", "three_heaps", "--proto") == proto
    _test(installed, str(game / "tests"))
    _test(installed, "--pyargs", "referee.testing", "--game", "three_heaps")
    _hold(installed, game)
    for language in ("python", "stdio"):
        words = ["new", "bot", language, "three_heaps", "--name", language]
        installed.run("referee", *words, "--in", str(tmp_path))
        search = os.pathsep.join([str(installed.folder / "bin"), os.defpath])  # which has `sh`
        _test(installed, str(tmp_path / language), PATH=search)
        _hold(installed, tmp_path / language, PATH=search)


def _test(installed: Installed, *words: str, **variables: str) -> None:
    pytest_words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore")
    assert " passed" in installed.run("python", "-P", *pytest_words, *words, **variables)


def _hold(installed: Installed, folder: Path, **variables: str) -> None:
    """Hold the folder's tournament; all matches end, and all replays hold."""
    cup = folder / "cup.toml"
    cup.write_text(
        cup.read_text().replace("[[bots]]", '[time_control]\nmove_time = "60s"\n\n[[bots]]', 1)
    )
    told = installed.run("tournament", "run", str(cup), **variables)
    assert ", 0 void attempts" in told
    (replays,) = (folder / "data").glob("*/referee/replays")
    count = len(list(replays.glob("*.replay")))
    assert count >= 6
    told = installed.run("referee", "replay", "verify", str(replays))
    assert f"{count} of {count} replays hold" in told
