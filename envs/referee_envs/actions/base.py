"""What turns the numbers of a policy into a game's actions, many seats at once.

Arrays have an axis of *entries* in front: seats of matches, in any order that the caller keeps.
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
"""Columns by name, each with the axis of entries in front; of ragged ones the list of each."""
LEGAL_MESSAGES = "legal actions"
"""Beside the columns the Action messages of what is legal, for a bot; no column has a name with a blank."""


@dataclasses.dataclass(frozen=True, slots=True)
class Look:
    """What entries can do now."""

    extra: dict[str, Array]
    """What a policy is shown of it, beside the columns: a mask, and perhaps more."""
    memo: Any = None
    """What the form remembers until the actions come."""


@dataclasses.dataclass(frozen=True, slots=True)
class Encoded:
    """Actions as they are sent."""

    values: Any
    """An array with the axis of entries in front, or a list of bytes for a column of strings."""
    answered: Array
    """bool[entry]: whether there is an action at all; the rulebook's default is played without."""
    dropped: Array
    """int32[entry]: parts that stand for nothing here, and were left out."""


class ActionForm(abc.ABC):
    """How actions of a game are numbers.

    Args:
        column: Name of the column that they are sent in.
        space: The space of one seat's action: Discrete or MultiDiscrete.
        needs: Columns that it looks at.
        extra: Spaces of what `Look.extra` has for one seat.
        left_out: What of the game's actions it can't express, for people.
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
        """Name of the column that actions are sent in."""
        self.space = space
        """The space of one seat's action."""
        self.needs = tuple(needs)
        """Columns that it looks at."""
        self.left_out = tuple(left_out)
        """What of the game's actions it can't express."""
        self.mask_name = "action_mask" if isinstance(space, spaces.Discrete) else "parts_mask"
        """Under which name the mask is seen: of a Discrete space, or of all parts of a MultiDiscrete end to end."""
        self.mask_width = int(space.n if isinstance(space, spaces.Discrete) else space.nvec.sum())
        """Numbers of the mask."""
        self.extra: dict[str, spaces.Space[Any]] = {
            self.mask_name: spaces.MultiBinary(self.mask_width),
            **(extra or {}),
        }
        """Spaces of what is seen of it, by name."""

    @abc.abstractmethod
    def look(self, seen: Seen, asked: Array) -> Look:
        """Return what is legal.

        Args:
            seen: The columns that it needs.
            asked: bool[entry]: who must decide; for others what does nothing is legal.
        """

    @abc.abstractmethod
    def encode(self, actions: Array, look: Look) -> Encoded:
        """Return actions as they are sent.

        Args:
            actions: int64[entry] or int64[entry, part], within the space.
            look: What `look` returned for the entries.
        """

    @abc.abstractmethod
    def message(self, actions: Array, look: Look) -> Any:
        """Return the action of the only entry as the game's Action message."""


def mask_parts(space: spaces.Space[Any], mask: Array) -> Any:
    """Return a mask as the space's `sample` takes it: as it is, or cut into the parts of a MultiDiscrete."""
    if isinstance(space, spaces.MultiDiscrete):
        return tuple(np.split(mask, np.cumsum(space.nvec)[:-1], axis=-1))
    return mask
