"""The ladder by pairing rules 1 and 2: two seats, and everybody plays once a round.

It is kept for tournaments that were begun by them (`PAIRING_RULE`): their rounds to come follow from it.
What a match tells is the variance of the difference of two strengths times the chance of either result.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tournaments.pairings.base import Seeds
from tournaments.pairings.waves import Block, Points, Waves
from tournaments.ratings import Strengths

__all__ = ["PairLadder", "pair_by_gain"]

_MATCHES_OF_BLOCK = 2


class PairLadder(Waves):
    """A ladder. A round pairs everybody once, so all play equally often, and is planned from all before.

    With an odd number one has a bye: among those with the fewest so far, but not the last one to have
    it, the one who stands last in the file. Rounds that are added change nothing about those before.

    Args:
        players: Names, at least two, all different.
        rounds: How many rounds, from 1.
        seeds: Gives each block its dice.
    """

    def __init__(self, players: Sequence[str], *, rounds: int, seeds: Seeds) -> None:
        super().__init__(seeds)
        self._players = tuple(players)
        self._places = {player: place for place, player in enumerate(players)}
        self._rounds = rounds
        self._round = 0
        self._strengths = Strengths(len(players))
        self._byes = [0] * len(players)
        self._last_bye: int | None = None

    @property
    def total(self) -> int:
        """Both seatings of every meeting."""
        return self._rounds * (len(self._players) // 2) * _MATCHES_OF_BLOCK

    def _plan(self, points: Points) -> Sequence[Block]:
        for block in points.values():
            (first, own), (second, _) = block.items()
            places = self._places[first], self._places[second]
            self._strengths.observe(*places, own, _MATCHES_OF_BLOCK)
        if self._round == self._rounds:
            return ()
        self._round += 1
        here = list(range(len(self._players)))
        if len(here) % 2:
            here.remove(self._give_bye())
        pairs = pair_by_gain(self._strengths, here)
        return [self._block(self._players[a], self._players[b]) for a, b in pairs]

    def _give_bye(self) -> int:
        having_had_it = [self._last_bye] if len(self._players) > 1 else []
        waiting = [place for place in range(len(self._players)) if place not in having_had_it]
        fewest = min(self._byes[place] for place in waiting)
        bye = max(place for place in waiting if self._byes[place] == fewest)
        self._byes[bye] += 1
        self._last_bye = bye
        return bye

    def _block(self, first: str, second: str) -> Block:
        return f"{self._round}:{':'.join(sorted((first, second)))}", (first, second)


def pair_by_gain(strengths: Strengths, players: Sequence[int]) -> list[tuple[int, int]]:
    """Pair all players, one pair after another, each time the two whose match tells most.

    Of pairs that tell equally much, the one that comes first in the order of the players is taken.

    Args:
        strengths: What is known of the players.
        players: An even number of them, ascending.
    """
    gains = strengths.gains()[np.ix_(players, players)]
    rows, columns = np.triu_indices(len(players), k=1)
    best_first = np.argsort(-gains[rows, columns], kind="stable")
    free = [True] * len(players)
    pairs = []
    for row, column in zip(rows[best_first].tolist(), columns[best_first].tolist(), strict=True):
        if free[row] and free[column]:
            free[row] = free[column] = False
            pairs.append((players[row], players[column]))
    return pairs
