"""Folders of `referee new bot` in languages that compile: fetched once, then built, tested and played without a network.

The library is the one of a release that is made here; what others publish comes from the public
indexes, by `fetch.sh` alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli.starters.languages import LANGUAGES
from tests.architecture.source import ROOT
from tests.tournaments.sandboxes import needs_sandbox
from tests.wheels.environments import run
from tests.wheels.releases import Releases

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

KINDS = {"go": "go", "rust": "crate", "cpp": "cpp", "java": "maven", "typescript": "npm"}
"""Kind of package that each language's bot is built from."""
GAMES = {
    "go": "champions",
    "rust": "proving_grounds",
    "cpp": "swordman",
    "java": "dice_adventure",
    "typescript": "dungeon_keeper",
}
"""A game for each language, so that most games are played by one of them."""


@needs_sandbox
@pytest.mark.parametrize("language", KINDS)
def test_a_bot_is_taken_home(tmp_path: Path, releases: Releases, language: str) -> None:
    """From the commands of its README: a cup, a conforming bot, and a build where there is no network."""
    game, folder = GAMES[language], tmp_path / "my-bot"
    referee = [sys.executable, "-P", "-m", "referee"]
    run([*referee, "new", "bot", language, game, "--in", tmp_path], ROOT, os.environ)
    environment = os.environ | {"PATH": os.pathsep.join(_search())}
    run(["sh", "fetch.sh", releases.of(KINDS[language])], folder, environment)

    # The sandbox has no network, so a build that wants one fails.
    _enclose(folder / "cup.toml", language)
    tournament = [sys.executable, "-P", "-m", "tournaments"]
    printed = run([*tournament, "check", "cup.toml", "--json"], folder, environment)
    checked = {bot["bot"]: bot["problems"] for bot in json.loads(printed)["bots"]}
    assert checked.pop("my-bot") == []

    chosen = LANGUAGES[language]
    if chosen.test:
        run(chosen.test.split(), folder, environment)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore"]
    assert "1 passed" in run(words, folder, environment)
    said = run(
        [*referee, "conformance", "--game", game, "--quiet", "--", *chosen.command.split()],
        folder,
        environment,
    )
    assert ", 0 failed" in said
    assert ", 0 void attempts" in run([*tournament, "run", "cup.toml"], folder, environment)


def _enclose(cup: Path, language: str) -> None:
    """Put a cup's bots into the default sandbox, which shows a toolchain in a home directory as well."""
    readable = json.dumps([str(path) for path in _toolchains(language)])
    lines = cup.read_text().splitlines()
    kept = [line for line in lines if not line.startswith("sandbox = ")]
    begin = kept.index("[[bots]]")
    table = ["[sandbox]", f"readable = {readable}", "", "[time_control]", 'move_time = "60s"', ""]
    cup.write_text("\n".join([*kept[:begin], *table, *kept[begin:]]) + "\n")


def _toolchains(language: str) -> Iterator[Path]:
    """Yield folders of toolchains that the system's folders do not have."""
    program = {"go": "go", "typescript": "node", "java": "javac"}.get(language)
    if language == "rust":
        yield _rust()
    elif program is not None:
        found = Path(shutil.which(program) or "/usr").resolve()
        if not found.is_relative_to("/usr"):
            yield found.parents[1]


def _search() -> Iterator[str]:
    """Yield folders of programs, in which rustup's links are behind the programs that they start."""
    yield str(Path(sys.executable).parent)
    if shutil.which("rustc") is not None:
        yield str(_rust() / "bin")
    yield os.environ.get("PATH", os.defpath)


def _rust() -> Path:
    words = ["rustc", "--print", "sysroot"]
    return Path(subprocess.check_output(words, text=True).strip())
