"""Each game with kernels goes over to compiled code in the midst of a match, and nothing else changes.

What was compiled before is enough: no match of any kind calls a kernel in another way.
What games share, as single dice, is compiled as a part of their kernels only, and not looked at here.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.games import registry
from referee.games.dungeon_keeper.config import PRESETS
from tests.architecture.source import ROOT
from tests.helpers.golden import golden_files

GAMES = ["champions", "dice_adventure", "diceman", "dungeon_keeper", "swordman"]
"""Those that have kernels of their own."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("numba") is None,
        reason="Numba is not installed: nothing to take up",
    ),
]

COMPILE = """
import sys
from referee.games.warm_up import compile_kernels
compile_kernels(sys.argv[1])
"""

USE = """
import json, sys
import numpy as np
from referee.core import kernel
from referee.core.native import loading
from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games import registry
from referee.games.warm_up import group_of_game
from referee.kit.rollout.loop_rows import start_rows

plugin = registry.find(sys.argv[1])
game, codec = plugin.game, plugin.codec
group = kernel.groups[group_of_game(sys.argv[1])]
group.limit_ns = float("inf")
"""

CHANGE_OVER = """
STEPS = 30
config = game.config_class()

def play(change_at=None):
    state, events = game.start(config, seed=2008, num_seats=game.info.default_seats)
    dice, told = Stream(0), []
    for step in range(STEPS):
        if step == change_at:
            print(loading.load_compiled(group.name).kernels > 0)
        told.append((game.digest(state), codec.encode_events(events)))
        point = game.decision(state)
        if point is None:
            break
        told.append(codec.encode_observations(config, game.observe(state, point.seats)))
        orders = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        events = game.step(state, orders)
    return told

first = play()
is_compiled = lambda one: one._run.__class__.__module__ == "referee.core.native.compiling"
print(any(map(is_compiled, group.kernels)))
print(play(change_at=STEPS // 2) == first, any(map(is_compiled, group.kernels)))
print(play() == first)
"""

PLAY_ALL = """
STEPS = 60

def play(config, seed, num_seats):
    state, events = game.start(config, seed=seed, num_seats=num_seats)
    rows = start_rows(plugin, config, num_rows=3, num_seats=num_seats)
    rows.begin(np.arange(3), np.arange(seed, seed + 3, dtype=np.uint64))
    dice = Stream(seed)
    for _ in range(STEPS):
        codec.encode_events(events)
        point = game.decision(state)
        if point is None:
            break
        codec.encode_observations(config, game.observe(state, range(num_seats)))
        orders = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        orders[point.seats[0]] = orders[point.seats[0]] if dice.draw(8) > 1 else None
        events = game.step(state, orders)
        game.digest(game.copy(state))
    game.plain_state(state)
    for variant in game.hidden_variants(state, 0, dice):
        codec.encode_observations(config, game.observe(variant, (0,)))
    for _ in range(3):
        rows.step(rows.nothing())
        rows.observe([column.name for column in rows.observed])
        rows.digests(np.arange(3))

print(loading.load_compiled(group.name).kernels > 0)
for seed, (config, num_seats) in enumerate(json.loads(sys.stdin.read())):
    play(parse_config(game.config_class, config), seed, num_seats)
print([one.__name__ for one in group.kernels if one._run == one._interpret_and_count])
print(group.fallbacks)
"""


class _Compiled(NamedTuple):
    game: str
    cache: Path


@pytest.fixture(scope="module", params=GAMES)
def compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> _Compiled:
    """A game whose kernels are compiled in a cache where nothing was before."""
    made = _Compiled(request.param, tmp_path_factory.mktemp(request.param))
    _run(COMPILE, made)
    return made


def test_a_match_changes_over_in_its_midst(compiled: _Compiled) -> None:
    """Digests and messages are those of a match that is interpreted."""
    assert _run(USE + CHANGE_OVER, compiled) == ["False", "True", "True True", "True"]


def test_nothing_is_left_to_compile(compiled: _Compiled) -> None:
    """Whatever the config and number of seats, no kernel is called that isn't compiled for it."""
    told = _run(USE + PLAY_ALL, compiled, json.dumps(_matches(compiled.game)))
    assert told == ["True", "[]", "0"]


def _matches(game: str) -> list[tuple[dict[str, Any], int]]:
    """Config and number of seats: of all numbers of seats, golden matches and presets."""
    info = registry.find(game).game.info
    found: list[tuple[dict[str, Any], int]] = [
        ({}, num_seats)
        for num_seats in sorted({info.min_seats, info.default_seats, info.max_seats})
    ]
    for path in golden_files(info):
        recorded = json.loads(path.read_text())
        found.append((recorded["config"], recorded.get("num_seats", info.default_seats)))
    if game == "dungeon_keeper":
        found += [({"preset": name, "fog_of_war": True}, info.min_seats) for name in PRESETS]
    return found


def _run(code: str, compiled: _Compiled, given: str = "") -> list[str]:
    names = ("NUMBA_DISABLE_JIT", "REFEREE_KERNELS")
    clean = {name: value for name, value in os.environ.items() if name not in names}
    ran = subprocess.run(
        [sys.executable, "-c", code, compiled.game],
        cwd=ROOT,
        env=clean | {"REFEREE_CACHE_DIR": str(compiled.cache)},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    return ran.stdout.splitlines()
