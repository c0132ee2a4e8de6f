"""A season's pairing without matches: entries come and go, starts are picked, and waits are measured."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable

from tournaments.pairings.picker import LOCAL, Pick, Picker

__all__ = ["Field", "longest_wait_allowed"]

FIRST_MATCHES = 10


def longest_wait_allowed(most: int, seats: int) -> int:
    """The bound that is promised: 3.5 E / s + 2 starts."""
    return math.floor(3.5 * most / seats) + 2


@dataclasses.dataclass
class Field:
    """Entries of a season, with a strength each, whose matches end at once or a few starts later.

    Args:
        seats: Seats of a match.
        dice: Decides results.
        lag: Matches that are open at the same time.
    """

    seats: int
    dice: random.Random
    lag: int = 0
    fitting: Callable[[Picker], None] = lambda _: None

    def __post_init__(self) -> None:
        self.picker = Picker(self.seats, FIRST_MATCHES)
        self.playing: dict[str, int] = {}
        """Most entries that might play since each entry began to wait."""
        self.versions: dict[str, int] = {}
        self.strengths: dict[str, float] = {}
        self.picks: list[Pick] = []
        self.open: list[tuple[int, Pick]] = []
        self.event = 0
        self.worst = 0.0
        """Longest wait so far, in units of E / s starts."""

    def join(self, name: str, author: str | None = None) -> None:
        """An entry comes, or a version of one that is there, or one comes back."""
        is_known = name in self.versions
        prior = self.picker.strength(name) if is_known else None
        self.picker.enter(name, author or name, prior=prior)
        self.versions[name] = self.versions.get(name, 0) + 1
        self.strengths.setdefault(name, self.dice.gauss(0, 1))
        self.playing.setdefault(name, 0)
        self._count()

    def leave(self, name: str) -> None:
        """An entry withdraws."""
        self.picker.allow(name, may_play=False)
        del self.playing[name]

    def start(self) -> Pick | None:
        """Pick and begin the next match; check nobody has waited longer than is promised."""
        pick = self.picker.pick()
        if pick is None:
            return None
        self.event += 1
        number = len(self.picks) + 1
        self.picks.append(pick)
        self.picker.start(number, LOCAL, pick.entries, self.event, fresh=pick.entries)
        self.fitting(self.picker)
        self.open.append((number, pick))
        if len(self.open) > self.lag:
            self._end(*self.open.pop(0))
        for name in pick.entries:
            self.playing[name] = 0
        self._count()
        for name, most in self.playing.items():
            waited = self.picker.waited(name)
            bound = longest_wait_allowed(most, self.seats)
            assert waited <= bound, f"{name} has waited {waited} starts, {most} entries"
            self.worst = max(self.worst, (waited - 2) * self.seats / most)
        return pick

    def _end(self, number: int, pick: Pick) -> None:
        self.event += 1
        luck = {
            name: self.strengths[name] - math.log(-math.log(self.dice.random()))
            for name in pick.entries
        }
        ranks = [
            1 + sum(luck[other] > luck[name] for other in pick.entries) for name in pick.entries
        ]
        versions = [self.versions[name] for name in pick.entries]
        self.picker.end(number, versions, ranks, counts=True)

    def _count(self) -> None:
        for name in self.playing:
            self.playing[name] = max(self.playing[name], len(self.playing))
