"""A way of pairing, score group by score group from the top, for comparison with Swiss rounds."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

__all__ = ["pair_by_score"]

Pair = tuple[str, str]


def pair_by_score(
    ranked: Sequence[str], scores: Mapping[str, float], met: Mapping[str, set[str]]
) -> list[Pair]:
    """Return the pairs of one round.

    Score groups are paired from the top; a player without a new rival in its group floats down to
    the next. If the last players have all met, pairs made before are broken up for them. That
    succeeds while every player has at least half of all others still to meet. Two players who are
    left have, counted together, at least as many possible rivals as there are players, all of them
    in pairs; so with some pair three or more of the four new meetings are possible, and its two
    players get one of the two each (the argument of Ore's theorem).

    Args:
        ranked: An even number of players, the best first.
        scores: Score of each player.
        met: For each player, the players it has met.
    """
    pairs: list[Pair] = []
    floating: list[str] = []
    for _, group in itertools.groupby(ranked, key=lambda player: scores[player]):
        floating = _pair_group([*floating, *group], met, pairs)
    while floating:
        first, second = floating.pop(0), floating.pop(0)
        _break_up(first, second, scores, met, pairs)
    return pairs


def _pair_group(members: list[str], met: Mapping[str, set[str]], pairs: list[Pair]) -> list[str]:
    """Pair players of a score group who have not met: the upper half with the lower half if possible.

    Players whom that leaves over are then paired within the whole group. The pairs are appended to
    `pairs`. Return the members for whom no new rival is left.
    """
    half = len(members) // 2
    left = list(members)
    for firsts, seconds in ((members[:half], members[half:]), (members, members)):
        for first in firsts:
            new = (
                other for other in seconds if other in left and other not in {first, *met[first]}
            )
            second = next(new, None) if first in left else None
            if second is not None:
                pairs.append((first, second))
                left = [player for player in left if player not in (first, second)]
    return left


def _break_up(
    first: str,
    second: str,
    scores: Mapping[str, float],
    met: Mapping[str, set[str]],
    pairs: list[Pair],
) -> None:
    """Replace one of `pairs` so that two players who have met get new rivals at the least cost.

    The cost is the sum of the differences in score. If no pair can be replaced, the two players are
    paired with each other again.

    Args:
        first: One of the two players.
        second: The other.
        scores: Score of each player.
        met: Players that each player has met.
        pairs: Pairs of the round; changed in place.
    """
    ways = [
        (abs(scores[first] - scores[a]) + abs(scores[second] - scores[b]), -index, (a, b))
        for index, pair in enumerate(pairs)
        for a, b in (pair, pair[::-1])
        if a not in met[first] and b not in met[second]
    ]
    if not ways:  # only with more rounds than `most_rounds`
        pairs.append((first, second))
        return
    _, minus_index, (a, b) = min(ways)
    del pairs[-minus_index]
    pairs += [(a, first), (b, second)]
