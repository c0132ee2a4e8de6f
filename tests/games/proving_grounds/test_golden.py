"""Recorded matches come out the same on every machine, with compiled and with interpreted kernels.

`python -m tests.games.proving_grounds.test_golden` records those of a new version, after the reference agrees.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from tests.architecture.source import ROOT
from tests.games.proving_grounds.lockstep import Lockstep
from tests.games.proving_grounds.odd_actions import odd_action
from tests.helpers.golden import check_digests, check_interpreted, golden_files, load

GAME = PLUGIN.game
FOLDER = ROOT / "tests" / "golden" / "proving_grounds"
FILES = golden_files(GAME.info)
SMALL = {"sector_width": 2, "sector_depth": 3, "start_gold": 250, "hire_period": 2, "end_rooms": 3}
RECORDED: dict[str, tuple[int, dict[str, Any], int]] = {
    "two": (2, {"max_turns": 20}, 60),
    "four": (4, SMALL | {"max_turns": 14}, 60),
    "eight": (8, SMALL | {"max_turns": 7, "trap_pct": 60}, 20),
}
"""Seats, config and oddity of each file."""


def digests(recorded: dict[str, Any]) -> list[str]:
    """Digests of a recorded match as it comes out now, from the start on."""
    config = parse_config(ProvingGroundsConfig, recorded["config"])
    state, _ = GAME.start(config, seed=recorded["seed"], num_seats=recorded["num_seats"])
    found = [GAME.digest(state).hex()]
    for step in recorded["steps"]:
        actions = {
            seat: None if action is None else GAME.parse_action(action)
            for seat, action in enumerate(step["actions"])
        }
        GAME.step(state, actions)
        found.append(GAME.digest(state).hex())
    assert GAME.decision(state) is None
    assert list(GAME.outcome(state).scores) == recorded["scores"]
    return found


def test_there_are_golden_matches() -> None:
    """A new version needs matches of its own."""
    assert {load(path)["num_seats"] for path in FILES} == {2, 4, 8}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_digests(path: Path) -> None:
    """Every state is the one that was recorded."""
    check_digests(GAME.info, load(path), "steps", digests)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_matches_agree_with_the_reference(path: Path) -> None:
    """What was recorded is right: states, events and scores of the whole match, by other code."""
    recorded = load(path)
    match = Lockstep(recorded["config"], recorded["seed"], recorded["num_seats"])
    for step in recorded["steps"]:
        match.step(dict(enumerate(step["actions"])))
    assert match.reference.phase == "OVER"
    assert [seat.gold for seat in match.reference.seats] == recorded["scores"]


@pytest.mark.slow
def test_interpreted_kernels_give_the_same_digests() -> None:
    """Where there is no Numba, a match comes out the same."""
    check_interpreted("tests.games.proving_grounds.test_golden", digests, FILES)


def record(name: str) -> None:
    """Play a match beside the reference and write it down."""
    num_seats, values, oddity = RECORDED[name]
    dice = Stream(num_seats, 13)
    match = Lockstep(values, num_seats, num_seats)
    recorded: dict[str, Any] = {
        "game": GAME.info.game, "version": GAME.info.version, "config": values,
        "num_seats": num_seats, "seed": num_seats, "start": GAME.digest(match.state).hex(),
    }  # fmt: skip
    lines = []
    while match.reference.phase != "OVER":
        plain = match.reference.plain()
        actions = [odd_action(plain, seat, dice, oddity) for seat in range(num_seats)]
        match.step(dict(enumerate(actions)))
        step = {"actions": actions, "digest": GAME.digest(match.state).hex()}
        lines.append(json.dumps(step, separators=(",", ":")))
    recorded["scores"] = [seat.gold for seat in match.reference.seats]
    head = json.dumps(recorded)[:-1]
    path = FOLDER / f"v{GAME.info.version}_{name}.json"
    path.write_text(head + ', "steps": [\n' + ",\n".join(lines) + "\n]}\n")


if __name__ == "__main__":
    for one in RECORDED:
        record(one)
