"""Columns of a game's observations and actions, as both backends describe them.

A `Description` is plain data. Save it as JSON with a policy, so that in a tournament `as_bot` knows on what the policy
was trained.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from google.protobuf import any_pb2
from gymnasium import spaces

from referee_client.messages import unpack
from referee_envs.errors import InputError

__all__ = ["ALWAYS", "Array", "Column", "Description", "Ragged", "Values"]

Array: TypeAlias = npt.NDArray[Any]

ALWAYS = ("asked", "alive", "episode", "step", "digest")
"""Columns of every game, before its own."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ragged:
    """Lists of different lengths, joined into one array: one for each seat of each row, row by row."""

    data: Array
    """Entries of all lists: uint8[n] if they are strings of bytes, else of the column's dtype and shape."""
    offsets: npt.NDArray[np.int64]
    """int64[lists + 1]: index of the first entry of each list, and the number of all entries."""

    def __getitem__(self, index: int) -> bytes:
        """Return one of them, as bytes."""
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes()

    def some(self, places: npt.NDArray[np.int64]) -> Ragged:
        """Return some of them, int64[n], in this order."""
        begins = self.offsets[:-1][places]
        lengths = self.offsets[1:][places] - begins
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        entries = np.arange(offsets[-1]) + np.repeat(begins - offsets[:-1], lengths)
        return Ragged(self.data[entries], offsets)

    @classmethod
    def of(cls, parts: Sequence[bytes]) -> Ragged:
        """Join strings of bytes."""
        offsets = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=offsets[1:])
        return cls(np.frombuffer(b"".join(parts), np.uint8), offsets)


Values: TypeAlias = "Array | Ragged"
"""Values of a column for all rows."""


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    """One array."""

    name: str
    """Path of its field: names with dots between."""
    dtype: str
    """Type of its numbers."""
    shape: tuple[int, ...]
    """Its shape for one seat; a batch has an axis of rows first."""
    low: float
    """Least value."""
    high: float
    """Greatest value."""
    by_seat: bool
    """Whether each seat has separate values."""
    ragged: bool
    """Whether it holds lists of any length, whose entries have the dtype and shape; with uint8 they are strings of bytes."""
    meaning: str
    """Meaning, for people."""
    scale: float = 0.0
    """Divide by this to get values from -1 to 1; 0 if there is no such number."""

    def space(self) -> spaces.Box:
        """Return its space for one seat."""
        dtype: Any = np.dtype(self.dtype)
        low: Any = self.low
        high: Any = self.high
        if dtype.kind in "iu":
            info = np.iinfo(dtype)
            low = info.min if low <= info.min else int(low)
            high = info.max if high >= info.max else int(high)
        return spaces.Box(low, high, self.shape, dtype.type)

    def empty(self) -> Array:
        """Return no entries of a ragged column."""
        return np.zeros((0, *self.shape), self.dtype)

    def full_shape(self, num_rows: int, num_seats: int) -> tuple[int, ...]:
        """Return the shape of the array for all rows."""
        return (num_rows, *([num_seats] if self.by_seat else []), *self.shape)

    def size(self, num_rows: int, num_seats: int) -> int:
        """Return the bytes of the array for all rows; not for a ragged column."""
        return np.dtype(self.dtype).itemsize * math.prod(self.full_shape(num_rows, num_seats))


@dataclasses.dataclass(frozen=True, slots=True)
class Description:
    """A game with a config and a number of seats."""

    game: str
    """Identifier of the game."""
    game_version: int
    """Behaviour version of the rules."""
    num_seats: int
    """Seats of each match."""
    config: any_pb2.Any
    """The game's Config message, complete."""
    observed: tuple[Column, ...]
    """Columns of observations, by their ids."""
    acted: tuple[Column, ...]
    """Columns of actions, by their ids."""
    policies: tuple[str, ...] = ()
    """House policies that can play seats within the backend."""
    schema_hash: bytes = b""
    """Hash of the fields above, without `policies` and the columns' meanings; empty if the backend runs in this process."""
    window: int = 1
    """Most requests without an answer."""
    left_out: tuple[str, ...] = ()
    """Actions of the game that the lists of candidates leave out, for people."""
    numbered: tuple[bytes, ...] = ()
    """Action messages by their fixed numbers, from 0; none in a game without."""
    actions: str = "lists"
    """How actions of orders are numbers: `lists`, or `factored` into fixed parts."""

    @property
    def config_message(self) -> Any:
        """The config as the game's generated message.

        Raises:
            UnknownMessageError: No class is installed for it.
        """
        return unpack(self.config)

    def column(self, name: str) -> Column:
        """Return the observed column of this name.

        Raises:
            InputError: There is none.
        """
        for column in self.observed:
            if column.name == name:
                return column
        names = ", ".join(column.name for column in self.observed)
        raise InputError("columns", f"one of {names}", repr(name))

    def to_json(self) -> str:
        """Return the description as JSON, without fields that belong to a server."""
        fields = {
            "game": self.game,
            "game_version": self.game_version,
            "num_seats": self.num_seats,
            "config_type": self.config.type_url,
            "config": base64.b64encode(self.config.value).decode(),
            "observed": [_plain(column) for column in self.observed],
            "acted": [_plain(column) for column in self.acted],
            "left_out": list(self.left_out),
            "numbered": [base64.b64encode(each).decode() for each in self.numbered],
            "actions": self.actions,
        }
        return json.dumps(fields, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Description:
        """Read what `to_json` has written."""
        fields = json.loads(text)
        value = base64.b64decode(fields["config"])
        return cls(
            fields["game"],
            fields["game_version"],
            fields["num_seats"],
            any_pb2.Any(type_url=fields["config_type"], value=value),
            tuple(_column(each) for each in fields["observed"]),
            tuple(_column(each) for each in fields["acted"]),
            left_out=tuple(fields.get("left_out", ())),
            numbered=tuple(base64.b64decode(each) for each in fields.get("numbered", ())),
            actions=fields.get("actions", "lists"),
        )


def _plain(column: Column) -> dict[str, Any]:
    fields = dataclasses.asdict(column)
    for bound in ("low", "high"):
        if not math.isfinite(fields[bound]):
            fields[bound] = None
    return fields


def _column(fields: Mapping[str, Any]) -> Column:
    low = -math.inf if fields["low"] is None else fields["low"]
    high = math.inf if fields["high"] is None else fields["high"]
    return Column(**{**fields, "shape": tuple(fields["shape"]), "low": low, "high": high})
