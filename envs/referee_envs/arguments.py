"""Checks the arguments of vector environments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee_envs.columns import Description
from referee_envs.errors import InputError
from referee_envs.views import Observation

__all__ = ["check_batches", "check_sizes", "checked_seats", "written"]


def checked_seats(seat: int | Sequence[int] | None, description: Description) -> list[int]:
    """Return the seats that the learner plays in a match; None stands for all seats.

    Raises:
        InputError: A seat does not exist, or is given twice.
    """
    every = range(description.num_seats)
    chosen = every if seat is None else [seat] if isinstance(seat, int) else seat
    seats = list(chosen)
    if not seats or len(set(seats)) < len(seats) or any(one not in every for one in seats):
        bound = f"from 0 to {description.num_seats - 1}, each once"
        raise InputError("seat", bound, repr(seat))
    return seats


def check_sizes(num_envs: int, batch_size: int, seats: int) -> None:
    """Check that environments can be divided into whole matches, and into batches of whole matches.

    Args:
        num_envs: Number of environments, each a seat of a match.
        batch_size: Number of environments in a batch; 0 for a single batch.
        seats: Number of environments in a match.

    Raises:
        InputError: `num_envs` is no positive multiple of `seats`, or `batch_size` is neither 0 nor
            a multiple of `seats` that divides `num_envs`.
    """
    # Seats of one match are stepped together, so all that are played must be environments.
    if num_envs < 1 or num_envs % seats:
        raise InputError("num_envs", f"at least 1, and a multiple of {seats} seats", num_envs)
    if batch_size < 0 or (batch_size and (num_envs % batch_size or batch_size % seats)):
        bound = f"a part of {num_envs}, and a multiple of {seats} seats"
        raise InputError("batch_size", bound, batch_size)


def check_batches(batches: int, window: int) -> None:
    """Check that every batch can have a request that waits for its answer at the same time.

    Args:
        batches: Number of batches.
        window: Highest number of requests that the backend lets wait.

    Raises:
        InputError: There are more batches than `window`.
    """
    if batches > window:  # each has a request that waits
        raise InputError("batch_size", f"such that there are at most {window} batches", batches)


def written(observation: Observation, out: Observation) -> Observation:
    """Copy the arrays of observations into those of the same name in `out`; return `out`.

    Raises:
        InputError: An array is missing in `out`, or has another dtype or shape.
    """
    for name, array in observation.items():
        # `out` may have further arrays, which stay as they are.
        given = out.get(name)
        if given is None or given.dtype != array.dtype or given.shape != array.shape:
            got = "missing" if given is None else f"{given.dtype}{given.shape}"
            raise InputError(f"out[{name!r}]", f"{array.dtype}{array.shape}", got)
        np.copyto(given, array)
    return out
