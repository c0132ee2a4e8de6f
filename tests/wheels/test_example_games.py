"""The example games as distributions: built, installed beside ours, tested, played, watched and verified."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.helpers.tiers import nightly
from tests.wheels.environments import Installed, build, build_ours, install

pytestmark = pytest.mark.slow

GAMES = ROOT / "examples" / "games"
DUELS: tuple[str, ...] = (
    'format = "round_robin"',
    'format = "gauntlet"\nchallengers = ["a"]',
    'format = "swiss"',
    'format = "knockout"',
    'format = "ladder"\nrounds = 2',
)
FORMATS = {
    "blotto": (*DUELS, 'format = "groups"\nseats = 3\nseatings = "one"'),
    "connect_four": DUELS,
    "hearts": ('format = "groups"\nseats = 4\nseatings = "one"',),
    "leduc": DUELS,
    "mushrooms": (*DUELS, 'format = "groups"\nseats = 3\nseatings = "one"'),
    "pig": (*DUELS, 'format = "groups"\nseats = 3'),
}
SEATS = {"hearts": 4}
"""Bots of a match, where it takes more than two."""
MOST_LINES = 260
"""Non-blank lines of a game with its bot, and its view or its form."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Our own wheels."""
    if importlib.util.find_spec("hatchling") is None:
        assert "CI" not in os.environ, "CI has to build wheels"
        pytest.skip("wheels can't be built here; missing: hatchling")
    return build_ours(tmp_path_factory.mktemp("ours"))


def test_each_is_small() -> None:
    """All that is written by hand but the rulebook."""
    assert {folder.name for folder in GAMES.iterdir()} == FORMATS.keys()
    for folder in GAMES.iterdir():
        texts = [path.read_text() for path in folder.rglob("*.py")]
        lines = [line for text in texts for line in text.splitlines() if line.strip()]
        assert len(lines) <= MOST_LINES, folder.name


@pytest.mark.parametrize("game", nightly(FORMATS))
def test_a_game_from_its_wheel(tmp_path: Path, wheels: list[Path], game: str) -> None:
    """In an empty environment it fulfils the contract, and plays in every format that fits."""
    installed = install(tmp_path, *wheels, build(tmp_path, GAMES / game))
    told = installed.run("referee", "games", game)
    assert "house bots: random" in told
    installed.run(
        *("python", "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider"),
        *("--pyargs", "referee.testing", "--game", game, "-W", "ignore"),
    )
    _play_and_watch(installed, tmp_path, game)
    for number, terms in enumerate(FORMATS[game]):
        _hold(installed, tmp_path / f"cup{number}", game, terms)


def _play_and_watch(installed: Installed, folder: Path, game: str) -> None:
    replays = folder / "replays"
    told = installed.run(
        *("referee", "play", game, "--json"),
        *("--bot", "house:random") * SEATS.get(game, 2),
        *("--move-time", "60s", "--seed", "2008", "--replay-dir", str(replays)),
    )
    assert [match["cause"] for match in json.loads(told)["matches"]] == ["RULES"]
    (replay,) = replays.glob("*.replay")
    assert "1 of 1 replays hold" in installed.run("referee", "replay", "verify", str(replay))
    assert "=== step 1, play ===" in installed.run("referee", "watch", str(replay), "--step", "1")


def _hold(installed: Installed, folder: Path, game: str, terms: str) -> None:
    """Hold a tournament of few bots; all matches end by the rules, and all replays hold."""
    folder.mkdir()
    names = "abcde"[: max(3, SEATS.get(game, 2) + 1)]
    bots = "".join(f'\n[[bots]]\nname = "{name}"\nhouse = "random"\n' for name in names)
    head = f'name = "cup"\ngame = "{game}"\n{terms}\nseed = 1\nsandbox = "none"\n'
    file = folder / "cup.toml"
    file.write_text(f'{head}\n[time_control]\nmove_time = "60s"\n{bots}')
    told = installed.run("tournament", "run", str(file))
    assert ", 0 void attempts" in told
    replays = folder / "data" / "cup" / "referee" / "replays"
    count = len(list(replays.glob("*.replay")))
    assert count >= 2
    told = installed.run("referee", "replay", "verify", str(replays))
    assert f"{count} of {count} replays hold" in told
