"""Turns the numbers of a policy into a game's actions, for many seats at once.

The first axis of arrays is that of *entries*: seats of matches, in an order that the caller chooses and keeps.
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
"""Columns by name, each with the axis of entries first; for ragged columns a list for each entry."""
LEGAL_MESSAGES = "legal actions"
"""Key, next to the names of columns, of the legal actions as messages, for bots. No column's name has a blank."""


@dataclasses.dataclass(frozen=True, slots=True)
class Look:
    """Legal actions of entries."""

    extra: dict[str, Array]
    """Arrays that are added to a policy's observation: a mask, and for some forms more."""
    memo: Any = None
    """What the form needs again when it encodes the actions; None if nothing."""


@dataclasses.dataclass(frozen=True, slots=True)
class Encoded:
    """Actions in the form in which they are sent to a backend."""

    values: Any
    """An array with the axis of entries first, or a list of bytes for a ragged column."""
    answered: Array
    """bool[entry]: whether there is an action; without one, the rulebook's default is played."""
    dropped: Array
    """int32[entry]: parts of the action that mean nothing here, and were left out."""


class ActionForm(abc.ABC):
    """How actions of a game are numbers.

    Args:
        column: Name of the column in which they are sent.
        space: The space of one seat's action: Discrete or MultiDiscrete.
        needs: Columns from which it computes what is legal.
        extra: Spaces of the arrays of `Look.extra`, for one seat.
        left_out: Actions of the game that it can't express, for people.
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
        """Name of the column in which actions are sent."""
        self.space = space
        """The space of one seat's action."""
        self.needs = tuple(needs)
        """Columns from which it computes what is legal."""
        self.left_out = tuple(left_out)
        """Actions of the game that it can't express, for people."""
        self.mask_name = "action_mask" if isinstance(space, spaces.Discrete) else "parts_mask"
        """Name of the mask in observations. For a MultiDiscrete space the masks of all parts are joined into one."""
        self.mask_width = int(space.n if isinstance(space, spaces.Discrete) else space.nvec.sum())
        """Length of the mask."""
        self.extra: dict[str, spaces.Space[Any]] = {
            self.mask_name: spaces.MultiBinary(self.mask_width),
            **(extra or {}),
        }
        """Spaces of the arrays that are added to observations, by name."""

    @abc.abstractmethod
    def look(self, seen: Seen, asked: Array) -> Look:
        """Return what is legal.

        Args:
            seen: The columns that it needs.
            asked: bool[entry]: whether the seat must decide. For others, the action that does nothing is legal.
        """

    @abc.abstractmethod
    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return actions in the form in which they are sent.

        Args:
            actions: int64[entry] or int64[entry, part], within the space.
            look: What `look` returned for the entries.
        """

    @abc.abstractmethod
    def message(self, actions: Array, look: Look) -> Any:
        """Return the action of the only entry as the game's Action message."""


def mask_parts(space: spaces.Space[Any], mask: Array) -> Any:
    """Return a mask as the space's `sample` takes it: unchanged, or for a MultiDiscrete split into its parts."""
    if isinstance(space, spaces.MultiDiscrete):
        return tuple(np.split(mask, np.cumsum(space.nvec)[:-1], axis=-1))
    return mask
