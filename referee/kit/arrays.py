"""A base class of games whose states are dataclasses of NumPy arrays."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from referee.core.config import GameConfig
from referee.core.digest import state_digest
from referee.core.errors import FieldError, ScenarioError
from referee.core.game import Game
from referee.kit.dice import Script, script_of, scripted_left

__all__ = [
    "ArrayGame",
    "DiceGame",
    "HasScript",
    "copied",
    "names_of",
    "put_rows",
    "rows_of",
    "spanned",
    "taken_rows",
]

C = TypeVar("C", bound=GameConfig)
S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


class HasScript(Protocol):
    """A state with an array `script`, which holds the results of the coming rolls in a scenario."""

    script: Script
    """Coming dice results; a script of size -1 where dice are random."""


D = TypeVar("D", bound=HasScript)


class ArrayGame(Game[C, S, A, O], Generic[C, S, A, O]):
    """Base of a game without teams and dice, with as many seats as its `info` allows.

    A subclass overrides the methods that its rules need otherwise, such as `teams`.
    """

    def teams(self, config: C, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """Return the team of each seat: every seat is a separate team."""
        return tuple(range(num_seats))

    def check_seats(self, config: C, num_seats: int) -> None:  # noqa: ARG002
        """Raise an error if the game's `info` does not allow this number of seats."""
        least, most = self.info.min_seats, self.info.max_seats
        if not least <= num_seats <= most:
            bound = f"from {least} to {most}" if least < most else str(least)
            raise FieldError("num_seats", bound, num_seats)

    def digest(self, state: S) -> bytes:
        """Return the digest of a state: a hash that is equal for equal states."""
        return state_digest(state)

    def copy(self, state: S) -> S:
        """Return a copy of a state that shares no array with it."""
        return copied(state)

    def script_dice(self, state: S, values: Sequence[int]) -> None:  # noqa: ARG002
        """Refuse scripted dice results, as games of this base have no dice.

        Raises:
            ScenarioError: Always, as there is no die to roll.
        """
        raise ScenarioError(f"{self.info.title} has no dice")

    def scripted_dice_left(self, state: S) -> int:  # noqa: ARG002
        """Return 0: a game without dice has no scripted results left to roll."""
        return 0


class DiceGame(ArrayGame[C, D, A, O], Generic[C, D, A, O]):
    """Base of a game with dice, whose state has a script of dice results; see `referee.kit.dice`."""

    most_sides: ClassVar[int]
    """Number of sides of the largest die that is rolled: the highest value of a scripted result."""

    def script_dice(self, state: D, values: Sequence[int]) -> None:
        """Make the coming rolls show these values, in the order in which they are rolled.

        Raises:
            ScenarioError: A value is less than 1, or more than `most_sides`.
        """
        state.script = script_of(values, self.most_sides)

    def scripted_dice_left(self, state: D) -> int:
        """Return how many scripted results have not been rolled yet; 0 without a script.

        -n says that n rolls found no scripted result left.
        """
        return scripted_left(state.script)


def copied(state: S, shared: Sequence[str] = ()) -> S:
    """Return a copy of a state.

    It shares no array with the original except those named in `shared`.
    """
    names = names_of(state)
    arrays = [getattr(state, name) for name in names]
    # By position: all fields of such a class are arrays.
    return type(state)(
        *[
            array if name in shared else array.copy()
            for name, array in zip(names, arrays, strict=True)
        ]
    )


def rows_of(state: S, rows: slice) -> S:
    """Return a view of the matches `rows` of a state whose arrays have matches as first axis."""
    return type(state)(*[getattr(state, name)[rows] for name in names_of(state)])


def taken_rows(state: S, rows: npt.NDArray[np.int64], shared: Sequence[str] = ()) -> S:
    """Return a copy of some matches of a state whose arrays have matches as their first axis.

    Args:
        state: State of all matches.
        rows: int64[n]: indices of the matches to copy.
        shared: Names of arrays without the axis of matches; the copy shares them with `state`.
    """
    at = spanned(rows)
    names = names_of(state)
    arrays = [getattr(state, name) for name in names]
    # Arrays named in `shared` have no axis of matches to index.
    taken = [
        array if name in shared else array[at] for name, array in zip(names, arrays, strict=True)
    ]
    state = type(state)(*taken)
    # Indexing by an array has copied already; a slice has not.
    return copied(state, shared) if isinstance(at, slice) else state


def put_rows(state: S, rows: npt.NDArray[np.int64], others: S, shared: Sequence[str] = ()) -> None:
    """Replace some matches of a state whose arrays have matches as their first axis.

    Args:
        state: State of all matches, changed in place.
        rows: int64[n]: indices of the matches to replace.
        others: State of n matches, which are copied into `state`.
        shared: Names of arrays without the axis of matches; they stay unchanged.
    """
    # A slice where possible: NumPy then copies whole blocks.
    at = spanned(rows)
    for name in names_of(state):
        if name not in shared:
            getattr(state, name)[at] = getattr(others, name)


def spanned(rows: npt.NDArray[np.int64]) -> slice | npt.NDArray[np.int64]:
    """Return row indices as a slice if they are consecutive; return others unchanged.

    NumPy reads and writes slices several times as fast. Reading by a slice gives a view, not a
    copy.

    Args:
        rows: int64[n]: row indices, from 0.
    """
    if not len(rows):
        return rows
    first, end = int(rows[0]), int(rows[0]) + len(rows)
    # The last index is compared first, since most lists of rows fail there at once.
    if first < 0 or rows[-1] != end - 1 or not np.array_equal(rows, np.arange(first, end)):
        return rows
    return slice(first, end)


def names_of(state: Any) -> tuple[str, ...]:
    """Return the names of the fields of a state that are arrays."""
    cls: Any = type(state)
    return _names_of(cls)


@functools.cache
def _names_of(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(cls))
