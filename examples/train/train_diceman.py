"""Train a policy for Diceman by playing against house bots and its past selves.

    python train_diceman.py --minutes 8 --seed 22

writes `diceman_policy.npz`, which `diceman_bot.py` plays with, and `diceman_curve.csv`.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np

from learners import network
from learners.diceman_features import NUM_COMBOS, NUM_FEATURES
from learners.network import Layers, Policy
from learners.pool import EXPLOITER, PAST, Pool
from learners.ppo import Learner, Settings

SHARES = {"random": 128, "greedy": 256, "mixer": 384, PAST: 768, EXPLOITER: 512}
"""Rows of each kind of opponent."""
ROUNDS = 32
"""Rounds that are played before they are learned from."""
PAST_SELVES = 8
"""Past selves that play at once; the newest is the learner as it was last."""
KEEP_EVERY = 10
"""Iterations between past selves that are kept."""


def main() -> None:
    """Train, and save what came of it."""
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=150, help="default %(default)s")
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--width", type=int, default=96)
    parser.add_argument("--output", type=Path, default=here / "diceman_policy.npz")
    parser.add_argument("--curve", type=Path, default=here / "diceman_curve.csv")
    options = parser.parse_args()

    settings = Settings()
    random = np.random.default_rng(options.seed)
    pool = Pool(SHARES, options.seed)
    per_iteration = ROUNDS * pool.num_rows
    steps = options.iterations * settings.passes * (per_iteration // settings.batch)
    sizes = [NUM_FEATURES, options.width, options.width, NUM_COMBOS]
    learner = Learner(sizes, steps, settings, options.seed)
    kept: list[Layers] = [learner.policy]
    began = time.monotonic()
    curve = []
    for iteration in range(1, options.iterations + 1):
        chosen = random.integers(0, len(kept), PAST_SELVES - 1)
        past = [learner.policy, *(kept[index] for index in chosen)]
        told = learner.learn(pool.play(learner.policy, past, ROUNDS))
        if iteration % KEEP_EVERY == 0:
            kept.append(learner.policy)
        row = {"iteration": iteration, "seconds": round(time.monotonic() - began, 1)}
        row["rounds"] = iteration * per_iteration
        row |= {name: round(mean, 4) for name, mean in told.items()}
        for kind in pool.kinds:
            row[kind] = round(float(np.mean(pool.scores[kind])), 4) if pool.scores[kind] else ""
            pool.scores[kind].clear()
        curve.append(row)
        print(" ".join(f"{name} {value}" for name, value in row.items()), flush=True)
        if iteration % 10 == 0 or iteration == options.iterations:
            about = f"Diceman, default config; iteration {iteration}, seed {options.seed}"
            network.save(options.output, Policy(learner.policy, about))
            with options.curve.open("w", newline="") as file:
                writer = csv.DictWriter(file, curve[0])
                writer.writeheader()
                writer.writerows(curve)


if __name__ == "__main__":
    main()
