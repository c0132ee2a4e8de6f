"""Base of formats whose pairings depend on results: they play in waves.

A wave, such as a round, is planned from all results of earlier waves and from nothing else. So
pairings and their numbers are the same in whatever order the results of a wave come in.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence

from tournaments.pairings.base import Pairing, Scheduler, Seeds
from tournaments.pairings.seating import rotations

__all__ = ["BLOCK_POINTS", "Block", "Points", "Waves"]

BLOCK_POINTS = 2.0
"""Points that the two players of a block get together: one for each of its two matches."""

Block = tuple[str, tuple[str, ...]]
"""Key of a block (matches of the same players, seats exchanged), and the players that meet in it."""
Points = Mapping[str, Mapping[str, float]]
"""Points of the players of each block (matches of the same players, seats exchanged), by the
block's key: 1 for each rival placed behind, 1/2 for each rival level.
"""


class Waves(Scheduler):
    """Plans the next wave when all matches of the last one have results.

    A match that is left without a result holds up the waves after it; other matches of its wave are
    played.

    Args:
        seeds: Gives each block (matches that may share their dice) its seed.
    """

    def __init__(self, seeds: Seeds) -> None:
        self._dice = seeds
        self._number = 0
        self._open: set[Pairing] = set()
        self._points: dict[str, dict[str, float]] = {}
        self._is_over = False

    @property
    def total(self) -> int | None:
        """None, since the number of matches depends on results."""
        return None

    def due(self) -> Sequence[Pairing]:
        """Return the pairings of the next wave once the last one has all its results; none before that."""
        # A wave follows from all results of the last one: it must not begin while one is missing.
        if self._open or self._is_over:
            return ()
        blocks = self._plan(self._points)
        # Only of the wave that begins: earlier points are in what `_plan` has kept.
        self._points = {key: dict.fromkeys(players, 0.0) for key, players in blocks}
        wave = []
        for key, players in blocks:
            for seating in self._seatings(players):
                self._number += 1
                wave.append(Pairing(self._number, key, self._dice(key), seating))
        self._open = set(wave)
        self._is_over = not wave
        return wave

    def record(self, pairing: Pairing, placements: tuple[int, ...] | None) -> None:
        """Add the points of a match to those of its block; do nothing if it has no result.

        Args:
            pairing: The pairing.
            placements: Rank of each seat from 1; None if the match is left without a result.
        """
        # The pairing stays open and holds up the next wave, until another run gives it a result.
        if placements is None:
            return
        self._open.remove(pairing)
        points = self._points[pairing.block]
        for player, own in zip(pairing.players, placements, strict=True):
            behind = sum(other > own for other in placements)
            points[player] += behind + (placements.count(own) - 1) / 2

    def _seatings(self, players: tuple[str, ...]) -> Sequence[tuple[str, ...]]:
        """Return the matches of a block of these players as seatings: here all rotations of the players."""
        return rotations(players)

    @abc.abstractmethod
    def _plan(self, points: Points) -> Sequence[Block]:
        """Return the blocks (players that meet) of the next wave; none if the tournament is over.

        Called once a wave.

        Args:
            points: Points of the last wave; empty before the first.
        """
