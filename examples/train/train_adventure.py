"""Train a policy for Dice Adventure: first by imitating the house bot `seeker`, then by the results of plans.

    python train_adventure.py

writes `adventure_policy.npz`, which `adventure_bot.py` plays with, and `adventure_curve.csv`.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from learners import network
from learners.advantages import estimate
from learners.adventure import SLOTS, Parties, Plans, Tokens, by_policy, make_plans
from learners.adventure_features import NUM_CHOICES, NUM_FEATURES
from learners.house_seekers import seeker_plans
from learners.network import Array, Floats, Layers, Policy
from learners.ppo import Batch, Learner, Settings

ROWS = 64
"""Number of parties that play at once."""
ROUNDS = 24
"""Number of rounds played between two updates of the policy."""
LESSONS = 200
"""Number of rounds of seekers that are recorded for imitation."""
PASSES = 12
"""How many times the learner goes through the recorded choices of seekers."""
IMITATING = Settings(rate=2e-3, last_rate=2e-4, batch=512)
IMPROVING = Settings(rate=3e-4, last_rate=5e-5, entropy=0.003, last_entropy=0.001, batch=2048)
WARM = 5
"""Number of first iterations in which only the value network is trained."""
POINTS = 300
"""Number of points that make a reward of 1."""
DISCOUNT, TRACE = 0.98, 0.95
"""Factor of a reward for each round before it, and lambda of generalised advantage estimation."""


def main() -> None:
    """Train, and save the policy and its training curve."""
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--iterations", type=int, default=80, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=7, help="default: %(default)s")
    parser.add_argument("--width", type=int, default=96, help="default: %(default)s")
    parser.add_argument("--imitation", type=Path, help="begin with this policy")
    parser.add_argument("--output", type=Path, default=here / "adventure_policy.npz")
    options = parser.parse_args()
    sizes = [NUM_FEATURES, options.width, options.width, NUM_CHOICES]
    began = time.monotonic()
    if options.imitation:
        imitation = network.load(options.imitation).layers
    else:
        imitation = imitate(sizes, options.seed)
        scores = evaluate(imitation, options.seed), evaluate(None, options.seed)
        print(f"score of the imitation {scores[0]}, of seekers {scores[1]}", flush=True)
        about = f"Dice Adventure: imitates seeker; seed {options.seed}"
        path = options.output.with_name("adventure_imitation.npz")
        network.save(path, Policy(imitation, about))
    steps = options.iterations * IMPROVING.passes * 7
    learner = Learner(sizes, steps, IMPROVING, options.seed, imitation)
    improve(learner, options, began)


def imitate(sizes: list[int], seed: int) -> Layers:
    """Return a policy trained to make the choices of the house bot `seeker`.

    Args:
        sizes: Number of features, widths of the hidden layers, and number of choices.
        seed: Seed of matches and training.
    """
    seen, chosen = watch(seed)
    learner = Learner(sizes, PASSES * len(chosen) // IMITATING.batch, IMITATING, seed)
    losses = learner.imitate(seen, chosen, PASSES)
    print(f"{len(chosen)} choices of seekers: {losses}", flush=True)
    return learner.policy


def improve(learner: Learner, options: argparse.Namespace, began: float) -> None:
    """Train the policy by the results of its plans; save it and its curve every 10 iterations.

    Args:
        learner: Networks to train.
        options: Command-line flags.
        began: When training began, in seconds of the monotonic clock.
    """
    parties, random = Parties(ROWS, options.seed), np.random.default_rng(options.seed)
    curve = []
    for iteration in range(1, options.iterations + 1):
        batch = play(parties, learner, random)
        losses = learner.learn_to_expect(batch) if iteration <= WARM else learner.learn(batch)
        row = {"iteration": iteration, "seconds": round(time.monotonic() - began, 1)}
        row |= {"choices": len(batch.choices), "matches": len(parties.scores)}
        row |= {name: round(mean, 4) for name, mean in losses.items()}
        row["score"] = round(float(np.mean(parties.scores)), 1) if parties.scores else 0
        parties.scores.clear()
        curve.append(row)
        print(" ".join(f"{name} {value}" for name, value in row.items()), flush=True)
        if iteration % 10 == 0 or iteration == options.iterations:
            about = f"Dice Adventure; iteration {iteration}, seed {options.seed}"
            network.save(options.output, Policy(learner.policy, about))
            with options.output.with_name("adventure_curve.csv").open("w", newline="") as file:
                writer = csv.DictWriter(file, curve[0])
                writer.writeheader()
                writer.writerows(curve)


def watch(seed: int) -> tuple[Floats, Array]:
    """Have the house bot `seeker` play; return the features at each step of its plans.

    The second array has the choice that the bot made at each of these steps.
    """
    parties, seen, chosen = Parties(32, seed + 1), [], []
    for _ in range(LESSONS):
        plans = seekers(parties)
        for tokens in plans.tokens:
            seen.append(tokens.features[tokens.asked])
            chosen.append(tokens.choices[tokens.asked])
        parties.step(plans.steps)
    return np.concatenate(seen), np.concatenate(chosen)


def seekers(parties: Parties) -> Plans:
    """Return the plans that the house bot `seeker` makes in all seats of parties."""
    view, asked = parties.view(), parties.asked()
    slots = iter(seeker_plans(view, asked).T)
    nothing = np.ones((len(asked), NUM_CHOICES), np.float32)
    return make_plans(view, asked, lambda _: (next(slots), nothing))


def evaluate(layers: Layers | None, seed: int, matches: int = 64) -> tuple[float, float]:
    """Return the mean score of a party that plays a policy, and half the width of its 95 % interval.

    If `layers` is None, the house bot `seeker` plays all seats instead.
    All rows play the same number of matches.
    """
    rows = ROWS
    parties, random = Parties(rows, seed + 2), np.random.default_rng(seed)
    scores: list[list[float]] = [[] for _ in range(rows)]
    while min(map(len, scores)) < matches // rows:
        if layers is None:
            plans = seekers(parties)
        else:
            plans = make_plans(parties.view(), parties.asked(), by_policy(layers, random))
        _, ended = parties.step(plans.steps)
        for row, score in zip(np.flatnonzero(ended).tolist(), parties.scores, strict=True):
            scores[row].append(score)
        parties.scores.clear()
    taken = np.array([each[: matches // rows] for each in scores])
    margin = 1.96 * taken.std() / np.sqrt(taken.size)
    return round(float(taken.mean()), 1), round(float(margin), 1)


def play(parties: Parties, learner: Learner, random: np.random.Generator) -> Batch:
    """Play some rounds of all matches; return the choices and results to learn from.

    Args:
        parties: Matches that are played.
        learner: Its policy plays all members, and its network estimates values.
        random: Random numbers.
    """
    tokens: list[Tokens] = []
    rewards: list[Floats] = []
    goes_on: list[Floats] = []
    chooser = by_policy(learner.policy, random)
    for _ in range(ROUNDS):
        plans = make_plans(parties.view(), parties.asked(), chooser)
        gained, ended = parties.step(plans.steps)
        tokens += plans.tokens
        rewards += _slots(np.zeros_like(gained), gained / POINTS)
        goes_on += _slots(np.ones_like(gained), DISCOUNT * ~ended)
    last = make_plans(parties.view(), parties.asked(), chooser).tokens[0].features
    features = np.stack([each.features for each in tokens])
    asked = np.stack([each.asked for each in tokens])
    values = learner.expected(features.reshape(-1, NUM_FEATURES)).reshape(asked.shape)
    advantages, targets = estimate(
        np.stack(rewards),
        np.stack(goes_on),
        values,
        learner.expected(last),
        trace=TRACE,
        asked=asked,
    )
    return Batch(
        features[asked],
        np.stack([each.choices for each in tokens])[asked],
        np.stack([each.chances for each in tokens])[asked],
        advantages[asked],
        targets[asked],
    )


def _slots(before: Array, at_end: Array) -> Sequence[Floats]:
    """Return one array for each step of a round's plans, float32[seat].

    The last one has the values of `at_end`, all others those of `before`. Both have one value for
    each row (party), which is repeated for the party's three seats.
    """
    slots = [before] * (SLOTS - 1) + [at_end]
    return [np.repeat(slot, 3).astype(np.float32) for slot in slots]


if __name__ == "__main__":
    main()
