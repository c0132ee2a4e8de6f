"""Knockout format: a player that has lost once, or twice, is out; the last one left has won.

With one life it is the usual bracket: seeds as in a tennis draw, so that the best two can meet in
the final at the earliest; empty places are byes of the best seeds. With two lives, losers go on
among themselves, best against worst seed, without rematches if possible. The last of them meets the
unbeaten player, who has to be beaten twice.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tournaments.pairings.base import Seeds
from tournaments.pairings.waves import BLOCK_POINTS, Block, Points, Waves

__all__ = ["EXTRA_BLOCKS", "Knockout", "bracket_order"]

EXTRA_BLOCKS = 3
"""Highest number of blocks (matches of the two players with seats exchanged) that are added, one by
one, to a meeting that is level; then the better seed goes on.
"""


@dataclasses.dataclass(slots=True)
class _Meeting:
    """A meeting of two players of a knockout, one of whom goes on: how much is played, and who leads."""

    better: str
    """Name of the player with the better seed (the earlier one in order of entry)."""
    worse: str
    """Name of the player with the worse seed (the later one in order of entry)."""
    played: int = 0
    """Number of the meeting's blocks (two matches with seats exchanged) that have results."""
    lead: float = 0.0
    """Points of the better seed minus points of the worse seed."""

    def is_decided(self, best_of: int) -> bool:
        """Return whether one player leads by more than what is left to play, or nothing is left.

        Args:
            best_of: Number of blocks (two matches with seats exchanged) of the meeting; a few more
                follow if it is level.
        """
        # Even if it is still level, so that a meeting of equals ends.
        if self.played >= best_of + EXTRA_BLOCKS:
            return True
        left = max(0, best_of - self.played)
        # Strictly more: a lead that can be made up may still end level.
        return self.played > 0 and abs(self.lead) > BLOCK_POINTS * left

    @property
    def loser(self) -> str:
        """Name of the loser; if the points are level, the worse seed."""
        return self.worse if self.lead >= 0 else self.better


class Knockout(Waves):
    """Schedule of a knockout tournament: a player that has lost one or two meetings is out.

    Args:
        players: Names, at least two, all different, in the order of their seeds, the best first.
        lives: Number of lost meetings after which a player is out: 1 or 2.
        best_of: Number of blocks (two matches with seats exchanged) of a meeting, from 1; a meeting
            ends early when it is decided.
        seeds: Gives each block its seed.
    """

    def __init__(self, players: Sequence[str], *, lives: int, best_of: int, seeds: Seeds) -> None:
        super().__init__(seeds)
        self._seeds = {player: index for index, player in enumerate(players)}
        self._lives = lives
        self._best_of = best_of
        # The bracket has the next power of two; its places without a player are byes.
        size = 1 << (len(players) - 1).bit_length()
        self._upper: list[str | None] = [
            players[place] if place < len(players) else None for place in bracket_order(size)
        ]
        self._lower: list[str] = []
        self._byes = dict.fromkeys(players, 0)
        self._met: set[frozenset[str]] = set()
        self._meetings: list[_Meeting] = []
        self._round = 0
        self._out: dict[str, int] = {}

    def places(self) -> dict[str, int]:
        """Return the place of every player: 1 + the number of players that went out later.

        All players that are not out yet have place 1. Only rounds count of which all results are
        recorded and after which `due` was called.
        """
        last = [self._out.get(player, self._round + 1) for player in self._seeds]
        return {
            player: 1 + sum(other > own for other in last)
            for player, own in zip(self._seeds, last, strict=True)
        }

    def _plan(self, points: Points) -> Sequence[Block]:
        undecided = [m for m in self._meetings if not m.is_decided(self._best_of)]
        for meeting in undecided:
            own = points[self._key(meeting)]
            meeting.lead += own[meeting.better] - own[meeting.worse]
            meeting.played += 1
        undecided = [m for m in undecided if not m.is_decided(self._best_of)]
        if not undecided:
            self._end_round()
            undecided = self._meetings
        return [(self._key(meeting), (meeting.better, meeting.worse)) for meeting in undecided]

    def _key(self, meeting: _Meeting) -> str:
        """Return the key of a meeting's block (two matches, seats exchanged) that is played now or next."""
        names = ":".join(sorted((meeting.better, meeting.worse)))
        return f"{self._round}:{names}:{meeting.played + 1}"

    def _end_round(self) -> None:
        """Count a loss for each loser of the round, and pair the players that are not out for the next round.

        If one player is left, no meetings are made.
        """
        # In order of seeds, so that the order of results changes nothing.
        for loser in sorted((m.loser for m in self._meetings), key=self._seeds.__getitem__):
            if loser in self._lower or self._lives == 1:
                self._out[loser] = self._round
            else:
                self._lower.append(loser)
        self._lower = [player for player in self._lower if player not in self._out]
        if self._round:
            self._upper = _next_row(self._upper, {*self._lower, *self._out})
        self._round += 1
        self._meetings = [self._meeting(*pair) for pair in self._pairs()]

    def _pairs(self) -> list[tuple[str, str]]:
        row = self._upper
        upper = [(a, b) for a, b in zip(row[::2], row[1::2], strict=False) if a and b]
        # The final. If the unbeaten player loses it, both have one loss, and they meet again.
        if len(row) == 1 and row[0] and len(self._lower) == 1:
            return [(row[0], self._lower[0])]
        return [*upper, *self._lower_pairs()]

    def _lower_pairs(self) -> list[tuple[str, str]]:
        """Return pairs of the players with one loss, best against worst seed.

        If their number is odd, the bye goes to the player that has had fewest.
        """
        left = sorted(self._lower, key=self._seeds.__getitem__)
        if len(left) % 2:
            bye = min(left, key=lambda player: (self._byes[player], self._seeds[player]))
            self._byes[bye] += 1
            left.remove(bye)
        pairs = []
        while left:
            best = left.pop(0)
            new = [player for player in left if frozenset((best, player)) not in self._met]
            # The worst seed that it has not met; a rematch only if it has met all.
            rival = (new or left)[-1]
            left.remove(rival)
            pairs.append((best, rival))
        return pairs

    def _meeting(self, a: str, b: str) -> _Meeting:
        self._met.add(frozenset((a, b)))
        better, worse = sorted((a, b), key=self._seeds.__getitem__)
        return _Meeting(better, worse)


def bracket_order(size: int) -> list[int]:
    """Return seeds, from 0, from top to bottom of a bracket of `size` places, a power of two.

    If no seed loses to a worse one, in every round the best meets the worst that is left, and so
    on.

    Example:
        >>> bracket_order(8)
        [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        order = [seed for best in order for seed in (best, 2 * len(order) - 1 - best)]
    return order


def _next_row(row: list[str | None], beaten: set[str]) -> list[str | None]:
    """Return the next row of a bracket: of each two neighbours the player that is not beaten.

    None is an empty place, whose neighbour has a bye. Of a row of one player, return the player, or
    nothing if it is beaten.
    """
    if len(row) == 1:
        return [player for player in row if player not in beaten]
    halves = zip(row[::2], row[1::2], strict=True)
    return [b if a is None or a in beaten else a for a, b in halves]
