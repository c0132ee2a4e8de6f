"""Measures what each package costs a newcomer: `python -m tests.wheels.measuring`, which prints a table.

Each way of `ways.py` begins in an empty folder with empty caches, and installs from the packages that
`make release` has made. Seconds are by the wall clock, so they are those of this machine, its network
and what else runs on it.
"""

from __future__ import annotations

import argparse
import datetime
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from loadtest.machine import machine_facts
from tests.architecture.source import ROOT
from tests.wheels.releases import play
from tests.wheels.ways import WAYS, count_in, install_into

HEADS = (
    *("from an empty folder", "install, s", "build, s", "first match, s"),
    *("installed, MB", "after the build, MB", "packages", "lines of the bot", "other lines"),
)
SETTINGS = {"package.json", "Cargo.toml", "pom.xml", "CMakeLists.txt"}
"""Files of a project that are no code of the bot."""
DISTRIBUTIONS = {
    "gamereferee": "gamereferee-*manylinux*.whl",
    "gamereferee, envs and Numba": "gamereferee-*manylinux*.whl[envs,fast]",
}
"""Python's distributions for the referee's side, each with a pattern of its file, and extras."""


def measure_way(name: str, release: Path, folder: Path) -> list[object]:
    """Take a way to a first match of Diceman against a house bot at the checkout's referee.

    Args:
        name: One of `WAYS`.
        release: Folder that `make release` has filled.
        folder: Empty folder.

    Returns:
        A row under `HEADS`.
    """
    way, project = WAYS[name], folder / "empty"
    project.mkdir()
    way.write(project)
    written = [path for path in project.rglob("*") if path.is_file()]
    lines = {path.name: _lines(path) for path in written}
    settings = sum(count for file, count in lines.items() if file in SETTINGS)
    installing = _seconds(lambda: way.install(release, project))
    installed = _megabytes(project)
    building = _seconds(lambda: way.build(project))
    built = _megabytes(project)
    command = way.command.format(project=project)
    playing = _seconds(lambda: play(folder / "replays", command, "house:random"))
    times = (installing, building, playing)
    code = sum(lines.values()) - settings
    return [name, *times, installed, built, way.count(project), code, settings]


def measure_distribution(name: str, release: Path, folder: Path) -> list[object]:
    """Install a distribution of the referee's side, and play a match of two house bots with it.

    Args:
        name: One of `DISTRIBUTIONS`.
        release: Folder that `make release` has filled.
        folder: Empty folder.

    Returns:
        A row under `HEADS`.
    """
    pattern, bracket, extras = DISTRIBUTIONS[name].partition("[")
    (wheel,) = (release / "python").glob(pattern)
    environment = folder / "empty"
    found = f"--find-links={release / 'python'}"
    installing = _seconds(lambda: install_into(environment, found, f"{wheel}{bracket}{extras}"))
    size = _megabytes(environment)
    referee = [environment / "bin" / "referee"]
    bots = ("house:random", "house:greedy")
    playing = _seconds(lambda: play(folder / "replays", *bots, referee=referee))
    return [name, installing, 0.0, playing, size, size, count_in(environment), 0, 0]


def _seconds(step: Callable[[], None]) -> float:
    began = time.perf_counter()
    step()
    return time.perf_counter() - began


def _megabytes(folder: Path) -> float:
    """Return the size of a folder's files on the disk, each counted once, in units of 1,000,000 bytes."""
    stats = (path.lstat() for path in folder.rglob("*"))
    sizes = {(stat.st_dev, stat.st_ino): stat.st_blocks * 512 for stat in stats}
    return sum(sizes.values()) / 1e6


def _lines(file: Path) -> int:
    return sum(1 for line in file.read_text().splitlines() if line.strip())


def _row(cells: list[object]) -> str:
    words = [f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in cells]
    return f"| {' | '.join(words)} |"


def main() -> None:
    """Measure the ways that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("ways", nargs="*", metavar="WAY", help=f"of {[*WAYS, *DISTRIBUTIONS]}")
    parser.add_argument("--release", type=Path, default=ROOT / "dist" / "release")
    options = parser.parse_args()
    names = options.ways or [*WAYS, *DISTRIBUTIONS]
    if unknown := set(names) - {*WAYS, *DISTRIBUTIONS}:
        parser.error(f"unknown: {sorted(unknown)}; there are {[*WAYS, *DISTRIBUTIONS]}")
    facts = machine_facts()
    print(f"{datetime.date.today()}: {facts['cpu']}, {facts['cores']} cores, {facts['system']}")
    print(_row(list(HEADS)), _row(["---"] * len(HEADS)), sep="\n", flush=True)
    for name in names:
        step = measure_way if name in WAYS else measure_distribution
        with tempfile.TemporaryDirectory() as folder:
            before = os.getloadavg()[0]
            row = step(name, options.release.resolve(), Path(folder))
            print(_row(row), f"load {before:.1f}", flush=True)


if __name__ == "__main__":
    main()
