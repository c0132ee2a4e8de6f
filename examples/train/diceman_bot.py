"""A Diceman bot that plays a policy trained by `train_diceman.py`.

It needs NumPy, but no training library.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from learners import network
from learners.diceman_features import COLUMNS, features
from learners.matches import table_of
from learners.network import Array
from learners.opponents import draw
from referee_client import run
from referee_envs import Description, as_bot

__all__ = ["GAME", "policy"]

HERE = Path(__file__).parent
LAYERS = network.load(Path(os.environ.get("DICEMAN_POLICY") or HERE / "diceman_policy.npz")).layers
GAME = Description.from_json((HERE / "diceman_game.json").read_text())
"""Description of the game as it was when the policy was trained."""
_DICE = np.random.default_rng()


def policy(observation: Mapping[str, Array]) -> Array:
    """Return random combinations of dice, by the probabilities that the network gives."""
    seen = features(table_of(observation), observation["seat"].astype(np.int64))
    return draw(network.probabilities(network.forward(LAYERS, seen)), _DICE)


if __name__ == "__main__":
    run(as_bot(policy, GAME, columns=COLUMNS))
