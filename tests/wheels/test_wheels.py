"""Both wheels, built, installed elsewhere and played with, where nothing can compile.

The environments hold the package alone; what it depends on is taken from the environment of the tests,
so that nothing is downloaded. Each wheel has one test, since it takes a minute or two to build.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.core.compiled import MODULES, SUFFIX
from tests.architecture.source import ROOT

pytestmark = pytest.mark.slow

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
LIMIT_S = 1800.0
NO_COMPILERS = """
import sys
for name in ("mypy", "mypyc", "setuptools"):
    sys.modules[name] = None
"""


@dataclasses.dataclass(frozen=True)
class Installed:
    """An environment with one wheel in it."""

    folder: Path
    """The environment; a folder for caches and a home are beside it."""

    @property
    def packages(self) -> Path:
        """Where its packages are."""
        scheme = {"base": str(self.folder), "platbase": str(self.folder)}
        return Path(sysconfig.get_path("purelib", "venv", scheme))

    @property
    def cache(self) -> Path:
        """What it may write to."""
        return self.folder.with_name("cache")

    def run(self, *command: str | Path, **variables: str) -> str:
        """What a command of its own prints; its search path has nothing else in it.

        Args:
            command: The name of a program in the environment, and its arguments.
            variables: More of the process's environment.
        """
        program, *arguments = command
        env = {
            "PATH": str(self.folder / "bin"),
            "HOME": str(self.folder.with_name("home")),
            "CC": "/nonexistent",
            "REFEREE_CACHE_DIR": str(self.cache),
            "GRPC_ENABLE_FORK_SUPPORT": "0",
            "COLUMNS": "200",
        }
        return _run(
            [self.folder / "bin" / program, *arguments], self.folder.parent, env | variables
        )

    def probe(self, *arguments: str, **variables: str) -> dict[str, Any]:
        """What the probe tells of all games with kernels."""
        told: dict[str, Any] = json.loads(
            self.run("python", "-P", PROBE, *arguments, *BOTS, **variables)
        )
        assert Path(told["package"]).is_relative_to(self.packages)
        return told

    def listing(self) -> dict[str, tuple[int, int]]:
        """Size and time of each file among its packages."""
        files = (path for path in self.packages.rglob("*") if path.is_file())
        stats = {str(file.relative_to(self.packages)): file.stat() for file in files}
        return {name: (stat.st_size, stat.st_mtime_ns) for name, stat in stats.items()}


def test_the_platform_wheel_plays_compiled_without_a_compiler(tmp_path: Path) -> None:
    """Match layer and kernels are taken up from the wheel as they are; with another NumPy it plays on."""
    _ask_for_what_compiles()
    wheel = _build(tmp_path, HATCH_BUILD_HOOK_ENABLE_CUSTOM="true")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert wheel.name.startswith(f"gamereferee-0.1.0-{python}-{python}-")
    installed = _install(wheel, tmp_path)
    before = installed.listing()
    digests = _digests_of_the_checkout()

    for when in ("first", "last"):
        told = installed.probe("--numba", when)
        assert set(_endings(told)) == {SUFFIX}
        assert {game: one["digests"] for game, one in told["games"].items()} == digests
        for game, one in told["games"].items():
            assert (one["kernels"] > 0) == (one["defined"] > 0), game
            assert one["fallbacks"] == 0, game
        assert sum(one["kernels"] for one in told["games"].values()) > 0
    told = installed.probe(REFEREE_COMPILED="0", REFEREE_KERNELS="interpreted")
    assert set(_endings(told)) == {".py"}
    assert {one["kernels"] for one in told["games"].values()} == {0}
    _play_and_verify(installed, tmp_path / "replays")
    assert list(installed.cache.rglob("*.kernel")) == [], "something was compiled"
    assert installed.listing() == before

    for versions in (installed.packages / "referee" / "_kernels").glob("*/*"):
        versions.rename(versions.with_name("cpython-311-numba-0.1-numpy-0.1"))
    told = installed.probe()
    assert {game: one["digests"] for game, one in told["games"].items()} == digests
    assert {one["kernels"] for one in told["games"].values()} == {0}


def test_the_pure_wheel_plays_anywhere(tmp_path: Path) -> None:
    """It has nothing compiled, and plays the same."""
    _ask_for_what_compiles()
    wheel = _build(tmp_path)
    assert wheel.name == "gamereferee-0.1.0-py3-none-any.whl"
    installed = _install(wheel, tmp_path)
    before = installed.listing()

    told = installed.probe()
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


def _build(folder: Path, **variables: str) -> Path:
    """Build a wheel of the checkout; the folder is told where it is."""
    dist = folder / "dist"
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", dist]
    _run(command, ROOT, os.environ | variables)
    (wheel,) = dist.glob("*.whl")
    return wheel


def _install(wheel: Path, folder: Path) -> Installed:
    """Put a wheel into an environment of its own that sees what the tests have, but not what compiles."""
    installed = Installed(folder / "elsewhere" / "venv")
    _run([sys.executable, "-m", "venv", "--without-pip", installed.folder], folder, os.environ)
    # A folder in a .pth file is searched, but .pth files in it are not read: no editable install is.
    (installed.packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (installed.packages / "sitecustomize.py").write_text(NO_COMPILERS)
    pip = [sys.executable, "-m", "pip", "--python", installed.folder / "bin" / "python"]
    _run([*pip, "install", "--quiet", "--no-index", "--no-deps", wheel], folder, os.environ)
    installed.run("python", "-m", "compileall", "-q", installed.packages / "sitecustomize.py")
    return installed


def _digests_of_the_checkout() -> dict[str, list[str]]:
    """What the probe says of the sources as they are, interpreted."""
    chosen = {"REFEREE_COMPILED": "0", "REFEREE_KERNELS": "interpreted"}
    told = json.loads(_run([sys.executable, PROBE, *BOTS], ROOT, os.environ | chosen))
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
    _run([sys.executable, "-m", "referee", "replay", "verify", replays], ROOT, os.environ)


def _endings(told: Mapping[str, Any]) -> list[str]:
    files = {name: Path(told["modules"][name]).name for name in MODULES}
    return [file.removeprefix(name.rpartition(".")[2]) for name, file in files.items()]


def _run(command: list[Any], cwd: Path, env: Mapping[str, str]) -> str:
    ran = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    assert ran.returncode == 0, f"{command}: {ran.stdout[-2000:]}{ran.stderr[-4000:]}"
    return ran.stdout
