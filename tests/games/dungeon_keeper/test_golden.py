"""Recorded matches come out the same on every machine, with compiled and with interpreted kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.games.dungeon_keeper import PLUGIN
from tests.games.dungeon_keeper.lockstep import Lockstep
from tests.helpers.golden import check_digests, check_interpreted, golden_files, load
from tests.helpers.tiers import some

GAME = PLUGIN.game
FILES = [path for plugin in (*PLUGIN.older, PLUGIN) for path in golden_files(plugin.game.info)]


def digests(recorded: dict[str, Any]) -> list[str]:
    """Digests of a recorded match as it comes out now, from the start on."""
    game = PLUGIN.at(recorded["version"]).game
    config = parse_config(game.config_class, recorded["config"])
    state, _ = game.start(config, seed=recorded["seed"], num_seats=recorded["num_seats"])
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
    check_digests(PLUGIN.at(recorded["version"]).game.info, recorded, "steps", digests)


@pytest.mark.parametrize("path", some(FILES, 3), ids=lambda path: path.stem)
def test_recorded_matches_agree_with_the_reference(path: Path) -> None:
    """What was recorded is right: states, events, sights and scores of the whole match, by other code."""
    recorded = load(path)
    version = recorded["version"]
    match = Lockstep(recorded["config"], recorded["seed"], recorded["num_seats"], version=version)
    for step in recorded["steps"]:
        match.step(step["batch"])
    assert match.reference.acting() is None
    assert match.reference.result()["scores"] == recorded["scores"]


@pytest.mark.slow
def test_interpreted_kernels_give_the_same_digests() -> None:
    """Where there is no Numba, a match comes out the same."""
    check_interpreted("tests.games.dungeon_keeper.test_golden", digests, FILES)
