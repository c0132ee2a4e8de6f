"""Results of a season's matches as arrays, and the strengths that follow from them at one place."""

from __future__ import annotations

import collections
import dataclasses
import threading
from collections.abc import Callable, Collection, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.pairings.outlook import Outlook
from tournaments.ratings.season_strengths import Placed, SeasonStrengths, fit_season

__all__ = ["Change", "Fit", "SeasonResults"]

_Whole = npt.NDArray[np.int64]
Change = Callable[[Outlook], None]
"""Something that has happened, to be applied to an outlook."""
_AT_ONCE = 4
"""Number of changes that are applied whenever one is added; more than one, so that all are in time."""


class Fit:
    """Strengths from the results up to one event, computed when they are first asked for.

    Args:
        event: Number of that event; 0 for the beginning.
        problem: Arguments of `fit_season`.
        seats: Number of seats of a match.
    """

    def __init__(self, event: int, problem: _Problem, seats: int) -> None:
        self.event = event
        """Number of the event up to which results were used."""
        self._problem = problem
        self._seats = seats
        self._found: SeasonStrengths | None = None
        self._outlook: Outlook | None = None
        self._changes: collections.deque[Change] = collections.deque()
        self._mutex = threading.RLock()

    def strengths(self) -> SeasonStrengths:
        """Return the strengths; safe to call from several threads."""
        with self._mutex:
            if self._found is None:
                each = self._problem
                self._found = fit_season(
                    each.placed, each.rows, each.fixed, each.prior_means, each.prior_variances
                )
            return self._found

    def add(self, change: Change) -> None:
        """Add a function that changes the outlook by something that has happened since the results of this fit.

        If the outlook is prepared, a few changes are applied at once, in their order, so that little
        is left to do when the outlook is asked for.

        Args:
            change: Changes the outlook that it is given, such as by a match that has begun.
        """
        self._changes.append(change)
        if self._outlook is not None:
            self._apply(_AT_ONCE)

    def prepare(self) -> None:
        """Compute what `outlook` will return; may be called in another thread."""
        with self._mutex:
            if self._outlook is None:
                self._outlook = Outlook(self.strengths(), self._seats)

    def outlook(self) -> Outlook:
        """Return the outlook from these strengths and all changes since; the caller may change it."""
        self.prepare()
        self._apply(len(self._changes))
        outlook = self._outlook
        assert outlook is not None, "it was prepared"
        return outlook

    def _apply(self, most: int) -> None:
        assert self._outlook is not None, "it was prepared"
        for _ in range(min(most, len(self._changes))):
            self._changes.popleft()(self._outlook)


@dataclasses.dataclass(frozen=True, slots=True)
class _Problem:
    placed: Placed
    rows: _Whole
    fixed: npt.NDArray[np.float64]
    prior_means: npt.NDArray[np.float64]
    prior_variances: npt.NDArray[np.float64]


class SeasonResults:
    """Collects the results of a season's matches between versions of entries, for fits of strengths.

    Args:
        seats: Number of seats of a match.
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._numbers: dict[tuple[int, int], int] = {}
        """Number of each version among all versions, by entry and version."""
        self._current: list[int] = []
        """Number of the current version of each entry."""
        self._versions: list[int] = []
        """Current version of each entry, from 1."""
        self._priors: list[tuple[float, float] | None] = []
        """Strength and deviation with which the current version of each entry began."""
        self._fixed: list[float] = []
        """Strength of each version that was replaced; 0 for the current ones."""
        self._places: dict[int, int] = {}
        """Row of each match with a result, by the match's number."""
        self._players = _Rows(seats)
        self._ranks = _Rows(seats)
        self._counts: list[bool] = []

    def enter(self, entry: int, prior: tuple[float, float] | None) -> None:
        """Add an entry, or the next version of one.

        A version that is replaced stays an opponent, of the strength with which its successor
        begins.

        Args:
            entry: Index of the entry.
            prior: Strength with which the version begins and the standard deviation, in natural
                logarithms of odds; None without a predecessor, or if nothing is known of it.
        """
        if entry == len(self._current):
            self._versions.append(0)
            self._current.append(-1)
            self._priors.append(None)
        elif prior is not None:
            self._fixed[self._current[entry]] = prior[0]
        self._versions[entry] += 1
        number = len(self._fixed)
        self._numbers[entry, self._versions[entry]] = number
        self._current[entry], self._priors[entry] = number, prior
        self._fixed.append(0.0)

    def add(
        self,
        number: int,
        entries: Sequence[int],
        versions: Sequence[int],
        placements: Sequence[int],
        *,
        counts: bool,
    ) -> None:
        """Add the result of a match.

        Args:
            number: Number of the match.
            entries: Index of each seat's entry.
            versions: Version of each seat's entry.
            placements: Rank of each seat, from 1.
            counts: Whether strengths are fitted from it.
        """
        self._places[number] = len(self._counts)
        self._players.add([self._numbers[both] for both in zip(entries, versions, strict=True)])
        self._ranks.add(placements)
        self._counts.append(counts)

    def set_counts(self, number: int, *, counts: bool) -> None:
        """Set whether the result of a match counts, as after it was annulled or restored."""
        self._counts[self._places[number]] = counts

    def fit(self, event: int, without: Collection[int] = ()) -> Fit:
        """Return the fit of all results so far; later changes have no effect on it.

        Args:
            event: Number of the last event.
            without: Numbers of matches with a result that are left out.
        """
        counts = np.array(self._counts, np.bool_)
        counts[[self._places[number] for number in without]] = False
        # Rows are only appended, so the fit can be computed later, in another thread.
        placed = Placed(self._players.seen()[counts], self._ranks.seen()[counts])
        rows = np.full(len(self._fixed), -1, np.int64)
        rows[self._current] = np.arange(len(self._current))
        means = [0.0 if prior is None else prior[0] for prior in self._priors]
        unknown = float("nan")
        variances = [unknown if prior is None else prior[1] ** 2 for prior in self._priors]
        fixed = np.array(self._fixed)
        return Fit(
            event, _Problem(placed, rows, fixed, np.array(means), np.array(variances)), self._seats
        )


class _Rows:
    """A growing array of whole numbers with as many columns as a match has seats."""

    def __init__(self, seats: int) -> None:
        self._rows = np.zeros((64, seats), np.int64)
        self._size = 0

    def add(self, row: Sequence[int]) -> None:
        if self._size == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[self._size] = row
        self._size += 1

    def seen(self) -> _Whole:
        """Return the rows so far, without a copy."""
        return self._rows[: self._size]
