"""Columns of rows: the arrays in which many matches of one game are observed and played."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from referee.core.errors import FieldError
from referee.core.plain import Plain
from referee.kit.columns import Column
from referee.kit.rollout.dtypes import Array, Longs

__all__ = [
    "ANSWERED",
    "CHOICE",
    "MASK",
    "MESSAGE",
    "MOST_CHOICES",
    "MOST_LISTED",
    "NUMBER",
    "OBSERVATION",
    "Actions",
    "Ragged",
    "RowColumn",
    "Values",
    "choice_column",
    "mask_column",
    "num_choices_column",
    "number_column",
    "of_seat",
]


@dataclasses.dataclass(frozen=True, slots=True)
class Ragged:
    """Values of a column as lists of different lengths, joined end to end: a list for each seat, row by row."""

    data: Array
    """Entries of all lists, one list after another: uint8[n] for strings of bytes, else of the
    column's dtype and shape.
    """
    offsets: Longs
    """int64[lists + 1]: index in `data` of each list's first entry, and the end of the last list."""

    def __getitem__(self, index: int) -> bytes:
        """Return the list at an index, as bytes."""
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes()

    def some(self, places: Longs) -> Ragged:
        """Return the lists at these indices, int64[n], in this order."""
        # Without a loop over lists: batches have thousands of them.
        begins = self.offsets[:-1][places]
        lengths = self.offsets[1:][places] - begins
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        # The index of each entry of the result: its own index, shifted by how far its list has moved.
        entries = np.arange(offsets[-1]) + np.repeat(begins - offsets[:-1], lengths)
        return Ragged(self.data[entries], offsets)

    @classmethod
    def of(cls, parts: Sequence[bytes]) -> Ragged:
        """Return a ragged column of these strings of bytes, one list each."""
        # One more than there are lists, so that every list has a begin and an end.
        offsets = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=offsets[1:])
        return cls(np.frombuffer(b"".join(parts), np.uint8), offsets)


Values: TypeAlias = Array | Ragged
"""Values of one column, for all rows or some: an array, or ragged lists."""
Actions: TypeAlias = Mapping[str, Values]
"""Decisions of the seats of all rows, by column name; entries of seats that are not asked are
ignored.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class RowColumn:
    """A column for many matches: its array has the axes row, seat (if `by_seat`), then the `Column`'s own."""

    column: Column
    """Name, dtype, shape, bounds and meaning of the column."""
    by_seat: bool = True
    """Whether the column has a value for each seat of a row; if not, it has one for the whole row."""
    is_ragged: bool = False
    """Whether values are lists of any length (`Ragged`), one for each seat of each row; with uint8
    they are strings of bytes.
    """
    most: int = 0
    """Most entries that a list of a ragged column can have; 0 if there is no bound."""

    @property
    def name(self) -> str:
        """Return the column's name."""
        return self.column.name

    def shape(self, num_rows: int, num_seats: int) -> tuple[int, ...]:
        """Return the shape of the column's array for `num_rows` rows of `num_seats` seats."""
        return (num_rows, *([num_seats] if self.by_seat else []), *self.column.shape)

    def describe(self) -> dict[str, Plain]:
        """Return all attributes of the column as plain data."""
        about: dict[str, Plain] = {"by_seat": self.by_seat, "ragged": self.is_ragged}
        about |= {"most": self.most} if self.most else {}
        return {**self.column.describe(), **about}

    def check(self, values: Values, num_rows: int, num_seats: int) -> None:
        """Raise an error if values do not fit this column for this many rows and seats.

        Raises:
            FieldError: The values have another dtype or shape, or a number that is not finite.
        """
        if self.is_ragged or isinstance(values, Ragged):
            self._check_ragged(values, num_rows * num_seats)
            return
        # Nothing is converted: another dtype is an error, so that no number is cut without notice.
        wanted, shape = self.column.dtype, self.shape(num_rows, num_seats)
        if values.dtype != wanted or values.shape != shape:
            raise FieldError(self.name, f"{wanted}{shape}", f"{values.dtype}{values.shape}")
        # NaN and infinity would spread through a game's arithmetic without an error.
        if wanted.kind == "f" and not np.isfinite(values).all():
            wrong = values[~np.isfinite(values)][0]
            raise FieldError(self.name, "finite", float(wrong))

    def _check_ragged(self, values: Values, entries: int) -> None:
        name = self.name
        if not self.is_ragged or not isinstance(values, Ragged):
            kinds = ("strings of bytes", "an array")
            raise FieldError(name, *(kinds if self.is_ragged else kinds[::-1]))
        data, offsets = values.data, values.offsets
        dtype, shape = self.column.dtype, self.column.shape
        # Checked in full: arrays come from learners, and rows index them without further checks.
        if data.dtype != dtype or data.ndim != 1 + len(shape) or data.shape[1:] != shape:
            wanted = f"{dtype}(n,{','.join(map(str, shape))})"
            raise FieldError(f"{name}.data", wanted, f"{data.dtype}{data.shape}")
        if offsets.dtype != np.int64 or offsets.shape != (entries + 1,):
            wanted = f"int64({entries + 1},)"
            raise FieldError(f"{name}.offsets", wanted, f"{offsets.dtype}{offsets.shape}")
        # By comparison: differences of numbers that are far apart would overflow, and look ascending.
        if offsets[0] != 0 or offsets[-1] != len(data) or (offsets[1:] < offsets[:-1]).any():
            raise FieldError(
                f"{name}.offsets", f"ascending from 0 to {len(data)}", offsets.tolist()
            )


MOST_CHOICES = 2**31 - 1
"""Most legal actions that a seat can have in a game that lists legal actions."""


MOST_LISTED = 256
"""Columns of legal actions have room for this many, if the game declares no `most_legal`."""


def choice_column(most: int, meaning: str) -> RowColumn:
    """Return the action column of a choice: the position of an action in the seat's list of legal actions.

    Args:
        most: Highest number of legal actions.
        meaning: What the choice is, for the description of the column.
    """
    # A byte where it suffices: learners send this column for every seat at every step.
    dtype = np.dtype(np.int8 if most <= np.iinfo(np.int8).max else np.int32)
    return RowColumn(Column("choice", dtype, (), 0, most - 1, meaning))


def num_choices_column(most: int = MOST_CHOICES) -> RowColumn:
    """Return the observed column with the number of legal actions that a seat can choose from.

    Args:
        most: Highest number of legal actions.
    """
    about = "How many actions are legal, at least 1; 1 for a seat that is not asked"
    return RowColumn(Column("num_choices", np.dtype(np.int32), (), 1, most, about))


ANSWERED = RowColumn(
    Column("answered", np.dtype(np.bool_), (), 0, 1, "Whether the seat answers, or is late")
)
"""Action column, bool[row, seat]: whether a seat answers; if not, its default action is played."""
CHOICE = choice_column(MOST_CHOICES, "Place among the seat's legal actions, from 0")
"""Action column of a choice by position, for any game that lists legal actions."""
NUMBER, MASK = "number", "action_mask"
"""Column names: action by its fixed number (index in the list of all actions), mask of legal
numbers.
"""


def number_column(count: int) -> RowColumn:
    """Return the action column of a fixed number, for a game with `count` numbered actions.

    The number of an action is its index in the game's list of all actions.
    """
    about = "Number of the action, from 0: the same action in every turn"
    return RowColumn(Column(NUMBER, np.dtype(np.int32), (), 0, count - 1, about))


def mask_column(count: int) -> RowColumn:
    """Return the observed column that says which of `count` numbered actions are legal.

    The number of an action is its index in the game's list of all actions.
    """
    about = "1 where the action of this number is legal; of a seat that is not asked only number 0"
    return RowColumn(Column(MASK, np.dtype(np.int8), (count,), 0, 1, about))


MESSAGE = RowColumn(
    Column("message", np.dtype(np.uint8), (), 0, 255, "The Action message"),
    is_ragged=True,
)
"""Action column of a whole action in bytes, as a bot sends it."""
OBSERVATION = RowColumn(
    Column("message", np.dtype(np.uint8), (), 0, 255, "The Observation message"),
    is_ragged=True,
)
"""Observed column of a seat's whole observation in bytes, as a bot receives it."""


def of_seat(values: Values, seat: int, num_seats: int) -> Values:
    """Return one seat's part of a column that has an entry for each seat of each row.

    Args:
        values: The column: an array [row, seat, ...], or a ragged one (lists of any length) with a
            list for each seat, row by row.
        seat: Index of the seat.
        num_seats: Number of seats in a row.
    """
    if isinstance(values, Ragged):
        count = (len(values.offsets) - 1) // num_seats
        return Ragged.of([values[place * num_seats + seat] for place in range(count)])
    return values[:, seat]
