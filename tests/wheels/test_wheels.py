"""Both wheels, built, installed elsewhere and played with, where nothing can compile.

Each wheel has one test, since it takes a minute or two to build.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.core.native.compiled import SUFFIX, modules
from tests.architecture.source import ROOT
from tests.wheels.environments import Installed, build_ours, install, run

pytestmark = pytest.mark.slow

VERSION = (ROOT / "VERSION").read_text().strip()
BOTS = {
    "champions": ["house:random"] * 2,
    "dice_adventure": ["house:wanderer"] * 3,
    "diceman": ["house:random"] * 2,
    "dungeon_keeper": ["house:random"] * 2,
    "swordman": ["house:random"] * 2,
}
"""Games that have, or had, kernels, and who plays them."""
CONFIG = {"dungeon_keeper": ["--config", "preset=small"]}
PROBE = Path(__file__).with_name("probe.py")


def _probe(installed: Installed, *arguments: str, **variables: str) -> dict[str, Any]:
    """What the probe tells of all games with kernels."""
    told: dict[str, Any] = json.loads(
        installed.run("python", "-P", PROBE, *arguments, *BOTS, **variables)
    )
    assert Path(told["package"]).is_relative_to(installed.packages)
    return told


def test_the_platform_wheel_plays_compiled_without_a_compiler(tmp_path: Path) -> None:
    """Match layer and kernels are taken up from the wheel as they are; with another NumPy it plays on."""
    _ask_for_what_compiles()
    *others, wheel = build_ours(tmp_path, HATCH_BUILD_HOOK_ENABLE_CUSTOM="true")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert wheel.name.startswith(f"gamereferee-{VERSION}-{python}-{python}-")
    installed = install(tmp_path, *others, wheel)
    before = installed.listing()
    digests = _digests_of_the_checkout()

    for when in ("first", "last"):
        told = _probe(installed, "--numba", when)
        assert set(_endings(told)) == {SUFFIX}
        assert {game: one["digests"] for game, one in told["games"].items()} == digests
        for game, one in told["games"].items():
            assert (one["kernels"] > 0) == (one["defined"] > 0), game
            assert one["fallbacks"] == 0, game
        assert sum(one["kernels"] for one in told["games"].values()) > 0
    told = _probe(installed, REFEREE_COMPILED="0", REFEREE_KERNELS="interpreted")
    assert set(_endings(told)) == {".py"}
    assert {one["kernels"] for one in told["games"].values()} == {0}
    _play_and_verify(installed, tmp_path / "replays")
    assert list(installed.cache.rglob("*.kernel")) == [], "something was compiled"
    assert installed.listing() == before

    for versions in (installed.packages / "referee" / "_kernels").glob("*/*"):
        versions.rename(versions.with_name("cpython-311-numba-0.1-numpy-0.1"))
    told = _probe(installed)
    assert {game: one["digests"] for game, one in told["games"].items()} == digests
    assert {one["kernels"] for one in told["games"].values()} == {0}


def test_the_pure_wheel_plays_anywhere(tmp_path: Path) -> None:
    """It has nothing compiled, and plays the same."""
    _ask_for_what_compiles()
    *others, wheel = build_ours(tmp_path)
    assert wheel.name == f"gamereferee-{VERSION}-py3-none-any.whl"
    installed = install(tmp_path, *others, wheel)
    before = installed.listing()

    told = _probe(installed)
    assert set(_endings(told)) == {".py"}
    assert {one["kernels"] for one in told["games"].values()} == {0}
    digests = {game: one["digests"] for game, one in told["games"].items()}
    assert digests == _digests_of_the_checkout()
    _play_and_verify(installed, tmp_path / "replays")
    assert installed.listing() == before


def _ask_for_what_compiles() -> None:
    needed = ("hatchling", "mypyc", "numba", "setuptools")
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if shutil.which(os.environ.get("CC", "cc")) is None:
        missing.append("a C compiler")
    if missing:
        assert "CI" not in os.environ, f"CI has to build wheels: {missing}"
        pytest.skip(f"wheels can't be built here; missing: {', '.join(missing)}")


def _digests_of_the_checkout() -> dict[str, list[str]]:
    """What the probe says of the sources as they are, interpreted."""
    chosen = {"REFEREE_COMPILED": "0", "REFEREE_KERNELS": "interpreted"}
    told = json.loads(run([sys.executable, PROBE, *BOTS], ROOT, os.environ | chosen))
    assert Path(told["package"]).is_relative_to(ROOT)
    return {game: one["digests"] for game, one in told["games"].items()}


def _play_and_verify(installed: Installed, replays: Path) -> None:
    """Play a match of each game by the installed command, and simulate it again in the checkout."""
    for game, bots in BOTS.items():
        seats = [flag for bot in bots for flag in ("--bot", bot)]
        flags = [*seats, *CONFIG.get(game, []), "--seed", "2008", "--replay-dir", str(replays)]
        told = installed.run("referee", "play", game, "--json", "--move-time", "60s", *flags)
        assert [match["cause"] for match in json.loads(told)["matches"]] == ["RULES"], game
    assert len(list(replays.glob("*.replay"))) == len(BOTS)
    run([sys.executable, "-m", "referee", "replay", "verify", replays], ROOT, os.environ)


def _endings(told: Mapping[str, Any]) -> list[str]:
    files = {name: Path(told["modules"][name]).name for name in modules()}
    return [file.removeprefix(name.rpartition(".")[2]) for name, file in files.items()]
