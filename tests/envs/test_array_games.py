"""Vector environments of games written over arrays are those of the same games stepped match by match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.kit.rollout.array_rows import ArrayRows
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee_envs import make_vec
from referee_envs.backends import in_process
from referee_envs.opponents import random_policy
from tests.helpers.example_games import install_example

STEPS = 110
CONFIGS = {"connect_four": {"rows": 4, "columns": 4}, "leduc": {"hands": 5}}
"""Short games, in which many actions are illegal."""
SETTINGS: dict[str, dict[str, Any]] = {
    "a house policy": {"seat": 0, "opponents": "house:random"},
    "same_step": {"seat": 1, "opponents": "random", "autoreset": "same_step", "max_steps": 12},
    "all seats": {"seat": None, "columns": ["*", "digest"], "stagger": 4},
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("game", CONFIGS)
def test_environments_are_equal(
    game: str, settings: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Observations, rewards, ends and infos of every step, with illegal actions, whoever plays the other seat."""
    plugin = install_example(monkeypatch, tmp_path, game)
    sample = start_rows(plugin, plugin.game.config_class(), num_rows=1, num_seats=2)
    assert isinstance(sample, ArrayRows)
    over_arrays = _played(monkeypatch, start_rows, game, settings)
    one_by_one = _played(monkeypatch, LoopRows, game, settings)
    for mine, theirs in zip(over_arrays, one_by_one, strict=True):
        np.testing.assert_equal(_plain(mine), _plain(theirs))
    assert any(infos["refused"].any() for *_, infos in over_arrays)
    assert any((over | cut).any() for _, _, over, cut, _ in over_arrays)


def _plain(value: Any) -> Any:
    """Return a value with arrays of objects, as Gymnasium has final observations, turned into lists."""
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, tuple) or (isinstance(value, np.ndarray) and value.dtype == object):
        return [_plain(each) for each in value]
    return value


def _played(
    monkeypatch: pytest.MonkeyPatch,
    make_rows: Callable[..., Any],
    game: str,
    settings: Mapping[str, Any],
) -> list[tuple[Any, ...]]:
    """Return what each step of an environment returns, whose rows `make_rows` makes."""
    monkeypatch.setattr(in_process, "start_rows", make_rows)
    vector = make_vec(game, 8, config=CONFIGS[game], **settings)
    space: Any = vector.single_action_space
    generator = np.random.default_rng(1)
    policy = random_policy(vector.views.form, generator)
    seen, _ = vector.reset(seed=4)
    steps = []
    for _ in range(STEPS):
        actions = policy(seen)
        # Every third environment acts without a look at its mask.
        actions[::3] = generator.integers(0, space.n, len(actions[::3]))
        steps.append(vector.step(actions))
        seen = steps[-1][0]
    return steps
