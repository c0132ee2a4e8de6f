"""A base for games whose states are dataclasses of arrays: all that does not depend on their rules."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from referee.core.config import GameConfig
from referee.core.digest import state_digest
from referee.core.errors import FieldError, ScenarioError
from referee.core.game import Game

__all__ = ["ArrayGame", "copied", "names_of", "put_rows", "rows_of", "spanned", "taken_rows"]

C = TypeVar("C", bound=GameConfig)
S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


class ArrayGame(Game[C, S, A, O], Generic[C, S, A, O]):
    """A game without teams and dice, of as many seats as `info` says; a game overrides what differs."""

    def teams(self, config: C, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """Return a separate team for each seat."""
        return tuple(range(num_seats))

    def check_seats(self, config: C, num_seats: int) -> None:  # noqa: ARG002
        """Check the number of seats against `info`."""
        least, most = self.info.min_seats, self.info.max_seats
        if not least <= num_seats <= most:
            bound = f"from {least} to {most}" if least < most else str(least)
            raise FieldError("num_seats", bound, num_seats)

    def digest(self, state: S) -> bytes:
        """See `Game`."""
        return state_digest(state)

    def copy(self, state: S) -> S:
        """See `Game`."""
        return copied(state)

    def script_dice(self, state: S, values: Sequence[int]) -> None:  # noqa: ARG002
        """See `Game`.

        Raises:
            ScenarioError: Always: there is nothing to roll.
        """
        raise ScenarioError(f"{self.info.title} has no dice")

    def scripted_dice_left(self, state: S) -> int:  # noqa: ARG002
        """See `Game`; there are never any."""
        return 0


def copied(state: S, shared: Sequence[str] = ()) -> S:
    """Return a state that shares no array with this one, except those named in `shared`."""
    names = names_of(state)
    arrays = [getattr(state, name) for name in names]
    return type(state)(
        *[
            array if name in shared else array.copy()
            for name, array in zip(names, arrays, strict=True)
        ]
    )


def rows_of(state: S, rows: slice) -> S:
    """Return some of the matches in a state whose arrays have a leading axis of matches, as a view, not a copy."""
    return type(state)(*[getattr(state, name)[rows] for name in names_of(state)])


def taken_rows(state: S, rows: npt.NDArray[np.int64], shared: Sequence[str] = ()) -> S:
    """Return a copy of some of the matches in a state whose arrays have a leading axis of matches.

    Args:
        state: The matches.
        rows: int64[n]: their indices.
        shared: Arrays without that axis, which are not copied.
    """
    at = spanned(rows)
    names = names_of(state)
    arrays = [getattr(state, name) for name in names]
    taken = [
        array if name in shared else array[at] for name, array in zip(names, arrays, strict=True)
    ]
    state = type(state)(*taken)
    # Indexing by an array has copied already; a slice has not.
    return copied(state, shared) if isinstance(at, slice) else state


def put_rows(state: S, rows: npt.NDArray[np.int64], others: S, shared: Sequence[str] = ()) -> None:
    """Replace some of the matches in a state whose arrays have a leading axis of matches.

    Args:
        state: Changed in place.
        rows: int64[n]: the indices.
        others: n matches.
        shared: Arrays without that axis, which stay.
    """
    at = spanned(rows)
    for name in names_of(state):
        if name not in shared:
            getattr(state, name)[at] = getattr(others, name)


def spanned(rows: npt.NDArray[np.int64]) -> slice | npt.NDArray[np.int64]:
    """Return consecutive indices as a slice, others as they are.

    NumPy reads and writes slices several times as fast. Note that reading by a slice gives a view, no copy.

    Args:
        rows: int64[n]: the indices, from 0.
    """
    if not len(rows):
        return rows
    first, end = int(rows[0]), int(rows[0]) + len(rows)
    if first < 0 or rows[-1] != end - 1 or not np.array_equal(rows, np.arange(first, end)):
        return rows
    return slice(first, end)


def names_of(state: Any) -> tuple[str, ...]:
    """Return the names of a state's arrays."""
    cls: Any = type(state)
    return _names_of(cls)


@functools.cache
def _names_of(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(cls))
