"""Clients and referees of today and of earlier versions, each pair in a match.

README.md says how the frozen clients were made.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.source import ROOT
from tests.wheels.environments import run

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

COMMITS = {
    "0.2.0": "19bccb9ad8db24347ca91a7b79f8d109d5cd6883",
    "0.3.0": "1eccbb0ab18a1963993240e841f9241cb3fdc503",
}
"""Commit of each earlier version."""
NOW = "today's"
FOLDER = Path(__file__).parent
BOT = FOLDER / "bot.py"
SOURCES = [Path(), Path("proto/python"), Path("clients/python")]
"""Folders with modules of referee, messages and SDK, in every version since 0.2.0."""
CLIENTS: dict[str, list[Path]] = {
    version: [FOLDER / f"client_{version.replace('.', '_')}.zip"] for version in COMMITS
} | {NOW: [ROOT / path for path in SOURCES[1:]]}
"""Search path of the client of each version."""


def _search(paths: Iterable[Path]) -> str:
    return os.pathsep.join(map(str, paths))


def _play(paths: list[Path], clients: tuple[str, str], folder: Path, *flags: str) -> Any:
    """Play a match with clients at the referee of some paths, verify it with today's, and return its result."""
    replays = folder / f"replays-{len(list(folder.iterdir()))}"
    bots = [
        f"env PYTHONPATH={_search(CLIENTS[name])} {sys.executable} -P {BOT}" for name in clients
    ]
    seats = [word for bot in bots for word in ("--bot", " ".join([bot, *flags]))]
    terms = ["--seed", "2008", "--move-time", "60s"]
    command = [sys.executable, "-P", "-m", "referee", "play", "diceman", "--json", *terms]
    env = os.environ | {"PYTHONPATH": _search(paths)}
    printed = run([*command, "--replay-dir", replays, *seats], folder, env)
    (match,) = json.loads(printed)["matches"]
    verify = [sys.executable, "-m", "referee", "replay", "verify", "--json", replays]
    assert json.loads(run(verify, ROOT, os.environ))["replays"][0]["steps"] == match["steps"]
    for seat in match["seats"]:
        assert (seat["strikes"], seat["given_up"], seat["rejections"]) == (0, 0, {})
    results = [(seat["placement"], seat["score"]) for seat in match["seats"]]
    return match["cause"], match["steps"], results


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Result with today's client at today's referee."""
    here = [ROOT / path for path in SOURCES]
    result = _play(here, (NOW, NOW), tmp_path_factory.mktemp("expected"))
    assert result[0] == "RULES"
    return result


@pytest.mark.parametrize("flags", [(), ("--plain-turns",)], ids=["", "plain turns"])
@pytest.mark.parametrize("rival", ["the same", "today's second", "today's first"])
@pytest.mark.parametrize("version", COMMITS)
def test_an_earlier_client_at_this_referee(
    tmp_path: Path, expected: Any, version: str, rival: str, flags: tuple[str, ...]
) -> None:
    """It plays the match that today's plays, with turns in short and in full."""
    pairs = {
        "the same": (version, version),
        "today's second": (version, NOW),
        "today's first": (NOW, version),
    }
    assert _play([ROOT / path for path in SOURCES], pairs[rival], tmp_path, *flags) == expected
    _is_in_the_table(version, NOW)


@pytest.mark.parametrize("version", COMMITS)
def test_this_client_at_an_earlier_referee(tmp_path: Path, expected: Any, version: str) -> None:
    """It plays the same match there, and today's referee verifies the replay of that referee."""
    packed = tmp_path / "earlier.tar"
    with packed.open("wb") as file:
        command = ["git", "archive", COMMITS[version]]
        done = subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        pytest.skip(f"the history has no commit {COMMITS[version]}")
    earlier = tmp_path / "earlier"
    with tarfile.open(packed) as tar:
        tar.extractall(earlier, filter="data")
    paths = [earlier / path for path in SOURCES]
    # Not the modules of this version, which are installed as well.
    found = run(
        [sys.executable, "-P", "-c", "import referee; print(referee.__file__)"],
        tmp_path,
        os.environ | {"PYTHONPATH": _search(paths)},
    )
    assert Path(found.strip()).is_relative_to(earlier)
    for clients in ((NOW, NOW), (NOW, version)):
        assert _play(paths, clients, tmp_path) == expected
    _is_in_the_table(NOW, version)


def _is_in_the_table(client: str, referee: str) -> None:
    """Check that the document names this pair as played; other pairs are not asserted here."""
    table = (ROOT / "docs" / "versions.md").read_text()
    assert f"| {client} | {referee} | plays |" in table
