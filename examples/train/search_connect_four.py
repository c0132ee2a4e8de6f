"""Play Connect Four by flat Monte Carlo search, and print how often it beats a house bot.

All matches of one environment are copies of the match that counts. Before each move the copies are
played to the end: each begins with one of the possible moves, and then both seats play at random.
The move whose copies did best is made in all of them, after they have been restored.

    pip install examples/games/connect_four
    python search_connect_four.py --matches 20
"""

from __future__ import annotations

import argparse
import collections

import numpy as np

from referee_envs import MatchSnapshot, MatchVectorEnv, make_vec
from referee_envs.opponents import random_policy


def best_move(
    env: MatchVectorEnv, kept: MatchSnapshot, legal: list[int], dice: np.random.Generator
) -> int:
    """Return the move whose copies of the match had the best results.

    Args:
        env: Vector environment whose matches are copies of one match.
        kept: Snapshot of one of these matches.
        legal: Moves that are possible.
        dice: Source of random numbers for the rest of each copy.
    """
    anything = random_policy(env.views.form, dice)
    copies = np.arange(env.num_envs)
    first = np.array(legal)[copies % len(legal)]
    env.restore(kept, places=np.zeros_like(copies), seed=int(dice.integers(2**63)))
    seen, rewards, over, _, _ = env.step(first)
    totals, is_over = rewards.copy(), over.copy()
    while not is_over.all():
        seen, rewards, over, _, _ = env.step(anything(seen))
        totals += rewards * ~is_over  # of a copy that is over another match has begun
        is_over |= over
    means = [totals[first == move].mean() for move in legal]
    return legal[int(np.argmax(means))]


def play(seed: int, seat: int, opponent: str, copies: int) -> float:
    """Return the result of one match for the search: 1 won, -1 lost, else 0.

    Args:
        seed: Seed of the match and of the search.
        seat: Seat that the search plays.
        opponent: Policy of the other seat.
        copies: Number of copies of the match on which moves are tried.
    """
    env = make_vec("connect_four", copies, seat=seat, opponents=opponent, reward="placement")
    dice = np.random.default_rng(seed)
    _, infos = env.reset(seed=[seed] * copies)
    rewards, over = np.zeros(copies), np.zeros(copies, np.bool_)
    while not over[0]:
        move = 0
        if infos["asked"][0]:
            kept = env.snapshot([0])
            legal = np.flatnonzero(infos["action_mask"][0]).tolist()
            move = best_move(env, kept, legal, dice) if len(legal) > 1 else legal[0]
            env.restore(kept, places=[0] * copies)  # without a seed: as it would have gone on
            env.forget(kept)
        _, rewards, over, _, infos = env.step(np.full(copies, move))
    env.close()
    return float(rewards[0])


def main() -> None:
    """Print how many matches were won, drawn and lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=20, help="default: %(default)s")
    parser.add_argument("--opponent", default="house:random", help="default: %(default)s")
    parser.add_argument("--copies", type=int, default=70, help="default: %(default)s")
    options = parser.parse_args()
    results: collections.Counter[float] = collections.Counter()
    for seed in range(options.matches):
        results[play(seed, seed % 2, options.opponent, options.copies)] += 1
    print(f"{results[1]} won, {results[0]} drawn, {results[-1]} lost")


if __name__ == "__main__":
    main()
