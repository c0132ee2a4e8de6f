"""A Diceman bot that plays what `train_diceman.py` has learned; it needs NumPy and no learner's library."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from learners import network
from learners.diceman_features import Table, features
from referee_bots.diceman.damage import COMBOS
from referee_bots.seeded import SeededBot, run_seeded

__all__ = ["TrainedBot", "table_of"]

POLICY = Path(os.environ.get("DICEMAN_POLICY") or Path(__file__).parent / "diceman_policy.npz")


class TrainedBot(SeededBot):
    """Play Diceman by a trained policy."""

    layers = network.load(POLICY).layers

    def act(self, observation: Observation) -> Action:
        """Draw a combination as likely as the policy says."""
        seen = features(table_of(observation), np.array([observation.seat]))
        chances = network.probabilities(network.forward(self.layers, seen))[0]
        return Action(dice=self.random.choices(COMBOS, chances.tolist())[0])


def table_of(observation: Observation) -> Table:
    """Return the open table of one match, as the columns of a batch have it."""
    has_last = observation.HasField("last_round")
    last = [rolls.combo for rolls in observation.last_round.rolls] if has_last else [0, 0]
    return Table(
        game=np.array([observation.game]),
        round=np.array([observation.round]),
        life=np.array([observation.life]),
        points=np.array([observation.points]),
        pick_counts=np.array([[each.counts for each in observation.pick_counts]]),
        has_last_round=np.array([has_last]),
        last_combos=np.array([last]),
    )


if __name__ == "__main__":
    run_seeded(TrainedBot)
