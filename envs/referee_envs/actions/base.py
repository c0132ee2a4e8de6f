"""Turns the numbers that a policy returns into a game's actions, for many seats at once.

The first axis of arrays is that of *entries*: pairs of a match and a seat, in an order that the
caller chooses and keeps.
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from referee_envs.columns import Array

__all__ = ["LEGAL_MESSAGES", "ActionForm", "Encoded", "Look", "Seen", "mask_parts"]

Seen: TypeAlias = Mapping[str, Any]
"""Observed columns by name; their first axis is entries (pairs of a match and a seat). A ragged
column is a list with an item for each entry.
"""
LEGAL_MESSAGES = "legal actions"
"""Key of `Seen` under which bots put the legal actions as messages. No column has this name, as names
of columns have no blank.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Look:
    """Legal actions of some entries (pairs of a match and a seat), as arrays for a policy."""

    extra: dict[str, Array]
    """Arrays added to a policy's observation, by name: the mask of legal actions, and in some action
    forms further arrays.
    """
    memo: Any = None
    """Data that the form needs again to encode actions for these seats of matches; None if none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Encoded:
    """Actions of some entries (pairs of a match and a seat), as sent to the backend that steps matches."""

    values: Any
    """Encoded actions, one for each entry (a seat of a match): an array whose first axis is entries,
    or a list of bytes for a ragged column.
    """
    answered: Array
    """bool[entry], one for each seat of each match: whether the seat has an action; if not, the
    rulebook's default action is played.
    """
    dropped: Array
    """int32[entry], one for each seat of each match: number of parts of the action that the space
    allows, but that stand for nothing legal in this turn, and were left out.
    """


class ActionForm(abc.ABC):
    """Base of action forms, which say how numbers of an action space stand for a game's actions.

    Args:
        column: Name of the action column in which actions are sent.
        space: Space of one seat's action: Discrete or MultiDiscrete.
        needs: Names of observed columns from which the form computes what is legal.
        extra: Spaces of further arrays of `Look.extra`, for one seat.
        left_out: Actions of the game that the space can't express, in words for people.
    """

    def __init__(
        self,
        column: str,
        space: spaces.Discrete[Any] | spaces.MultiDiscrete[Any],
        *,
        needs: Sequence[str] = (),
        extra: Mapping[str, spaces.Space[Any]] | None = None,
        left_out: Sequence[str] = (),
    ) -> None:
        self.column = column
        """Name of the action column in which actions are sent."""
        self.space = space
        """Space of one seat's action: Discrete or MultiDiscrete."""
        self.needs = tuple(needs)
        """Names of observed columns from which the form computes what is legal."""
        self.left_out = tuple(left_out)
        """Actions of the game that the space can't express, in words for people."""
        self.mask_name = "action_mask" if isinstance(space, spaces.Discrete) else "parts_mask"
        """Name of the mask in observations. In a MultiDiscrete space, one mask joins those of all
        parts.
        """
        self.mask_width = int(space.n if isinstance(space, spaces.Discrete) else space.nvec.sum())
        """Number of entries of a seat's mask of legal actions, the one named `mask_name`."""
        # Each form has a mask, whatever else it adds.
        self.extra: dict[str, spaces.Space[Any]] = {
            self.mask_name: spaces.MultiBinary(self.mask_width),
            **(extra or {}),
        }
        """Spaces of the arrays added to observations, the mask included, by name."""

    @abc.abstractmethod
    def look(self, seen: Seen, asked: Array) -> Look:
        """Return which actions are legal for some entries (seats of matches).

        Args:
            seen: Observed columns, those of `needs`.
            asked: bool[entry]: whether the seat must decide. If not, only the action that does
                nothing is legal.
        """

    @abc.abstractmethod
    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return actions in the form in which they are sent to the backend.

        Args:
            actions: int64[entry] or int64[entry, part], one entry for each seat of each match:
                actions within the space.
            look: What `look` returned for the same entries.
        """

    @abc.abstractmethod
    def message(self, actions: Array, look: Look) -> Any:
        """Return the game's Action message for the action of a single entry (a seat of a match).

        Args:
            actions: int64[1] or int64[1, part]: the action, within the space.
            look: What `look` returned for the same entry.
        """


def mask_parts(space: spaces.Space[Any], mask: Array) -> Any:
    """Return a mask in the form that the space's `sample` takes: unchanged, or for a MultiDiscrete one mask a part."""
    if isinstance(space, spaces.MultiDiscrete):
        return tuple(np.split(mask, np.cumsum(space.nvec)[:-1], axis=-1))
    return mask
