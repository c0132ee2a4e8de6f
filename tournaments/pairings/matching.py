"""The best pairing of a round: a matching of least weight, by rustworkx.

Blossom's algorithm (Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17 (1965);
Galil, "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18 (1986)) finds
it for any weights. Several wishes of falling importance go into one whole number each, so that no amount of
the lesser outweighs the greater; what is left of the number's bits decides between pairings that are equally
good, by a hash, so that the best is one and the same on every machine and in every version of the library.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["Costs", "best_matching"]

Costs = npt.NDArray[np.int64]
"""int64[player, player]: what it costs to pair two, from 0; only the upper triangle counts."""

_WEIGHT_BITS = 124
"""rustworkx adds and doubles weights as integers of 128 bits with a sign."""
_LOT_BITS = 60


def best_matching(costs: Sequence[Costs], *, narrow: bool = False) -> list[tuple[int, int]]:
    """Pair 0, 1, ... so that the sums of the costs are least: of the first, then of the second, and so on.

    Args:
        costs: The most important first; all of one size, which is even.
        narrow: Whether each cost takes no more bits than its rows can add up to, so that more costs find
            room. It decides how many bits are left for the lot, and so which of equals is found where
            players are many.

    Returns:
        Pairs in the order of their lower numbers, each with that first.

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
        weights = weights * (most + 1) + told
    bits = (count // 2 * max(weights)).bit_length()
    lot_bits = min(_LOT_BITS, _WEIGHT_BITS - bits - count.bit_length())
    if lot_bits < 2 * count.bit_length():
        raise OverflowError(f"costs of {bits} bits for {count} are too large")
    weights = weights * (count // 2 << lot_bits) + (_lots(count) >> (_LOT_BITS - lot_bits))
    graph = rustworkx.PyGraph[None, int](multigraph=False)
    graph.add_nodes_from([None] * count)
    gains = (max(weights) - weights).tolist()
    graph.add_edges_from(list(zip(rows.tolist(), columns.tolist(), gains, strict=True)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


@functools.lru_cache(maxsize=4)
def _lots(count: int) -> npt.NDArray[np.int64]:
    """Return what decides between equals, for each two: the same in every round, and otherwise as drawn.

    int64[pair], 0..2^60-1, in the order of the upper triangle's rows.
    """
    rows, columns = np.triu_indices(count, k=1)
    texts = (f"{row}:{column}".encode() for row, column in zip(rows, columns, strict=True))
    digests = (hashlib.blake2b(text, digest_size=8).digest() for text in texts)
    return np.array([int.from_bytes(digest, "big") >> 64 - _LOT_BITS for digest in digests])
