"""Custom features: arrays that a function computes from a seat's Observation message.

They give access to what is no column, such as texts and lists without a bound, in environments and in bots alike.
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
"""In a list of columns, stands for all of the game's columns that are arrays."""
MESSAGE = "message"
"""Name of the column of a seat's message."""


@dataclasses.dataclass(frozen=True)
class Features:
    """Arrays computed from a seat's message; put them into the list `columns`.

    def stacks(message, seat):
        return {"stacks": [len(unit.statuses) for unit in message.units[:8]]}

    columns = ["*", Features(stacks, {"stacks": Box(0, 14, (8,), np.int8)})]
    """

    function: Callable[[Any, int], Mapping[str, Any]]
    """Takes the game's Observation message and the seat; returns numbers by the names of `spaces`.

    An array with fewer entries than its space is filled up with zeros."""
    spaces: Mapping[str, spaces.Box]
    """Space of each array, for one seat."""


class SeenFeatures:
    """Computes features from a game's messages.

    Args:
        description: The game.
        features: The features.

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
        """Return features of entries, each with the axis of entries first.

        Args:
            messages: The message of each entry as bytes.
            seats: int8[entry].

        Raises:
            InputError: The function returns other names, or more numbers than its space has.
        """
        made = {
            name: np.zeros((len(seats), *(space.shape or ())), space.dtype)
            for name, space in self.spaces.items()
        }
        for entry, seat in enumerate(seats.tolist()):
            found = self._function(self._class.FromString(messages[entry]), seat)
            if found.keys() != made.keys():
                raise InputError("features", f"named {sorted(made)}", sorted(found))
            for name, values in found.items():
                _put(name, made[name][entry, ...], np.asarray(values))
        return made


def _put(name: str, array: Array, given: Array) -> None:
    """Write numbers to the beginning of an array."""
    if given.ndim != array.ndim or any(np.greater(given.shape, array.shape)):
        raise InputError(f"features[{name!r}]", f"of shape {array.shape} at most", given.shape)
    array[tuple(map(slice, given.shape))] = given
