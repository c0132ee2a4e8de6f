"""Swiss format: in every round players of equal score meet, and nobody is out.

It follows the basic rules of FIDE's Handbook, C.04.1: a declared number of rounds, rivals of equal
score if possible, no rematches, and with an odd number of players a bye for one, which is worth a
win. A round is the best of all possible pairings (`pair_round`), not one that is built pair by
pair. A meeting is a block over both seatings, so that seats are balanced in every round.
"""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence

import numpy as np

from tournaments.pairings.base import PAIRING_RULE, Seeds
from tournaments.pairings.matching import Costs, best_matching
from tournaments.pairings.waves import BLOCK_POINTS, Block, Points, Waves

__all__ = ["Swiss", "default_rounds", "most_rounds", "pair_round"]

Pair = tuple[str, str]


def most_rounds(num_players: int) -> int:
    """Return the number of rounds in which everybody can meet everybody else once."""
    return num_players - 1


def default_rounds(num_players: int) -> int:
    """Return the number of rounds after which at most one player can have won all of them."""
    return (num_players - 1).bit_length()


class Swiss(Waves):
    """Schedule of a Swiss tournament: in every round players of equal score meet if possible, and nobody is out.

    Args:
        players: Names, at least two, all different, the strongest first if that is known.
        rounds: Number of rounds, 1..`most_rounds`.
        seeds: Gives each block (matches that may share their dice) its seed.
        rule: Number of the rule by which rounds are paired, 3 or 4; see `PAIRING_RULE`.
    """

    def __init__(
        self, players: Sequence[str], *, rounds: int, seeds: Seeds, rule: int = PAIRING_RULE
    ) -> None:
        super().__init__(seeds)
        self._players = tuple(players)
        self._rounds = rounds
        self._rule = rule
        self._round = 0
        self._scores = dict.fromkeys(players, 0.0)
        self._met: dict[str, collections.Counter[str]] = {
            player: collections.Counter() for player in players
        }
        self.byes: list[str] = []
        """Player with the bye of each round; empty with an even number of players."""
        self.rematches: list[tuple[int, Pair]] = []
        """Round, from 1, and players of every meeting of two players that had met before."""

    @property
    def total(self) -> int:
        """Number of matches of all rounds: two for every meeting."""
        return self._rounds * (len(self._players) // 2) * 2

    def _plan(self, points: Points) -> Sequence[Block]:
        for block in points.values():
            for player, own in block.items():
                self._scores[player] += own
        if self._round == self._rounds:
            return ()
        self._round += 1
        ranked = sorted(self._players, key=lambda player: -self._scores[player])
        pairs, bye = self._pair(ranked)
        if bye is not None:
            self.byes.append(bye)
            self._scores[bye] += BLOCK_POINTS
        for first, second in pairs:
            if self._met[first][second]:
                self.rematches.append((self._round, (first, second)))
            self._met[first][second] += 1
            self._met[second][first] += 1
        return [(f"{self._round}:{':'.join(sorted(pair))}", pair) for pair in pairs]

    def _pair(self, ranked: list[str]) -> tuple[list[Pair], str | None]:
        byes = collections.Counter(self.byes)
        return pair_round(ranked, self._scores, self._met, byes, leaders_meet=self._rule >= 4)


def pair_round(
    ranked: Sequence[str],
    scores: Mapping[str, float],
    met: Mapping[str, Mapping[str, int]],
    byes: Mapping[str, int],
    *,
    leaders_meet: bool = True,
) -> tuple[list[Pair], str | None]:
    """Return the pairs of a round, and the player with the bye, None with an even number.

    Of all pairings it is the one with, in this order of importance: the fewest rematches; of these,
    the fewest repeated ones; no second bye; the lowest score of the player with the bye; the lowest
    sum of squared differences of scores; the lowest such sum for the players on the highest score;
    the smallest deviation from the upper half of each score group meeting the lower half in order,
    where the last of a group meets the first of the next group if two groups share a pair; and the
    best-ranked rival for the first player.

    A rematch can be unavoidable: even after optimal rounds, the remaining players may all have met.

    Args:
        ranked: The players, best first.
        scores: Scores of the players, multiples of 1/2.
        met: How often each player has met each other.
        byes: How often each player had a bye.
        leaders_meet: Whether the wishes for players on the highest score, and for the first player,
            count; false before rule 4.
    """
    num_players = len(ranked)
    # Doubled, so that scores with halves become whole numbers, which `best_matching` needs.
    points = np.array([round(2 * scores[player]) for player in ranked], np.int64)
    ranks = np.arange(num_players)
    first = np.searchsorted(-points, -points)
    sizes = np.searchsorted(-points, -points, side="right") - first

    times = np.array([[met[one].get(other, 0) for other in ranked] for one in ranked], np.int64)
    ahead = points[:, None] - points[None, :]
    apart = ranks[None, :] - ranks[:, None]
    # Distance of a pair over a group's edge: from the end of the upper group, and the start of the
    # lower.
    to_next = (first + sizes - 1 - ranks)[:, None] + (ranks - first)[None, :]
    # 0 where a player of the upper half of its score group meets its counterpart in the lower half.
    fold = np.where(ahead == 0, apart - (sizes // 2)[:, None], to_next) ** 2
    had = np.array([byes.get(player, 0) for player in ranked], np.int64)
    # Of equal candidates, the bye goes to the one ranked last.
    last = num_players - 1 - ranks
    # A leader stands first in its pair, so that its row has all that its meetings may cost.
    is_leader = (points == points[:1])[:, None] * leaders_meet
    to_first = (ranks[:, None] == 0) * ranks[None, :] * leaders_meet
    # In order of importance: `best_matching` compares pairings by the sums of these, the first that differs decides.
    of_pairs = [np.minimum(times, 1), times, None, None, ahead**2, ahead**2 * is_leader]
    of_pairs += [fold, to_first]
    of_byes = [None, None, had, points, None, None, last, None]
    if num_players % 2 == 0:
        costs = [cost for cost in of_pairs if cost is not None]
    else:
        costs = [_with_bye(*both, num_players) for both in zip(of_pairs, of_byes, strict=True)]
    try:
        # Rounds of before keep the lot that they had.
        pairs = best_matching(costs, narrow=leaders_meet)
    except OverflowError:
        if not leaders_meet:
            raise
        # Thousands of players: the two wishes for leaders are the ones to go without.
        return pair_round(ranked, scores, met, byes, leaders_meet=False)
    bye = next((ranked[high] for high, low in pairs if low == num_players), None)
    return [(ranked[high], ranked[low]) for high, low in pairs if low < num_players], bye


def _with_bye(of_pairs: Costs | None, of_bye: Costs | None, num_players: int) -> Costs:
    """Return costs that include the bye, as a pair with an additional player behind all others.

    Args:
        of_pairs: int64[player, player]: cost of each pair; None for 0.
        of_bye: int64[player]: cost of each player's bye; None for 0.
        num_players: Number of players.
    """
    costs = np.zeros((num_players + 1, num_players + 1), np.int64)
    if of_pairs is not None:
        costs[:-1, :-1] = of_pairs
    if of_bye is not None:
        costs[:-1, -1] = of_bye
    return costs
