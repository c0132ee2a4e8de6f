"""Recorded matches come out the same on every machine, with compiled and with interpreted kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure.config import DiceAdventureConfig
from tests.games.dice_adventure.lockstep import reference_of
from tests.helpers.golden import check_digests, check_interpreted, golden_files, load

FIRST, NEWEST = (golden_files(plugin.game.info) for plugin in (PLUGIN.at(1), PLUGIN))
FILES = [*FIRST, *NEWEST]
"""Versions differ in results alone, so that each match comes out the same under both."""


def digests(recorded: dict[str, Any]) -> list[str]:
    """Digests of a recorded match as it comes out now, from the start on."""
    game = PLUGIN.at(recorded["version"]).game
    config = parse_config(game.config_class, recorded["config"])
    num_seats = 3 * recorded["parties"]
    state, _ = game.start(config, seed=recorded["seed"], num_seats=num_seats)
    found = [game.digest(state).hex()]
    for step in recorded["steps"]:
        point = game.decision(state)
        assert point is not None
        orders = dict(zip(point.seats, step["orders"], strict=True))
        game.step(state, {seat: None if o is None else game.parse_action(full(o))
                          for seat, o in orders.items()})  # fmt: skip
        found.append(game.digest(state).hex())
    assert game.decision(state) is None
    outcome = game.outcome(state)
    assert list(outcome.scores) == recorded["scores"]
    if game.info.version > 1 and "placements" in recorded:
        assert list(outcome.placements) == recorded["placements"]
        assert [dict(own) for own in outcome.tie_breaks] == recorded["tie_breaks"]
    return found


def full(order: str | list[list[Any]]) -> dict[str, object]:
    """An order in the rulebook's form: plans are recorded as texts, pings as lists."""
    if isinstance(order, str):
        return {"plan": list(order)}
    return {"pings": [{"symbol": symbol, "x": x, "y": y} for symbol, x, y in order]}


def test_there_are_golden_matches() -> None:
    """A new version needs matches of its own."""
    assert FIRST
    assert NEWEST


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_digests(path: Path, version: int) -> None:
    """Every state is the one that was recorded."""
    recorded = load(path) | {"version": version}
    check_digests(PLUGIN.at(version).game.info, recorded, "steps", digests)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_matches_agree_with_the_reference(path: Path) -> None:
    """What was recorded is right: records of all levels and the scores, by other code."""
    recorded = load(path)
    config = parse_config(DiceAdventureConfig, recorded["config"])
    parties = [reference_of(config, recorded["seed"]) for _ in range(recorded["parties"])]
    for step in recorded["steps"]:
        asked = [party.decision() for party in parties]
        orders = iter(step["orders"])
        for party, point in zip(parties, asked, strict=True):
            if point is not None:
                party.step({member: next(orders) or () for member in point[2]})
        assert next(orders, "none left") == "none left"
    assert not any(party.decision() for party in parties)
    scores = [sum(score for *_, score in party.results) for party in parties]
    assert [score for score in scores for _ in range(3)] == recorded["scores"]
    if recorded["version"] > 1:
        ties = [
            {"rounds": sum(rounds for *_, rounds, _ in party.results), "deaths": party.deaths}
            for party in parties
        ]
        assert [own for own in ties for _ in range(3)] == recorded["tie_breaks"]
        keys = [
            (-score, own["rounds"], own["deaths"]) for score, own in zip(scores, ties, strict=True)
        ]
        places = [1 + sum(other < key for other in keys) for key in keys]
        assert [place for place in places for _ in range(3)] == recorded["placements"]


@pytest.mark.slow
def test_interpreted_kernels_give_the_same_digests() -> None:
    """Where there is no Numba, a match comes out the same."""
    check_interpreted("tests.games.dice_adventure.test_golden", digests, FILES)
