"""Snapshots of a vector environment's matches, from which it can continue any number of times: for search."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from referee_envs.backends.base import Restoring
from referee_envs.batch import Batch, Kept, derived_seed
from referee_envs.columns import Array
from referee_envs.errors import InputError

__all__ = ["MatchSnapshot", "checked_words", "keep", "restoring_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class MatchSnapshot:
    """Copy of some matches of an environment at one moment; only that environment can continue from it.

    It holds the matches' whole state, also what is hidden from seats.
    """

    kept: Kept
    """Kept rows of the environment's batch."""
    num_matches: int
    """Number of matches in the snapshot."""


def keep(batch: Batch, matches: Sequence[int] | Array | None) -> MatchSnapshot:
    """Return a snapshot of some matches of a batch; None stands for all.

    Raises:
        InputError: There is no such match.
        BackendError: The backend can't keep matches, or the server keeps too many already.
    """
    rows = _checked("matches", matches, batch.num_rows)
    # Whole matches alone: seats of a match share its state.
    return MatchSnapshot(batch.snapshot(rows), len(rows))


def restoring_of(
    batch: Batch,
    snapshot: MatchSnapshot,
    *,
    seed: int | Sequence[int] | Array | None,
    matches: Sequence[int] | Array | None,
    places: Sequence[int] | Array | None,
    redraw_for: int | None,
) -> Restoring:
    """Check the arguments of `MatchVectorEnv.restore`, and return the request to the backend.

    Args:
        batch: Batch with the environment's matches.
        snapshot: Snapshot to continue from.
        seed: Seed of all later random choices: one for all matches, or one for each; None keeps the
            choices as they would have been.
        matches: Indices of the matches that continue, each once; None for all.
        places: For each of `matches`, the index of the snapshot's match; None takes the
            snapshot's matches in their order.
        redraw_for: Seat from which the hidden state is chosen again at random; None keeps it.

    Raises:
        InputError: An argument is out of bounds, or the snapshot is of another environment.
    """
    if not isinstance(snapshot, MatchSnapshot) or snapshot.kept.batch is not batch:
        raise InputError("snapshot", "one of this environment", "another's")
    rows = _checked("matches", matches, batch.num_rows)
    # A row twice would go on from two places at once; a kept row may be used by many.
    if len(set(rows.tolist())) < len(rows):
        raise InputError("matches", "each once", rows.tolist())
    if places is None and len(rows) != snapshot.num_matches:
        bound = f"given where {len(rows)} matches go on from {snapshot.num_matches}"
        raise InputError("places", bound, None)
    chosen = _checked("places", places, snapshot.num_matches)
    if len(chosen) != len(rows):
        raise InputError("places", f"one for each of {len(rows)} matches", f"{len(chosen)} of them")
    # What is hidden is drawn again, and there is nothing to draw from but a seed.
    if redraw_for is not None and seed is None:
        raise InputError("redraw_for", "given with a seed", redraw_for)
    seeds = None if seed is None else _seeds(seed, rows)
    return Restoring(snapshot.kept.token, rows, chosen, seeds, redraw_for)


def _seeds(seed: int | Sequence[int] | Array, rows: Array) -> Array:
    """Return a seed for each of these rows: the given ones, or seeds derived from one seed and the row."""
    if isinstance(seed, Sequence | np.ndarray):
        return checked_words(seed, len(rows))
    # From the row, not from its place in `rows`: a match draws the same whichever others are restored with it.
    (one,) = checked_words([seed], 1).tolist()
    return np.array([derived_seed(one, row) for row in rows.tolist()], np.uint64)


def checked_words(seeds: Any, count: int) -> Array:
    """Return match seeds as uint64[count].

    Raises:
        InputError: There are more or fewer seeds, or one is out of bounds.
    """
    if len(seeds) != count:
        raise InputError("seed", f"one for each of {count} matches", f"{len(seeds)} of them")
    for seed in seeds:
        if not 0 <= int(seed) < 2**64:
            raise InputError("seed", "from 0 to 2^64-1", seed)
    return np.array([int(seed) for seed in seeds], np.uint64)


def _checked(field: str, given: Sequence[int] | Array | None, count: int) -> Array:
    """Return `given` as int64[n], after checking that its numbers are from 0 to `count` - 1.

    None stands for all numbers. InputError is raised for others, naming the argument `field`.
    """
    if given is None:
        return np.arange(count)
    numbers = np.asarray(given)
    if numbers.dtype.kind not in "iu" or numbers.ndim != 1 or not numbers.size:
        raise InputError(field, "a list of whole numbers, at least one", repr(given))
    wrong = numbers[(numbers < 0) | (numbers >= count)]
    if wrong.size:
        raise InputError(field, f"from 0 to {count - 1}", int(wrong[0]))
    return numbers.astype(np.int64)
