"""Custom features: arrays that a function of the user computes from a seat's Observation message.

They give access to what has no column, such as texts and lists without a bound, in environments and
in bots alike.
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
"""Entry of a list of columns that stands for all of the game's columns that are arrays."""
MESSAGE = "message"
"""Name of the column with a seat's whole Observation message in bytes."""


@dataclasses.dataclass(frozen=True)
class Features:
    """Arrays computed from a seat's message; put them into the list `columns`.

    def stacks(message, seat):
        return {"stacks": [len(unit.statuses) for unit in message.units[:8]]}

    columns = ["*", Features(stacks, {"stacks": Box(0, 14, (8,), np.int8)})]
    """

    function: Callable[[Any, int], Mapping[str, Any]]
    """Takes the game's Observation message and the seat; returns numbers by the names of `spaces`.

    An array with fewer numbers than its space is filled up with zeros."""
    spaces: Mapping[str, spaces.Box]
    """Gymnasium space of each array, for one seat, by name."""


class SeenFeatures:
    """Computes custom features for many seats from their messages.

    Args:
        description: Description of the game.
        features: Function and spaces of the features.

    Raises:
        InputError: The class of the game's messages is not installed.
    """

    def __init__(self, description: Description, features: Features) -> None:
        package = description.config.type_url.rpartition(".")[0]
        self._class = message_class(f"{package}.Observation")
        self._function = features.function
        self.spaces = dict(features.spaces)
        """Gymnasium space of each array, for one seat, by name."""

    def arrays(self, messages: Any, seats: Array) -> dict[str, Array]:
        """Return the features of entries (seats of matches), which are the first axis of each array.

        Args:
            messages: Observation message of each entry in bytes.
            seats: int8[entry]: index of the seat.

        Raises:
            InputError: The function returned other names than those of `spaces`, or more numbers
                than a space has.
        """
        made = {
            name: np.zeros((len(seats), *(space.shape or ())), space.dtype)
            for name, space in self.spaces.items()
        }
        for entry, seat in enumerate(seats.tolist()):
            found = self._function(self._class.FromString(messages[entry]), seat)
            # Names must agree exactly: a missing array would stay 0 without notice.
            if found.keys() != made.keys():
                raise InputError("features", f"named {sorted(made)}", sorted(found))
            for name, values in found.items():
                _put(name, made[name][entry, ...], np.asarray(values))
        return made


def _put(name: str, array: Array, given: Array) -> None:
    """Write the numbers `given` to the beginning of a feature's array; the rest stays 0.

    `name` is the feature's name, for errors.
    """
    # Shorter arrays are filled up with zeros, longer ones would lose entries.
    if given.ndim != array.ndim or any(np.greater(given.shape, array.shape)):
        raise InputError(f"features[{name!r}]", f"of shape {array.shape} at most", given.shape)
    array[tuple(map(slice, given.shape))] = given
