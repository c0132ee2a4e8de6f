"""Recorded matches come out the same on every machine, with compiled and with interpreted kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.games.champions import PLUGIN
from tests.games.champions.lockstep import Lockstep
from tests.helpers.golden import check_digests, check_interpreted, golden_files, load

PLUGINS = {plugin.game.info.version: plugin for plugin in (*PLUGIN.older, PLUGIN)}
FILES = [path for plugin in PLUGINS.values() for path in golden_files(plugin.game.info)]


def digests(recorded: dict[str, Any]) -> list[str]:
    """Digests of a recorded match as it comes out now, from the start on."""
    game: Any = PLUGINS[recorded["version"]].game
    config = parse_config(game.config_class, recorded["config"])
    state, _ = game.start(config, seed=recorded["seed"], num_seats=recorded["num_seats"])
    found = [game.digest(state).hex()]
    for step in recorded["steps"]:
        point = game.decision(state)
        assert point is not None
        actions = actions_of(point.phase, point.seats, step["actions"])
        game.step(
            state, {s: None if a is None else game.parse_action(a) for s, a in actions.items()}
        )
        found.append(game.digest(state).hex())
    assert game.decision(state) is None
    assert list(game.outcome(state).scores) == recorded["scores"]
    return found


def actions_of(phase: str, seats: tuple[int, ...], recorded: list[Any]) -> dict[int, Any]:
    """The actions of a decision point in the form of scenarios."""
    bodies = [None if body is None else [_entry(phase, one) for one in body] for body in recorded]
    name = phase.lower()
    return {
        seat: None if body is None else {name: body}
        for seat, body in zip(seats, bodies, strict=True)
    }


def _entry(phase: str, recorded: Any) -> Any:
    if phase == "EQUIP":
        return equip_order(recorded)
    return fighter(recorded) if phase == "BATTLE" else recorded


def equip_order(text: str) -> dict[str, int]:
    """`item>champion.slot`, or `champion.slot` to take off."""
    item, _, place = text.rpartition(">")
    champion, slot = map(int, place.split("."))
    kind = {"kind": 0, "item": int(item)} if item else {"kind": 1}
    return {**kind, "champion": champion, "slot": slot}


def fighter(entry: list[Any]) -> dict[str, Any]:
    """Battle or null, champion, and a word for each action of the set."""
    battle, champion, words = entry
    actions = [_set_action(word) for word in words.split()]
    where = {} if battle is None else {"battle": battle}
    return {**where, "champion": champion, "set": actions}


def _set_action(word: str) -> dict[str, Any]:
    action = "AHBGE".index(word[0])
    digits = [int(digit) for digit in word[1:]]
    if action == 0:
        return {"action": action, "prefs": digits}
    return {"action": action, **({"target": digits[0]} if digits else {})}


def test_there_are_golden_matches() -> None:
    """Every version has matches of its own, of each size that the rulebook names."""
    found = {(recorded["version"], recorded["num_seats"]) for recorded in map(load, FILES)}
    assert found >= {(version, seats) for version in PLUGINS for seats in (2, 4, 9, 16)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_digests(path: Path) -> None:
    """Every state is the one that was recorded."""
    recorded = load(path)
    check_digests(PLUGINS[recorded["version"]].game.info, recorded, "steps", digests)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_matches_agree_with_the_reference(path: Path) -> None:
    """What was recorded is right: states, events and scores of the whole match, by other code."""
    recorded = load(path)
    match = Lockstep(
        recorded["config"], recorded["seed"], recorded["num_seats"], recorded["version"]
    )
    for step in recorded["steps"]:
        asked = match.decision()
        assert asked is not None
        match.step(actions_of(*asked, step["actions"]))
    assert match.decision() is None
    most = 2 * (recorded["num_seats"] - 1)
    exact = [1_000_000 * half / most for half in match.reference.result()["halves"]]
    assert recorded["scores"] == pytest.approx(exact, abs=0.5)


@pytest.mark.slow
def test_interpreted_kernels_give_the_same_digests() -> None:
    """Where there is no Numba, a match comes out the same."""
    check_interpreted("tests.games.champions.test_golden", digests, FILES)
