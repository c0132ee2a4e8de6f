"""Train a policy for Diceman against house bots, its earlier versions, and a player that knows its probabilities.

    python train_diceman.py

writes `diceman_policy.npz` and `diceman_game.json`, which `diceman_bot.py` plays with, and `diceman_curve.csv`.

    python train_diceman.py --against diceman_policy.npz --iterations 100 --output response.npz

learns a response to the given policy, which stays as it is: what the response wins is a lower bound on
what the best response to the policy would win.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from learners import network
from learners.advantages import estimate
from learners.diceman_features import NUM_COMBOS, NUM_FEATURES
from learners.network import Layers, Policy
from learners.pool import EXPLOITER, PAST, Played, Pool
from learners.ppo import Batch, Learner, Settings

ROWS = {"random": 128, "greedy": 256, "mixer": 384, PAST: 768, EXPLOITER: 512}
"""Number of matches against each kind of opponent."""
ROUNDS = 32
"""Number of rounds played between two updates of the policy."""
PAST_SELVES = 8
"""Number of opponents of the kind `PAST`: the current policy, and 7 draws from the earlier ones that were kept."""
DISCOUNT = 0.99
"""Factor of a reward for each round before it."""
TRACE = 0.95
"""Lambda of generalised advantage estimation."""
KEEP_EVERY = 10
"""Number of iterations after which a copy of the current policy is kept, as an opponent for later iterations."""


def main() -> None:
    """Train, and save the policy and its training curve."""
    here = Path(__file__).parent
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--iterations", type=int, default=300, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=22, help="default: %(default)s")
    parser.add_argument(
        "--width", type=int, default=96, help="hidden numbers of a layer: %(default)s"
    )
    parser.add_argument("--rows", type=_rows, default=ROWS, help="such as greedy=256,past=1792")
    parser.add_argument("--against", type=Path, help="learn a response to this policy alone")
    parser.add_argument("--output", type=Path, default=here / "diceman_policy.npz")
    parser.add_argument("--curve", type=Path, help="default: diceman_curve.csv, unless --output")
    options = parser.parse_args()
    if options.curve is None:
        options.curve = options.output.with_name(
            options.output.stem.removesuffix("_policy") + "_curve.csv"
        )
    train(options)


def train(options: argparse.Namespace) -> None:
    """Train a policy with the settings of the command-line flags; save it and its training curve."""
    fixed = network.load(options.against).layers if options.against else None
    pool = Pool({PAST: 2048} if fixed else options.rows, options.seed)
    settings = Settings()
    per_iteration = ROUNDS * pool.num_rows
    steps = options.iterations * settings.passes * (per_iteration // settings.batch)
    sizes = [NUM_FEATURES, options.width, options.width, NUM_COMBOS]
    learner = Learner(sizes, steps, settings, options.seed)
    random = np.random.default_rng(options.seed)
    kept: list[Layers] = [learner.policy]
    began = time.monotonic()
    curve = []
    for iteration in range(1, options.iterations + 1):
        chosen = random.integers(0, len(kept), PAST_SELVES - 1)
        past = [fixed] if fixed else [learner.policy, *(kept[index] for index in chosen)]
        losses = learner.learn(batch_of(pool.play(learner.policy, past, ROUNDS), learner))
        if iteration % KEEP_EVERY == 0:
            kept.append(learner.policy)
        row: dict[str, float | str] = {
            "iteration": iteration,
            "seconds": round(time.monotonic() - began, 1),
            "rounds": iteration * per_iteration,
        }
        row |= {name: round(mean, 4) for name, mean in losses.items()}
        for kind in pool.kinds:
            row[kind] = round(float(np.mean(pool.scores[kind])), 4) if pool.scores[kind] else ""
            pool.scores[kind].clear()
        curve.append(row)
        print(" ".join(f"{name} {value}" for name, value in row.items()), flush=True)
        if iteration % KEEP_EVERY == 0 or iteration == options.iterations:
            about = f"Diceman, default config; iteration {iteration}, seed {options.seed}"
            network.save(options.output, Policy(learner.policy, about))
            _write(options.curve, curve)
            options.output.with_name("diceman_game.json").write_text(pool.description.to_json())


def batch_of(played: Played, learner: Learner) -> Batch:
    """Return the choices and results of rounds, to learn from.

    Args:
        played: Rounds of all matches.
        learner: Its network estimates values.
    """
    times, rows, width = played.features.shape
    features = played.features.reshape(-1, width)
    advantages, targets = estimate(
        played.rewards,
        np.float32(DISCOUNT) * ~played.ended,
        learner.expected(features).reshape(times, rows),
        learner.expected(played.last),
        trace=TRACE,
    )
    chances = played.chances.reshape(times * rows, -1)
    return Batch(features, played.choices.ravel(), chances, advantages.ravel(), targets.ravel())


def _write(path: Path, curve: list[dict[str, float | str]]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, curve[0])
        writer.writeheader()
        writer.writerows(curve)


def _rows(text: str) -> Mapping[str, int]:
    """Return the number of matches for each kind of opponent, from the text of a flag."""
    pairs = dict(each.split("=") for each in text.split(","))
    unknown = pairs.keys() - ROWS.keys()
    if unknown:
        raise argparse.ArgumentTypeError(f"opponents are {', '.join(ROWS)}, not {min(unknown)}")
    return {kind: int(number) for kind, number in pairs.items()}


if __name__ == "__main__":
    main()
