"""Chooses which champions to send into which battle, and with which plans (CH-4.6, CH-9.3)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from referee_bots.champions.judge import DEATH, worth_of
from referee_bots.champions.plans import Pair, Side, Team, pairs_of, sides_of

__all__ = ["choose_sides", "splits_of"]


def choose_sides(team: Team, rivals: Sequence[Team], seed: int, kill: int = DEATH) -> list[Side]:
    """Return the plans for each of a seat's battles that do best in simulations.

    A plan is the actions of one champion in all turns of a battle.

    Args:
        team: Champions of the own seat.
        rivals: Champions of the opposing seat in each battle: one battle, or two if the own seat
            has two battles in this round (is doubled).
        seed: 64-bit number from which the dice of the simulations follow.
        kill: Health points that the death of a rival's champion counts for, in addition to the
            health lost.
    """
    if len(rivals) == 1:
        best = _best_sides(pairs_of(team), team, rivals[0], seed, kill)
        return [max(best.values(), key=lambda valued: valued[0])[1]]
    splits = splits_of(team)
    # The healthier part of the champions goes against the stronger rival; only then is each part's
    # best plan looked for.
    weaker = min((0, 1), key=lambda battle: sum(rivals[battle].health))
    hard = _best_sides([first for first, _ in splits], team, rivals[1 - weaker], seed, kill)
    easy = _best_sides([second for _, second in splits], team, rivals[weaker], seed, kill)
    first, second = max(splits, key=lambda split: hard[split[0]][0] + easy[split[1]][0])
    sides = [hard[first][1], easy[second][1]]
    # `sides` has the battle against the stronger rival first; the caller wants the order of the
    # battles.
    return sides[::-1] if weaker == 0 else sides


def splits_of(team: Team) -> list[tuple[Pair, Pair]]:
    """Return the ways in which a seat with two battles can divide the living champions of `team`.

    Of the two parts of a division, the one with more health comes first.
    """
    living = team.living
    splits: dict[tuple[Pair, Pair], None] = {}
    for one in itertools.combinations(living, (len(living) + 1) // 2):
        parts = one, tuple(champion for champion in living if champion not in one)
        first, second = sorted(parts, key=lambda part: (-_health(part, team), part))
        splits[first, second] = None
    return list(splits)


def _health(pair: Pair, team: Team) -> int:
    return sum(team.health[champion] for champion in pair)


def _best_sides(
    pairs: Iterable[Pair], team: Team, rivals: Team, seed: int, kill: int
) -> dict[Pair, tuple[int, Side]]:
    """Return the best plans of each pair of champions, with their value in simulated battles.

    Values are in health points: the more the rivals lose and the less the own side, the higher. Of
    plans with equal values, the first one counts.

    Args:
        pairs: Pairs of own champions.
        team: Champions of the own seat.
        rivals: Champions of the opposing seat.
        seed: 64-bit number from which the dice of the simulations follow.
        kill: Health points that the death of a rival's champion counts for.
    """
    sides = [side for pair in dict.fromkeys(pairs) for side in sides_of(pair, team, rivals)]
    best: dict[Pair, tuple[int, Side]] = {}
    for worth, side in zip(worth_of(sides, team, rivals, seed, kill).tolist(), sides, strict=True):
        pair = tuple(plan.champion for plan in side)
        if pair not in best or worth > best[pair][0]:
            best[pair] = worth, side
    return best
