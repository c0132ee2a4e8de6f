"""Seatings in which every player has every seat, so that no seat's advantage falls to one player alone."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["rotations"]

T = TypeVar("T")


def rotations(players: tuple[T, ...]) -> list[tuple[T, ...]]:
    """As many seatings as players, in which each of them sits in each seat exactly once.

    Example:
        >>> rotations(("a", "b", "c"))
        [('a', 'b', 'c'), ('b', 'c', 'a'), ('c', 'a', 'b')]
    """
    return [players[shift:] + players[:shift] for shift in range(len(players))]
