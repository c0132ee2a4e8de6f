"""TorchRL's own check of specs over its wrapper of PettingZoo: run by `make test-train` alone, as its wheels are large."""

from __future__ import annotations

from typing import Any

import pytest
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from referee_envs import env, parallel_env
from tests.envs.episodes import GAMES, SMALL


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("make", [env, parallel_env])
def test_check_env_specs(game: str, make: Any) -> None:
    """Some steps of random legal actions, over ends of matches, are as its specs say."""
    made = make(game, mask_in_info=False, **SMALL[game])
    wrapped = PettingZooWrapper(made, use_mask=make is env)
    wrapped.set_seed(1)
    wrapped.rollout(20, break_when_any_done=False)
    check_env_specs(wrapped)
    wrapped.close()
