"""Base classes for lists of candidates: parts of an action from which a seat may pick now."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = ["NONE", "NUM_NUMBERS", "Candidate", "Candidates", "Offer"]

NUM_NUMBERS = 4
"""Number of integers that describe one candidate to a learned policy."""
NONE = -1
"""Index that stands for picking no candidate of a list."""


class Candidate(NamedTuple):
    """One option of a seat, a part of an action that it may choose now, with descriptions of it."""

    label: str
    """Description of the option for people."""
    numbers: tuple[int, int, int, int]
    """Description of the option for a learned policy: a kind, from 0, and three integers whose
    meaning depends on the kind."""
    part: Any = None
    """Part of the Action message that picking this option adds; None if it adds nothing."""


class Candidates(abc.ABC):
    """Base class that makes a game's lists of candidates, without a memory between decisions.

    Each decision has the same number of slots. Each slot has one list, and an action is one pick
    from each list. The first candidate of a list is the one that does least, such as an order to
    wait.
    """

    observation: type[Any]
    """Class of the game's Observation message."""
    slots: int
    """Number of lists for each decision."""
    width: int
    """Highest number of candidates in one list; further ones are left out."""
    left_out: tuple[str, ...]
    """Kinds of actions that never appear as candidates, described for people."""

    @abc.abstractmethod
    def lists(self, seen: Any) -> list[list[Candidate]]:
        """Return a list of candidates for each slot, each with at least one candidate.

        Args:
            seen: The game's Observation message of a seat that has to decide.
        """

    @abc.abstractmethod
    def build(self, seen: Any, picked: Sequence[Candidate]) -> Any:
        """Return the game's Action message for picked candidates.

        Args:
            seen: The Observation message from which the lists were made.
            picked: At most one candidate of each slot, in the order of the slots; at least one
                altogether.
        """

    def offer(self, message: bytes) -> Offer:
        """Return the lists of candidates for a seat's decision.

        Args:
            message: The seat's Observation message, serialized.
        """
        seen = self.observation.FromString(message)
        return Offer(self, seen, self.lists(seen))


class Offer(NamedTuple):
    """Lists of candidates (parts of an action) for one decision; picks from them give an action."""

    made_by: Candidates
    """The `Candidates` that made these lists."""
    seen: Any
    """The Observation message from which the lists were made."""
    lists: list[list[Candidate]]
    """One list of candidates for each slot."""

    def action(self, picks: Sequence[int]) -> tuple[Any | None, int]:
        """Return the Action message for picks, and the number of picks that are out of range.

        Args:
            picks: For each list an index into it, or `NONE`. An index outside the list picks
                nothing.

        Returns:
            The Action message, or None if nothing is picked; and the number of indices outside
            their lists.
        """
        pairs = [pair for pair in zip(self.lists, picks, strict=True) if pair[1] != NONE]
        picked = [listed[pick] for listed, pick in pairs if 0 <= pick < len(listed)]
        action = self.made_by.build(self.seen, picked) if picked else None
        return action, len(pairs) - len(picked)
