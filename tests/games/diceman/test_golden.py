"""Recorded matches come out the same on every machine, with compiled and with interpreted kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.games.diceman import PLUGIN
from referee.games.diceman.config import DicemanConfig
from tests.games.diceman.reference import ReferenceMatch
from tests.helpers.golden import check_digests, check_interpreted, golden_files, load

GAME = PLUGIN.game
FILES = golden_files(GAME.info)


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
    check_digests(GAME.info, load(path), "rounds", digests)


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


@pytest.mark.slow
def test_interpreted_kernels_give_the_same_digests() -> None:
    """Where there is no Numba, a match comes out the same."""
    check_interpreted("tests.games.diceman.test_golden", digests, FILES)
