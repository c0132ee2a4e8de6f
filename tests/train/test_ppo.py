"""The learner learns; it takes the extra `train`, and is no part of `make test`."""

from __future__ import annotations

import numpy as np
import pytest

from learners import network
from learners.diceman_features import NUM_COMBOS, NUM_FEATURES
from learners.pool import Played, Pool
from learners.ppo import Learner, Settings

SIZES = [NUM_FEATURES, 32, NUM_COMBOS]


def played(rewards: list[list[float]], ended: list[list[bool]]) -> Played:
    """Return rounds of which only rewards and ends matter."""
    shape = (len(rewards), len(rewards[0]))
    return Played(
        features=np.ones((*shape, NUM_FEATURES), np.float32),
        choices=np.zeros(shape, np.int8),
        chances=np.full((*shape, NUM_COMBOS), 1 / NUM_COMBOS, np.float32),
        rewards=np.array(rewards, np.float32),
        ended=np.array(ended),
        last=np.ones((shape[1], NUM_FEATURES), np.float32),
    )


def test_advantages_by_hand() -> None:
    """A network that expects nothing: sums of rewards, each round earlier counting half a half, up to the end."""
    learner = Learner(SIZES, 1, Settings(discount=0.5, trace=0.5), seed=1)
    rounds = played([[0, 0], [1, 0], [0, 1]], [[False, True], [False, False], [False, False]])
    rounds.features[:], rounds.last[:] = 0, 0
    advantages, returns = learner.advantages(rounds)
    assert advantages.tolist() == [[0.25, 0.0], [1.0, 0.25], [0.0, 1.0]]
    assert returns.tolist() == advantages.tolist()


def test_it_learns_which_pick_pays() -> None:
    """Of rounds in which one pick wins and the others lose."""
    learner = Learner(SIZES, 90, Settings(rate=1e-2, entropy=0, last_entropy=0, batch=256), seed=1)
    random = np.random.default_rng(1)
    for _ in range(30):
        rounds = played([[0.0] * 256], [[True] * 256])
        chances = network.probabilities(network.forward(learner.policy, rounds.last))
        rounds.chances[0] = chances
        rounds.choices[0] = [random.choice(NUM_COMBOS, p=each / each.sum()) for each in chances]
        rounds.rewards[0] = np.where(rounds.choices[0] == 4, 1, -1)
        learner.learn(rounds)
    chances = network.probabilities(network.forward(learner.policy, rounds.last[:1]))[0]
    assert chances[4] > 0.9


@pytest.mark.parametrize("seed", [1, 2])
def test_it_learns_to_lead_greedy_by_the_nose(seed: int) -> None:
    """From winning hardly a match to winning most."""
    pool = Pool({"greedy": 512}, seed)
    learner = Learner([NUM_FEATURES, 64, 64, NUM_COMBOS], 480, Settings(), seed)
    scores = []
    for _ in range(40):
        learner.learn(pool.play(learner.policy, [], 32))
        scores.append(list(pool.scores["greedy"]))
        pool.scores["greedy"].clear()
    first = next(each for each in scores if each)
    assert np.mean(first) < 0.3
    assert np.mean(scores[-4] + scores[-3] + scores[-2] + scores[-1]) > 0.8
