"""Results of a season's matches as arrays, and the strengths that follow from them at one place."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.pairings.outlook import Outlook
from tournaments.ratings.season_strengths import (
    Placed,
    SeasonMode,
    SeasonStrengths,
    find_mode,
)

__all__ = [
    "Change",
    "Entered",
    "Expected",
    "Fit",
    "FitBasis",
    "SavedFit",
    "SavedResults",
    "SeasonResults",
]

_Whole = npt.NDArray[np.int64]
_Prior = tuple[float, float]


@dataclasses.dataclass(frozen=True, slots=True)
class Entered:
    """An entry, or a version of one, has come."""

    entry: int
    """Index of the entry."""
    prior: _Prior | None
    """Strength and deviation with which the version begins; None for a first one."""

    def apply(self, outlook: Outlook) -> None:
        """Change an outlook."""
        mean, deviation = self.prior or (0.0, outlook.spread**0.5)
        outlook.enter(self.entry, mean, deviation * deviation)


@dataclasses.dataclass(frozen=True, slots=True)
class Expected:
    """A match has begun, and counts as if it had been played."""

    group: tuple[int, ...]
    """Indices of its entries."""

    def apply(self, outlook: Outlook) -> None:
        """Change an outlook."""
        outlook.expect(self.group)


Change = Entered | Expected
"""Something that has happened since a fit."""
_AT_ONCE = 4
"""Number of changes that are applied whenever one is added; more than one, so that all are in time."""


@dataclasses.dataclass(frozen=True, slots=True)
class FitBasis:
    """What a fit follows from, apart from the results themselves."""

    event: int
    """Number of the event up to which results are used; 0 for the beginning."""
    results: int
    """Number of results up to then."""
    left_out: tuple[int, ...]
    """Places of those that do not count, among all results in the order of the log."""
    current: tuple[int, ...]
    """Number of the current version of each entry."""
    priors: tuple[_Prior | None, ...]
    """Strength and deviation with which each of them began; None for unknown ones."""
    fixed: tuple[float, ...]
    """Strength of each version that was replaced; 0 for the current ones."""


@dataclasses.dataclass(frozen=True, slots=True)
class SavedFit:
    """A fit as a checkpoint keeps it."""

    basis: FitBasis
    changes: list[Change]


class Fit:
    """Strengths from the results up to one event, computed when they are first asked for.

    Args:
        basis: What they follow from.
        placed: All results up to that event or later.
        seats: Number of seats of a match.
    """

    def __init__(self, basis: FitBasis, placed: Placed, seats: int) -> None:
        self._basis = basis
        self._placed = placed
        self._seats = seats
        self._mode: SeasonMode | None = None
        self._found: SeasonStrengths | None = None
        self._outlook: Outlook | None = None
        self._changes: list[Change] = []
        self._applied = 0
        self._mutex = threading.RLock()

    @property
    def event(self) -> int:
        """Number of the event up to which results are used; 0 for the beginning."""
        return self._basis.event

    def saved(self) -> SavedFit:
        """Return the fit for a checkpoint."""
        return SavedFit(self._basis, self._changes)

    def strengths(self) -> SeasonStrengths:
        """Return the strengths; safe to call from several threads."""
        with self._mutex:
            if self._found is None:
                self._found = self.mode().strengths()
            return self._found

    def mode(self) -> SeasonMode:
        """Return the strengths without their covariances; safe to call from several threads."""
        with self._mutex:
            if self._mode is None:
                self._mode = _mode_of(self._basis, self._placed)
            return self._mode

    def add(self, change: Change) -> None:
        """Add something that has happened since the results of this fit, which changes the outlook.

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
        """Return the outlook from these strengths and all changes since."""
        self.prepare()
        self._apply(len(self._changes))
        outlook = self._outlook
        assert outlook is not None, "it was prepared"
        return outlook

    def _apply(self, most: int) -> None:
        assert self._outlook is not None, "it was prepared"
        for change in self._changes[self._applied : self._applied + most]:
            change.apply(self._outlook)
            self._applied += 1


def _mode_of(basis: FitBasis, placed: Placed) -> SeasonMode:
    counts = np.ones(basis.results, np.bool_)
    counts[list(basis.left_out)] = False
    players, ranks = (each[: basis.results][counts] for each in (placed.players, placed.ranks))
    rows = np.full(len(basis.fixed), -1, np.int64)
    rows[list(basis.current)] = np.arange(len(basis.current))
    means = [0.0 if prior is None else prior[0] for prior in basis.priors]
    unknown = float("nan")
    variances = [unknown if prior is None else prior[1] ** 2 for prior in basis.priors]
    fixed = np.array(basis.fixed, np.float64)
    return find_mode(Placed(players, ranks), rows, fixed, np.array(means), np.array(variances))


@dataclasses.dataclass(frozen=True, slots=True)
class SavedResults:
    """Results as a checkpoint keeps them."""

    versions: list[tuple[int, int]]
    """Entry and version of each version, by its number."""
    priors: list[_Prior | None]
    fixed: list[float]
    matches: list[int]
    """Number of each match with a result, in the order of the log."""
    players: list[int]
    """Number of the version in each seat of each of these matches, one after the other."""
    ranks: list[int]
    """Placement of each of these seats."""
    left_out: list[int]
    """Places of the matches that do not count."""


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
        self._priors: list[_Prior | None] = []
        """Strength and deviation with which the current version of each entry began."""
        self._fixed: list[float] = []
        """Strength of each version that was replaced; 0 for the current ones."""
        self._places: dict[int, int] = {}
        """Row of each match with a result, by the match's number."""
        self._players = _Rows(seats)
        self._ranks = _Rows(seats)
        self._left_out: set[int] = set()

    def saved(self) -> SavedResults:
        """Return the results for a checkpoint."""
        return SavedResults(
            versions=list(self._numbers),
            priors=self._priors,
            fixed=self._fixed,
            matches=list(self._places),
            players=self._players.seen().ravel().tolist(),
            ranks=self._ranks.seen().ravel().tolist(),
            left_out=sorted(self._left_out),
        )

    @classmethod
    def restored(cls, saved: SavedResults, seats: int) -> SeasonResults:
        """Return the results that a checkpoint has kept."""
        results = cls(seats)
        results._numbers = {both: number for number, both in enumerate(saved.versions)}
        current = {
            entry: (number, version) for (entry, version), number in results._numbers.items()
        }
        results._current = [current[entry][0] for entry in range(len(current))]
        results._versions = [current[entry][1] for entry in range(len(current))]
        results._priors, results._fixed = saved.priors, saved.fixed
        results._places = {number: place for place, number in enumerate(saved.matches)}
        results._players = _Rows(seats, saved.players)
        results._ranks = _Rows(seats, saved.ranks)
        results._left_out = set(saved.left_out)
        return results

    def restored_fit(self, saved: SavedFit) -> Fit:
        """Return a fit that a checkpoint has kept with these results."""
        fit = Fit(saved.basis, self._placed(), self._seats)
        for change in saved.changes:
            fit.add(change)
        return fit

    def enter(self, entry: int, prior: _Prior | None) -> None:
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
        place = len(self._places)
        self._places[number] = place
        self._players.add([self._numbers[both] for both in zip(entries, versions, strict=True)])
        self._ranks.add(placements)
        if not counts:
            self._left_out.add(place)

    def set_counts(self, number: int, *, counts: bool) -> None:
        """Set whether the result of a match counts, as after it was annulled or restored."""
        change = self._left_out.discard if counts else self._left_out.add
        change(self._places[number])

    def fit(self, event: int, without: Collection[int] = ()) -> Fit:
        """Return the fit of all results so far; later changes have no effect on it.

        Args:
            event: Number of the last event.
            without: Numbers of matches with a result that are left out.
        """
        left_out = self._left_out.union(self._places[number] for number in without)
        basis = FitBasis(
            event,
            len(self._places),
            tuple(sorted(left_out)),
            tuple(self._current),
            tuple(self._priors),
            tuple(self._fixed),
        )
        return Fit(basis, self._placed(), self._seats)

    def _placed(self) -> Placed:
        # Rows are only appended, so a fit can be computed later, in another thread.
        return Placed(self._players.seen(), self._ranks.seen())


class _Rows:
    """A growing array of whole numbers with as many columns as a match has seats."""

    def __init__(self, seats: int, values: Sequence[int] = ()) -> None:
        given = np.array(values, np.int64).reshape(-1, seats)
        self._size = len(given)
        self._rows = np.concatenate([given, np.zeros((64, seats), np.int64)])

    def add(self, row: Sequence[int]) -> None:
        if self._size == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[self._size] = row
        self._size += 1

    def seen(self) -> _Whole:
        """Return the rows so far, without a copy."""
        return self._rows[: self._size]
