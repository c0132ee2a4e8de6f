"""Lists of candidates: parts of an action that a seat may choose now."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = ["NONE", "NUM_NUMBERS", "Candidate", "Candidates", "Offer"]

NUM_NUMBERS = 4
"""Count of numbers that describe a candidate to a policy."""
NONE = -1
"""Pick of no candidate."""


class Candidate(NamedTuple):
    """Something that a seat may do."""

    label: str
    """Description for people."""
    numbers: tuple[int, int, int, int]
    """Description for a policy: a kind, from 0, and three numbers whose meaning depends on the kind."""
    part: Any = None
    """The part of an action that it means; None if it means nothing."""


class Candidates(abc.ABC):
    """Makes the lists of a game, without a memory between decisions.

    Each slot has a list, and an action is one pick from each. The first candidate of a list does least.
    """

    observation: type[Any]
    """Class of the game's Observation message."""
    slots: int
    """Number of lists of a decision."""
    width: int
    """Most candidates of a list; further ones are left out."""
    left_out: tuple[str, ...]
    """Kinds of actions that are no candidates, for people."""

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
            picked: At most one candidate of each slot, in the order of these; at least one altogether.
        """

    def offer(self, message: bytes) -> Offer:
        """Return the lists for a seat.

        Args:
            message: Its Observation message, serialized.
        """
        seen = self.observation.FromString(message)
        return Offer(self, seen, self.lists(seen))


class Offer(NamedTuple):
    """The lists of one decision."""

    made_by: Candidates
    """The `Candidates` that made them."""
    seen: Any
    """The observation from which they were made."""
    lists: list[list[Candidate]]
    """One list for each slot."""

    def action(self, picks: Sequence[int]) -> tuple[Any | None, int]:
        """Return the Action message of picks, and the number of picks that mean nothing.

        Args:
            picks: An index into each list, or `NONE`. An index outside its list picks nothing.

        Returns:
            The message is None if nothing is picked.
        """
        pairs = [pair for pair in zip(self.lists, picks, strict=True) if pair[1] != NONE]
        picked = [listed[pick] for listed, pick in pairs if 0 <= pick < len(listed)]
        action = self.made_by.build(self.seen, picked) if picked else None
        return action, len(pairs) - len(picked)
