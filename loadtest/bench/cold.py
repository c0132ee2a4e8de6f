"""Measures the cold start of an installed wheel, with empty caches, until `referee serve` listens.

Each wheel of the referee that `make wheel` has made is installed into its own environment, together with the
wheel of the Python SDK; the environment sees what they depend on in the environment of the bench. A start is as cold as a program can make it: no
cache of the user and no compiler; but files that the system has read from disk stay in its memory.
It is compared with a process that only imports gRPC and NumPy, started in turn.
"""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loadtest.local_referee import cpu_seconds, local_referee

__all__ = ["Environment", "installed", "take"]

_IMPORTS = "import grpc, numpy"


@dataclasses.dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment with an installed wheel."""

    name: str
    """Kind of the wheel: `platform` or `pure`."""
    folder: Path
    """Folder of the virtual environment, with nothing else installed in it."""

    @property
    def python(self) -> Path:
        """Path of the environment's Python interpreter."""
        return self.folder / "bin" / "python"


@contextmanager
def installed(dist: Path) -> Iterator[list[Environment]]:
    """Install each of the referee's wheels in a separate environment, while the context is open.

    Yield the environments.

    Args:
        dist: Folder with the wheels; without a wheel, or without the folder, nothing is installed.
    """
    with tempfile.TemporaryDirectory(prefix="referee-wheels-") as name:
        client = sorted(dist.glob("gamereferee_client-*.whl"))
        referees = sorted(dist.glob("gamereferee-*.whl"))
        yield [_install(wheel, client, Path(name)) for wheel in referees]


def take(environments: list[Environment]) -> dict[str, float]:
    """Return seconds of a cold start in each environment (with one wheel), by the name of the figure.

    Both the clock and the processor time are measured.
    """
    if not environments:
        return {}
    figures = _imports()
    for environment in environments:
        name = f"cold_start_{environment.name}"
        with tempfile.TemporaryDirectory(prefix="referee-cold-") as cache:
            chosen = {"REFEREE_CACHE_DIR": cache, "CC": "/nonexistent"}
            # -P: what is run is what is installed, not the checkout that the bench is run in.
            command = ("env", *(f"{key}={value}" for key, value in chosen.items()))
            began = time.perf_counter()
            with local_referee(*command, str(environment.python), "-P", "-m", "referee") as referee:
                figures[f"{name}_s"] = time.perf_counter() - began
                cpu_s = cpu_seconds(referee.pid)
        if cpu_s is not None:
            figures[f"{name}_cpu_s"] = cpu_s
    return figures


def _imports() -> dict[str, float]:
    began, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", _IMPORTS], check=True)
    after = os.times()
    cpu_s = after.children_user + after.children_system
    cpu_s -= before.children_user + before.children_system
    return {"imports_s": time.perf_counter() - began, "imports_cpu_s": cpu_s}


def _install(wheel: Path, client: list[Path], folder: Path) -> Environment:
    environment = Environment(
        "pure" if "-none-any" in wheel.name else "platform", folder / wheel.stem
    )
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment.folder], check=True)
    scheme = {"base": str(environment.folder), "platbase": str(environment.folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", scheme))
    # A folder in a .pth file is searched, but .pth files in it are not read: no editable install is.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + os.linesep)
    pip = [sys.executable, "-m", "pip", "--python", str(environment.python), "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", *map(str, [wheel, *client])], check=True)
    return environment
