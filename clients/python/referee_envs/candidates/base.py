"""Lists of candidates: parts of an action that a seat may choose now."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = ["NUM_NUMBERS", "Candidate", "Candidates"]

NUM_NUMBERS = 4
"""Numbers by which a policy knows a candidate."""


class Candidate(NamedTuple):
    """Something that a seat may do."""

    label: str
    """What it is, for people."""
    numbers: tuple[int, int, int, int]
    """What it is, for a policy: a kind, from 0, and three numbers whose meaning depends on it."""
    part: Any = None
    """The part of the action that it stands for; None for nothing."""


class Candidates(abc.ABC):
    """Makes the lists of a game. Nothing is remembered between decisions.

    Each slot has a list, and an action is one pick from each. The first of a list is what does least.
    """

    slots: int
    """Lists of a decision."""
    width: int
    """Candidates of a list at most; those behind are left out."""
    left_out: tuple[str, ...]
    """What the game's actions may be besides, for people."""

    @abc.abstractmethod
    def lists(self, seen: Any) -> list[list[Candidate]]:
        """Return a list for each slot, each with at least one candidate.

        Args:
            seen: The game's Observation message of a seat that must decide.
        """

    @abc.abstractmethod
    def build(self, seen: Any, picked: Sequence[Candidate]) -> Any:
        """Return the game's Action message.

        Args:
            seen: The observation that the lists were made of.
            picked: At most one candidate of each slot, in the order of these.
        """
