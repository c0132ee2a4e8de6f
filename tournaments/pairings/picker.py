"""Names the next match of a season, without rounds: a function of all that happened before.

When a slot is free, the picker chooses the entries of one match, so joins and withdrawals hold at
once, and a slow entry delays itself alone. A start with E entries that may play and s seats takes

1. every second time, as many newcomers as half the seats, rounded up, the longest waiting first; a
   newcomer is an entry whose version has fewer than `first_matches` starts;
2. entries that have waited 2 E / s starts, the longest waiting first;
3. two of the best four that have not met for 6 E / s starts;
4. the entries that add most information; newcomers only if there are not enough others.

Entries of one author never meet. Each seat goes to the entry that had it least.

Why nobody waits longer than 3.5 E / s + 2 starts, if each author has one entry and E is its maximum
meanwhile: an entry that has waited 2 E / s starts stands behind fewer than E others in step 2, and
each of them leaves the queue when it is chosen and does not stand before this one again. Two starts
in a row choose at least s + floor(s / 2) >= 4 s / 3 entries in step 2, or by a longer wait in step
1, as long as that many stand there. So after 1.5 E / s further starts, and up to two because starts
are whole and come in pairs, the entry is chosen.

Strengths are fitted every E / s starts. A fit is used from the next one on, so that it can be
computed meanwhile (`Picker.prepare`) without any effect on what is picked.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Collection, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.pairings.ladder import balanced_seats
from tournaments.pairings.outlook import Outlook
from tournaments.pairings.season_results import (
    Change,
    Entered,
    Expected,
    SavedFit,
    SavedResults,
    SeasonResults,
)
from tournaments.ratings.strengths import ELO

__all__ = ["LEAST_DEVIATION", "LOCAL", "REMOTE", "PICKER_RULE", "Pick", "Picker", "SavedPicker"]

PICKER_RULE = 1
"""Number of the rule by which this module picks; a season keeps the rule that it began with."""
LOCAL, REMOTE = "local", "remote"
"""Kinds of matches: all programs run here; at least one runs elsewhere."""
LEAST_DEVIATION = 200 / ELO
"""Least standard deviation of the strength of a version that replaced another one, in natural
logarithms of odds.
"""
_WAIT, _APART = 2, 6

_Whole = npt.NDArray[np.int64]


@dataclasses.dataclass(frozen=True, slots=True)
class Pick:
    """Entries of a season's next match, in seat order."""

    entries: tuple[str, ...]
    """Names of the entries, in seat order."""
    fitted: int
    """Number of the event up to which results were used for the strengths; 0 for none."""


@dataclasses.dataclass(slots=True)
class _Entry:
    """An entry of a season for picking: author, whether it may play, and since when it waits."""

    index: int
    name: str
    author: str | None
    """Author, whose entries never meet; None for an entry that has nobody else's."""
    is_remote: bool
    may_play: bool = False
    starts: int = 0
    """Number of matches that the current version began."""
    since: dict[str, int] = dataclasses.field(default_factory=dict)
    """For each kind, the number of starts at which the entry began to wait."""


@dataclasses.dataclass(frozen=True, slots=True)
class SavedPicker:
    """A picker as a checkpoint keeps it; see the attributes of `Picker`."""

    entries: list[_Entry]
    starts: dict[str, int]
    last_met: list[tuple[int, int, int]]
    """Two entries that have met, and the number of starts then."""
    sat: list[list[int]]
    results: SavedResults
    fit: SavedFit
    next: SavedFit
    open: dict[int, tuple[int, ...]]
    since_fit: int


class Picker:
    """Chooses the entries of a season's next match, from all that has happened, in the order of the log.

    Args:
        seats: Number of seats of a match, from 2.
        first_matches: Number of starts below which an entry's version is a newcomer.
    """

    def __init__(self, seats: int, first_matches: int) -> None:
        self._seats = seats
        self._first_matches = first_matches
        self._entries: list[_Entry] = []
        self._by_name: dict[str, _Entry] = {}
        self._starts = {LOCAL: 0, REMOTE: 0}
        self._last_met: dict[tuple[int, int], int] = {}
        self._sat = np.zeros((0, seats), np.int64)
        self.results = SeasonResults(seats)
        """Results of the season's matches, from which strengths are fitted."""
        self._fit = self.results.fit(0)
        """Fit that picks use now."""
        self._next = self.results.fit(0)
        """Fit that will be used from the next time on."""
        self._open: dict[int, tuple[int, ...]] = {}
        """Entries of the matches that have begun and have no result, by number."""
        self._since_fit = 0
        self._playing = 0
        """Number of entries that may play, counted along: it is asked for at each start."""

    def saved(self) -> SavedPicker:
        """Return the picker for a checkpoint."""
        return SavedPicker(
            entries=self._entries,
            starts=self._starts,
            last_met=[(one, other, start) for (one, other), start in self._last_met.items()],
            sat=self._sat.tolist(),
            results=self.results.saved(),
            fit=self._fit.saved(),
            next=self._next.saved(),
            open=self._open,
            since_fit=self._since_fit,
        )

    @classmethod
    def restored(cls, saved: SavedPicker, seats: int, first_matches: int) -> Picker:
        """Return the picker that a checkpoint has kept, for the same seats and first matches."""
        picker = cls(seats, first_matches)
        picker._entries, picker._starts = saved.entries, saved.starts
        picker._by_name = {entry.name: entry for entry in saved.entries}
        picker._last_met = {(one, other): start for one, other, start in saved.last_met}
        picker._sat = np.array(saved.sat, np.int64).reshape(-1, seats)
        picker.results = SeasonResults.restored(saved.results, seats)
        picker._fit, picker._next = map(picker.results.restored_fit, (saved.fit, saved.next))
        picker._open, picker._since_fit = saved.open, saved.since_fit
        picker._playing = sum(entry.may_play for entry in saved.entries)
        return picker

    # What happens.

    def enter(
        self,
        name: str,
        author: str | None,
        *,
        prior: tuple[float, float] | None,
        is_remote: bool = False,
    ) -> None:
        """Add an entry, or the next version of one; it may play from now on.

        Args:
            name: Name of the entry.
            author: Author of the entry; None if it shares its author with no other entry.
            prior: Strength of its predecessor and the standard deviation, in natural logarithms of
                odds; None for the first version.
            is_remote: Whether its program runs elsewhere.
        """
        entry = self._by_name.get(name)
        if entry is None:
            entry = _Entry(len(self._entries), name, author, is_remote)
            self._entries.append(entry)
            self._by_name[name] = entry
            self._sat = np.vstack([self._sat, np.zeros((1, self._seats), np.int64)])
            self._wait_from_now(entry)
        elif not entry.may_play:
            self._wait_from_now(entry)
        entry.starts, entry.is_remote = 0, is_remote
        self._set_may_play(entry, may_play=True)
        self.results.enter(entry.index, prior)
        self._change(Entered(entry.index, prior))

    def allow(self, name: str, *, may_play: bool) -> None:
        """Set whether an entry may be picked; the waiting time of one that may be picked again begins now."""
        entry = self._by_name[name]
        if may_play and not entry.may_play:
            self._wait_from_now(entry)
        self._set_may_play(entry, may_play=may_play)

    def start(
        self, number: int, kind: str, names: Sequence[str], event: int, *, fresh: Iterable[str]
    ) -> None:
        """Update the picker's state by the begin of a match, or of another attempt at one.

        Args:
            number: Number of the match, from 1.
            kind: `LOCAL` (all programs run on this machine) or `REMOTE` (at least one does not).
            names: Names of the entries, in seat order.
            event: Number of the event that records it.
            fresh: Entries that begin this match for the first time: all, or after a void attempt
                those that replace others.
        """
        entries = [self._by_name[name] for name in names]
        if number not in self._open:
            self._starts[kind] += 1
            self._since_fit += 1
        for name in fresh:
            entry = self._by_name[name]
            entry.starts += 1
            entry.since[kind] = self._starts[kind]
            self._sat[entry.index, names.index(name)] += 1
        group = tuple(entry.index for entry in entries)
        for pair in itertools.combinations(sorted(group), 2):
            self._last_met[pair] = self._starts[LOCAL] + self._starts[REMOTE]
        self._open[number] = group
        self._change(Expected(group))
        if self._since_fit * self._seats >= self._playing:
            self._take_fit(event)

    def end(
        self, number: int, versions: Sequence[int], placements: Sequence[int], *, counts: bool
    ) -> None:
        """Update the picker's state by the result of a match.

        Args:
            number: Number of the match.
            versions: Version of each seat's entry.
            placements: Rank of each seat, from 1.
            counts: Whether strengths are fitted from it.
        """
        group = self._open.pop(number)
        self.results.add(number, group, versions, placements, counts=counts)

    def spoil(self, number: int) -> None:
        """Update the picker's state: the match with this number is left without a result."""
        del self._open[number]

    # What follows.

    def pick(
        self, kind: str = LOCAL, ready: Collection[str] = (), kept: Sequence[str | None] = ()
    ) -> Pick | None:
        """Return the entries of the next match; None if those that may play can't fill its seats.

        Args:
            kind: `LOCAL` (all programs run on this machine) or `REMOTE` (at least one does not).
            ready: Remote entries that are here and have room; for a remote match.
            kept: Entries of a void attempt that play again, in their seats, None for a free seat;
                empty for a new match.
        """
        pool = [
            entry
            for entry in self._entries
            if entry.may_play and (not entry.is_remote or (kind == REMOTE and entry.name in ready))
        ]
        staying = [self._by_name[name] for name in kept if name is not None]
        pool += [entry for entry in staying if entry not in pool]
        authors = {entry.index if entry.author is None else entry.author for entry in pool}
        if len(authors) < self._seats:
            return None
        group = _Group(self._seats)
        for entry in staying:
            group.add(entry)
        if kind == REMOTE and not any(entry.is_remote for entry in staying):
            remotes = [entry for entry in pool if entry.is_remote and group.may_join(entry)]
            if not remotes:
                return None
            group.add(min(remotes, key=lambda entry: (entry.since[REMOTE], entry.index)))
        elif kind == LOCAL and not kept and self._starts[LOCAL] % 2 == 0:
            self._add_newcomers(group, pool)
        self._add_waiting(group, pool, kind)
        if not group.is_full:
            self._add_rest(group, pool)
        if kept:
            return Pick(_in_free_seats(kept, group), self._fit.event)
        order = [entry.index for entry in group.entries]
        seated = [""] * self._seats
        for entry, seat in zip(group.entries, balanced_seats(self._sat[order]), strict=True):
            seated[seat] = entry.name
        return Pick(tuple(seated), self._fit.event)

    def prepare(self) -> None:
        """Compute the fit of strengths that will be used next; may be called in another thread."""
        self._next.prepare()

    def strength(self, name: str) -> tuple[float, float]:
        """Return the strength of an entry's version in the fit that picks use, and its deviation.

        Both are in natural logarithms of odds; the deviation is at least `LEAST_DEVIATION`. The version
        that replaces this one begins with this strength and deviation.
        """
        outlook, index = self._fit.outlook(), self._by_name[name].index
        deviation = max(float(outlook.deviations[index]), LEAST_DEVIATION)
        return float(outlook.mean[index]), deviation

    def waited(self, name: str, kind: str = LOCAL) -> int:
        """Return how many matches of a kind have begun since an entry last began one of that kind.

        For an entry that has begun none, they are counted from the entry's admission.

        Args:
            name: Name of the entry.
            kind: `LOCAL` (all programs run on this machine) or `REMOTE` (at least one does not).
        """
        return self._starts[kind] - self._by_name[name].since[kind]

    def _add_newcomers(self, group: _Group, pool: Sequence[_Entry]) -> None:
        new = [entry for entry in pool if entry.starts < self._first_matches]
        most = (self._seats + 1) // 2
        for entry in _longest_first(new, LOCAL):
            if group.size == most:
                return
            group.add_if_apart(entry)

    def _add_waiting(self, group: _Group, pool: Sequence[_Entry], kind: str) -> None:
        least = _WAIT * len(pool)
        starts = self._starts[kind]
        waiting = [e for e in pool if (starts - e.since[kind]) * self._seats >= least]
        for entry in _longest_first(waiting, kind):
            if group.is_full:
                return
            group.add_if_apart(entry)

    def _add_rest(self, group: _Group, pool: Sequence[_Entry]) -> None:
        outlook = self._fit.outlook()
        rest = _Rest(outlook, pool, self._first_matches)
        if group.room >= 2:
            pair = self._pair_at_the_top(outlook, pool, group)
            if pair is not None:
                group.add(pair[0])
                group.add(pair[1])
        rest.fill(group)

    def _pair_at_the_top(
        self, outlook: Outlook, pool: Sequence[_Entry], group: _Group
    ) -> tuple[_Entry, _Entry] | None:
        """Return two of the best four entries that have not met for long and may both join a match.

        None if there is no such pair.

        Args:
            outlook: Strengths of the entries.
            pool: Entries that may be picked.
            group: The match, with the entries that it has so far.
        """
        best = outlook.best([entry.index for entry in pool])
        starts = self._starts[LOCAL] + self._starts[REMOTE]
        pairs = sorted(
            (self._last_met.get(pair, 0), pair) for pair in itertools.combinations(sorted(best), 2)
        )
        for last, (one, other) in pairs:
            if (starts - last) * self._seats < _APART * len(pool):
                return None
            entries = self._entries[one], self._entries[other]
            apart = not _are_of_one(*entries)
            if apart and all(group.may_join(entry) for entry in entries):
                return entries
        return None

    # Strengths.

    def _change(self, change: Change) -> None:
        self._next.add(change)
        self._fit.add(change)

    def _take_fit(self, event: int) -> None:
        """Pick by the fit of strengths that was prepared, and begin another one with all results.

        Args:
            event: Number of the last event of the log.
        """
        self._fit = self._next
        self._next = self.results.fit(event)
        for group in self._open.values():
            self._next.add(Expected(group))
        self._since_fit = 0

    def _set_may_play(self, entry: _Entry, *, may_play: bool) -> None:
        self._playing += may_play - entry.may_play
        entry.may_play = may_play

    def _wait_from_now(self, entry: _Entry) -> None:
        entry.since = dict(self._starts)


class _Group:
    """Entries of one match, chosen one by one until all seats are filled."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self.entries: list[_Entry] = []
        self._authors: set[str] = set()

    @property
    def size(self) -> int:
        return len(self.entries)

    @property
    def room(self) -> int:
        return self._seats - len(self.entries)

    @property
    def is_full(self) -> bool:
        return self.room == 0

    def may_join(self, entry: _Entry) -> bool:
        return entry not in self.entries and (
            entry.author is None or entry.author not in self._authors
        )

    def add(self, entry: _Entry) -> None:
        self.entries.append(entry)
        if entry.author is not None:
            self._authors.add(entry.author)

    def add_if_apart(self, entry: _Entry) -> None:
        if self.may_join(entry):
            self.add(entry)


class _Rest:
    """Fills the seats of a match that are still free with the entries that add most information."""

    def __init__(self, outlook: Outlook, pool: Sequence[_Entry], first_matches: int) -> None:
        self._outlook = outlook
        self._pool = list(pool)
        self._places: _Whole = np.array([entry.index for entry in pool], np.int64)
        self._worth = outlook.worth(self._places)
        # An entry without a shared author is the only one with its key.
        numbers: dict[str | int, int] = {}
        keys = [entry.index if entry.author is None else entry.author for entry in pool]
        self._authors: _Whole = np.array(
            [numbers.setdefault(key, len(numbers)) for key in keys], np.int64
        )
        self._is_new = np.array([entry.starts < first_matches for entry in pool], np.bool_)

    def fill(self, group: _Group) -> None:
        """Add entries to a match until it is full."""
        free = np.array([group.may_join(entry) for entry in self._pool], np.bool_)
        if group.size == 0:
            for place in self._first_pair(free):
                self._add(group, place, free)
        gains = np.zeros(len(self._pool))
        counted = 0
        while not group.is_full:
            for entry in group.entries[counted:]:
                gains = gains + self._gains(entry)
            counted = group.size
            # Settled entries first: what a match of two newcomers shows says little of the ladder.
            allowed = free & ~self._is_new
            if not allowed.any():
                allowed = free
            self._add(group, int(np.argmax(np.where(allowed, gains, -1.0))), free)

    def _gains(self, entry: _Entry) -> npt.NDArray[np.float64]:
        gains = self._outlook.gains_of(entry.index, self._places)
        place = self._pool.index(entry)
        if self._is_new[place]:  # its worth is not known yet: its match is for the information
            return gains
        weighted: npt.NDArray[np.float64] = gains * (self._worth + self._worth[place])
        return weighted

    def _first_pair(self, free: npt.NDArray[np.bool_]) -> tuple[int, int]:
        wanted = self._outlook.wanted(self._places, self._worth)
        apart = self._authors[:, None] != self._authors[None, :]
        settled = free & ~self._is_new
        for ones, others in ((settled, settled), (free, settled), (free, free)):
            allowed = apart & ones[:, None] & others[None, :]
            if allowed.any():
                best = int(np.argmax(np.where(allowed, wanted, -1.0)))
                return best // len(free), best % len(free)
        raise AssertionError("a pool has as many authors as a match has seats")

    def _add(self, group: _Group, place: int, free: npt.NDArray[np.bool_]) -> None:
        group.add(self._pool[place])
        free &= self._authors != self._authors[place]


def _longest_first(entries: Iterable[_Entry], kind: str) -> list[_Entry]:
    return sorted(entries, key=lambda entry: (entry.since[kind], entry.index))


def _are_of_one(one: _Entry, other: _Entry) -> bool:
    return one.author is not None and one.author == other.author


def _in_free_seats(kept: Sequence[str | None], group: _Group) -> tuple[str, ...]:
    fresh = iter([entry.name for entry in group.entries if entry.name not in kept])
    return tuple(next(fresh) if name is None else name for name in kept)
