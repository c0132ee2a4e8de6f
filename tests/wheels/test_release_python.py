"""Python's packages of a release, installed from these files alone into empty environments, and played with.

What others publish comes from the public index. A bot has an environment with the client alone,
the referee another one with all three distributions.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.docs.markdown import blocks
from tests.wheels.environments import run
from tests.wheels.releases import Releases, play

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

VERSION = (ROOT / "VERSION").read_text().strip()
CPYTHON = f"cp{sys.version_info.major}{sys.version_info.minor}"
FORMS = {
    "platform": [
        f"gamereferee-{VERSION}-{CPYTHON}-{CPYTHON}-*.whl",
        "gamereferee_client-*.whl",
        "gamereferee_envs-*.whl",
    ],
    "pure": [
        f"gamereferee-{VERSION}-py3-none-any.whl",
        "gamereferee_client-*.whl",
        "gamereferee_envs-*.whl",
    ],
    "sdist": ["gamereferee-*.tar.gz", "gamereferee_client-*.tar.gz", "gamereferee_envs-*.tar.gz"],
}
"""Forms of a release, each with the files of its three distributions."""
BOT = """
from gamereferee.games.diceman.v1 import diceman_pb2
from referee_client import run


def act(observation: diceman_pb2.Observation) -> diceman_pb2.Action:
    return diceman_pb2.Action(dice=[0, 3])


run(act)
"""


@pytest.mark.parametrize("form", FORMS)
def test_a_match_from_these_files(
    tmp_path: Path, releases: Releases, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots on the client alone and on the environments play a match at the installed referee."""
    # The user's cache may have a match layer that a checkout of the same sources has compiled.
    monkeypatch.setenv("REFEREE_CACHE_DIR", str(tmp_path / "cache"))
    folder = releases.of("python") / "python"
    files = [_one(folder, pattern) for pattern in FORMS[form]]
    bot, both = tmp_path / "bot", tmp_path / "both"
    _install(bot, files[1])
    assert {"gamereferee-client", "grpcio", "protobuf", "typing-extensions"} == _installed(bot)
    (tmp_path / "bot.py").write_text(BOT)
    _install(both, *files)
    assert {"gamereferee", "gamereferee-client", "gamereferee-envs"} <= _installed(both)
    has_extension = _module(both, "referee.match.rejection").endswith(".so")
    assert has_extension == (form == "platform")

    learner = _learner(both, tmp_path / "learner")
    client = f"{bot}/bin/python {tmp_path}/bot.py"
    play(tmp_path / "replays", client, learner, referee=[both / "bin" / "referee"])


def test_pypi_would_take_the_files(releases: Releases) -> None:
    """Each description can be shown, and no metadata is newer than what uploading clients read."""
    files = sorted((releases.of("python") / "python").iterdir())
    assert len(files) == 7
    run([sys.executable, "-m", "twine", "check", "--strict", *files], ROOT, os.environ)
    for file in files:
        assert _metadata(file).partition("\n")[0] == "Metadata-Version: 2.4", file.name


def test_example_games_play(tmp_path: Path, releases: Releases) -> None:
    """Their wheels and those of the referee are all that a match of each needs."""
    python = releases.of("python") / "python"
    games = sorted((releases.of("games") / "games").glob("*.whl"))
    files = [_one(python, pattern) for pattern in FORMS["pure"][:2]]
    environment = tmp_path / "environment"
    _install(environment, *files, *games)
    assert len(games) == len(list((ROOT / "examples" / "games").iterdir()))
    for wheel in games:
        game = wheel.name.partition("-")[0].removeprefix("gamereferee_")
        bots = ["house:random"] * (4 if game == "hearts" else 2)
        replays = tmp_path / game / "replays"
        replays.parent.mkdir()
        play(replays, *bots, referee=[environment / "bin" / "referee"], game=game)


def test_the_platform_wheel_names_its_platform(releases: Releases) -> None:
    """It has a tag of manylinux, or the plain one of this system if auditwheel finds none that holds."""
    wheel = _one(releases.of("python") / "python", FORMS["platform"][0])
    tags = wheel.stem.rpartition("-")[2].split(".")
    shown = run([sys.executable, "-m", "auditwheel", "show", wheel], ROOT, os.environ)
    found = re.search(r'platform tag:\s+"(\w+)"', shown)
    assert found is not None
    assert found[1] in tags


def _one(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def _metadata(file: Path) -> str:
    """Return what a wheel or an sdist says of itself."""
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as packed:
            (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
            return packed.read(name).decode()
    with tarfile.open(file) as tar:
        member = tar.extractfile(f"{file.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert member is not None
        return member.read().decode()


def _install(environment: Path, *files: Path) -> None:
    """Make an empty environment, and install files and what they need from others."""
    run([sys.executable, "-m", "venv", environment], environment.parent, os.environ)
    pip = [environment / "bin" / "python", "-m", "pip", "install", "--quiet"]
    run([*pip, *files], environment.parent, os.environ)


def _installed(environment: Path) -> set[str]:
    """Return the names of what is installed, without what every environment begins with."""
    pip = [environment / "bin" / "python", "-m", "pip", "list", "--format=json"]
    listed = json.loads(run(pip, environment.parent, os.environ))
    names = {each["name"].lower().replace("_", "-") for each in listed}
    return names - {"pip", "setuptools"}


def _module(environment: Path, name: str) -> str:
    program = f"import importlib; print(importlib.import_module({name!r}).__file__)"
    command = [environment / "bin" / "python", "-P", "-c", program]
    file = run(command, environment.parent, os.environ).strip()
    assert Path(file).is_relative_to(environment)
    return file


def _learner(environment: Path, folder: Path) -> str:
    """Train as the guide does, in the environment, and return the command of the bot that results."""
    folder.mkdir()
    for block in blocks(ROOT / "docs" / "training.md"):
        name = block.text.partition("\n")[0].removeprefix("# ")
        if name in ("train.py", "bot.py"):
            # A tenth of the guide's episodes: without Numba they are played interpreted.
            few = block.text.replace("600", "60").replace("range(500)", "range(50)")
            (folder / name).write_text(few)
    python = environment / "bin" / "python"
    run([python, "train.py"], folder, os.environ)
    # The bot reads its policy from the folder that it is started in, and `play` starts it elsewhere.
    return f"sh -c 'cd {folder} && exec {python} bot.py'"
