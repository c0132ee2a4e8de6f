"""Columns of a game's observations and actions, as both backends describe them.

A `Description` is plain data. Save it as JSON with a policy, so that `as_bot` knows in a tournament
what the policy was trained on.
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
"""Names of the columns that every game has, in front of the game's own."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ragged:
    """Values of a column as lists of different lengths, joined end to end: a list for each seat, row by row."""

    data: Array
    """Entries of all lists, one list after another: uint8[n] for strings of bytes, else of the
    column's dtype and shape.
    """
    offsets: npt.NDArray[np.int64]
    """int64[lists + 1]: index in `data` of each list's first entry, and the number of all entries."""

    def __getitem__(self, index: int) -> bytes:
        """Return the list at an index, as bytes."""
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes()

    def some(self, places: npt.NDArray[np.int64]) -> Ragged:
        """Return the lists at these indices, int64[n], in this order."""
        begins = self.offsets[:-1][places]
        lengths = self.offsets[1:][places] - begins
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        entries = np.arange(offsets[-1]) + np.repeat(begins - offsets[:-1], lengths)
        return Ragged(self.data[entries], offsets)

    @classmethod
    def of(cls, parts: Sequence[bytes]) -> Ragged:
        """Return a ragged column of these strings of bytes, one list each."""
        offsets = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=offsets[1:])
        return cls(np.frombuffer(b"".join(parts), np.uint8), offsets)


Values: TypeAlias = "Array | Ragged"
"""Values of one column, for all rows (matches) of a batch or some: an array, or ragged lists."""


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    """Name, dtype, shape, bounds and meaning of one array of observations or actions."""

    name: str
    """Names of the fields that lead to the value, joined by dots."""
    dtype: str
    """Name of the NumPy type of the values."""
    shape: tuple[int, ...]
    """Shape of the array for one seat; a batch has an axis of rows, and by seat one of seats, in
    front.
    """
    low: float
    """Least value of the column."""
    high: float
    """Greatest value of the column."""
    by_seat: bool
    """Whether each seat of a match has separate values."""
    ragged: bool
    """Whether values are lists of any length, with entries of the dtype and shape; with uint8 they
    are strings of bytes.
    """
    meaning: str
    """What the values mean, for people."""
    scale: float = 0.0
    """Number by which values are divided to lie from -1 to 1; 0 if there is no such number."""

    def space(self) -> spaces.Box:
        """Return the Gymnasium space of the column for one seat."""
        dtype: Any = np.dtype(self.dtype)
        low: Any = self.low
        high: Any = self.high
        if dtype.kind in "iu":
            info = np.iinfo(dtype)
            # Bounds of a space must be numbers of its dtype, so infinite ones are cut to its range.
            low = info.min if low <= info.min else int(low)
            high = info.max if high >= info.max else int(high)
        return spaces.Box(low, high, self.shape, dtype.type)

    def empty(self) -> Array:
        """Return the array of a ragged column without any entries."""
        return np.zeros((0, *self.shape), self.dtype)

    def full_shape(self, num_rows: int, num_seats: int) -> tuple[int, ...]:
        """Return the shape of the column's array for all rows (matches)."""
        return (num_rows, *([num_seats] if self.by_seat else []), *self.shape)

    def size(self, num_rows: int, num_seats: int) -> int:
        """Return the size in bytes of the column's array for all rows (matches); not for a ragged column."""
        return np.dtype(self.dtype).itemsize * math.prod(self.full_shape(num_rows, num_seats))


@dataclasses.dataclass(frozen=True, slots=True)
class Description:
    """Description of a game under one config and number of seats: columns, policies and limits."""

    game: str
    """Identifier of the game."""
    game_version: int
    """Behaviour version of the rules."""
    num_seats: int
    """Number of seats of each match."""
    config: any_pb2.Any
    """The game's Config message with all fields set."""
    observed: tuple[Column, ...]
    """Columns of observations, in the order of their ids."""
    acted: tuple[Column, ...]
    """Columns of actions, in the order of their ids."""
    policies: tuple[str, ...] = ()
    """Names of house policies that can play seats inside the backend."""
    schema_hash: bytes = b""
    """Hash of the fields above, without `policies` and the columns' meanings; empty if the backend
    is in this process.
    """
    window: int = 1
    """Highest number of requests that may wait for an answer."""
    left_out: tuple[str, ...] = ()
    """Actions of the game that candidate lists can't express, in words for people."""
    numbered: tuple[bytes, ...] = ()
    """Action messages in bytes by fixed number, from 0; empty in a game without such numbers."""
    actions: str = "lists"
    """Kind of action space of a game with candidate lists: `lists`, in which an action is a place in
    the list, or `factored`, in which an action has fixed parts such as unit and cell.
    """

    @property
    def config_message(self) -> Any:
        """Return the config as the game's generated protobuf message.

        Raises:
            UnknownMessageError: The class of the message is not installed.
        """
        return unpack(self.config)

    def column(self, name: str) -> Column:
        """Return the observed column with this name.

        Raises:
            InputError: There is no such column.
        """
        for column in self.observed:
            if column.name == name:
                return column
        names = ", ".join(column.name for column in self.observed)
        raise InputError("columns", f"one of {names}", repr(name))

    def to_json(self) -> str:
        """Return the description as JSON, without the fields that only concern a server."""
        fields = {
            "game": self.game,
            "game_version": self.game_version,
            "num_seats": self.num_seats,
            "config_type": self.config.type_url,
            "config": base64.b64encode(self.config.value).decode(),
            # Without hash, window and policies: another backend has others.
            "observed": [_plain(column) for column in self.observed],
            "acted": [_plain(column) for column in self.acted],
            "left_out": list(self.left_out),
            "numbered": [base64.b64encode(each).decode() for each in self.numbered],
            "actions": self.actions,
        }
        return json.dumps(fields, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Description:
        """Return the description in a text that `to_json` has written."""
        fields = json.loads(text)
        value = base64.b64decode(fields["config"])
        return cls(
            fields["game"],
            fields["game_version"],
            fields["num_seats"],
            any_pb2.Any(type_url=fields["config_type"], value=value),
            tuple(_column(each) for each in fields["observed"]),
            tuple(_column(each) for each in fields["acted"]),
            # Fields that older versions did not write have their defaults.
            left_out=tuple(fields.get("left_out", ())),
            numbered=tuple(base64.b64decode(each) for each in fields.get("numbered", ())),
            actions=fields.get("actions", "lists"),
        )


def _plain(column: Column) -> dict[str, Any]:
    fields = dataclasses.asdict(column)
    for bound in ("low", "high"):
        if not math.isfinite(fields[bound]):
            # JSON has no infinity.
            fields[bound] = None
    return fields


def _column(fields: Mapping[str, Any]) -> Column:
    low = -math.inf if fields["low"] is None else fields["low"]
    high = math.inf if fields["high"] is None else fields["high"]
    return Column(**{**fields, "shape": tuple(fields["shape"]), "low": low, "high": high})
