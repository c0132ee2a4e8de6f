"""The best pairing of a round: a matching of least weight, computed by rustworkx.

Blossom's algorithm (Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17
(1965); Galil, "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys
18 (1986)) finds it for any weights. Several costs of falling importance are packed into one whole
number a pair, so that no amount of a lesser cost outweighs a greater one. The remaining bits hold a
hash, the lot, which decides between equally good pairings, so that the best one is the same on
every machine and in every version of the library.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["Costs", "best_matching"]

Costs = npt.NDArray[np.int64]
"""int64[player, player]: cost of pairing two players, from 0; only the upper triangle counts."""

_WEIGHT_BITS = 124
"""Highest number of bits in a weight: rustworkx adds and doubles weights as signed 128-bit
integers.
"""
_LOT_BITS = 60


def best_matching(costs: Sequence[Costs], *, narrow: bool = False) -> list[tuple[int, int]]:
    """Return the pairing of players 0, 1, ... with the lowest sum of costs.

    Pairings are compared by the sum of the first cost, then of the second, and so on.

    Args:
        costs: Costs of each pair, each an int64[player, player] from 0, the most important first. The
            number of players is even.
        narrow: Whether each cost takes no more bits than its rows can add up to, so that more costs
            fit. This determines how many bits are left for the lot, and so, with many players,
            which of equally good pairings is found.

    Returns:
        Pairs sorted by their lower player, which stands first in its pair.

    Raises:
        OverflowError: The costs are too large to be added up.
    """
    import rustworkx  # only for formats that need it

    count = len(costs[0])
    if not count:
        return []
    rows, columns = np.triu_indices(count, k=1)
    weights = np.zeros(len(rows), object)
    for cost in costs:
        told = cost[rows, columns]
        most = count // 2 * int(told.max())
        if narrow:
            # Each pair is in the row of its lower number.
            most = min(most, int(np.triu(cost, k=1).max(axis=1).sum()))
        # Each cost gets separate digits: `most` is the largest sum it can reach over a whole
        # pairing.
        weights = weights * (most + 1) + told
    bits = (count // 2 * max(weights)).bit_length()
    lot_bits = min(_LOT_BITS, _WEIGHT_BITS - bits - count.bit_length())
    if lot_bits < 2 * count.bit_length():
        raise OverflowError(f"costs of {bits} bits for {count} are too large")
    weights = weights * (count // 2 << lot_bits) + (_lots(count) >> (_LOT_BITS - lot_bits))
    graph = rustworkx.PyGraph[None, int](multigraph=False)
    graph.add_nodes_from([None] * count)
    # The library maximizes; among pairings of all players, the largest gain is the smallest weight.
    gains = (max(weights) - weights).tolist()
    graph.add_edges_from(list(zip(rows.tolist(), columns.tolist(), gains, strict=True)))
    # `max_cardinality` forces everybody to be paired, even where gains are 0.
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


@functools.lru_cache(maxsize=4)
def _lots(count: int) -> npt.NDArray[np.int64]:
    """Return int64[pair], 0..2^60-1: hashes that decide between equally good pairings of `count` players.

    Pairs are in the order (0, 1), (0, 2), ..., (1, 2), ...; the hashes are the same in every round.
    """
    rows, columns = np.triu_indices(count, k=1)
    texts = (f"{row}:{column}".encode() for row, column in zip(rows, columns, strict=True))
    digests = (hashlib.blake2b(text, digest_size=8).digest() for text in texts)
    return np.array([int.from_bytes(digest, "big") >> 64 - _LOT_BITS for digest in digests])
