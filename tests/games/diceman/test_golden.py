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
from referee.games.diceman import PLUGIN
from referee.games.diceman.config import DicemanConfig
from tests.games.diceman.reference import ReferenceMatch

GAME = PLUGIN.game
ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "tests" / "golden" / "diceman").glob(f"v{GAME.info.version}_*.json"))

INTERPRETED = """
import sys
from pathlib import Path
from referee.core.kernel import JIT
from tests.games.diceman.test_golden import digests, load
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
    config = parse_config(DicemanConfig, recorded["config"])
    state, _ = GAME.start(config, seed=recorded["seed"], num_seats=2)
    found = [GAME.digest(state).hex()]
    for round_ in recorded["rounds"]:
        lists = enumerate(round_["dice"])
        actions = {s: None if d is None else GAME.parse_action({"dice": d}) for s, d in lists}
        GAME.step(state, actions)
        found.append(GAME.digest(state).hex())
    assert GAME.decision(state) is None
    assert list(GAME.outcome(state).scores) == recorded["scores"]
    return found


def test_there_are_golden_matches() -> None:
    """A new version needs matches of its own."""
    assert len(FILES) >= 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_digests(path: Path) -> None:
    """Every state is the one that was recorded."""
    recorded = load(path)
    assert recorded["version"] == GAME.info.version
    assert digests(recorded) == [recorded["start"], *(one["digest"] for one in recorded["rounds"])]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_matches_agree_with_the_closed_form(path: Path) -> None:
    """What was recorded is right: lives and scores of the whole match, by other code."""
    recorded = load(path)
    config = parse_config(DicemanConfig, recorded["config"])
    sides = (config.die_magic, config.die_priority, config.die_sword, config.die_shield)
    reference = ReferenceMatch(
        recorded["seed"],
        config.life,
        sides,
        config.magic_scope == "so_far",
        config.games,
        config.round_cap,
    )
    state, _ = GAME.start(config, seed=recorded["seed"], num_seats=2)
    for round_ in recorded["rounds"]:
        lists = enumerate(round_["dice"])
        actions = {s: None if d is None else GAME.parse_action({"dice": d}) for s, d in lists}
        GAME.step(state, actions)
        played = GAME.observe(state, [0])[0].table.last_round
        assert played is not None
        assert reference.play(*(roll.combo for roll in played.rolls)) == played.life_after
    assert reference.over
    assert list(reference.points) == recorded["scores"]


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
