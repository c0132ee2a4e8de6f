"""What PettingZoo and Gymnasium ask of environments, by their own tests."""

from __future__ import annotations

import types
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from referee_envs import env, gym_env, parallel_env
from referee_envs.single import GAMES as REGISTERED
from tests.envs.episodes import GAMES, SMALL

with warnings.catch_warnings():
    # Its tests import an example of its own in a way that it advises against.
    warnings.simplefilter("ignore", DeprecationWarning)
    import pettingzoo.test
    from pettingzoo.test.state_test import state_test

pytestmark = [
    # What they advise against, and what is meant: columns by name, bounds of 2^31, maps of more axes.
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:(Action|Agent|State|Environment's)"),
    pytest.mark.filterwarnings("ignore:.*We recommend you to use a symmetric"),
    pytest.mark.filterwarnings("ignore:.*A Box observation space m"),
]

EVEN = ("diceman", "swordman")
"""Games in which all seats act equally often."""
NUM_CYCLES = 20
SEED = 7


@pytest.mark.parametrize("game", GAMES)
def test_aec(game: str) -> None:
    """`api_test`."""
    pettingzoo.test.api_test(env(game, **SMALL[game]), num_cycles=NUM_CYCLES)


@pytest.mark.parametrize("game", GAMES)
def test_parallel(game: str) -> None:
    """`parallel_api_test`."""
    pettingzoo.test.parallel_api_test(parallel_env(game, **SMALL[game]), num_cycles=NUM_CYCLES)


@pytest.mark.parametrize("game", GAMES)
def test_seeds(game: str) -> None:
    """`seed_test` and `parallel_seed_test`."""
    pettingzoo.test.seed_test(lambda: env(game, **SMALL[game]), num_cycles=NUM_CYCLES)
    pettingzoo.test.parallel_seed_test(
        lambda: parallel_env(game, **SMALL[game]), num_cycles=NUM_CYCLES
    )


@pytest.mark.parametrize("game", GAMES)
def test_state(game: str) -> None:
    """`state_test`."""
    state_test(env(game, **SMALL[game]), parallel_env(game, **SMALL[game]), num_cycles=5)


@pytest.mark.parametrize("game", GAMES)
def test_render(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`render_test`; `human` prints."""
    pettingzoo.test.render_test(lambda **told: env(game, **SMALL[game], **told))
    assert f"{game}: seat " in capsys.readouterr().out


@pytest.mark.parametrize("game", EVEN)
def test_max_cycles(game: str) -> None:
    """`max_cycles_test`."""

    def of(make: Any) -> Any:
        return lambda max_cycles: make(game, max_cycles=max_cycles)

    made: Any = types.SimpleNamespace(env=of(env), parallel_env=of(parallel_env))
    pettingzoo.test.max_cycles_test(made)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_single(game: str, mode: str) -> None:
    """`check_env`."""
    made = gym_env(game, render_mode=mode, **SMALL[game])
    check_env(made, skip_render_check=True)


@pytest.mark.parametrize("name", REGISTERED)
def test_registered(name: str) -> None:
    """`gymnasium.make` and `gymnasium.make_vec` find each game."""
    options = SMALL[REGISTERED[name]]
    made = gymnasium.make(f"Referee/{name}-v0", **options)
    observation, _ = made.reset(seed=1)
    assert made.observation_space.contains(observation)
    made.close()
    vector = gymnasium.make_vec(f"Referee/{name}-v0", num_envs=2, **options)
    observations, _ = vector.reset(seed=1)
    assert vector.observation_space.contains(observations)
    vector.close()


def test_made_in_another_process() -> None:
    """One that knows nothing of this package finds it by the name before the colon."""
    vector = gymnasium.make_vec(
        "referee_envs:Referee/Diceman-v0",
        num_envs=1,
        vectorization_mode="async",
        vector_kwargs={"context": "spawn"},
        **SMALL["diceman"],
    )
    try:
        observations, _ = vector.reset(seed=SEED)
        alone, _ = gym_env("diceman", **SMALL["diceman"]).reset(seed=SEED)
        for name, array in observations.items():
            np.testing.assert_array_equal(array[0], alone[name])
    finally:
        vector.close()
