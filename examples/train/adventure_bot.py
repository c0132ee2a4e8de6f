"""A Dice Adventure bot that plays a policy trained by `train_adventure.py`.

It needs NumPy, but no training library.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as wire
from learners import network
from learners.adventure import by_policy, make_plans
from learners.adventure_features import View
from learners.house_seekers import CODES
from learners.network import Array
from referee_bots.seeded import SeededBot, run_seeded
from referee_client import Match

__all__ = ["TrainedBot", "view_of"]

POLICY = Path(os.environ.get("ADVENTURE_POLICY") or Path(__file__).parent / "adventure_policy.npz")
STEPS = (wire.STEP_UP, wire.STEP_DOWN, wire.STEP_LEFT, wire.STEP_RIGHT, wire.STEP_WAIT)


class TrainedBot(SeededBot):
    """Play Dice Adventure by a trained policy, without pings (signals to the party on the map)."""

    layers = network.load(POLICY).layers

    def on_start(self, match: Match) -> None:
        """Prepare the random generator of a match."""
        super().on_start(match)
        self._dice = np.random.default_rng(self.random.getrandbits(64))

    def act(self, observation: wire.Observation) -> wire.Action:
        """Return the action for a turn: a plan (steps of one round) in the planning phase.

        In a ping window, in which members may signal to each other, the action is empty.
        """
        if observation.phase == wire.PHASE_COMMUNICATION:
            return wire.Action(pings=wire.Pings())
        asked = np.ones(1, np.bool_)
        plans = make_plans(view_of(observation), asked, by_policy(self.layers, self._dice))
        steps = [STEPS[step] for step in plans.steps[0].tolist() if step >= 0]
        return wire.Action(plan=wire.Plan(steps=steps))


def view_of(observation: wire.Observation) -> View:
    """Return the observation of a living member of a party as columns whose first axis has length 1."""
    level, me, members = observation.level, observation.me, observation.members
    rows = [
        [CODES.index(row[place : place + 2]) for place in range(0, 2 * level.w, 2)]
        for row in observation.grid
    ]
    monsters = observation.monsters

    def one(value: object) -> Array:
        return np.array([value])

    return View(
        char=one(observation.character),
        width=one(level.w),
        height=one(level.h),
        cap=one(level.cap),
        round=one(observation.round),
        x=one(me.x),
        y=one(me.y),
        hearts=one(me.hearts),
        ap=one(me.ap),
        alive=one([member.alive for member in members]),
        mates_hearts=one([member.hearts for member in members]),
        keys=one([member.key for member in members]),
        is_seen=one([member.HasField("x") for member in members]),
        mates_x=one([member.x for member in members]),
        mates_y=one([member.y for member in members]),
        grid=one(rows),
        num_monsters=one(len(monsters)),
        monsters_x=one([monster.x for monster in monsters] or [0]),
        monsters_y=one([monster.y for monster in monsters] or [0]),
    )


if __name__ == "__main__":
    run_seeded(TrainedBot)
