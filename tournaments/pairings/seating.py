"""Seatings in which every player has every seat, so that no seat's advantage goes to one alone."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["rotations"]

T = TypeVar("T")


def rotations(players: tuple[T, ...]) -> list[tuple[T, ...]]:
    """Return one seating for each player; in them each player sits in each seat exactly once.

    Example:
        >>> rotations(("a", "b", "c"))
        [('a', 'b', 'c'), ('b', 'c', 'a'), ('c', 'a', 'b')]
    """
    return [players[shift:] + players[:shift] for shift in range(len(players))]
