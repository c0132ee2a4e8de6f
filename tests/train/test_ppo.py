"""The learner learns; it takes the extra `train`, and is no part of `make test`."""

from __future__ import annotations

import numpy as np
import pytest

from learners import network
from learners.diceman_features import NUM_COMBOS, NUM_FEATURES
from learners.pool import Pool
from learners.ppo import Batch, Learner, Settings
from train_diceman import batch_of

SIZES = [4, 32, NUM_COMBOS]
SEEN = np.ones((256, 4), np.float32)


def test_it_learns_which_pick_pays() -> None:
    """Of rounds in which one pick wins and the others lose."""
    settings = Settings(rate=1e-2, entropy=0, last_entropy=0, batch=256)
    learner = Learner(SIZES, 90, settings, seed=1)
    random = np.random.default_rng(1)
    for _ in range(30):
        chances = network.probabilities(network.forward(learner.policy, SEEN))
        choices = random.choice(NUM_COMBOS, 256, p=chances[0] / chances[0].sum())
        won = np.where(choices == 4, 1, -1).astype(np.float32)
        learner.learn(Batch(SEEN, choices, chances, won, won))
    assert network.probabilities(network.forward(learner.policy, SEEN[:1]))[0, 4] > 0.9


def test_it_learns_what_to_expect() -> None:
    """Two for what is seen, with nothing to choose better."""
    learner = Learner(SIZES, 300, Settings(rate=1e-2, batch=256), seed=1)
    chances = np.full((256, NUM_COMBOS), 1 / NUM_COMBOS, np.float32)
    none, two = np.zeros(256, np.float32), np.full(256, 2, np.float32)
    for _ in range(100):
        learner.learn(Batch(SEEN, np.zeros(256, np.int64), chances, none, two))
    assert learner.expected(SEEN[:1]) == pytest.approx([2], abs=0.05)


def test_it_learns_to_imitate() -> None:
    """Who is seen to choose by the sign of what is seen."""
    seen = np.random.default_rng(1).standard_normal((1024, 4)).astype(np.float32)
    chosen = np.where(seen[:, 2] > 0, 3, 1)
    learner = Learner(SIZES, 200, Settings(rate=1e-2, batch=128), seed=1)
    told = learner.imitate(seen, chosen, passes=20)
    assert told["alike"] > 0.9
    logits = network.forward(learner.policy, seen)
    assert (logits.argmax(axis=1) == chosen).mean() > 0.97


@pytest.mark.parametrize("seed", [1, 2])
def test_it_learns_to_lead_greedy_by_the_nose(seed: int) -> None:
    """From winning hardly a match to winning most."""
    pool = Pool({"greedy": 512}, seed)
    learner = Learner([NUM_FEATURES, 64, 64, NUM_COMBOS], 480, Settings(), seed)
    scores = []
    for _ in range(40):
        learner.learn(batch_of(pool.play(learner.policy, [], 32), learner))
        scores.append(list(pool.scores["greedy"]))
        pool.scores["greedy"].clear()
    first = next(each for each in scores if each)
    assert np.mean(first) < 0.3
    assert np.mean(scores[-4] + scores[-3] + scores[-2] + scores[-1]) > 0.8
