"""Packages of a release, made once for all tests that want them, and matches with what was installed from them.

Each kind of package is made alone, into its own folder: a test waits for its own kind, and no
toolchain holds up the tests of another language. With `RELEASE=FOLDER` in the environment, the
packages of that folder are tested, which `make release` has made.
"""

from __future__ import annotations

import fcntl
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.wheels.environments import run

__all__ = ["NEEDS", "Releases", "play"]

NEEDS = {
    "python": (),
    "go": ("go",),
    "npm": ("npm",),
    "crate": ("cargo",),
    "maven": ("mvn", "javac"),
    "games": (),
    "cpp": ("cmake", "c++", "protoc", "grpc_cpp_plugin"),
}
"""Kinds of packages, each with the programs that it needs."""


class Releases:
    """Releases of one kind of package each.

    Args:
        folder: Folder that all processes of this run of tests share.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def of(self, kind: str) -> Path:
        """Return the folder of a release that has this kind; the first caller makes one that has it alone."""
        if (given := os.environ.get("RELEASE")) and (Path(given) / kind).is_dir():
            return Path(given).resolve()
        if importlib.util.find_spec("cyclonedx") is None:
            pytest.skip("the extra `release` is not installed")
        missing = [program for program in NEEDS[kind] if shutil.which(program) is None]
        if missing:
            assert os.environ.get("CLIENTS") != "required", f"missing: {missing}"
            pytest.skip(f"missing: {', '.join(missing)}")
        made = self._folder / kind
        with (self._folder / f"{kind}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (made / "SHA256SUMS").exists():  # written last
                tool = ROOT / "tools" / "release.py"
                run([sys.executable, tool, "--out", made, "--only", kind], ROOT, os.environ)
        return made


def play(
    replays: Path, *bots: str, referee: Sequence[str | Path] = (), game: str = "diceman"
) -> None:
    """Let bots play a match, and check that it ends by the rules and without a bot's fault.

    Args:
        replays: Folder for the replay, which is verified.
        bots: Their commands.
        referee: Command of the referee; the one of the checkout if not given.
        game: Name of the game.
    """
    command = list(referee) or [sys.executable, "-m", "referee"]
    cwd = replays.parent if referee else ROOT
    flags = ["--json", "--move-time", "60s", "--fail-on-bot-errors", "--replay-dir", replays]
    seats = [word for bot in bots for word in ("--bot", bot)]
    printed = run([*command, "play", game, *flags, *seats], cwd, os.environ)
    assert [match["cause"] for match in json.loads(printed)["matches"]] == ["RULES"]
    assert "1 of 1 replays hold" in run([*command, "replay", "verify", replays], cwd, os.environ)
