"""Features of one's own: arrays that a function makes of the message that a seat is sent.

They reach what is no column, such as texts and lists without a bound, in environments and in bots alike.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from referee_client.messages import message_class
from referee_envs.columns import Array, Description
from referee_envs.errors import InputError

__all__ = ["ALL", "MESSAGE", "Features", "SeenFeatures"]

ALL = "*"
"""Stands among the names of columns for all of the game's that are arrays."""
MESSAGE = "message"
"""Name of the column of a seat's message."""


@dataclasses.dataclass(frozen=True)
class Features:
    """Arrays made of a seat's message, to be named among `columns`.

    def stacks(message, seat):
        return {"stacks": [len(unit.statuses) for unit in message.units[:8]]}

    columns = ["*", Features(stacks, {"stacks": Box(0, 14, (8,), np.int8)})]
    """

    function: Callable[[Any, int], Mapping[str, Any]]
    """Takes the game's Observation message and the seat; returns numbers by the names of `spaces`.

    What has fewer entries than its space is filled up with zeros."""
    spaces: Mapping[str, spaces.Box]
    """Space of each array, for one seat."""


class SeenFeatures:
    """Makes features of a game's messages.

    Args:
        description: The game.
        features: What to make.

    Raises:
        InputError: No class is installed for the game's messages.
    """

    def __init__(self, description: Description, features: Features) -> None:
        package = description.config.type_url.rpartition(".")[0]
        self._class = message_class(f"{package}.Observation")
        self._function = features.function
        self.spaces = dict(features.spaces)
        """Space of each array, for one seat."""

    def arrays(self, messages: Any, seats: Array) -> dict[str, Array]:
        """Return features of entries, each with the axis of entries in front.

        Args:
            messages: The bytes of each.
            seats: int8[entry].

        Raises:
            InputError: The function returns other names, or more numbers than there is room for.
        """
        made = {
            name: np.zeros((len(seats), *(space.shape or ())), space.dtype)
            for name, space in self.spaces.items()
        }
        for entry, seat in enumerate(seats.tolist()):
            told = self._function(self._class.FromString(messages[entry]), seat)
            if told.keys() != made.keys():
                raise InputError("features", f"named {sorted(made)}", sorted(told))
            for name, values in told.items():
                _put(name, made[name][entry, ...], np.asarray(values))
        return made


def _put(name: str, array: Array, given: Array) -> None:
    """Write numbers to the beginning of an array."""
    if given.ndim != array.ndim or any(np.greater(given.shape, array.shape)):
        raise InputError(f"features[{name!r}]", f"of shape {array.shape} at most", given.shape)
    array[tuple(map(slice, given.shape))] = given
