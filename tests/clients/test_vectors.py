"""The vectors that all SDKs read: up to date, right by other reckonings, and true of this SDK."""

from __future__ import annotations

import base64
import functools
import json
import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.json_format import ParseDict
from google.protobuf.message import Message

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as adventure
from gamereferee.games.diceman.v1 import diceman_pb2 as diceman
from gamereferee.v1.match_pb2 import SeedReveal
from gamereferee.v1.play_service_pb2 import SeatWitness
from referee_bots.diceman.damage import COMBOS, Dice
from referee_client import errors, retry
from referee_client.address import Address
from referee_client.fairness import reveal_problem, start_problem, witness_problem
from referee_client.retry import Patience, hopeless
from tests.clients.test_diceman_bots import enumerate_entry
from tests.clients.vectors.files import FOLDER, texts

Case = dict[str, Any]


def read(file: str, key: str = "cases") -> list[Case]:
    """Cases of a file."""
    found: list[Case] = json.loads((FOLDER / file).read_text())[key]
    return found


def cases(file: str, key: str = "cases") -> pytest.MarkDecorator:
    """Parametrizes a test by the cases of a file."""
    found = read(file, key)
    names = [case.get("name") or f"{case['code']} {case['details']}" for case in found]
    assert len(set(names)) == len(names)
    return pytest.mark.parametrize("case", found, ids=names)


@pytest.mark.slow
def test_files_are_up_to_date() -> None:
    """Writing them anew would change nothing, and there are no others."""
    written = texts()
    assert {path.name for path in FOLDER.glob("*.json")} == set(written)
    for name, text in written.items():
        assert (FOLDER / name).read_text() == text, name


def test_messages_are_the_same_in_both_forms() -> None:
    """JSON and bytes of every message."""
    kinds: dict[str, dict[str, type[Message]]] = {
        "fairness.json": {"reveal": SeedReveal},
        "diceman_greedy.json": {
            "config": diceman.Config,
            "observation": diceman.Observation,
            "action": diceman.Action,
        },
        "dice_adventure_greedy.json": {
            "observation": adventure.Observation,
            "action": adventure.Action,
        },
    }
    for file, messages in kinds.items():
        for case in read(file):
            for name, kind in messages.items():
                data = base64.b64decode(case[f"{name}_base64"])
                assert kind.FromString(data) == ParseDict(case[name], kind()), case["name"]


# This SDK.


@cases("address.json")
def test_address(case: Case, tmp_path: Path) -> None:
    """Targets and sentences."""
    ca = tmp_path / "roots.pem" if case["ca"] is not None else None
    if ca:
        ca.write_text(case["ca"])
    if "target" in case:
        roots = case["ca"] and case["ca"].encode()
        assert Address.parse(case["address"], ca) == Address(case["target"], roots)
    else:
        with pytest.raises(getattr(errors, case["error"])) as caught:
            Address.parse(case["address"], ca)
        assert str(caught.value) == case["says"].replace("{ca}", str(ca))


@cases("fairness.json")
def test_fairness(case: Case) -> None:
    """Reveals that hold, and what is said of those that don't."""
    nonce = case["nonce_base64"] and base64.b64decode(case["nonce_base64"])
    problem = reveal_problem(
        SeedReveal.FromString(base64.b64decode(case["reveal_base64"])),
        base64.b64decode(case["commitment_base64"]),
        seat=case["seat"],
        nonce=nonce,
    )
    assert problem == case["problem"]


@cases("fairness.json", "witnesses")
def test_witnesses(case: Case) -> None:
    """Starts and reveals by honest referees, and each way of cheating, in both forms."""
    witness = SeatWitness.FromString(base64.b64decode(case["witness_base64"]))
    assert witness == ParseDict(case["witness"], SeatWitness())
    if case["reveal"] is None:
        assert start_problem(witness) == case["problem"]
    else:
        reveal = SeedReveal.FromString(base64.b64decode(case["reveal_base64"]))
        assert witness_problem(witness, reveal) == case["problem"]


def test_retry_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of `retry.py`; the fixture that makes tests hurry is undone."""
    monkeypatch.undo()
    constants = json.loads((FOLDER / "retry.json").read_text())["constants"]
    assert constants == {
        "first_delay": retry.FIRST_DELAY,
        "longest_delay": retry.LONGEST_DELAY,
        "patience": 60.0,
        "silence": retry.SILENCE_S,
        "goodbye": retry.GOODBYE_S,
    }


@cases("retry.json", "delays")
def test_delays(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Delays one after another."""
    monkeypatch.setattr(retry, "FIRST_DELAY", 0.1)
    draws: Iterator[float] = (step["jitter"] for step in case["steps"] if "delay" in step)
    patience = Patience("there:1", case["limit"], jitter=lambda: next(draws))
    for step in case["steps"]:
        if "heard" in step:
            patience.heard()
        elif "delay" in step:
            assert patience.delay(step["at"], step["why"]) == pytest.approx(step["delay"], abs=1e-6)
        else:
            with pytest.raises(errors.UnreachableError) as caught:
                patience.delay(step["at"], step["why"])
            assert str(caught.value) == step["says"]


@cases("retry.json", "statuses")
def test_statuses(case: Case) -> None:
    """What is hopeless, and why."""
    code = next(code for code in grpc.StatusCode if code.value[0] == case["number"])
    assert code.name == case["code"]
    error = hopeless(code, case["details"])
    assert (type(error).__name__ if error else None) == case["error"]
    assert (str(error) if error else None) == case["says"]


# Greedy in Diceman, by going through all rolls.


def test_diceman() -> None:
    """DM-9.2 by enumeration (DM-5.12), where that is not too much."""
    checked = 0
    for case in read("diceman_greedy.json"):
        observation = ParseDict(case["observation"], diceman.Observation())
        dice = Dice.of(observation.config)
        if math.prod(dice.sides) > 10_000:
            continue
        checked += 1
        weights = [count + 1 for count in observation.pick_counts[1 - observation.seat].counts]
        values = [sum(w * net(dice, x, y) for y, w in enumerate(weights)) for x in range(6)]
        best = COMBOS[values.index(max(values))]
        assert tuple(case["action"]["dice"]) == best, case["name"]
    assert checked >= 20


@functools.cache
def net(dice: Dice, row: int, column: int) -> Fraction:
    """Expected net damage over all rolls."""
    own, other = enumerate_entry(dice, row, column)
    return Fraction(sum(own) - sum(other), len(own))


def test_diceman_by_hand() -> None:
    """Dice of one side roll nothing but 1: by DM-5.12, rows are worth this against columns.

              MP  MS  MH  PS  PH  SH    sum
        MP     0  -1   0  -1   1   0     -1
        MS     1   0   0   1   0  -1      1
        MH     0   0   0   0   1   1      2
        PS     1  -1   0   0   0   0      0
        PH    -1   0  -1   0   0   1     -1
        SH     0   1  -1   0  -1   0     -1

    One pick of MP counts its column twice: MS and MH are both at 2. Forty of SH count its column
    forty times more: MH is at 42, PH at 39.
    """
    actions = _actions("diceman_greedy.json")
    assert actions["dice of one side"] == {"dice": [0, 3]}
    assert actions["dice of one side: a tie"] == {"dice": [0, 2]}
    assert actions["dice of one side, all Sword and Shield"] == {"dice": [0, 3]}


# Greedy in Dice Adventure, by hand and by another search.

BY_HAND = {
    "to its shrine": "RR",
    "to its shrine round a wall": "DDR",  # and three more, for which there are no action points
    "at most its action points": "RRR",
    "fewer after pings": "RR",
    "with its key to the tower": "LL",
    "stays on the tower": "",
    "explores, and stops there": "RR",
    "explores the nearest": "DLL",
    "two unexplored cells at one cost": "LL",
    "up before down": "U",
    "its shrine behind walls: explores": "RR",
    "through a trap: Dwarf": "RR",  # 6 + 2, and round it 12
    "round a trap: Giant": "DDR",  # 16 + 2, and round it 12
    "Human before a trap": "RR",  # 10 + 2, and round it 12: the first path found stays
    "round a rock: Dwarf": "DDRRUU",
    "through a rock: Giant": "RR",
    "round a monster": "DRRU",  # 14 + 2, and round it 8
    "through two monsters": "RRR",
    "never pings": None,
}
STEPS = {
    "STEP_UP": ("U", 0, -1),
    "STEP_DOWN": ("D", 0, 1),
    "STEP_LEFT": ("L", -1, 0),
    "STEP_RIGHT": ("R", 1, 0),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_dice_adventure_by_hand(name: str) -> None:
    """DA-9.2, read and reckoned."""
    action = _actions("dice_adventure_greedy.json")[name]
    if BY_HAND[name] is None:
        assert action == {"pings": {}}
    else:
        steps = action["plan"].get("steps", [])
        assert "".join(STEPS[step][0] for step in steps) == BY_HAND[name]


@cases("dice_adventure_greedy.json")
def test_dice_adventure(case: Case) -> None:
    """Every plan is the beginning of a cheapest path to a goal by DA-9.2, as long as it may be."""
    seen = ParseDict(case["observation"], adventure.Observation())
    if seen.phase == adventure.PHASE_COMMUNICATION:
        assert case["action"] == {"pings": {}}
        return
    start = (seen.me.x, seen.me.y)
    goals = _goals(seen)
    left = _costs_to(seen, goals)
    cells = [start]
    for step in case["action"]["plan"].get("steps", []):
        _, dx, dy = STEPS[step]
        cells.append((cells[-1][0] + dx, cells[-1][1] + dy))
        assert left[cells[-2]] == left[cells[-1]] + _entering(seen, cells[-1])
    may_go_on = len(cells) <= seen.me.ap and _code(seen, cells[-1]) != "??"
    assert not (may_go_on and goals and cells[-1] not in goals)


Cell = tuple[int, int]


def _code(seen: adventure.Observation, cell: Cell) -> str:
    return seen.grid[cell[1]][2 * cell[0] : 2 * cell[0] + 2]


def _entering(seen: adventure.Observation, cell: Cell) -> float:
    code = _code(seen, cell)
    if code == "##":
        return math.inf
    added = {"T": (4, 14, 8), "R": (120, 12, 28)}.get(code[0], (0, 0, 0))[seen.character - 1]
    monster = any((monster.x, monster.y) == cell for monster in seen.monsters)
    return (3 if code == "??" else 2) + added + (12 if monster else 0)


def _goals(seen: adventure.Observation) -> list[Cell]:
    """The shrine or the tower if there is a way, else the unexplored cells that cost least."""
    cells = [(x, y) for y in range(seen.level.h) for x in range(seen.level.w)]
    start = (seen.me.x, seen.me.y)
    wanted = "**" if seen.members[seen.character - 1].key else f"K{seen.character}"
    named = [cell for cell in cells if _code(seen, cell) == wanted]
    if named and _costs_to(seen, named)[start] < math.inf:
        return named
    costs = {cell: _costs_to(seen, [cell])[start] for cell in cells if _code(seen, cell) == "??"}
    least = min(costs.values(), default=math.inf)
    return [cell for cell, cost in costs.items() if cost == least < math.inf]


def _costs_to(seen: adventure.Observation, goals: list[Cell]) -> dict[Cell, float]:
    """What is left to pay from each cell to the nearest goal, by relaxing until nothing changes."""
    cells = [(x, y) for y in range(seen.level.h) for x in range(seen.level.w)]
    left = {cell: 0.0 if cell in goals else math.inf for cell in cells}
    for _ in cells:
        for x, y in cells:
            for _, dx, dy in STEPS.values():
                other = (x + dx, y + dy)
                if other in left:
                    left[x, y] = min(left[x, y], left[other] + _entering(seen, other))
    return left


def _actions(file: str) -> dict[str, Any]:
    return {case["name"]: case["action"] for case in read(file)}
