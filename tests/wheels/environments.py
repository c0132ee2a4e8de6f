"""Environments with wheels in them, and nothing else of ours.

What the wheels depend on is taken from the environment of the tests, so that nothing is downloaded.
"""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.architecture.source import ROOT

__all__ = ["OURS", "Installed", "build", "build_ours", "install", "run"]

OURS = (ROOT / "clients" / "python", ROOT / "envs", ROOT)
"""Folders of our distributions; each needs those before it."""

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
        return run([self.folder / "bin" / program, *arguments], self.folder.parent, env | variables)

    def listing(self) -> dict[str, tuple[int, int]]:
        """Size and time of each file among its packages."""
        files = (path for path in self.packages.rglob("*") if path.is_file())
        stats = {str(file.relative_to(self.packages)): file.stat() for file in files}
        return {name: (stat.st_size, stat.st_mtime_ns) for name, stat in stats.items()}


def build(folder: Path, source: Path = ROOT, **variables: str) -> Path:
    """Build a wheel in a folder, of the checkout or of another distribution."""
    dist = folder / "dist" / source.name
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", dist]
    run(command, source, os.environ | variables)
    (wheel,) = dist.glob("*.whl")
    return wheel


def build_ours(folder: Path, **variables: str) -> list[Path]:
    """Build the wheels of our distributions, in the order of `OURS`."""
    return [build(folder, source, **variables) for source in OURS]


def install(folder: Path, *wheels: Path) -> Installed:
    """Put wheels into an environment of its own that sees what the tests have, but not what compiles."""
    installed = Installed(folder / "elsewhere" / "venv")
    run([sys.executable, "-m", "venv", "--without-pip", installed.folder], folder, os.environ)
    # A folder in a .pth file is searched, but .pth files in it are not read: no editable install is.
    (installed.packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (installed.packages / "sitecustomize.py").write_text(NO_COMPILERS)
    pip = [sys.executable, "-m", "pip", "--python", installed.folder / "bin" / "python"]
    run([*pip, "install", "--quiet", "--no-index", "--no-deps", *wheels], folder, os.environ)
    installed.run("python", "-m", "compileall", "-q", installed.packages / "sitecustomize.py")
    return installed


def run(command: list[Any], cwd: Path, env: Mapping[str, str]) -> str:
    """What a command prints; its status is 0, or the test fails with its last words."""
    ran = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    assert ran.returncode == 0, f"{command}: {ran.stdout[-2000:]}{ran.stderr[-4000:]}"
    return ran.stdout
