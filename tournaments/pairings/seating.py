"""Who sits where, so that no seat's advantage falls to one player alone."""

from __future__ import annotations

__all__ = ["rotations"]


def rotations(players: tuple[str, ...]) -> list[tuple[str, ...]]:
    """As many seatings as players, in which each of them sits in each seat exactly once.

    Example:
        >>> rotations(("a", "b", "c"))
        [('a', 'b', 'c'), ('b', 'c', 'a'), ('c', 'a', 'b')]
    """
    return [players[shift:] + players[:shift] for shift in range(len(players))]
