"""Keeping matches of a vector environment as they are, to go on from them as often as one likes: for search."""

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
    """Some matches of an environment at one moment; only that environment can go on from it.

    It holds all of them, what is hidden included.
    """

    kept: Kept
    """The matches."""
    num_matches: int
    """How many."""


def keep(batch: Batch, matches: Sequence[int] | Array | None) -> MatchSnapshot:
    """Return some matches of a batch, or all, as they are.

    Raises:
        InputError: There is no such match.
        BackendError: They can't be kept, or the server keeps too many.
    """
    rows = _checked("matches", matches, batch.num_rows)
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
    """Return which matches go on from what; arguments are those of `MatchVectorEnv.restore`.

    Raises:
        InputError: A bound is broken, or the snapshot is of another environment.
    """
    if not isinstance(snapshot, MatchSnapshot) or snapshot.kept.batch is not batch:
        raise InputError("snapshot", "one of this environment", "another's")
    rows = _checked("matches", matches, batch.num_rows)
    if len(set(rows.tolist())) < len(rows):
        raise InputError("matches", "each once", rows.tolist())
    if places is None and len(rows) != snapshot.num_matches:
        bound = f"given where {len(rows)} matches go on from {snapshot.num_matches}"
        raise InputError("places", bound, None)
    chosen = _checked("places", places, snapshot.num_matches)
    if len(chosen) != len(rows):
        raise InputError("places", f"one for each of {len(rows)} matches", f"{len(chosen)} of them")
    if redraw_for is not None and seed is None:
        raise InputError("redraw_for", "given with a seed", redraw_for)
    seeds = None if seed is None else _seeds(seed, rows)
    return Restoring(snapshot.kept.token, rows, chosen, seeds, redraw_for)


def _seeds(seed: int | Sequence[int] | Array, rows: Array) -> Array:
    """Return a seed for each of these rows: those that are given, or others that follow from one."""
    if isinstance(seed, Sequence | np.ndarray):
        return checked_words(seed, len(rows))
    (one,) = checked_words([seed], 1).tolist()
    return np.array([derived_seed(one, row) for row in rows.tolist()], np.uint64)


def checked_words(seeds: Any, count: int) -> Array:
    """Return seeds of matches as uint64[count].

    Raises:
        InputError: There are not as many, or a bound is broken.
    """
    if len(seeds) != count:
        raise InputError("seed", f"one for each of {count} matches", f"{len(seeds)} of them")
    for seed in seeds:
        if not 0 <= int(seed) < 2**64:
            raise InputError("seed", "from 0 to 2^64-1", seed)
    return np.array([int(seed) for seed in seeds], np.uint64)


def _checked(field: str, given: Sequence[int] | Array | None, count: int) -> Array:
    """Return numbers of matches, from 0 and below a count, as int64[n]; None stands for all."""
    if given is None:
        return np.arange(count)
    numbers = np.asarray(given)
    if numbers.dtype.kind not in "iu" or numbers.ndim != 1 or not numbers.size:
        raise InputError(field, "a list of whole numbers, at least one", repr(given))
    wrong = numbers[(numbers < 0) | (numbers >= count)]
    if wrong.size:
        raise InputError(field, f"from 0 to {count - 1}", int(wrong[0]))
    return numbers.astype(np.int64)
