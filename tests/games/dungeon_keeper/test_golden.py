"""Recorded matches come out the same on every machine, with compiled and with interpreted kernels."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from tests.games.dungeon_keeper.lockstep import Lockstep

GAME = PLUGIN.game
ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "tests" / "golden" / "dungeon_keeper").glob(f"v{GAME.info.version}_*.json"))

INTERPRETED = """
import sys
from pathlib import Path
from referee.core.kernel import JIT
from tests.games.dungeon_keeper.test_golden import digests, load
assert not JIT
for path in sys.argv[1:]:
    print(*digests(load(Path(path))))
"""


def load(path: Path) -> dict[str, Any]:
    """A recorded match."""
    recorded: dict[str, Any] = json.loads(path.read_text())
    return recorded


def digests(recorded: dict[str, Any]) -> list[str]:
    """Digests of a recorded match as it comes out now, from the start on."""
    config = parse_config(DungeonKeeperConfig, recorded["config"])
    state, _ = GAME.start(config, seed=recorded["seed"], num_seats=recorded["num_seats"])
    found = [GAME.digest(state).hex()]
    for step in recorded["steps"]:
        point = GAME.decision(state)
        assert point is not None
        batch = step["batch"]
        GAME.step(state, {point.seats[0]: None if batch is None else GAME.parse_action(batch)})
        found.append(GAME.digest(state).hex())
    assert GAME.decision(state) is None
    assert list(GAME.outcome(state).scores) == recorded["scores"]
    return found


def test_there_are_golden_matches() -> None:
    """A new version needs matches of its own, of each size of board and under fog."""
    matches = [load(path) for path in FILES]
    presets = {match["config"].get("preset") for match in matches}
    assert presets >= {"small", "medium", "standard"}
    assert any(match["config"].get("fog_of_war") for match in matches)
    assert any("scenario" in match["config"] for match in matches)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_digests(path: Path) -> None:
    """Every state is the one that was recorded."""
    recorded = load(path)
    assert recorded["version"] == GAME.info.version
    assert digests(recorded) == [recorded["start"], *(one["digest"] for one in recorded["steps"])]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_matches_agree_with_the_reference(path: Path) -> None:
    """What was recorded is right: states, events, sights and scores of the whole match, by other code."""
    recorded = load(path)
    match = Lockstep(recorded["config"], recorded["seed"], recorded["num_seats"])
    for step in recorded["steps"]:
        match.step(step["batch"])
    assert match.reference.acting() is None
    assert match.reference.result()["scores"] == recorded["scores"]


def test_interpreted_kernels_give_the_same_digests() -> None:
    """Where there is no Numba, a match comes out the same."""
    run = subprocess.run(
        [sys.executable, "-c", INTERPRETED, *map(str, FILES)],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    assert [line.split() for line in run.stdout.splitlines()] == [
        digests(load(path)) for path in FILES
    ]
